//! Versions of questions and editions of quizzes.

use content::id::QuestionId;
use content::text::Version;

use crate::site::Site;

fn version(site: &Site, id: &str) -> Version {
    let id: QuestionId = id.parse().expect("an id");
    site.course().question(&id).expect("a question").version.clone()
}

#[test]
fn a_version_is_a_hash_in_lower_case() {
    let Version(hash) = version(&Site::new(), "why-pool");
    assert_eq!(hash.len(), 64);
    assert!(hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)));
    assert_eq!(version(&Site::new(), "why-pool"), Version(hash));
}

#[test]
fn everything_that_a_learner_is_shown_counts() {
    let before = version(&Site::new(), "why-pool");
    for (from, to) in [
        ("level = \"explain\"", "level = \"recall\""),
        ("stem.en = \"Why does", "stem.en = \"Why ever does"),
        ("stem.vi = \"Vì sao", "stem.vi = \"Tại sao"),
        ("Nothing is hidden by it.", "It hides nothing."),
        ("title = \"PyTorch notes\"", "title = \"Notes of PyTorch\""),
        ("id = \"secret\"", "id = \"secret\"\nlast = true"),
        ("stem.en = \"Why does", "hint.en = \"Think.\"\nhint.vi = \"Hãy nghĩ.\"\nstem.en = \"Why does"),
    ] {
        let site = Site::new().replace("first/quiz.toml", from, to);
        assert_ne!(version(&site, "why-pool"), before, "{to}");
        assert_eq!(version(&site, "which-are-pools"), version(&Site::new(), "which-are-pools"), "{to}");
    }
}

#[test]
fn a_unit_counts_in_every_language() {
    let with = |unit: &str| {
        let site = Site::new().replace("final.toml", "unit = \"MiB\"", unit);
        content::check::accept_keys(site.path(), &content::lab::Known::default()).expect("a writable folder");
        version(&site, "card-size")
    };
    let (sign, words) = (version(&Site::new(), "card-size"), with("unit.en = \"units\"\nunit.vi = \"đơn vị\""));
    assert_ne!(words, sign);
    assert_ne!(with("unit.en = \"units\"\nunit.vi = \"cái\""), words);
    assert_eq!(with("unit = { vi = \"đơn vị\", en = \"units\" }"), words);
}

#[test]
fn what_a_learner_does_not_see_does_not_count() {
    let before = version(&Site::new(), "why-pool");
    for (from, to) in [
        ("objective.en = \"Say why blocks are kept\"", "objective.en = \"Know why\""),
        ("id = \"secret\"", "id = \"secret\" # a comment"),
        (
            "stem.en = \"Why does the allocator keep a block that was freed?\"",
            "stem.en = '''Why does the allocator keep a block that was freed?\n'''",
        ),
    ] {
        assert_eq!(version(&Site::new().replace("first/quiz.toml", from, to), "why-pool"), before, "{to}");
    }
    let site = Site::new();
    let decomposed: String = site.read("first/quiz.toml").replace('ì', "i\u{300}").replace('ả', "a\u{309}");
    assert_eq!(version(&site.write("first/quiz.toml", decomposed), "why-pool"), before);
}

#[test]
fn an_edition_is_its_questions_and_rules_in_any_order() {
    let edition = |site: &Site| site.course().quiz.edition.clone();
    let before = edition(&Site::new());
    let text = Site::new().read("final.toml");
    let first = text.find("[[question]]").expect("a question");
    let second = first + 1 + text[first + 1..].find("[[question]]").expect("another question");
    let swapped = format!("{}{}\n{}", &text[..first], &text[second..], &text[first..second]);
    assert_eq!(edition(&Site::new().write("final.toml", swapped)), before);
    for (from, to) in [
        ("draw = 2", "draw = 1"),
        ("pass_percent = 75", "pass_percent = 80"),
        ("[\"fragmentation\"]", "[]"),
        ("Nothing is broken.", "It is whole."),
    ] {
        assert_ne!(edition(&Site::new().replace("final.toml", from, to)), before, "{to}");
    }
}
