//! Answers that an allocator works out. Here it is one that adds up the numbers of the steps, one on each line.

use content::finding::Code;
use content::lab::{Known, Measure};
use content::question::{Kind, Numeric};
use content::steps::{Engine, Place, Steps, StepsError};

use crate::site::Site;

#[derive(Debug)]
struct Sums;

impl Engine for Sums {
    fn figures(&self) -> Vec<(&'static str, Measure)> {
        vec![("sum", Measure::Bytes), ("lines", Measure::Count)]
    }

    fn figure(&self, steps: &Steps) -> Result<u64, StepsError> {
        let mut sum = 0;
        for (line, text) in (1_u32..).zip(steps.script.lines()) {
            let number: u64 = text.trim_start().parse().map_err(|_| {
                let column = 1 + u32::try_from(text.len() - text.trim_start().len()).expect("a short line");
                StepsError { place: Some(Place { line, column, width: 3 }), message: "no number".to_owned() }
            })?;
            sum += number;
        }
        Ok(if steps.figure == "sum" { sum } else { steps.script.lines().count() as u64 })
    }
}

fn known() -> Known {
    Known { engine: Some(&Sums), ..Known::default() }
}

/// A question with these fields, each on a line, and a trap at 1.
fn site(fields: &str) -> Site {
    let question = format!(
        r#"
[[question]]
id = "worked-out"
kind = "numeric"
level = "predict"
tolerance = 0
{fields}
objective.en = "Add numbers up"
objective.vi = "Cộng các số"
stem.en = "What is the sum?"
stem.vi = "Tổng là bao nhiêu?"
why.en = "They are added."
why.vi = "Các số được cộng lại."

[[question.trap]]
value = 1
why.en = "That is less."
why.vi = "Như vậy là thiếu."
"#
    );
    Site::new().append("final.toml", &question)
}

const GOOD: &str = "unit = \"KiB\"\nfigure = \"sum\"\nsteps = \"\"\"\n1024\n2048\n\"\"\"";

fn codes(site: &Site) -> Vec<Code> {
    let codes = site.load_knowing(&known()).report.findings().map(|finding| finding.code).collect::<Vec<_>>();
    // Keys are not accepted while there is an error.
    codes.into_iter().filter(|code| *code != Code::KeysNotLocked).collect()
}

fn numeric(site: &Site) -> (Numeric, String) {
    let catalog = site.load_knowing(&known()).catalog.expect("content without errors");
    let pool = &catalog.courses[0].quiz.pool;
    let question = pool.iter().find(|question| question.id.as_str() == "worked-out").expect("the question");
    let Kind::Numeric(numeric) = &question.kind else { panic!("a numeric question") };
    (numeric.clone(), question.version.0.clone())
}

#[test]
fn the_answer_is_worked_out_in_the_unit_of_the_question() {
    let (three, _) = numeric(&site(GOOD));
    assert!((three.answer - 3.0).abs() < f64::EPSILON);
    assert_eq!(three.steps, Some(Steps { script: "1024\n2048".to_owned(), figure: "sum".to_owned() }));
    let counted = "unit.en = \"lines\"\nunit.vi = \"dòng\"\nfigure = \"lines\"\nsteps = \"7\\n8\"";
    assert!((numeric(&site(counted)).0.answer - 2.0).abs() < f64::EPSILON);
}

#[test]
fn the_version_of_a_question_is_that_of_its_steps_too() {
    let (_, version) = numeric(&site(GOOD));
    let (_, same_sum) = numeric(&site(&GOOD.replace("1024\n2048", "2048\n1024")));
    assert_ne!(version, same_sum);
    assert_eq!(version, numeric(&site(GOOD)).1);
}

#[test]
fn the_key_is_locked_as_if_it_were_written() {
    let site = site(GOOD);
    let report = content::check::accept_keys(site.path(), &known()).expect("a writable folder");
    assert!(!report.has_errors(), "{}", report.render_text(false));
    let lock = std::fs::read_to_string(site.path().join("courses/demo/keys.lock")).expect("the keys");
    assert!(lock.contains("worked-out = 3 +- 0 KiB\n"), "{lock}");
}

#[test]
fn an_answer_that_is_written_all_the_same_is_compared() {
    assert_eq!(codes(&site(&format!("answer = 3\n{GOOD}"))), []);
    assert_eq!(codes(&site(&format!("answer = 4\n{GOOD}"))), [Code::ComputedAnswer]);
}

#[test]
fn a_trap_that_the_steps_lead_to_is_no_trap() {
    assert_eq!(codes(&site(&GOOD.replace("1024\n2048", "1024"))), [Code::TrapIsRight]);
}

#[test]
fn what_cannot_be_worked_out_is_said() {
    for (fields, code) in [
        (GOOD.replace("\"sum\"", "\"sums\""), Code::UnknownFigure),
        (GOOD.replace("KiB", "seconds"), Code::BadValue),
        (GOOD.replace("\"sum\"", "\"lines\""), Code::BadValue),
        // 3,000 bytes are 2.9296875 KiB.
        (GOOD.replace("2048", "1976"), Code::BadValue),
        (GOOD.replace("2048", "many"), Code::Steps),
        (GOOD.replace("figure = \"sum\"\n", ""), Code::MissingKey),
        ("unit = \"KiB\"\nfigure = \"sum\"\nanswer = 3".to_owned(), Code::MissingKey),
        ("unit = \"KiB\"\nfigure = \"sum\"\nsteps = \" \"".to_owned(), Code::EmptyText),
    ] {
        let found = codes(&site(&fields));
        assert!(found.contains(&code), "{fields}: {found:?}");
    }
    let nobody = site(GOOD).load_knowing(&Known::default());
    assert!(nobody.catalog.is_none() && nobody.report.findings().any(|finding| finding.code == Code::Steps));
}

#[test]
fn a_wrong_step_is_shown_where_it_stands() {
    let text = site(&GOOD.replace("2048", "  many")).load_knowing(&known()).report.render_text(false);
    let marked = text.lines().skip_while(|line| !line.contains("cannot take this step: no number"));
    let marked: Vec<&str> = marked.take(6).collect();
    let line = marked.iter().position(|line| line.ends_with("  many")).unwrap_or_else(|| panic!("{text}"));
    let under = marked[line + 1];
    assert_eq!(under.find('^'), marked[line].find("many"), "{text}");
    assert_eq!(under.matches('^').count(), 3, "{text}");
}
