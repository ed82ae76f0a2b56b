//! `/{lang}/playground`.

use crate::playground::Attempt;

use super::Link;

/// The script as it was written, and what came of it.
#[derive(Debug, Clone)]
pub struct PlaygroundView {
    /// Where the form asks.
    pub action: String,
    pub script: String,
    pub attempt: Attempt,
    pub examples: Vec<Link>,
}
