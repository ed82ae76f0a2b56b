//! Every code: a change of the fixture that gives it, and one much like it that gives nothing.

use std::collections::BTreeSet;

use content::finding::Code;

use crate::site::Site;

/// A file of the course, what to replace in it, what gives the finding, and what does not.
struct Case(Code, &'static str, &'static str, &'static str, &'static str);

const EN: &str = "first/lesson.en.md";
const VI: &str = "first/lesson.vi.md";
const QUIZ: &str = "first/quiz.toml";
const FINAL: &str = "final.toml";
const COURSE: &str = "course.toml";
const GLOSSARY: &str = "glossary.toml";

const CASES: &[Case] = &[
    // Files
    Case(Code::ControlCharacter, EN, "Asking the driver", "Asking\u{200b} the driver", "Asking\u{a0}the driver"),
    Case(
        Code::MergeConflict,
        EN,
        "Asking the driver takes time",
        ">>>>>>> other\n\nAsking the driver takes time",
        "Asking the driver takes > time",
    ),
    Case(Code::TomlSyntax, QUIZ, "kind = \"single\"", "kind = single", "kind = 'single'"),
    Case(Code::FrontMatter, EN, "+++\ntitle", "\n+++\ntitle", "+++\n\ntitle"),
    // Values
    Case(
        Code::UnknownKey,
        QUIZ,
        "level = \"explain\"",
        "level = \"explain\"\nlvel = \"x\"",
        "level = \"explain\" # lvel",
    ),
    Case(Code::MissingKey, QUIZ, "level = \"explain\"\n", "", "level = \"predict\"\n"),
    Case(Code::WrongType, COURSE, "minutes = 30", "minutes = \"30\"", "minutes = 31"),
    Case(Code::BadValue, FINAL, "pass_percent = 75", "pass_percent = 175", "pass_percent = 100"),
    Case(
        Code::EmptyText,
        QUIZ,
        "stem.en = \"Why does the allocator keep a block that was freed?\"",
        "stem.en = \"…\"",
        "stem.en = \"Why?\"",
    ),
    Case(Code::BadId, QUIZ, "id = \"accuracy\"", "id = \"Accuracy!\"", "id = \"accuracy-2\""),
    Case(Code::DuplicateId, QUIZ, "id = \"accuracy\"", "id = \"secret\"", "id = \"secret-2\""),
    Case(
        Code::MissingLanguage,
        QUIZ,
        "stem.vi = \"Vì sao bộ cấp phát giữ lại khối đã được giải phóng?\"\n",
        "",
        "stem.vi = \"Vì sao?\"\n",
    ),
    Case(
        Code::UnknownLanguage,
        QUIZ,
        "stem.en = \"Which pools",
        "stem.fr = \"Lesquels ?\"\nstem.en = \"Which pools",
        "stem.en = \"Which pools",
    ),
    Case(Code::UnknownLesson, GLOSSARY, "lesson = \"first\"", "lesson = \"frist\"", ""),
    Case(Code::UnknownCourse, COURSE, "minutes = 30", "minutes = 30\nnext = \"demo\"", "minutes = 30\n# next"),
    // Questions
    Case(Code::TrapIsRight, FINAL, "value = 1000", "value = 1024.25", "value = 1025"),
    Case(Code::QuizRules, FINAL, "draw = 2", "draw = 3", "draw = 1"),
    Case(
        Code::UnknownQuestion,
        FINAL,
        "required = [\"fragmentation\"]",
        "required = [\"fragmentaton\"]",
        "required = []",
    ),
    Case(
        Code::MissingExplanation,
        QUIZ,
        "why.en = \"Nothing is hidden by it.\"\nwhy.vi = \"Việc này không che giấu gì.\"\n",
        "",
        "why.en = \"No.\"\nwhy.vi = \"Sai.\"\n",
    ),
    Case(
        Code::DuplicateOption,
        QUIZ,
        "To keep its bytes from other programs",
        "to hand it out again, without the driver.",
        "To hand it out again with the driver",
    ),
    Case(
        Code::AllOfTheAbove,
        QUIZ,
        "To keep its bytes from other programs",
        "All of the above",
        "All of it goes to other programs",
    ),
    Case(
        Code::DoubleNegative,
        QUIZ,
        "To keep its bytes from other programs",
        "It is not impossible to share",
        "It is impossible to share the bytes",
    ),
    // Markdown
    Case(Code::NotInline, QUIZ, "stem.en = \"Why", "stem.en = \"# Why", "stem.en = \"\\\\# Why"),
    Case(Code::Directive, EN, "::tool memory-calculator", "::tool memory-calculater", "::tool memory-calculator   "),
    Case(
        Code::Html,
        EN,
        "Asking the driver takes",
        "Asking <b>the driver</b> takes",
        "Asking <kbd>the driver</kbd> takes",
    ),
    Case(Code::CodeLanguage, EN, "```python", "```pyhton", "```python title"),
    Case(Code::Math, EN, "$n \\times 512$", "$n \\timess 512$", "$n \\times  512$"),
    Case(Code::Strip, EN, "live 6 weights", "lvie 6 weights", "live 6 the weights"),
    Case(Code::Heading, EN, "## What a pool is {#pools}", "# What a pool is {#pools}", "##  What a pool is {#pools}"),
    Case(Code::Footnote, EN, "at once.[^source]", "at once.[^source][^other]", "at once.[^source]"),
    Case(
        Code::BadLink,
        EN,
        "[the notes](https://pytorch.org/docs/stable/notes/cuda.html)",
        "[the notes](http://pytorch.org)",
        "[the notes](https://pytorch.org)",
    ),
    Case(
        Code::DeadLink,
        COURSE,
        "[the first lesson](first#pools)",
        "[the first lesson](first#pool)",
        "[the first lesson](first#code)",
    ),
    Case(Code::UnknownTerm, COURSE, "[pool](glossary#pool)", "[pool](glossary#pol)", "[pool](glossary)"),
    Case(
        Code::MissingAlt,
        EN,
        "::tool memory-calculator",
        "![](picture.png)\n\n::tool memory-calculator",
        "::tool memory-calculator",
    ),
    Case(
        Code::MissingImage,
        EN,
        "::tool memory-calculator",
        "![A card](picture.png)\n\n::tool memory-calculator",
        "::tool memory-calculator",
    ),
    Case(
        Code::Nesting,
        EN,
        "Asking the driver",
        "> > > > > > > > > > > > > > > > > > Asking the driver",
        "> > Asking the driver",
    ),
    // Languages beside each other
    Case(Code::AnchorsDiffer, VI, "{#pools}", "{#pool}", "{#pools}"),
    Case(Code::NumbersDiffer, VI, "| 1.024 |", "| 1.025 |", "| 1,024 |"),
    Case(Code::CodeDiffers, VI, "khối `512` byte", "khối `513` byte", "khối (`512`) byte"),
    Case(Code::IdentifiersDiffer, VI, "xin 20 MiB một lần", "xin 20 MB một lần", "xin 20MiB một lần"),
    Case(Code::FiguresDiffer, VI, "cached 4 x 2", "cached 4 x 3", "cached 4 x 2 trống"),
    // Warnings
    Case(
        Code::TermNotInGlossary,
        EN,
        "A **memory pool** keeps blocks.",
        "A **arena** keeps blocks. The arena is an arena.",
        "A **arena** keeps blocks.",
    ),
    Case(Code::UnusedFootnote, EN, "at once.[^source]", "at once.", "at once.[^source]"),
    Case(
        Code::KeyTooLong,
        QUIZ,
        "To hand it out again without the driver",
        "To hand it out again without the driver, which would take a long time to set up its tables",
        "To hand it out again without the driver, slow as it is",
    ),
    Case(
        Code::SameStem,
        FINAL,
        "stem.en = \"What is fragmentation?\"",
        "stem.en = \"Which pools does the allocator have\"",
        "stem.en = \"Which fragments does the allocator have?\"",
    ),
];

/// Codes whose fixtures take more than one replacement; their tests stand elsewhere.
const ELSEWHERE: &[Code] = &[
    Code::ComputedAnswer,
    Code::Steps,
    Code::NotTranslated,
    Code::MissingFile,
    Code::UnreadableFile,
    Code::FileTooLarge,
    Code::NotUtf8,
    Code::UnknownFile,
    Code::UnlistedLesson,
    Code::NoKey,
    Code::SeveralKeys,
    Code::TooFewOptions,
    Code::OptionCount,
    Code::AllKeys,
    Code::KeyChanged,
    Code::LockSyntax,
    Code::KeysNotLocked,
    Code::QuestionRemoved,
    Code::TrapTwice,
    Code::NotPlaced,
    Code::PlacedTwice,
    Code::PlacementDiffers,
    Code::DuplicateAnchor,
    Code::KeysLongest,
    Code::KeysShort,
    Code::KeyPositions,
    Code::NegationNotEmphasised,
    Code::AbsolutesInDistractors,
    Code::StemWordInKey,
    Code::NumericOrder,
    Code::MixedUnits,
    Code::AnswersAnother,
    Code::RepeatedLeadIn,
    Code::UnknownLab,
    Code::UnknownFigure,
];

#[test]
fn every_code_is_given_for_its_reason_only() {
    for Case(code, file, from, bad, good) in CASES {
        let codes = Site::new().replace(file, from, bad).codes();
        assert!(codes.contains(code), "{code}: {bad:?} gave {codes:?}");
        let others: Vec<_> = codes.iter().filter(|other| *other != code).collect();
        assert!(others.iter().all(|other| follows(*code, **other)), "{code}: {bad:?} also gave {others:?}");
        let codes = Site::new().replace(file, from, good).codes();
        assert!(!codes.contains(code), "{code}: the near miss {good:?} gave {codes:?}");
    }
}

/// Whether a finding may follow from a change made for another one: English changed alone differs from Vietnamese, and a
/// changed id is not the locked one.
fn follows(code: Code, other: Code) -> bool {
    match other {
        Code::NumbersDiffer | Code::CodeDiffers | Code::IdentifiersDiffer | Code::FiguresDiffer => true,
        Code::MissingImage => code == Code::MissingAlt,
        Code::KeyTooLong => code == Code::EmptyText,
        Code::DeadLink => code == Code::AnchorsDiffer,
        _ => false,
    }
}

#[test]
fn every_code_has_a_test() {
    let tested: BTreeSet<_> = CASES.iter().map(|case| case.0).chain(ELSEWHERE.iter().copied()).collect();
    let untested: Vec<_> = Code::ALL.iter().filter(|code| !tested.contains(code)).collect();
    assert!(untested.is_empty(), "{untested:?}");
}
