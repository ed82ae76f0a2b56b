//! What an error page shows.

use super::Link;

/// A page that says what happened and what to do.
#[derive(Debug, Clone)]
pub struct ErrorView {
    pub kind: ErrorKind,
    /// Shown so that a person can quote it.
    pub request_id: String,
    /// Places to go from here.
    pub links: Vec<Link>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    NotFound,
    BadRequest,
    /// A form came from another site.
    ForeignOrigin,
    /// The attempt has ended, or the question has left it, since the form was made.
    AttemptMovedOn,
    /// Another window deleted or moved the learner's progress just now.
    LearnerGone,
    TooLarge,
    TooMany {
        /// What was not stored for that.
        sent: Option<Sent>,
        retry_after_s: u64,
    },
    /// The learner has as many of something as one may have: waiting changes nothing.
    LimitReached {
        limit: Limit,
        most: u64,
    },
    /// Database gone or locked: nothing was lost, try again.
    Unavailable {
        retry_after_s: u64,
    },
    /// The same when something was sent.
    NotStored {
        sent: Sent,
        retry_after_s: u64,
    },
    Timeout,
    Internal,
    /// A "continue on another device" link that was used or is too old.
    LinkSpent,
    /// The credential of a certificate that was withdrawn.
    Withdrawn,
    /// The credential of a certificate that does not match its signature.
    Altered,
    MethodNotAllowed,
    /// A run was ordered that cannot be carried out; what is wrong is said with it.
    Unfit,
    /// Something of another learner.
    NotTheirs,
}

/// What a form held that was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// An answer to a question. It is stored under its try, so that sending it twice is the same as once.
    Answer,
    /// Anything else.
    Form,
}

/// What one learner may have only so many of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Tries at one question.
    Tries,
    /// Attempts at the quiz of one course.
    Attempts,
    /// Reports of mistakes.
    Reports,
    /// Browsers that continue the same progress.
    Browsers,
    /// Runs of labs that wait or run.
    Runs,
}
