//! What can be wrong with a pickle.

use super::op::Refusal;

/// Why a file could not be read, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset}: {problem}")]
pub struct PickleError {
    /// The byte that the fault begins at, counted from zero: the start of an instruction or of its argument.
    pub offset: u64,
    pub problem: Problem,
}

/// What is wrong with a pickle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("the file is empty")]
    Empty,
    #[error("this is not a pickle of protocols 2 to 5, which begins with the byte 0x80{hint}")]
    NotAPickle { hint: &'static str },
    #[error("protocol {0} is not known; write the snapshot with protocol 2 to 5")]
    Protocol(u8),
    #[error("the instruction {name} (0x{code:02x}) {}", refusal_reason(*.refusal))]
    Refused { name: &'static str, code: u8, refusal: Refusal },
    #[error("0x{0:02x} is no instruction; the file is damaged")]
    Unknown(u8),
    #[error("{needed} more bytes are needed here, but the file has {left}; it is cut off or damaged")]
    Truncated { needed: u64, left: u64 },
    #[error("the length {0} is negative")]
    NegativeLength(i32),
    #[error("the file has {length} bytes, more than the limit of {limit}")]
    TooLong { length: u64, limit: u64 },
    #[error("there are more than {limit} instructions")]
    TooManyOperations { limit: u64 },
    #[error("more than {limit} containers are open at the same time")]
    TooDeep { limit: u64 },
    #[error("a text is not UTF-8")]
    NotUtf8,
    #[error("an integer does not fit in 64 bits")]
    TooWide,
    #[error("{instruction} needs a value that is not there")]
    NoValue { instruction: &'static str },
    #[error("{instruction} has no MARK to go back to")]
    NoMark { instruction: &'static str },
    #[error("{instruction} needs a {expected}, but there is a {found}")]
    WrongTarget { instruction: &'static str, expected: &'static str, found: &'static str },
    #[error("{instruction} has a key without a value")]
    OddItems { instruction: &'static str },
    #[error("a {found} cannot be the key of a dict")]
    Unhashable { found: &'static str },
    #[error("nothing was stored under the number {0}")]
    NotMemoized(u32),
    #[error("the pickle ends with {0} values instead of one")]
    NotOneValue(u64),
    #[error("{0} bytes follow the end of the pickle")]
    Trailing(u64),
}

const fn refusal_reason(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Executes => "could run code and is refused; a memory snapshot never needs it",
        Refusal::NotOfSnapshots => "is refused; a memory snapshot never needs it",
        Refusal::OldProtocol => "is of protocol 0 or 1; write the snapshot with protocol 2 to 5",
    }
}
