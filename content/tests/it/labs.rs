//! What is said about labs, and the lines that place them.

use std::fmt::Write;
use std::fs;

use content::finding::Code;
use content::lab::{Guess, GuessUnit, Known, KnownLab, Measure};

use crate::site::Site;

const LAB: &str = r#"
course = "demo"
lesson = "first"
title.en = "Two batches"
title.vi = "Hai lô"
summary.en = "Two batches of 16 MiB."
summary.vi = "Hai lô 16 MiB."
intro.en = "First one, then the other."
intro.vi = "Lần lượt từng lô."
explanation.en = "Old segments are too small for `torch.empty`."
explanation.vi = "Phân đoạn cũ quá nhỏ cho `torch.empty`."
code = '''
import torch
'''

[question]
stem.en = "How much is reserved?"
stem.vi = "Giữ chỗ bao nhiêu?"
figure = "reserved"
unit = "MiB"
right.en = "Both batches have segments of their own."
right.vi = "Mỗi lô có phân đoạn riêng."
wrong.en = "No segment serves both."
wrong.vi = "Không phân đoạn nào dùng được cho cả hai."

[[question.trap]]
figure = "first"
why.en = "That is the first batch alone."
why.vi = "Đó mới là lô đầu."
"#;

/// Returns the fixture with a lab that its lesson places.
fn site(lab: &str) -> Site {
    let site = Site::new();
    fs::create_dir(site.path().join("labs")).expect("a new folder");
    fs::write(site.path().join("labs/two-batches.toml"), lab).expect("a writable file");
    site.append("first/lesson.en.md", "\n::lab two-batches\n").append("first/lesson.vi.md", "\n::lab two-batches\n")
}

fn known() -> Known {
    let figures = [("reserved", Measure::Bytes), ("first", Measure::Bytes), ("refused", Measure::Truth)];
    let figures = figures.map(|(name, measure)| (name.to_owned(), measure)).to_vec();
    Known { labs: Some(vec![KnownLab { name: "two-batches".to_owned(), figures }]), ..Known::default() }
}

fn codes(site: &Site) -> Vec<Code> {
    let report = site.load_knowing(&known()).report;
    let mut codes: Vec<_> = report.findings().map(|finding| finding.code).collect();
    codes.dedup();
    codes
}

#[test]
fn a_lab_is_read_as_written() {
    let site = site(LAB);
    assert_eq!(codes(&site), []);
    let catalog = site.load_knowing(&known()).catalog.expect("it is in order");
    let lab = catalog.lab("two-batches").expect("the lab");
    assert_eq!((lab.lesson.as_str(), lab.prediction.figure.as_str()), ("first", "reserved"));
    let Guess::Number(number) = &lab.prediction.guess else { panic!("a number is asked for") };
    assert_eq!((number.unit, number.traps[0].figure.as_str()), (GuessUnit::Mib, "first"));
    assert_eq!(lab.code.source.trim(), "import torch");
    assert!(lab.code.html.contains("hl-keyword"), "{}", lab.code.html);
}

#[test]
fn each_mistake_has_its_finding() {
    for (from, to, code) in [
        ("course = \"demo\"", "course = \"dmeo\"", Code::UnknownCourse),
        ("lesson = \"first\"", "lesson = \"frist\"", Code::UnknownLesson),
        ("figure = \"reserved\"", "figure = \"resreved\"", Code::UnknownFigure),
        ("figure = \"first\"", "figure = \"last\"", Code::UnknownFigure),
        ("unit = \"MiB\"", "unit = \"MB\"", Code::BadValue),
        ("unit = \"MiB\"", "unit = \"count\"", Code::BadValue),
        ("title.vi = \"Hai lô\"\n", "", Code::MissingLanguage),
        ("Hai lô 16 MiB.", "Hai lô 32 MiB.", Code::NumbersDiffer),
        ("cho `torch.empty`", "cho nó", Code::CodeDiffers),
        ("why.en = \"That is the first batch alone.\"\nwhy.vi = \"Đó mới là lô đầu.\"\n", "", Code::MissingExplanation),
        ("import torch\n", "", Code::EmptyText),
        ("[question]", "[quesiton]", Code::UnknownKey),
    ] {
        assert!(LAB.contains(from), "{from}");
        let found = codes(&site(&LAB.replacen(from, to, 1)));
        assert!(found.contains(&code), "{from} -> {to}: {found:?}");
    }
    let finding = site(&LAB.replace("\"reserved\"", "\"resreved\"")).load_knowing(&known()).report;
    let finding = finding.findings().next().expect("a finding").clone();
    assert!(finding.help.contains("`reserved`"), "{finding:?}");
}

#[test]
fn a_choice_has_two_options_with_values_of_their_own() {
    let (head, _) = LAB.split_once("figure = ").expect("the figure");
    let choice = |values: &[u32]| {
        let mut lab = format!("{head}figure = \"refused\"\n");
        for value in values {
            // Writing to a text cannot fail.
            let _ = write!(
                lab,
                "\n[[question.option]]\nvalue = {value}\ntext.en = \"{value} a\"\ntext.vi = \"{value} b\"\n\
                 why.en = \"It is so.\"\nwhy.vi = \"Là vậy.\"\n"
            );
        }
        codes(&site(&lab))
    };
    assert_eq!(choice(&[0, 1]), []);
    assert_eq!(choice(&[1]), [Code::TooFewOptions]);
    assert_eq!(choice(&[1, 1]), [Code::DuplicateOption]);
}

#[test]
fn content_without_labs_is_complete_and_with_some_it_speaks_of_all() {
    assert_eq!(codes(&Site::new()), []);
    let other = KnownLab { name: "other".to_owned(), ..known().labs.into_iter().flatten().next().expect("a lab") };
    let both = Known { labs: known().labs.map(|labs| labs.into_iter().chain([other]).collect()), ..Known::default() };
    let found: Vec<Code> = site(LAB).load_knowing(&both).report.findings().map(|finding| finding.code).collect();
    assert_eq!(found, [Code::MissingFile]);
}

#[test]
fn labs_are_placed_where_they_belong() {
    let lesson = "first/lesson.en.md";
    assert_eq!(codes(&site(LAB).replace(lesson, "\n::lab two-batches\n", "\n")), [Code::NotPlaced]);
    assert_eq!(codes(&site(LAB).append(lesson, "\n::lab two-batches\n")), [Code::PlacedTwice]);
    let moved = site(LAB).replace(lesson, "\n::lab two-batches\n", "\n").replace(
        lesson,
        "::question why-pool\n",
        "::question why-pool\n\n::lab two-batches\n",
    );
    assert!(codes(&moved).contains(&Code::PlacementDiffers), "{:?}", codes(&moved));
    assert!(codes(&site(LAB).append(lesson, "\n::lab two-bathces\n")).contains(&Code::UnknownLab));
}

#[test]
fn names_are_those_of_the_engine() {
    let site = site(LAB);
    fs::rename(site.path().join("labs/two-batches.toml"), site.path().join("labs/two-batch.toml")).expect("a file");
    let found = codes(&site);
    assert!(found.contains(&Code::UnknownLab) && found.contains(&Code::MissingFile), "{found:?}");
    fs::write(site.path().join("labs/Notes.txt"), "x").expect("a file");
    assert!(codes(&site).contains(&Code::UnknownFile));
}
