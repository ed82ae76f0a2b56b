//! What the languages of a course must have in common.

use content::finding::Code;
use content::lang::Lang;
use content::question::Kind;

use crate::site::Site;

const EN: &str = "first/lesson.en.md";
const VI: &str = "first/lesson.vi.md";

/// Adds a paragraph to the same section of both languages.
fn with(en: &str, vi: &str) -> Vec<Code> {
    let place = "::tool memory-calculator\n";
    Site::new().replace(EN, place, &format!("{en}\n\n{place}")).replace(VI, place, &format!("{vi}\n\n{place}")).codes()
}

#[test]
fn numbers_may_be_written_as_the_language_does() {
    for (en, vi) in [
        ("It has 1,024.5 MiB.", "Có 1.024,5 MiB."),
        ("Two blocks of 4 MiB.", "2 khối 4 MiB."),
        ("2 blocks of 4 MiB.", "Hai khối 4 MiB."),
        ("In March 2025.", "Vào tháng 3 năm 2025."),
        ("The 2nd of 16-bit values, 75% of them.", "Giá trị 16 bit thứ 2, 75 % trong số đó."),
        ("It is half of 8 GB, on an H100.", "Đó là một nửa của 8 GB, trên H100."),
        ("PyTorch 2.5.1 does.", "PyTorch 2.5.1 làm được."),
        ("A 64×64 tile.", "Một ô 64 × 64."),
    ] {
        assert_eq!(with(en, vi), [], "{en} {vi}");
    }
    for (en, vi) in [
        ("It has 1,024 MiB.", "Có 1.042 MiB."),
        ("Two blocks of 4 MiB.", "3 khối 4 MiB."),
        ("PyTorch 2.5.1 does.", "PyTorch 2.5.2 làm được."),
        ("It takes 5.5 s.", "Mất 55 s."),
        ("Sums to 12.", "Cộng lại."),
    ] {
        assert_eq!(with(en, vi), [Code::NumbersDiffer], "{en} {vi}");
    }
}

/// Writes another unit, in words, into the numeric question.
fn with_unit(unit: &str) -> Site {
    Site::new().replace("final.toml", "unit = \"MiB\"", unit).replace("keys.lock", " +- 0.5 MiB", " +- 0.5")
}

#[test]
fn a_unit_is_one_sign_or_a_word_in_each_language() {
    let shown = |site: &Site| {
        let course = site.course();
        let question = course.question(&"card-size".parse().expect("an id")).expect("a question").clone();
        let Kind::Numeric(numeric) = question.kind else { panic!("a numeric question") };
        [Lang::EN, Lang::VI].map(|lang| numeric.unit.exact(lang).cloned().expect("each language"))
    };
    assert_eq!(shown(&Site::new()), ["MiB", "MiB"]);
    assert_eq!(shown(&with_unit("unit.en = \"units\"\nunit.vi = \" đơn vị \"")), ["units", "đơn vị"]);
    for (unit, code) in [
        ("unit.en = \"units\"", Code::MissingLanguage),
        ("unit.en = \"units\"\nunit.vi = \" \"", Code::EmptyText),
        ("unit.en = \"units\"\nunit.vi = \"đơn vị\"\nunit.fr = \"unités\"", Code::UnknownLanguage),
        ("unit.en = \"units\"\nunit.vi = \"một đơn vị dài quá\"", Code::BadValue),
        ("unit.en = \"`units`\"\nunit.vi = \"đơn vị\"", Code::BadValue),
        ("unit.en = \"MiB\"\nunit.vi = \"MB\"", Code::IdentifiersDiffer),
        ("unit.en = \"sets of 3\"\nunit.vi = \"bộ 4\"", Code::NumbersDiffer),
        ("unit = 3", Code::WrongType),
    ] {
        assert_eq!(with_unit(unit).codes(), [code], "{unit}");
    }
}

#[test]
fn units_and_identifiers_are_never_translated() {
    assert_eq!(with("Each has 3 GiB.", "Mỗi cái có 3 GB."), [Code::IdentifiersDiffer]);
    assert_eq!(with("On an A100.", "Trên một card."), [Code::IdentifiersDiffer]);
    assert_eq!(with("Set max_split_size_mb.", "Đặt max_split_size."), [Code::IdentifiersDiffer]);
    assert_eq!(with("Set max_split_size_mb's value on A100s.", "Đặt giá trị max_split_size_mb trên A100."), []);
    assert_eq!(with("Set `a_b` here.", "Đặt `a_c` ở đây."), [Code::CodeDiffers]);
    assert_eq!(with("Set `a_b` here.", "Ở đây, hãy đặt `a_b`."), []);
}

#[test]
fn formulas_may_differ_in_their_words() {
    assert_eq!(with(r"So $1.5\,\text{bytes each}$.", r"Vậy $1{,}5 \text{ byte mỗi số}$."), []);
    assert_eq!(with(r"So $n^2$.", r"Vậy $n^3$."), [Code::CodeDiffers]);
}

#[test]
fn code_may_differ_in_comments_and_quoted_words() {
    let fence = |code: &str| format!("```python\n{code}\n```");
    let en = fence("print(\"live blocks\", f('cuda'))  # what is left\n");
    assert_eq!(with(&en, &fence("print(\"các khối sống\", f('cuda'))  # còn lại gì\n")), []);
    assert_eq!(with(&en, &fence("print(\"các khối sống\", f('cpu'))  # còn lại gì\n")), [Code::CodeDiffers]);
    assert_eq!(with(&en, "Không có mã."), [Code::FiguresDiffer]);
    let text = |text: &str| format!("```text\n{text}\n```");
    assert_eq!(with(&text("free 1,024 MiB"), &text("còn trống 1.024 MiB")), []);
    assert_eq!(with(&text("free 1,024 MiB"), &text("còn trống 1.000 MiB")), [Code::CodeDiffers]);
}

#[test]
fn a_number_of_another_section_does_not_count() {
    let site = Site::new().replace(VI, "Hỏi trình điều khiển", "Có 77 lần. Hỏi trình điều khiển").replace(
        EN,
        "::tool",
        "It is 77 times.\n\n::tool",
    );
    assert_eq!(site.codes(), [Code::NumbersDiffer]);
}

#[test]
fn front_matter_is_compared_too() {
    assert_eq!(
        Site::new().replace(EN, "Why freed memory is kept.", "Why 20 MiB are kept.").codes(),
        [Code::NumbersDiffer, Code::IdentifiersDiffer]
    );
}

#[test]
fn a_sentence_that_nobody_translated_is_noticed() {
    let same = "This paragraph was never translated by anybody.";
    assert_eq!(with(same, same), [Code::NotTranslated]);
    assert_eq!(with("`torch.cuda` PyTorch", "`torch.cuda` PyTorch"), []);
    let stem = "stem.vi = \"Vì sao bộ cấp phát giữ lại khối đã được giải phóng?\"";
    let site = Site::new().replace(
        "first/quiz.toml",
        stem,
        "stem.vi = \"Why does the allocator keep a block that was freed?\"",
    );
    assert_eq!(site.codes(), [Code::NotTranslated]);
}
