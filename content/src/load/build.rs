//! From a course as read to the course model. Called only when nothing is missing, so `None` does not happen; it is there
//! instead of a panic.

use std::collections::BTreeMap;

use crate::course::{Card, Catalog, Course, CoursePage, Term};
use crate::lab::{Code, FigureTrap, Guess, GuessNumber, GuessOption, Lab, Prediction};
use crate::lang::{Lang, Localized};
use crate::lesson::{Lesson, LessonText};
use crate::question::{Choice, Kind, Numeric, Question, Trap};
use crate::quiz::FinalQuiz;
use crate::steps::Steps;
use crate::text::RichText;

use super::Draft;
use super::draft::{
    Body, DraftCard, DraftCourse, DraftGuess, DraftGuessNumber, DraftGuessOption, DraftLab, DraftLesson,
    DraftLessonText, DraftNumeric, DraftOption, DraftPrediction, DraftQuestion, DraftQuiz, DraftSteps, DraftTerm,
    DraftUnit, Texts, Words,
};
use crate::version;

pub(super) fn catalog(draft: &Draft) -> Option<Catalog> {
    let courses = draft.courses.iter().map(course).collect::<Option<_>>()?;
    let labs = draft.labs.iter().map(lab).collect::<Option<_>>()?;
    Some(Catalog { languages: draft.languages.clone(), courses, labs })
}

fn lab(draft: &DraftLab) -> Option<Lab> {
    let source = draft.code.as_ref()?.trim_end().to_owned();
    Some(Lab {
        id: draft.id.clone(),
        course: draft.course.as_ref()?.value.clone(),
        lesson: draft.lesson.as_ref()?.value.clone(),
        title: words(&draft.title)?,
        summary: rich(&draft.summary)?,
        intro: rich(&draft.intro)?,
        prediction: prediction(draft.prediction.as_ref()?)?,
        explanation: rich(&draft.explanation)?,
        code: Code { html: crate::render::python(&source), source },
    })
}

fn prediction(draft: &DraftPrediction) -> Option<Prediction> {
    let guess = match draft.guess.as_ref()? {
        DraftGuess::Number(draft) => Guess::Number(guess_number(draft)?),
        DraftGuess::Choice(options) => Guess::Choice(options.iter().map(guess_option).collect::<Option<_>>()?),
    };
    Some(Prediction { stem: rich(&draft.stem)?, figure: draft.figure.as_ref()?.value.clone(), guess })
}

fn guess_number(draft: &DraftGuessNumber) -> Option<GuessNumber> {
    let trap = |(figure, why): &(Option<crate::toml_table::Str>, Texts)| {
        Some(FigureTrap { figure: figure.as_ref()?.value.clone(), why: rich(why)? })
    };
    Some(GuessNumber {
        unit: draft.unit.as_ref()?.value,
        tolerance: draft.tolerance,
        right: rich(&draft.right)?,
        wrong: rich(&draft.wrong)?,
        traps: draft.traps.iter().map(trap).collect::<Option<_>>()?,
    })
}

fn guess_option(draft: &DraftGuessOption) -> Option<GuessOption> {
    Some(GuessOption { value: draft.value.as_ref()?.value, text: rich(&draft.text)?, why: rich(&draft.why)? })
}

fn course(draft: &DraftCourse) -> Option<Course> {
    let page = &draft.page;
    Some(Course {
        id: draft.id.clone(),
        title: words(&draft.title)?,
        tagline: rich(&draft.tagline)?,
        lessons: draft.lessons.iter().filter(|lesson| lesson.listed).map(lesson).collect::<Option<_>>()?,
        quiz: quiz(draft.quiz.as_ref()?)?,
        glossary: draft.glossary.as_ref()?.iter().map(term).collect::<Option<_>>()?,
        page: CoursePage {
            outcomes: texts(&page.outcomes)?,
            minutes: page.minutes?,
            reasons: cards(&page.reasons)?,
            cases: cards(&page.cases)?,
            risks: cards(&page.risks)?,
            roadmap: cards(&page.roadmap)?,
            outlook: texts(&page.outlook)?,
            faq: cards(&page.faq)?,
            next: page.next.as_ref().map(|next| next.value.clone()),
        },
    })
}

fn lesson(draft: &DraftLesson) -> Option<Lesson> {
    Some(Lesson {
        id: draft.id.clone(),
        text: localized(&draft.texts, lesson_text)?,
        questions: draft.questions.iter().map(question).collect::<Option<_>>()?,
    })
}

fn lesson_text(draft: &DraftLessonText) -> Option<LessonText> {
    Some(LessonText {
        title: draft.title.as_ref()?.value.trim().to_owned(),
        summary: draft.summary.as_ref()?.value.trim().to_owned(),
        minutes: draft.minutes?,
        blocks: draft.prose.blocks.clone(),
        headings: draft.prose.headings.iter().map(|heading| heading.value.clone()).collect(),
    })
}

fn question(draft: &DraftQuestion) -> Option<Question> {
    let kind = match &draft.body {
        Body::Choices { multiple, options } => {
            let choices = options.iter().map(choice).collect::<Option<_>>()?;
            if *multiple { Kind::Multiple(choices) } else { Kind::Single(choices) }
        }
        Body::Numeric(draft) => Kind::Numeric(numeric(draft)?),
        Body::Unknown => return None,
    };
    let hint = if draft.hint.is_empty() { None } else { Some(rich(&draft.hint)?) };
    Some(Question {
        id: draft.id.as_ref()?.value.clone(),
        level: draft.level?,
        objective: rich(&draft.objective)?,
        stem: rich(&draft.stem)?,
        hint,
        source: draft.source.clone(),
        kind,
        version: version::of_question(draft),
    })
}

fn choice(draft: &DraftOption) -> Option<Choice> {
    Some(Choice {
        id: draft.id.as_ref()?.value.clone(),
        key: draft.key,
        last: draft.last,
        text: rich(&draft.text)?,
        why: rich(&draft.why)?,
    })
}

fn numeric(draft: &DraftNumeric) -> Option<Numeric> {
    let trap = |trap: &super::draft::DraftTrap| Some(Trap { value: trap.value.as_ref()?.value, why: rich(&trap.why)? });
    Some(Numeric {
        answer: draft.answer.as_ref()?.value,
        tolerance: draft.tolerance?,
        unit: unit(draft)?,
        why: rich(&draft.why)?,
        traps: draft.traps.iter().map(trap).collect::<Option<_>>()?,
        steps: match &draft.steps {
            Some(DraftSteps { script, figure }) => {
                Some(Steps { script: script.value.trim_end().to_owned(), figure: figure.as_ref()?.value.clone() })
            }
            None => None,
        },
    })
}

/// Returns the unit in each language that the explanation has, which is each language of the site.
fn unit(draft: &DraftNumeric) -> Option<Localized<String>> {
    match draft.unit.as_ref()? {
        DraftUnit::Sign(sign) => {
            let sign = sign.value.trim();
            Localized::from_pairs(draft.why.keys().map(|lang| (*lang, sign.to_owned())))
        }
        DraftUnit::Word(each) => words(each),
    }
}

fn quiz(draft: &DraftQuiz) -> Option<FinalQuiz> {
    Some(FinalQuiz {
        pool: draft.pool.iter().map(question).collect::<Option<_>>()?,
        required: draft.required.iter().map(|id| id.value.clone()).collect(),
        draw: usize::try_from(draft.draw.as_ref()?.value).ok()?,
        pass_percent: draft.pass_percent?,
        edition: version::of_quiz(draft),
    })
}

fn term(draft: &DraftTerm) -> Option<Term> {
    let also = |lang: Lang| draft.also.get(&lang).into_iter().flatten().map(|word| word.value.clone()).collect();
    Some(Term {
        id: draft.id.as_ref()?.value.clone(),
        term: words(&draft.term)?,
        also: Localized::from_pairs(draft.term.keys().map(|lang| (*lang, also(*lang))))?,
        definition: rich(&draft.definition)?,
        lesson: draft.lesson.as_ref().map(|lesson| lesson.value.clone()),
    })
}

fn cards(drafts: &[DraftCard]) -> Option<Vec<Card>> {
    drafts.iter().map(|card| Some(Card { title: rich(&card.title)?, text: rich(&card.text)? })).collect()
}

fn texts(drafts: &[Texts]) -> Option<Vec<Localized<RichText>>> {
    drafts.iter().map(rich).collect()
}

fn rich(draft: &Texts) -> Option<Localized<RichText>> {
    localized(draft, |text| Some(text.inline.rich.clone()))
}

fn words(draft: &Words) -> Option<Localized<String>> {
    localized(draft, |word| Some(word.value.trim().to_owned()))
}

fn localized<T, U>(map: &BTreeMap<Lang, T>, each: impl Fn(&T) -> Option<U>) -> Option<Localized<U>> {
    let pairs: Option<Vec<(Lang, U)>> = map.iter().map(|(lang, value)| Some((*lang, each(value)?))).collect();
    Localized::from_pairs(pairs?)
}
