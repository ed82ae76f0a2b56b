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
        let response = match read_response(question, form, lang) {
            Ok(response) => response,
            Err(problem) => return Ok(Given::Stands(refused(form, problem))),
        };
        let correct = match grading::grade(question, &response) {
            Ok(grade) => grade.correct,
            Err(error) => return refuse_ungraded(form, &error),
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

    async fn store(&self, mut answer: Answer) -> Result<Given, ServiceError> {
        let stands = |answer, problem| Ok(Given::Stands(Standing::Answered { answer, problem }));
        let mut recorded = self.storage.record_answer(&answer).await?;
        if let Recorded::OutOfStep { next } = recorded {
            // The form is older than a reset of the progress. What the learner answered counts as the try that is due.
            answer.try_no = next;
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

fn refuse_ungraded(form: &AnswerForm, error: &ResponseError) -> Result<Given, ServiceError> {
    match error {
        ResponseError::Empty => Ok(Given::Stands(refused(form, Problem::NothingChosen))),
        ResponseError::NotANumber => Ok(Given::Stands(refused(form, Problem::NotANumber))),
        ResponseError::UnknownOption(_) => Err(ServiceError::BadForm("the question has no such option")),
        ResponseError::WrongKind => Err(ServiceError::BadForm("the answer is of another kind than the question")),
    }
}

fn read_response(question: &Question, form: &AnswerForm, lang: Lang) -> Result<Response, Problem> {
    let chosen = || form.options.iter().filter_map(|id| id.parse::<OptionId>().ok());
    match &question.kind {
        Kind::Single(_) => chosen().next().map(Response::Choice).ok_or(Problem::NothingChosen),
        Kind::Multiple(_) => {
            let chosen: BTreeSet<_> = chosen().collect();
            if chosen.is_empty() { Err(Problem::NothingChosen) } else { Ok(Response::Choices(chosen)) }
        }
        Kind::Numeric(numeric) => {
            let typed = form.number.as_deref().unwrap_or_default().trim();
            if typed.is_empty() {
                return Err(Problem::NothingChosen);
            }
            grading::read_number(typed, &numeric.unit, lang).map(Response::Number).ok_or(Problem::NotANumber)
        }
    }
}
