//! What pages show: plain data in the learner's language, made by the server.
//!
//! A page is a function from these types to HTML. They hold what a learner may see at that moment and nothing else: keys
//! and explanations of a question stand in [`OptionMark`] and [`Verdict`], which are absent until it was answered.

mod error;
mod lab;

use content::lang::Lang;
use content::lesson::{Heading, Tool};

pub use error::{ErrorKind, ErrorView, Limit, Sent};
pub use lab::*;

/// What every page needs around its content.
#[derive(Debug, Clone)]
pub struct Chrome {
    pub lang: Lang,
    /// This page in every language, in the order of the switch; the current one included. Paths with query, no origin.
    pub alternates: Vec<(Lang, String)>,
    pub theme: Theme,
    /// Address of this page as path and query: where forms of the chrome return to.
    pub here: String,
    /// Origin of the site for absolute links, such as `https://vramlab.example`; no slash at the end.
    pub origin: String,
    pub assets: Assets,
    pub section: Section,
    /// `<title>` without the name of the site.
    pub title: String,
    pub description: String,
    /// Absent from search engines and the sitemap.
    pub noindex: bool,
    /// JSON-LD, already serialised with `<` escaped.
    pub json_ld: Option<String>,
    /// The page holds an island, so its head loads the client.
    pub islands: bool,
    /// The page is to be loaded again after so many seconds, because what it shows is not finished.
    pub refresh_s: Option<u32>,
}

/// Addresses of built assets with their hashes in the name.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    pub css: String,
    /// Loads the client bundle and hydrates islands.
    pub loader: String,
    /// wasm-bindgen's glue and the module, for `modulepreload` and `preload`; the loader reads them from the data attributes of its
    /// script element.
    pub client_js: String,
    pub client_wasm: String,
    /// Icons: SVG, the same as PNG of 48 pixels, and the one for home screens, PNG of 180 pixels.
    pub favicon: String,
    pub favicon_png: String,
    pub touch_icon: String,
    pub og_image: String,
}

/// Colour scheme: the learner's choice, kept in a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// The entry of the main navigation that the page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Courses,
    Labs,
    Glossary,
    Progress,
    None,
}

/// A link of the page's language with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub href: String,
    pub text: String,
}

// Questions

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
}

// Catalogue, course, lesson

#[derive(Debug, Clone)]
pub struct CatalogView {
    pub courses: Vec<CourseCard>,
}

#[derive(Debug, Clone)]
pub struct CourseCard {
    pub href: String,
    pub title: String,
    pub tagline_html: String,
    pub lessons: usize,
    pub minutes: u32,
    pub strip: Vec<StripCell>,
}

/// A cell of a progress strip: a lesson in a course, a question in a quiz.
#[derive(Debug, Clone)]
pub struct StripCell {
    pub href: Option<String>,
    /// Accessible name, such as the lesson's title or "Question 3".
    pub label: String,
    pub state: CellState,
    pub current: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// Not begun.
    Empty,
    /// Lesson opened or partly answered.
    Begun,
    /// Lesson read, its questions answered.
    Done,
    Correct,
    Incorrect,
}

#[derive(Debug, Clone)]
pub struct CourseView {
    pub title: String,
    pub tagline_html: String,
    pub minutes: u32,
    pub outcomes_html: Vec<String>,
    pub lessons: Vec<LessonCard>,
    pub reasons: Vec<CardView>,
    pub cases: Vec<CardView>,
    pub risks: Vec<CardView>,
    pub roadmap: Vec<CardView>,
    pub outlook_html: Vec<String>,
    pub faq: Vec<CardView>,
    pub quiz: QuizCard,
    pub next_course: Option<Link>,
    /// First lesson that is not done, or the quiz: the main button.
    pub resume: Link,
    /// The learner has begun; the button says "continue".
    pub begun: bool,
    pub strip: Vec<StripCell>,
}

#[derive(Debug, Clone)]
pub struct CardView {
    pub title_html: String,
    pub text_html: String,
}

#[derive(Debug, Clone)]
pub struct LessonCard {
    pub href: String,
    pub title: String,
    pub summary: String,
    pub minutes: u32,
    pub questions: usize,
    pub state: CellState,
}

#[derive(Debug, Clone)]
pub struct QuizCard {
    pub href: String,
    pub questions: usize,
    pub pass_percent: u8,
    /// Address of the certificate, when the learner has it.
    pub certificate: Option<String>,
}

#[derive(Debug, Clone)]
pub struct LessonView {
    pub course: Link,
    pub title: String,
    pub minutes: u32,
    /// 1-based place in the course and number of lessons.
    pub number: usize,
    pub of: usize,
    pub headings: Vec<Heading>,
    pub parts: Vec<LessonPart>,
    pub previous: Option<Link>,
    pub next: Option<Link>,
    pub strip: Vec<StripCell>,
    /// The learner marked it as read.
    pub read: bool,
    /// Where "mark as read" posts to.
    pub read_action: String,
}

#[derive(Debug, Clone)]
pub enum LessonPart {
    Html(String),
    Question(Box<QuestionView>),
    Tool { tool: Tool, state: ToolState },
    Lab(LabCard),
}

/// Input of a tool as it stands in the page's query: the tool works without JavaScript as a GET form.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolState {
    /// Name and value of each query parameter, as received.
    pub query: Vec<(String, String)>,
    /// Path that the form returns to.
    pub action: String,
}

// Final quiz

/// `/quiz` when no attempt runs.
#[derive(Debug, Clone)]
pub struct QuizIntroView {
    pub course: Link,
    pub questions: usize,
    pub pass_percent: u8,
    /// Where "start" posts to.
    pub start_action: String,
    pub past: Vec<AttemptRow>,
    pub certificate: Option<String>,
}

/// `/quiz/{question}` while an attempt runs.
#[derive(Debug, Clone)]
pub struct QuizQuestionView {
    pub course: Link,
    pub number: usize,
    pub of: usize,
    pub strip: Vec<StripCell>,
    pub question: QuestionView,
    /// Ends the attempt once every question was answered.
    pub finish_action: Option<String>,
}

/// A finished attempt with its review.
#[derive(Debug, Clone)]
pub struct QuizResultView {
    pub course: Link,
    pub score: u32,
    pub max: u32,
    pub percent: u32,
    pub pass_percent: u8,
    pub passed: bool,
    pub strip: Vec<StripCell>,
    pub review: Vec<QuestionView>,
    pub start_action: String,
    pub certificate: CertificateStep,
}

#[derive(Debug, Clone)]
pub enum CertificateStep {
    NotPassed,
    /// The name is asked once; `problem` says what was wrong with the last one.
    AskName {
        action: String,
        value: String,
        problem: Option<NameProblem>,
    },
    Issued {
        href: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameProblem {
    Empty,
    /// More than 100 characters.
    TooLong,
    /// Control or invisible characters.
    BadCharacter,
}

#[derive(Debug, Clone)]
pub struct AttemptRow {
    pub href: String,
    /// Date in the learner's language, and in ISO 8601.
    pub date: String,
    pub date_iso: String,
    /// Absent while it runs.
    pub result: Option<AttemptResult>,
}

#[derive(Debug, Clone, Copy)]
pub struct AttemptResult {
    pub score: u32,
    pub max: u32,
    pub percent: u32,
    pub passed: bool,
}

// Glossary, progress

#[derive(Debug, Clone)]
pub struct GlossaryView {
    pub courses: Vec<(Link, Vec<TermView>)>,
}

#[derive(Debug, Clone)]
pub struct TermView {
    pub id: String,
    pub term: String,
    /// The term in the other languages, each with its language.
    pub others: Vec<(Lang, String)>,
    pub definition_html: String,
    pub lesson: Option<Link>,
}

#[derive(Debug, Clone)]
pub struct ProgressView {
    /// Nothing is stored about this visitor yet.
    pub empty: bool,
    pub courses: Vec<CourseProgress>,
    pub continue_action: String,
    pub delete_action: String,
    /// What the last action did, said at the top in a status region.
    pub done: Option<ProgressDone>,
}

#[derive(Debug, Clone)]
pub enum ProgressDone {
    /// The link is shown once.
    ContinueLink {
        url: String,
        minutes: u32,
    },
    Continued,
    Reset,
    Deleted,
}

#[derive(Debug, Clone)]
pub struct CourseProgress {
    pub course: Link,
    pub strip: Vec<StripCell>,
    pub lessons: Vec<LessonProgress>,
    pub attempts: Vec<AttemptRow>,
    pub certificates: Vec<Link>,
    pub reset_action: String,
}

#[derive(Debug, Clone)]
pub struct LessonProgress {
    pub lesson: Link,
    pub read: bool,
    pub answered: usize,
    pub correct: usize,
    pub questions: usize,
}

/// `/{lang}/continue/{token}` and `/{lang}/progress/{reset,delete}`: a step that only a post carries out.
#[derive(Debug, Clone)]
pub struct ConfirmView {
    pub what: Confirm,
    pub action: String,
    pub cancel_href: String,
}

#[derive(Debug, Clone)]
pub enum Confirm {
    /// Take over the progress of another device; `merge` when this device has progress of its own, which is kept.
    Continue {
        merge: bool,
    },
    Reset {
        course: String,
    },
    Delete {
        certificates: usize,
    },
}

/// "Report a mistake".
#[derive(Debug, Clone)]
pub struct ReportView {
    pub question_html: String,
    pub action: String,
    pub version: String,
    pub text: String,
    pub problem: Option<ReportProblem>,
    pub sent: bool,
    pub back: Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportProblem {
    Empty,
    /// More than 2,000 characters.
    TooLong,
}

// Certificates

/// `/verify/{uuid}`.
#[derive(Debug, Clone)]
pub enum VerifyView {
    Known(Box<CertificateView>),
    /// No certificate of that ID; `malformed` when it is not a UUID at all.
    Unknown {
        id: String,
        malformed: bool,
    },
}

#[derive(Debug, Clone)]
pub struct CertificateView {
    pub id: String,
    pub status: CertificateStatus,
    /// Absent once withdrawn and erased.
    pub facts: Option<CertificateFacts>,
    /// What was checked just now, each with its outcome.
    pub checks: Vec<(Check, bool)>,
    pub credential_href: String,
    pub jwks_href: String,
    pub key_href: String,
    /// The learner who holds it is looking: say how to share it.
    pub own: bool,
    /// LinkedIn's "add to profile", for the holder.
    pub linkedin_href: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateStatus {
    Valid,
    Withdrawn,
    /// What is stored no longer matches its signature.
    Altered,
    /// Signed by a key that this site does not have: nothing can be said.
    KeyMissing,
}

#[derive(Debug, Clone)]
pub struct CertificateFacts {
    pub holder: String,
    pub course: Link,
    pub edition: String,
    pub score: u32,
    pub max: u32,
    pub percent: u32,
    pub date: String,
    pub date_iso: String,
    pub issuer: Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The ID is in the register.
    Registered,
    /// The signature verifies with the published key.
    Signature,
    /// Everything shown equals what was signed.
    MatchesSigned,
    NotWithdrawn,
}
