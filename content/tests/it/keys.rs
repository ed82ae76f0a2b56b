//! Keys, options and `keys.lock`.

use content::check::{accept_keys, run};
use content::finding::Code;
use content::lab::Known;

use crate::site::Site;

const QUIZ: &str = "first/quiz.toml";

#[test]
fn a_single_choice_has_exactly_one_key() {
    let none = Site::new().replace(QUIZ, "id = \"reuse\"\nkey = true", "id = \"reuse\"");
    assert!(none.codes().contains(&Code::NoKey));
    let two = Site::new().replace(QUIZ, "id = \"secret\"", "id = \"secret\"\nkey = true");
    let finding = two.finding(Code::SeveralKeys);
    assert_eq!(finding.related.len(), 1);
    let other = Site::new().replace(QUIZ, "id = \"secret\"", "id = \"secret\"\nkey = false");
    assert!(other.report().is_clean());
}

#[test]
fn a_multiple_choice_needs_a_key_and_a_distractor() {
    let all = Site::new().replace(QUIZ, "id = \"gradients\"", "id = \"gradients\"\nkey = true");
    assert!(all.codes().contains(&Code::AllKeys));
    let none = Site::new().replace(QUIZ, "id = \"small\"\nkey = true", "id = \"small\"").replace(
        QUIZ,
        "id = \"large\"\nkey = true",
        "id = \"large\"",
    );
    assert!(none.codes().contains(&Code::NoKey));
}

/// Adds options to the first question of the quiz.
fn with_options(count: usize) -> Site {
    let option = |number: usize| {
        let word = ["alpha", "bravo", "charlie", "delta"][number];
        format!(
            "\n[[question.option]]\nid = \"more-{number}\"\ntext.en = \"{word} is a wrong answer that is long\"\n\
             text.vi = \"{word} là một đáp án sai khá dài\"\nwhy.en = \"It is not.\"\nwhy.vi = \"Sai.\"\n"
        )
    };
    let more: String = (0..count).map(option).collect();
    Site::new().replace(
        QUIZ,
        "\n[[question]]\nid = \"which-are-pools\"",
        &format!("{more}\n[[question]]\nid = \"which-are-pools\""),
    )
}

#[test]
fn three_to_five_options_are_usual() {
    assert!(with_options(2).report().is_clean());
    assert_eq!(with_options(3).codes(), [Code::OptionCount]);
    let quiz = Site::new().read(QUIZ);
    let option = |id: &str| {
        let start = quiz.find(&format!("[[question.option]]\nid = \"{id}\"")).expect("an option");
        let end = quiz[start + 1..].find("\n[[").map_or(quiz.len(), |at| start + 1 + at);
        quiz[start..end].to_owned()
    };
    let two = Site::new().replace(QUIZ, &option("secret"), "");
    assert_eq!(two.codes(), [Code::OptionCount]);
    let one = Site::new().replace(QUIZ, &option("secret"), "").replace(QUIZ, &option("accuracy"), "");
    assert_eq!(one.codes(), [Code::TooFewOptions]);
}

#[test]
fn two_traps_may_not_catch_the_same_number() {
    let trap = |value: &str| format!("\n[[question.trap]]\nvalue = {value}\nwhy.en = \"No.\"\nwhy.vi = \"Sai.\"\n");
    assert_eq!(Site::new().append("final.toml", &trap("1000.25")).codes(), [Code::TrapTwice]);
    assert!(Site::new().append("final.toml", &trap("1001")).report().is_clean());
}

#[test]
fn a_changed_key_is_an_error_until_it_is_accepted() {
    let site = Site::new().replace(QUIZ, "id = \"reuse\"\nkey = true", "id = \"reuse\"").replace(
        QUIZ,
        "id = \"secret\"",
        "id = \"secret\"\nkey = true",
    );
    let finding = site.finding(Code::KeyChanged);
    assert!(finding.message.contains("was `reuse` and is now `secret`"), "{}", finding.message);
    assert!(finding.help.contains("--accept-keys"));
    assert!(site.load().catalog.is_none());
    let report = accept_keys(site.path(), &Known::default()).expect("a writable folder");
    assert!(report.is_clean(), "{}", report.render_text(false));
}

#[test]
fn a_numeric_key_is_locked_with_its_tolerance_and_unit() {
    for (from, to) in [
        ("answer = 1024", "answer = 1025"),
        ("tolerance = 0.5", "tolerance = 0.25"),
        ("unit = \"MiB\"", "unit = \"MB\""),
    ] {
        assert!(Site::new().replace("final.toml", from, to).codes().contains(&Code::KeyChanged), "{to}");
    }
    assert!(Site::new().replace("final.toml", "answer = 1024", "answer = 1024.0").report().is_clean());
}

#[test]
fn a_unit_in_words_may_be_reworded_but_not_turned_into_another_kind() {
    let words = "unit.en = \"units\"\nunit.vi = \"đơn vị\"";
    let site = Site::new().replace("final.toml", "unit = \"MiB\"", words);
    assert_eq!(site.codes(), [Code::KeyChanged]);
    accept_keys(site.path(), &Known::default()).expect("a writable folder");
    assert!(site.read("keys.lock").contains("card-size = 1024 +- 0.5\n"), "{}", site.read("keys.lock"));
    let reworded = site.replace("final.toml", "unit.en = \"units\"", "unit.en = \"things\"");
    assert_eq!(reworded.codes(), []);
    assert_eq!(reworded.replace("final.toml", "answer = 1024", "answer = 1025").codes(), [Code::KeyChanged]);
}

#[test]
fn the_order_of_options_is_no_change_of_the_key() {
    let quiz = Site::new().read(QUIZ);
    let large = quiz.find("[[question.option]]\nid = \"large\"").expect("an option");
    let gradients = quiz.find("[[question.option]]\nid = \"gradients\"").expect("an option");
    let moved = format!("{}{}\n{}", &quiz[..large], &quiz[gradients..], &quiz[large..gradients]);
    assert!(Site::new().write(QUIZ, moved).report().is_clean());
}

#[test]
fn questions_and_lock_must_name_each_other() {
    let removed = Site::new().append("keys.lock", "old-question = a\n");
    let finding = removed.finding(Code::QuestionRemoved);
    assert_eq!(finding.start.line, 7);
    let renamed = Site::new().replace("final.toml", "id = \"card-size\"", "id = \"size-of-card\"");
    assert_eq!(renamed.codes(), [Code::KeysNotLocked, Code::QuestionRemoved]);
    assert_eq!(Site::new().remove("keys.lock").codes(), [Code::KeysNotLocked]);
    assert_eq!(
        Site::new().replace("keys.lock", "why-pool = reuse", "why-pool").codes(),
        [Code::LockSyntax, Code::KeysNotLocked]
    );
}

#[test]
fn keys_of_broken_content_are_not_accepted() {
    let site = Site::new().replace(QUIZ, "id = \"reuse\"\nkey = true", "id = \"reuse\"");
    let before = site.read("keys.lock");
    let report = accept_keys(site.path(), &Known::default()).expect("a readable folder");
    assert!(report.has(Code::NoKey));
    assert_eq!(site.read("keys.lock"), before);
    assert_eq!(run(site.path(), &Known::default()).summary(), report.summary());
}
