//! What pages show: plain data in the learner's language, made by the server.
//!
//! A page is a function from these types to HTML. They hold what a learner may see at that moment and nothing else: keys
//! and explanations of a question stand in [`OptionMark`] and [`Verdict`], which are absent until it was answered.

mod certificate;
mod error;
mod lab;
mod playground;
mod question;

use content::lang::Lang;
use content::lesson::{Heading, Tool};

pub use certificate::*;
pub use error::{ErrorKind, ErrorView, Limit, Sent};
pub use lab::*;
pub use playground::*;
pub use question::*;

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
    /// The bundle that has them.
    pub bundle: Bundle,
    /// The page is to be loaded again after so many seconds, because what it shows is not finished.
    pub refresh_s: Option<u32>,
}

/// A part of the client that is loaded by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bundle {
    /// Lessons and quizzes.
    #[default]
    Course,
    /// Runs of labs.
    Lab,
    /// The playground, with the lab engine.
    Playground,
}

/// The addresses of a bundle: wasm-bindgen's glue and the module, for `modulepreload` and `preload`. The loader reads them
/// from the data attributes of its script element.
#[derive(Debug, Clone, Default)]
pub struct BundleFiles {
    pub js: String,
    pub wasm: String,
}

/// Addresses of built assets with their hashes in the name.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    pub css: String,
    /// Loads the client bundle and hydrates islands.
    pub loader: String,
    pub course: BundleFiles,
    pub lab: BundleFiles,
    pub playground: BundleFiles,
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
    pub labs: Vec<LabCard>,
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

/// Something that programs can ask for.
#[derive(Debug, Clone)]
pub struct OperationView {
    pub method: &'static str,
    pub path: String,
    /// What it does, in English; code stands between backticks.
    pub summary: String,
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

/// A lab, and whether the learner finished it.
#[derive(Debug, Clone)]
pub struct LabProgress {
    pub lab: Link,
    pub done: bool,
}

#[derive(Debug, Clone)]
pub struct CourseProgress {
    pub course: Link,
    pub strip: Vec<StripCell>,
    pub lessons: Vec<LessonProgress>,
    /// The labs of its lessons.
    pub labs: Vec<LabProgress>,
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
