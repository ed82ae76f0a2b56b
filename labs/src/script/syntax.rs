//! What a script says, before loops are written out.

use super::token::Span;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Statement {
    /// Of the word that says what it is; of the name for an allocation.
    pub(super) span: Span,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Device(Number),
    Settings(String),
    Others(Number),
    Alloc { tensor: Tensor, size: Number },
    Free(Vec<Freed>),
    EmptyCache,
    Synchronize,
    ResetPeak,
    Snapshot,
    RecordStream { tensor: Tensor, stream: Number },
    Busy { stream: Number, busy: bool },
    Fraction { value: f64 },
    Repeat { count: Number, index: Option<String>, body: Vec<Statement> },
    Stream { stream: Number, body: Vec<Statement> },
    Pool { name: String, body: Vec<Statement> },
    DropPool { name: String },
}

/// A tensor by name, one of several where there is a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) index: Option<Number>,
    pub(super) span: Span,
}

/// What a `free` drops.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Freed {
    One(Tensor),
    /// All of a name, by number.
    Several {
        name: String,
        span: Span,
    },
    /// Whatever there is, oldest first.
    All,
}

/// A number that is computed when loops are written out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) span: Span,
    pub(super) kind: NumberKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberKind {
    Literal(u64),
    Loop(String),
    Pair { left: Box<Number>, sign: char, right: Box<Number> },
}
