//! Answering a question, wherever it stands: from what was posted to a stored, graded answer.

use std::collections::BTreeSet;

use app::view::{Limit, Problem};
use content::grading::{self, Response, ResponseError};
use content::id::OptionId;
use content::lang::Lang;
use content::question::{Kind, Question};

use super::{ServiceError, Services};
use crate::domain::{Answer, AttemptId, LearnerId, Place};
use crate::storage::{MAX_TRIES, Recorded};

/// What a question's form posts.
#[derive(Debug, Clone, Default)]
pub struct AnswerForm {
    /// Number of the try that the form stood for.
    pub try_no: u32,
    /// The attempt that the form stood for; absent in practice.
    pub attempt: Option<AttemptId>,
    pub options: Vec<String>,
    pub number: Option<String>,
}

/// Where a question stands for a learner.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// Waiting for the answer of this try. What was typed or chosen with a problem stays in the form.
    Open {
        try_no: u32,
        problem: Option<Problem>,
        chosen: BTreeSet<OptionId>,
        typed: String,
    },
    Answered {
        answer: Answer,
        problem: Option<Problem>,
    },
}

/// What became of a post.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    Stands(Standing),
    /// The attempt has ended meanwhile, in another tab: its result is what there is to see.
    AttemptClosed,
}

impl Standing {
    /// Returns where the question stands after these answers to it, given in the order of their tries. With `retry` a new
    /// try is opened after the last answer.
    pub fn after(answers: &[&Answer], retry: bool) -> Self {
        match answers.last() {
            Some(answer) if !retry => Self::Answered { answer: (*answer).clone(), problem: None },
            last => Self::open(last.map_or(1, |answer| answer.try_no + 1)),
        }
    }

    fn open(try_no: u32) -> Self {
        Self::Open { try_no, problem: None, chosen: BTreeSet::new(), typed: String::new() }
    }

    /// Returns whether the post that led here stored nothing because of what was in it.
    pub fn is_refused(&self) -> bool {
        matches!(self, Self::Open { problem: Some(_), .. })
    }
}

impl Services {
    /// Grades and stores an answer. The same try posted again, from any tab, stores nothing and returns what is stored.
    pub async fn give_answer(
        &self,
        learner: LearnerId,
        place: Place,
        question: &Question,
        form: &AnswerForm,
        lang: Lang,
    ) -> Result<Given, ServiceError> {
        let graded = read_response(question, form, lang).and_then(|response| {
            let grade = grading::grade(question, &response)?;
            Ok((response, grade.correct))
        });
        let (response, correct) = match graded {
            Ok(graded) => graded,
            Err(Unanswered::Problem(problem)) => {
                return self.without_answer(learner, &place, question, form, problem).await;
            }
            Err(Unanswered::BadForm(reason)) => return Err(ServiceError::BadForm(reason)),
        };
        let answer = Answer {
            learner,
            place,
            question: question.id.clone(),
            question_version: question.version.clone(),
            try_no: form.try_no,
            response,
            correct,
            lang,
            given_at: self.clock.now(),
        };
        self.store(answer).await
    }

    /// Returns where a question stands after a post without an answer in it: answered, when that try was given before.
    async fn without_answer(
        &self,
        learner: LearnerId,
        place: &Place,
        question: &Question,
        form: &AnswerForm,
        problem: Problem,
    ) -> Result<Given, ServiceError> {
        let answers = match place {
            Place::Practice { course } => self.storage.answers_for_course(learner, course).await?,
            Place::Attempt(attempt) => self.storage.answers_for_attempt(*attempt).await?,
        };
        let given = answers.into_iter().find(|given| given.question == question.id && given.try_no == form.try_no);
        Ok(Given::Stands(match given {
            Some(answer) => Standing::Answered { answer, problem: None },
            None => refused(form, problem),
        }))
    }

    async fn store(&self, mut answer: Answer) -> Result<Given, ServiceError> {
        let stands = |answer, problem| Ok(Given::Stands(Standing::Answered { answer, problem }));
        let mut recorded = self.storage.record_answer(&answer).await?;
        if let Recorded::OutOfStep { next } = recorded {
            // The form is older than a reset of the progress. What the learner answered counts as the first try; when that
            // was given meanwhile, the last one stands, or each of many posts of one form would count as a further try.
            answer.try_no = next.saturating_sub(1).max(1);
            recorded = self.storage.record_answer(&answer).await?;
        }
        match recorded {
            Recorded::New(stored) => {
                metrics::counter!("vramlab_answers_total", "correct" => stored.correct.to_string()).increment(1);
                stands(stored, None)
            }
            Recorded::Already(stored) if stored.response == answer.response => stands(stored, None),
            Recorded::Already(stored) => stands(stored, Some(Problem::AnsweredElsewhere)),
            // Reset once more in between: the question stands open, and says so.
            Recorded::OutOfStep { next } => Ok(Given::Stands(Standing::open(next))),
            Recorded::TooManyTries => Err(ServiceError::Limit { limit: Limit::Tries, most: MAX_TRIES.into() }),
            Recorded::AttemptClosed => Ok(Given::AttemptClosed),
            Recorded::UnknownAttempt | Recorded::NotDrawn => Err(ServiceError::NotFound),
            Recorded::UnknownLearner => Err(ServiceError::LearnerGone),
        }
    }
}

fn refused(form: &AnswerForm, problem: Problem) -> Standing {
    Standing::Open {
        try_no: form.try_no,
        problem: Some(problem),
        chosen: form.options.iter().filter_map(|id| id.parse().ok()).collect(),
        typed: form.number.clone().unwrap_or_default(),
    }
}

/// Why a post holds no answer: the learner's slip, or a form that is not ours.
enum Unanswered {
    Problem(Problem),
    BadForm(&'static str),
}

impl From<Problem> for Unanswered {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<ResponseError> for Unanswered {
    fn from(error: ResponseError) -> Self {
        match error {
            ResponseError::Empty => Self::Problem(Problem::NothingChosen),
            ResponseError::NotANumber => Self::Problem(Problem::NotANumber),
            ResponseError::UnknownOption(_) => Self::BadForm("the question has no such option"),
            ResponseError::WrongKind => Self::BadForm("the answer is of another kind than the question"),
        }
    }
}

fn read_response(question: &Question, form: &AnswerForm, lang: Lang) -> Result<Response, Unanswered> {
    let chosen = || form.options.iter().filter_map(|id| id.parse::<OptionId>().ok());
    match &question.kind {
        Kind::Single(_) => chosen().next().map(Response::Choice).ok_or(Problem::NothingChosen.into()),
        Kind::Multiple(_) => {
            let chosen: BTreeSet<_> = chosen().collect();
            if chosen.is_empty() { Err(Problem::NothingChosen.into()) } else { Ok(Response::Choices(chosen)) }
        }
        Kind::Numeric(numeric) => {
            let typed = form.number.as_deref().unwrap_or_default().trim();
            if typed.is_empty() {
                return Err(Problem::NothingChosen.into());
            }
            // The unit may be typed in any language: learners switch in the middle of a quiz.
            let number = numeric.unit.iter().find_map(|(_, unit)| grading::read_number(typed, unit, lang));
            number.map(Response::Number).ok_or(Problem::NotANumber.into())
        }
    }
}
