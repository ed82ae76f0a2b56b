//! Questions whose key the allocator computes: the key, what is told before the answer, and what comes behind it.

use anyhow::{Context, Result};
use content::lang::Lang;
use content::question::{Kind, Numeric, Question};
use content::steps::Steps;
use labs::script;
use labs::trace::replay;
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Visitor, parse};

use super::LANGS;

fn computed() -> impl Iterator<Item = (&'static Question, &'static Numeric, &'static Steps)> {
    course::questions(course()).filter_map(|question| match &question.kind {
        Kind::Numeric(numeric) => Some((question, numeric, numeric.steps.as_ref()?)),
        Kind::Single(_) | Kind::Multiple(_) => None,
    })
}

/// Returns the computed questions of lessons.
fn practised() -> Vec<(&'static Question, &'static Numeric, &'static Steps)> {
    let in_lessons =
        |question: &Question| course().lessons.iter().any(|l| l.questions.iter().any(|q| q.id == question.id));
    computed().filter(|(question, ..)| in_lessons(question)).collect()
}

/// The columns that recordings of PyTorch have, and the figures that are the same.
const COLUMNS: [(&str, &str); 5] = [
    ("allocated", "allocated_cur"),
    ("reserved", "reserved_cur"),
    ("reserved-peak", "reserved_peak"),
    ("inactive-split", "inactive_split_cur"),
    ("device-allocations", "num_device_alloc"),
];

/// The replay that agrees with PyTorch's recordings says the same.
#[test]
fn every_computed_key_is_what_a_replay_gives() {
    let mut count = 0;
    for (question, numeric, computed) in computed() {
        let program = script::compile(&computed.script).expect("steps that were checked");
        let recorded = replay(&program.trace, program.trace.device()).expect("steps that were checked");
        let column = COLUMNS.iter().find(|(figure, _)| *figure == computed.figure).expect("a column").1;
        let last = *recorded.columns.get(column).and_then(<[i64]>::last).expect("a step");
        let unit = match numeric.unit.get(Lang::EN).as_str() {
            "MiB" => 1 << 20,
            "KiB" => 1 << 10,
            _ => 1,
        };
        assert_eq!(last % unit, 0, "{}", question.id);
        assert_eq!((last / unit).to_string(), numeric.answer.to_string(), "{}", question.id);
        count += 1;
    }
    assert!(count >= 8, "the course has {count} computed questions");
}

#[tokio::test]
async fn the_steps_are_shown_before_the_answer_and_their_run_is_not() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let visitor = Visitor::of(&server);
        for (question, _, computed) in practised() {
            let lesson = course().lessons.iter().find(|lesson| lesson.questions.iter().any(|q| q.id == question.id));
            let page = visitor.get(&course_path(lang, lesson.context("a lesson")?.id.as_str())).await?;
            let html = page.html();
            let shown = html.select(&parse(&format!("#q-{} .question-steps", question.id))).next().context("steps")?;
            assert_eq!(shown.text().collect::<String>(), computed.script, "{}", question.id);
            let inside = format!("#q-{0} .question-run, #q-{0} .lab-map, #q-{0} a[href*=playground]", question.id);
            assert_eq!(html.select(&parse(&inside)).count(), 0, "{} tells its run", question.id);
        }
    }
    Ok(())
}

/// Without script as with it: the learner's number beside the run's, the figure behind each line, the memory, the way on.
#[tokio::test]
async fn an_answer_is_compared_with_the_run_of_the_steps() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let (plain, live) = (Visitor::of(&server), Visitor::of(&server));
        for (question, numeric, computed) in practised() {
            let fields = practice_fields(course::wrong(question, lang), 1);
            let path = practice_path(lang, question);
            let page = plain.follow(plain.post(&path, &borrowed(&fields)).await?).await?;
            let fragment = live.post_live(&path, &borrowed(&fields)).await?.json()?;
            let fragment = scraper::Html::parse_fragment(fragment["html"].as_str().context("markup")?);
            let inside = |rest: &str| parse(&format!("#q-{} .question-run {rest}", question.id));
            let text = |element: scraper::ElementRef<'_>| element.text().collect::<String>();
            let html = page.html();
            let numbers: Vec<_> = html.select(&inside(".question-numbers dd")).map(text).collect();
            let with_unit = |value: f64| format!("{}\u{a0}{}", app::i18n::decimal(lang, value), numeric.unit.get(lang));
            let yours = numeric.traps.first().context("a trap")?.value;
            assert_eq!(numbers, [with_unit(yours), with_unit(numeric.answer)], "{}", question.id);
            let rows: Vec<_> = html.select(&inside("> .table-scroll tbody code")).map(text).collect();
            for row in &rows {
                assert!(computed.script.contains(row.as_str()), "{row} is no step of {}", question.id);
            }
            assert!(!rows.is_empty() && html.select(&inside("svg.strip-blocks rect")).next().is_some());
            assert!(html.select(&inside(".strip-table tbody tr")).next().is_some(), "the picture has a table twin");
            let links: Vec<_> = html.select(&inside("a[href*=playground]")).filter_map(|a| a.attr("href")).collect();
            let played = plain.get(links.first().context("a way on")?).await?;
            let script = played.html().select(&parse("#script")).next().map(text).context("a script")?;
            assert_eq!(script.trim(), computed.script.trim());
            let own = html.select(&inside("")).next().context("the run")?.html();
            let same = fragment.select(&parse(".question-run")).next().context("the run in the fragment")?;
            assert_eq!(same.html(), own, "{} with script and without", question.id);
        }
    }
    Ok(())
}

/// The next questions of an attempt stay untold, whichever computed one was answered.
#[tokio::test]
async fn the_final_quiz_shows_the_run_of_what_was_answered_alone() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let mut page = visitor.start_quiz(Lang::VI).await?;
    for _ in 0..course().quiz.draw {
        let question = asked(&page)?;
        let run = parse(".question-run");
        assert_eq!(page.html().select(&run).count(), 0, "{}", question.id);
        let told = visitor.answer_quiz(&page, course::right(question, Lang::VI)).await?;
        let expected = usize::from(computed().any(|(other, ..)| other.id == question.id));
        assert_eq!(told.html().select(&run).count(), expected, "{}", question.id);
        let next = told.attributes("a.button[id$='-action']:not([data-live])", "href");
        let Some(next) = next.first() else { break };
        page = visitor.visit(next).await?;
    }
    Ok(())
}
