//! Questions, before and after the answer.

use super::Link;
use crate::film::Film;

/// A question as one learner sees it now.
#[derive(Debug, Clone)]
pub struct QuestionView {
    pub id: String,
    /// Where the form posts to.
    pub action: String,
    /// Identifies the try that this form stands for; posted back, so that a repeated post changes nothing.
    pub try_no: u32,
    /// The attempt that this form stands for, in the final quiz; posted back so that an old tab cannot answer a new attempt.
    pub attempt: Option<String>,
    pub level: content::question::Level,
    pub stem_html: String,
    /// What the allocator is asked in it, in the language of the playground.
    pub steps: Option<String>,
    pub hint_html: Option<String>,
    /// Where it can be looked up; shown once the question was answered.
    pub source: Option<Link>,
    pub input: Input,
    pub state: QuestionState,
    /// The page for "report a mistake", question, version and language included.
    pub report_href: String,
    /// Level of the stem's heading on this page (2 to 4).
    pub heading_level: u8,
}

/// How the question is answered.
#[derive(Debug, Clone)]
pub enum Input {
    /// Radio buttons.
    One(Vec<OptionView>),
    /// Check boxes.
    Many(Vec<OptionView>),
    /// A text field with decimal keyboard; `value` is what the learner typed.
    Number { unit: String, value: String },
}

/// An option before or after the answer. `why_html` and `key` are filled in only after it, see [`OptionMark`].
#[derive(Debug, Clone)]
pub struct OptionView {
    pub id: String,
    pub text_html: String,
    pub chosen: bool,
    /// Absent until the question was answered.
    pub mark: Option<OptionMark>,
}

/// What became of an option, shown by icon and word.
#[derive(Debug, Clone)]
pub struct OptionMark {
    pub key: bool,
    /// Shown for the options that were chosen and for the keys.
    pub why_html: Option<String>,
}

/// Where the question stands.
#[derive(Debug, Clone)]
pub enum QuestionState {
    /// Waiting for an answer. `problem` names what was wrong with the last submit (nothing chosen, not a number).
    Open { problem: Option<Problem> },
    /// Answered and, for this try, settled.
    Answered(Verdict),
}

/// Why a submit was not taken. The text is the page's, from the UI strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    NothingChosen,
    NotANumber,
    /// Another tab was faster with another answer; the first one counts and is shown.
    AnsweredElsewhere,
}

#[derive(Debug, Clone)]
pub struct Verdict {
    pub correct: bool,
    /// The answer that counts is the first one; this is the number of the try shown, from 1.
    pub try_no: u32,
    /// For multiple choice: how many keys were missed and how many options wrongly chosen.
    pub missed: usize,
    pub wrong: usize,
    /// For a numeric question: the explanation, and the key with its unit.
    pub number: Option<NumberFeedback>,
    /// Opens the question for another try; absent where there is none.
    pub retry_href: Option<String>,
    /// Final quiz: the next open question, with its text; absent when none is left.
    pub next: Option<Link>,
    /// Said beside the verdict when this submit met an answer given before.
    pub problem: Option<Problem>,
}

#[derive(Debug, Clone)]
pub struct NumberFeedback {
    pub key: String,
    pub why_html: String,
    /// The misconception behind the number given, where the author named it.
    pub trap_html: Option<String>,
    /// The run that the key comes from.
    pub run: Option<Box<StepsRun>>,
}

/// The steps of a question, taken.
#[derive(Debug, Clone)]
pub struct StepsRun {
    /// The key of the name of the figure that was asked for, among the UI strings.
    pub figure: &'static str,
    pub is_bytes: bool,
    pub rows: Vec<StepsRow>,
    /// What the learner said and what came of it, with the unit.
    pub given: String,
    pub found: String,
    pub film: Film,
    /// Bytes of memory of the device.
    pub device: u64,
    /// The same steps in the playground.
    pub playground_href: String,
}

/// A line of the steps, and the figure after it.
#[derive(Debug, Clone)]
pub struct StepsRow {
    pub line: String,
    pub value: u64,
    /// The allocator found no memory.
    pub refused: bool,
}
