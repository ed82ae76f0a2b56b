//! A course as read: every value with its place, and with gaps where a file has errors. The content check works on this;
//! the course model is built from it once there are no errors.

use std::collections::BTreeMap;

use crate::id::{CourseId, LabId, LessonId, OptionId, QuestionId, TermId};
use crate::lab::GuessUnit;
use crate::lang::Lang;
use crate::question::{Level, Source};
use crate::render::{Inline, Prose};
use crate::source::{FileId, Span, Spanned};
use crate::toml_table::Str;

/// A short text in every language that has it.
pub(crate) type Texts = BTreeMap<Lang, Text>;
/// Words without markup in every language that has them.
pub(crate) type Words = BTreeMap<Lang, Str>;

/// A short text in one language, as written and as rendered.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) source: Str,
    pub(crate) inline: Inline,
}

impl Text {
    pub(crate) fn plain(&self) -> &str {
        &self.inline.rich.plain
    }
}

#[derive(Debug)]
pub(crate) struct DraftCourse {
    pub(crate) id: CourseId,
    pub(crate) title: Words,
    pub(crate) tagline: Texts,
    /// In the order of `course.toml`; lessons that it does not list follow.
    pub(crate) lessons: Vec<DraftLesson>,
    /// Lessons that `course.toml` lists and that have no folder: reported once, there.
    pub(crate) missing_lessons: Vec<LessonId>,
    /// Absent when `final.toml` is.
    pub(crate) quiz: Option<DraftQuiz>,
    /// Absent when `glossary.toml` is, or when it does not parse.
    pub(crate) glossary: Option<Vec<DraftTerm>>,
    pub(crate) page: DraftPage,
    pub(crate) lock: Option<Lock>,
}

#[derive(Debug, Default)]
pub(crate) struct DraftPage {
    pub(crate) minutes: Option<u32>,
    pub(crate) outcomes: Vec<Texts>,
    pub(crate) reasons: Vec<DraftCard>,
    pub(crate) cases: Vec<DraftCard>,
    pub(crate) risks: Vec<DraftCard>,
    pub(crate) roadmap: Vec<DraftCard>,
    pub(crate) outlook: Vec<Texts>,
    pub(crate) faq: Vec<DraftCard>,
    pub(crate) next: Option<Spanned<CourseId>>,
}

#[derive(Debug)]
pub(crate) struct DraftCard {
    pub(crate) title: Texts,
    pub(crate) text: Texts,
}

#[derive(Debug)]
pub(crate) struct DraftLesson {
    pub(crate) id: LessonId,
    /// `course.toml` lists it.
    pub(crate) listed: bool,
    pub(crate) texts: BTreeMap<Lang, DraftLessonText>,
    pub(crate) questions: Vec<DraftQuestion>,
    /// File names of the pictures beside it.
    pub(crate) pictures: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct DraftLessonText {
    pub(crate) file: FileId,
    pub(crate) title: Option<Str>,
    pub(crate) summary: Option<Str>,
    pub(crate) minutes: Option<u32>,
    pub(crate) prose: Prose,
}

#[derive(Debug)]
pub(crate) struct DraftQuestion {
    pub(crate) id: Option<Spanned<QuestionId>>,
    /// Its `[[question]]` line.
    pub(crate) span: Span,
    pub(crate) level: Option<Level>,
    pub(crate) objective: Texts,
    pub(crate) stem: Texts,
    /// Empty when there is none.
    pub(crate) hint: Texts,
    pub(crate) source: Option<Source>,
    pub(crate) body: Body,
}

/// What makes the kind of a question.
#[derive(Debug)]
pub(crate) enum Body {
    Choices {
        multiple: bool,
        options: Vec<DraftOption>,
    },
    Numeric(Box<DraftNumeric>),
    /// The kind is missing or misspelt.
    Unknown,
}

#[derive(Debug)]
pub(crate) struct DraftOption {
    pub(crate) id: Option<Spanned<OptionId>>,
    pub(crate) span: Span,
    pub(crate) key: bool,
    pub(crate) last: bool,
    pub(crate) text: Texts,
    pub(crate) why: Texts,
}

#[derive(Debug)]
pub(crate) struct DraftNumeric {
    pub(crate) answer: Option<Spanned<f64>>,
    pub(crate) tolerance: Option<f64>,
    pub(crate) unit: Option<DraftUnit>,
    pub(crate) why: Texts,
    pub(crate) traps: Vec<DraftTrap>,
    pub(crate) steps: Option<DraftSteps>,
}

/// Steps from which the answer is worked out.
#[derive(Debug)]
pub(crate) struct DraftSteps {
    pub(crate) script: Str,
    pub(crate) figure: Option<Str>,
}

/// What a number counts.
#[derive(Debug)]
pub(crate) enum DraftUnit {
    /// A sign that no language translates, such as `MiB`.
    Sign(Str),
    /// A word, in every language that has it.
    Word(Words),
}

#[derive(Debug)]
pub(crate) struct DraftTrap {
    pub(crate) value: Option<Spanned<f64>>,
    pub(crate) why: Texts,
}

#[derive(Debug)]
pub(crate) struct DraftQuiz {
    pub(crate) draw: Option<Spanned<u32>>,
    pub(crate) pass_percent: Option<u8>,
    pub(crate) required: Vec<Spanned<QuestionId>>,
    pub(crate) pool: Vec<DraftQuestion>,
}

#[derive(Debug)]
pub(crate) struct DraftTerm {
    pub(crate) id: Option<Spanned<TermId>>,
    pub(crate) term: Words,
    pub(crate) also: BTreeMap<Lang, Vec<Str>>,
    pub(crate) definition: Texts,
    pub(crate) lesson: Option<Spanned<LessonId>>,
}

/// What is said about a lab.
#[derive(Debug)]
pub(crate) struct DraftLab {
    pub(crate) id: LabId,
    /// The start of its file.
    pub(crate) span: Span,
    pub(crate) course: Option<Spanned<CourseId>>,
    pub(crate) lesson: Option<Spanned<LessonId>>,
    pub(crate) title: Words,
    pub(crate) summary: Texts,
    pub(crate) intro: Texts,
    pub(crate) explanation: Texts,
    pub(crate) code: Option<String>,
    pub(crate) prediction: Option<DraftPrediction>,
}

#[derive(Debug)]
pub(crate) struct DraftPrediction {
    pub(crate) span: Span,
    pub(crate) stem: Texts,
    pub(crate) figure: Option<Str>,
    pub(crate) guess: Option<DraftGuess>,
}

#[derive(Debug)]
pub(crate) enum DraftGuess {
    Number(DraftGuessNumber),
    Choice(Vec<DraftGuessOption>),
}

#[derive(Debug)]
pub(crate) struct DraftGuessNumber {
    /// Absent when it is none.
    pub(crate) unit: Option<Spanned<GuessUnit>>,
    pub(crate) tolerance: f64,
    pub(crate) right: Texts,
    pub(crate) wrong: Texts,
    pub(crate) traps: Vec<(Option<Str>, Texts)>,
}

#[derive(Debug)]
pub(crate) struct DraftGuessOption {
    pub(crate) value: Option<Spanned<u32>>,
    pub(crate) text: Texts,
    pub(crate) why: Texts,
}

/// `keys.lock`: the keys that were agreed on, by question.
#[derive(Debug)]
pub(crate) struct Lock {
    pub(crate) keys: BTreeMap<String, Spanned<String>>,
}

impl DraftLab {
    /// Every short text of the lab but its title.
    pub(crate) fn texts(&self) -> Vec<&Texts> {
        let mut texts = vec![&self.summary, &self.intro, &self.explanation];
        if let Some(prediction) = &self.prediction {
            texts.push(&prediction.stem);
            match &prediction.guess {
                Some(DraftGuess::Number(number)) => {
                    texts.extend([&number.right, &number.wrong]);
                    texts.extend(number.traps.iter().map(|(_, why)| why));
                }
                Some(DraftGuess::Choice(options)) => {
                    texts.extend(options.iter().flat_map(|option| [&option.text, &option.why]));
                }
                None => {}
            }
        }
        texts
    }
}

impl DraftLessonText {
    pub(crate) fn title(&self) -> Option<&Str> {
        self.title.as_ref()
    }

    pub(crate) fn summary(&self) -> Option<&Str> {
        self.summary.as_ref()
    }
}

impl DraftQuestion {
    pub(crate) fn options(&self) -> &[DraftOption] {
        match &self.body {
            Body::Choices { options, .. } => options,
            Body::Numeric(_) | Body::Unknown => &[],
        }
    }

    /// Every text of the question that a learner reads, with the name of its field.
    pub(crate) fn texts(&self) -> Vec<(&'static str, &Texts)> {
        let mut texts = vec![("objective", &self.objective), ("stem", &self.stem), ("hint", &self.hint)];
        for option in self.options() {
            texts.extend([("text", &option.text), ("why", &option.why)]);
        }
        if let Body::Numeric(numeric) = &self.body {
            texts.push(("why", &numeric.why));
            texts.extend(numeric.traps.iter().map(|trap| ("why", &trap.why)));
        }
        texts
    }
}

impl DraftCourse {
    /// Iterates over the questions of all lessons and of the final quiz, to complete them.
    pub(crate) fn questions_mut(&mut self) -> impl Iterator<Item = &mut DraftQuestion> {
        let pool = self.quiz.iter_mut().flat_map(|quiz| &mut quiz.pool);
        self.lessons.iter_mut().flat_map(|lesson| &mut lesson.questions).chain(pool)
    }

    /// Iterates over the questions of all lessons and of the final quiz.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &DraftQuestion> {
        self.lessons.iter().flat_map(|lesson| &lesson.questions).chain(self.quiz.iter().flat_map(|quiz| &quiz.pool))
    }

    /// Iterates over the ids of all lessons, those without a folder included.
    pub(crate) fn known_lessons(&self) -> impl Iterator<Item = &str> {
        self.lessons.iter().map(|lesson| &lesson.id).chain(&self.missing_lessons).map(LessonId::as_str)
    }

    /// Every short text of the course that is not part of a question.
    pub(crate) fn page_texts(&self) -> Vec<&Texts> {
        let page = &self.page;
        let cards = [&page.reasons, &page.cases, &page.risks, &page.roadmap, &page.faq];
        let mut texts: Vec<&Texts> = vec![&self.tagline];
        texts.extend(page.outcomes.iter().chain(&page.outlook));
        texts.extend(cards.into_iter().flatten().flat_map(|card| [&card.title, &card.text]));
        texts.extend(self.glossary.iter().flatten().map(|term| &term.definition));
        texts
    }
}
