//! The codes of all findings. docs/authoring.md lists them with what to do; a test keeps the two alike.

use std::fmt;

/// How bad a finding is. An error keeps the content from being used; a warning does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

macro_rules! codes {
    ($($severity:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* })*) => {
        /// What kind of problem a finding is. The names are stable, editors and scripts may rely on them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($($(#[$doc])* $variant,)*)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$($(Self::$variant,)*)*];

            pub const fn severity(self) -> Severity {
                match self {
                    $($(Self::$variant => Severity::$severity,)*)*
                }
            }

            /// Returns the name in kebab case, such as `missing-key`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                }
            }
        }
    };
}

codes! {
    Error {
        // Files
        MissingFile = "missing-file",
        UnreadableFile = "unreadable-file",
        FileTooLarge = "file-too-large",
        NotUtf8 = "not-utf8",
        ControlCharacter = "control-character",
        MergeConflict = "merge-conflict",
        TomlSyntax = "toml-syntax",
        FrontMatter = "front-matter",
        // Values
        UnknownKey = "unknown-key",
        MissingKey = "missing-key",
        WrongType = "wrong-type",
        BadValue = "bad-value",
        EmptyText = "empty-text",
        BadId = "bad-id",
        DuplicateId = "duplicate-id",
        MissingLanguage = "missing-language",
        UnknownLanguage = "unknown-language",
        UnknownLesson = "unknown-lesson",
        UnknownCourse = "unknown-course",
        // Questions
        NoKey = "no-key",
        SeveralKeys = "several-keys",
        TooFewOptions = "too-few-options",
        DuplicateOption = "duplicate-option",
        MissingExplanation = "missing-explanation",
        KeyChanged = "key-changed",
        LockSyntax = "lock-syntax",
        ComputedAnswer = "computed-answer",
        Steps = "steps",
        TrapIsRight = "trap-is-right",
        TrapTwice = "trap-twice",
        QuizRules = "quiz-rules",
        UnknownQuestion = "unknown-question",
        NotPlaced = "not-placed",
        PlacedTwice = "placed-twice",
        PlacementDiffers = "placement-differs",
        // Labs
        UnknownLab = "unknown-lab",
        UnknownFigure = "unknown-figure",
        // Wording that no question may have
        AllOfTheAbove = "all-of-the-above",
        DoubleNegative = "double-negative",
        // Markdown
        NotInline = "not-inline",
        Directive = "directive",
        Html = "html",
        CodeLanguage = "code-language",
        Math = "math",
        Strip = "strip",
        Heading = "heading",
        DuplicateAnchor = "duplicate-anchor",
        Footnote = "footnote",
        BadLink = "bad-link",
        DeadLink = "dead-link",
        UnknownTerm = "unknown-term",
        MissingImage = "missing-image",
        MissingAlt = "missing-alt",
        Nesting = "nesting",
        // Languages beside each other
        AnchorsDiffer = "anchors-differ",
        NumbersDiffer = "numbers-differ",
        CodeDiffers = "code-differs",
        IdentifiersDiffer = "identifiers-differ",
        FiguresDiffer = "figures-differ",
    }
    Warning {
        NotTranslated = "not-translated",
        UnknownFile = "unknown-file",
        UnlistedLesson = "unlisted-lesson",
        KeysNotLocked = "keys-not-locked",
        QuestionRemoved = "question-removed",
        OptionCount = "option-count",
        AllKeys = "all-keys",
        KeyTooLong = "key-too-long",
        KeysLongest = "keys-longest",
        KeysShort = "keys-short",
        KeyPositions = "key-positions",
        NegationNotEmphasised = "negation-not-emphasised",
        AbsolutesInDistractors = "absolutes-in-distractors",
        StemWordInKey = "stem-word-in-key",
        NumericOrder = "numeric-order",
        MixedUnits = "mixed-units",
        RepeatedLeadIn = "repeated-lead-in",
        AnswersAnother = "answers-another",
        SameStem = "same-stem",
        TermNotInGlossary = "term-not-in-glossary",
        UnusedFootnote = "unused-footnote",
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
