use std::fmt;

use super::token::Span;
use crate::printable;

/// What is wrong with a script, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    pub span: Span,
    pub kind: ScriptErrorKind,
}

/// What is wrong with a script. Names and words are the script's own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptErrorKind {
    #[error("the script has {bytes} bytes; {most} are the most")]
    TooLong { bytes: usize, most: usize },
    #[error("`{}` has no meaning here", printable::line(&.0.to_string()))]
    Stranger(char),
    #[error("there is no statement `{}`; the statements are: {known}", printable::line(word))]
    UnknownStatement { word: String, known: String },
    #[error("{wanted} is missing here")]
    Missing { wanted: &'static str },
    #[error("`{}` is not expected here; {wanted} is", printable::line(found))]
    Unexpected { found: String, wanted: &'static str },
    #[error("a number here is whole")]
    Fraction,
    #[error("the number is larger than 64 bits hold")]
    TooLarge,
    #[error("the number is below zero")]
    Negative,
    #[error("nothing can be divided by zero")]
    DivisionByZero,
    #[error("`{unit}` means different things to different people; write {instead}")]
    AmbiguousUnit { unit: String, instead: &'static str },
    #[error(
        "there is no number `{}`; the names of loops around this place are numbers: {known}",
        printable::line(name)
    )]
    UnknownNumber { name: String, known: String },
    #[error("`{name}` is a loop around this place already; choose another name")]
    LoopTwice { name: String },
    #[error("`{}` is a statement; choose another name", printable::line(name))]
    Reserved { name: String },
    #[error("`{name}` is there since line {since}; free it first, or choose another name")]
    Alive { name: String, since: u32 },
    #[error("there is no tensor `{name}`")]
    NoTensor { name: String },
    #[error("`{name}` was freed in line {freed}")]
    Freed { name: String, freed: u32 },
    #[error("a block is opened here and not closed; write `}}`")]
    Unclosed,
    #[error("there is no block to close here")]
    NotOpen,
    #[error("blocks stand in blocks {most} deep at the most")]
    TooDeep { most: usize },
    #[error("the script comes to more than {most} operations here; repeat less")]
    TooManyOperations { most: usize },
    #[error("the device is chosen before everything else; move this line up")]
    DeviceLate,
    #[error("the device was chosen in line {line}")]
    DeviceTwice { line: u32 },
    #[error("a device has a whole number of MiB, and at least one")]
    DeviceSize,
    #[error("the memory of others is a whole number of MiB")]
    OthersSize,
    #[error("a stream has a number from 0 to {most}")]
    StreamNumber { most: u64 },
    #[error("a fraction is a decimal from 0 to 1")]
    FractionRange,
    #[error("pool `{name}` was not used before")]
    NoPool { name: String },
    #[error("pool `{name}` is in use here; drop it after its block")]
    PoolInUse { name: String },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.span.line, self.span.column, self.kind)
    }
}

impl std::error::Error for ScriptError {}
