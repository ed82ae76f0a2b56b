use super::LearnerId;

/// A mark that every write about a learner replaces. What was made of a learner's data at one revision holds for as long
/// as the learner has that revision, whichever server wrote.
///
/// It is random and no count: a database that is put back to an earlier state, and then written to, would count to the same
/// numbers again, with other data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Revision(pub i64);

impl Revision {
    /// Returns one that was never given before.
    #[expect(clippy::disallowed_methods, reason = "nothing depends on which one it is")]
    pub fn generate() -> Self {
        Self(rand::random())
    }
}

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
