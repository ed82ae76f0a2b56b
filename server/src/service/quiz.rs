//! Attempts at the final quiz.

use app::view::{CertificateStep, Limit, Link, QuestionView, QuizIntroView, QuizQuestionView, QuizResultView};
use content::course::Course;
use content::lang::Lang;
use content::question::Question;

use super::answering::{AnswerForm, Given, Standing};
use super::shape::question::{self, Placed};
use super::shape::{address, card, lesson, strip};
use super::{ServiceError, Services, clock};
use crate::domain::{self, Answer, Attempt, AttemptId, AttemptItem, AttemptResult, AttemptState, LearnerId, Place};
use crate::storage::{FinishedAttempt, MAX_ATTEMPTS, NewAttempt, Started};

/// A running attempt with its answers and the course it belongs to.
#[derive(Debug)]
pub struct Running<'a> {
    pub course: &'a Course,
    pub attempt: Attempt,
    /// Ordered by question and try.
    pub answers: Vec<Answer>,
}

/// What became of an answer in the quiz.
#[derive(Debug)]
pub enum QuizAnswer {
    /// The question with the answer taken in, and whether the post was refused for what was in it.
    Stands { view: Box<QuizQuestionView>, refused: bool },
    /// The attempt has ended: its result is there.
    Ended(AttemptId),
}

impl Services {
    /// Returns the attempt that a learner is in, with its answers.
    pub async fn running<'a>(
        &self,
        learner: Option<LearnerId>,
        course: &'a Course,
    ) -> Result<Option<Running<'a>>, ServiceError> {
        let Some(learner) = learner else { return Ok(None) };
        let Some(attempt) = self.storage.running_attempt(learner, &course.id).await? else { return Ok(None) };
        let answers = self.storage.answers_for_attempt(attempt.id).await?;
        Ok(Some(Running { course, attempt, answers }))
    }

    /// Returns the page that offers a new attempt.
    pub async fn quiz_intro(
        &self,
        lang: Lang,
        course: &Course,
        learner: Option<LearnerId>,
    ) -> Result<QuizIntroView, ServiceError> {
        let past = match learner {
            Some(learner) => self.storage.attempts(learner, &course.id).await?,
            None => Vec::new(),
        };
        Ok(QuizIntroView {
            course: card::course_link(lang, course),
            questions: course.quiz.draw,
            pass_percent: course.quiz.pass_percent,
            start_action: address::quiz(lang, course),
            past: card::attempts(lang, course, &past),
            certificate: self.certificate_href(lang, course, learner).await?,
        })
    }

    /// Starts an attempt, or returns the one that is running.
    pub async fn start_quiz<'a>(&self, learner: LearnerId, course: &'a Course) -> Result<Running<'a>, ServiceError> {
        let (now, mut rng) = (self.clock.now(), clock::rng());
        let previous = self.storage.last_attempt(learner, &course.id).await?;
        let new = NewAttempt {
            id: AttemptId::generate(now, &mut rng),
            learner,
            course: course.id.clone(),
            edition: course.quiz.edition.clone(),
            items: domain::draw(&course.quiz, previous.as_ref().map(|attempt| &attempt.items[..]), &mut rng),
            started_at: now,
        };
        let attempt = match self.storage.start_attempt(new).await? {
            Started::New(attempt) | Started::Running(attempt) => attempt,
            Started::TooMany => {
                return Err(ServiceError::Limit { limit: Limit::Attempts, most: MAX_ATTEMPTS.unsigned_abs() });
            }
            Started::UnknownLearner => return Err(ServiceError::LearnerGone),
        };
        let answers = self.storage.answers_for_attempt(attempt.id).await?;
        Ok(Running { course, attempt, answers })
    }

    /// Takes an answer in a running attempt.
    pub async fn answer_quiz(
        &self,
        mut running: Running<'_>,
        question: &Question,
        form: &AnswerForm,
        lang: Lang,
    ) -> Result<QuizAnswer, ServiceError> {
        let attempt = &running.attempt;
        let place = Place::Attempt(attempt.id);
        match self.give_answer(attempt.learner, place, question, form, lang).await? {
            Given::AttemptClosed => Ok(QuizAnswer::Ended(attempt.id)),
            Given::Stands(standing) => {
                running.answers = self.storage.answers_for_attempt(attempt.id).await?;
                let refused = standing.is_refused();
                let view = running.question_page(lang, question, &standing);
                Ok(QuizAnswer::Stands { view: Box::new(view), refused })
            }
        }
    }

    /// Ends an attempt. Ending it twice is the same as once. Refused as a bad form while questions are open.
    pub async fn finish_quiz(&self, learner: LearnerId, course: &Course, id: AttemptId) -> Result<(), ServiceError> {
        let answers = self.storage.answers_for_attempt(id).await?;
        let attempt = self.own_attempt(learner, course, id).await?;
        if attempt.is_running() && first_open(course, &attempt.items, &answers).is_some() {
            return Err(ServiceError::BadForm("questions of this attempt are still open"));
        }
        let judge = |attempt: &Attempt, answers: &[Answer]| {
            let score = domain::score(&attempt.items, answers, &course.quiz);
            AttemptResult::judge(score, course.quiz.pass_percent)
        };
        match self.storage.finish_attempt(learner, id, self.clock.now(), judge).await? {
            FinishedAttempt::Now(_) | FinishedAttempt::Before(_) => Ok(()),
            FinishedAttempt::UnknownAttempt => Err(ServiceError::NotFound),
        }
    }

    /// Returns an attempt of this learner at the quiz of this course.
    pub async fn own_attempt(
        &self,
        learner: LearnerId,
        course: &Course,
        id: AttemptId,
    ) -> Result<Attempt, ServiceError> {
        let attempt = self.storage.attempt(id).await?;
        attempt
            .filter(|attempt| attempt.learner == learner && attempt.course == course.id)
            .ok_or(ServiceError::NotFound)
    }

    /// Returns the result of a finished attempt with the review of every question.
    pub async fn quiz_result(
        &self,
        lang: Lang,
        course: &Course,
        attempt: &Attempt,
        step: CertificateStep,
    ) -> Result<QuizResultView, ServiceError> {
        let AttemptState::Finished { result, .. } = attempt.state else { return Err(ServiceError::NotFound) };
        let answers = self.storage.answers_for_attempt(attempt.id).await?;
        Ok(QuizResultView {
            course: card::course_link(lang, course),
            score: result.score.correct,
            max: result.score.max,
            percent: result.score.percent(),
            pass_percent: course.quiz.pass_percent,
            passed: result.passed,
            strip: strip::attempt(lang, course, attempt, &answers, None),
            review: review(lang, course, attempt, &answers),
            start_action: address::quiz(lang, course),
            certificate: step,
        })
    }
}

impl Running<'_> {
    /// Returns the question to go on with: the first one open, or the last one when all are answered.
    pub fn current(&self) -> Option<&Question> {
        let open = first_open(self.course, &self.attempt.items, &self.answers);
        open.or_else(|| self.attempt.items.iter().rev().find_map(|item| in_pool(self.course, item)))
    }

    /// Returns a question of this attempt by its id.
    pub fn question(&self, id: &str) -> Option<&Question> {
        let item = self.attempt.items.iter().find(|item| item.question.as_str() == id)?;
        in_pool(self.course, item)
    }

    /// Returns the page of a question as the stored answers leave it.
    pub fn page(&self, lang: Lang, question: &Question, retry: bool) -> QuizQuestionView {
        let answers: Vec<&Answer> = self.answers.iter().filter(|answer| answer.question == question.id).collect();
        // A right answer settles a question of the quiz.
        let retry = retry && answers.last().is_some_and(|answer| !answer.correct);
        self.question_page(lang, question, &Standing::after(&answers, retry))
    }

    fn question_page(&self, lang: Lang, question: &Question, standing: &Standing) -> QuizQuestionView {
        let items = &self.attempt.items;
        let index = items.iter().position(|item| item.question == question.id).unwrap_or_default();
        let all_answered = first_open(self.course, items, &self.answers).is_none();
        let finish = format!("{}/finish", address::attempt(lang, self.course, self.attempt.id));
        QuizQuestionView {
            course: card::course_link(lang, self.course),
            number: index + 1,
            of: items.len(),
            strip: strip::attempt(lang, self.course, &self.attempt, &self.answers, Some(&question.id)),
            question: self.placed(lang, question, index, standing),
            finish_action: all_answered.then_some(finish),
        }
    }

    fn placed(&self, lang: Lang, question: &Question, index: usize, standing: &Standing) -> QuestionView {
        let action = address::quiz_question(lang, self.course, &question.id);
        let wrong = matches!(standing, Standing::Answered { answer, .. } if !answer.correct);
        let placed = Placed {
            question,
            lang,
            order: self.attempt.items.get(index).map_or(&[], |item| &item.option_order),
            attempt: Some(self.attempt.id),
            retry_href: wrong.then(|| format!("{action}?retry=1")),
            action,
            report_href: lesson::report_href(lang, self.course, question),
            next: self.next_open(lang, index),
            heading_level: 2,
        };
        question::question(placed, standing)
    }

    /// Leads to the next open question, from the one at `index` on and then from the start.
    fn next_open(&self, lang: Lang, index: usize) -> Option<Link> {
        let (before, after) = self.attempt.items.split_at(index.saturating_add(1).min(self.attempt.items.len()));
        let next =
            first_open(self.course, after, &self.answers).or_else(|| first_open(self.course, before, &self.answers))?;
        Some(Link { href: address::quiz_question(lang, self.course, &next.id), text: app::i18n::next_question(lang) })
    }
}

fn first_open<'a>(course: &'a Course, items: &[AttemptItem], answers: &[Answer]) -> Option<&'a Question> {
    let open = |item: &&AttemptItem| answers.iter().all(|answer| answer.question != item.question);
    items.iter().filter(open).find_map(|item| in_pool(course, item))
}

/// A question may have left the pool since the attempt began; it is passed over then, and does not count.
fn in_pool<'a>(course: &'a Course, item: &AttemptItem) -> Option<&'a Question> {
    course.quiz.pool.iter().find(|question| question.id == item.question)
}

/// Shows each question with the first answer, the one that counted.
fn review(lang: Lang, course: &Course, attempt: &Attempt, answers: &[Answer]) -> Vec<QuestionView> {
    let view = |item: &AttemptItem| {
        let question = in_pool(course, item)?;
        let first = answers.iter().find(|answer| answer.question == item.question)?;
        let placed = Placed {
            question,
            lang,
            order: &item.option_order,
            attempt: Some(attempt.id),
            action: address::quiz_question(lang, course, &question.id),
            report_href: lesson::report_href(lang, course, question),
            retry_href: None,
            next: None,
            heading_level: 3,
        };
        Some(question::question(placed, &Standing::Answered { answer: first.clone(), problem: None }))
    };
    attempt.items.iter().filter_map(view).collect()
}
