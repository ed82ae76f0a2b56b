//! A question as a form, and what became of it. The same markup serves the page and the island that swaps it.

mod answer;
mod feedback;
mod frame;
mod run;

pub(crate) use feedback::{option_mark_key, problem_text, verdict_sentences};
pub(crate) use frame::{body, framed, live, reviewed};
