use super::LearnerId;

/// How often something about a learner was written. What was made of a learner's data at one revision holds for as long
/// as the learner has that revision, whichever server wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Revision(pub i64);

/// What was found for a token: its learner, or that it is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookedUp(pub Option<Recognised>);

/// A learner, as found by a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recognised {
    pub learner: LearnerId,
    /// Read before anything else of the learner, so that what is read later is at least as new.
    pub revision: Revision,
}
