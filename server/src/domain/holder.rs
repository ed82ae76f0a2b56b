//! The name on a certificate.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 100;

/// Marks that may stand on one letter. Every living script needs fewer; more of them draw over the neighbouring lines.
const MAX_MARKS_IN_A_ROW: usize = 4;

/// A name that can be shown on a certificate: trimmed, in Unicode normalisation form C, with at least one letter or digit
/// and without characters that hide, reorder or cannot be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolderName(String);

/// Why a text cannot be the name on a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("type the name that the certificate should show")]
    Empty,
    #[error("a name may have {MAX_NAME_CHARS} characters at most")]
    TooLong,
    /// The character that cannot be shown.
    #[error("a name may not hold the character U+{:04X}", u32::from(*.0))]
    BadCharacter(char),
}

impl HolderName {
    /// Takes what a learner typed.
    pub fn parse(typed: &str) -> Result<Self, NameError> {
        // A name of 100 characters has 400 bytes when composed; three times that leaves room for decomposed input and
        // keeps the work bounded whatever was posted.
        if typed.len() > MAX_NAME_CHARS * 12 {
            return Err(NameError::TooLong);
        }
        // Blanks of all kinds and any number are one, so that two names that look the same are the same.
        let words = typed.trim().split(is_blank).filter(|word| !word.is_empty());
        let name: String = words.collect::<Vec<_>>().join(" ").nfc().collect();
        if let Some(bad) = bad_character(&name) {
            return Err(NameError::BadCharacter(bad));
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err(NameError::Empty);
        }
        if name.chars().count() > MAX_NAME_CHARS {
            return Err(NameError::TooLong);
        }
        Ok(Self(name))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn bad_character(name: &str) -> Option<char> {
    let mut marks = 0;
    let last = name.chars().count().saturating_sub(1);
    let mut letter = None;
    for (at, c) in name.chars().enumerate() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        let dangling = is_joiner(c) && (at == last || !letter.is_some_and(takes_joiners));
        letter = if marks == 0 { Some(c) } else { letter };
        if c.is_control() || is_invisible(c) || dangling || marks > MAX_MARKS_IN_A_ROW || (at == 0 && marks > 0) {
            return Some(c);
        }
    }
    None
}

/// Blanks within a line. The others are control characters.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !c.is_control()
}

/// Zero width (non-)joiners: part of the spelling inside names of Persian and several Indian scripts.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Letters of the scripts in which joiners are part of the spelling: Arabic, those of India and its neighbours, Mongolian.
/// Elsewhere they cannot be seen, and make two names of one.
fn takes_joiners(letter: char) -> bool {
    matches!(letter,
        '\u{0600}'..='\u{08FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{0900}'..='\u{0DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}'
    )
}

/// Characters that are drawn as nothing, change the direction of their neighbours, or have no agreed shape.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}'                      // soft hyphen, grapheme joiner, Arabic letter mark
        | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}'       // Hangul fillers
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'       // Khmer inherent vowels, Mongolian selectors
        | '\u{200B}' | '\u{200E}' | '\u{200F}'                    // zero width space, direction marks
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'       // separators, overrides, isolates, invisible operators
        | '\u{2800}'                                              // blank Braille pattern
        | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}'   // controls of hieroglyphs and of shorthand
        | '\u{1D173}'..='\u{1D17A}'                               // controls of musical notation
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'                    // variation selectors, byte order mark
        | '\u{FFF0}'..='\u{FFFF}'                                 // annotation, object and replacement characters
        | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{10FFFF}'    // private use, tags, selectors, the rest unassigned
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(typed: &str) -> Result<String, NameError> {
        HolderName::parse(typed).map(|name| name.as_str().to_owned())
    }

    #[test]
    fn names_of_the_world_are_taken_as_they_are() {
        for name in [
            "Nguyễn Thị Ánh Nguyệt",
            "Đỗ",
            "O’Brien-Smith, Jr.",
            "محمد علی‌پور",
            "李小龙",
            "श्री",
            "J",
            "Łukasz Żak",
            "X Æ 12",
        ] {
            assert_eq!(parse(name), Ok(name.nfc().collect()), "{name}");
        }
    }

    #[test]
    fn two_names_that_look_the_same_are_the_same_or_refused() {
        assert_eq!(parse("An\u{A0}\u{A0}\u{3000} Na"), Ok("An Na".to_owned()));
        for hidden in ["\u{200D}", "\u{200C}\u{200C}", "\u{1D173}", "\u{13431}", "\u{1BCA0}"] {
            assert!(matches!(parse(&format!("An{hidden}na")), Err(NameError::BadCharacter(_))), "{hidden:?}");
        }
        assert!(matches!(parse("علی\u{200C}\u{200C}پور"), Err(NameError::BadCharacter('\u{200C}'))));
    }

    #[test]
    fn a_name_is_trimmed_and_composed() {
        assert_eq!(parse("  Nguye\u{0302}\u{0303}n \n"), Ok("Nguyễn".to_owned()));
    }

    #[test]
    fn nothing_to_read_is_no_name() {
        for empty in ["", "   ", "\u{00A0}", "—", "..."] {
            assert_eq!(parse(empty), Err(NameError::Empty), "{empty:?}");
        }
    }

    #[test]
    fn the_length_is_counted_in_characters() {
        assert!(parse(&"ễ".repeat(100)).is_ok());
        assert!(parse(&"e\u{0302}\u{0303}".repeat(100)).is_ok(), "decomposed input counts as composed");
        assert_eq!(parse(&"a".repeat(101)), Err(NameError::TooLong));
        assert_eq!(parse(&"a".repeat(1 << 20)), Err(NameError::TooLong));
    }

    #[test]
    fn what_hides_or_reorders_is_refused() {
        for bad in
            ['\0', '\n', '\u{7F}', '\u{85}', '\u{AD}', '\u{200B}', '\u{202E}', '\u{2066}', '\u{FEFF}', '\u{E0041}']
        {
            assert_eq!(parse(&format!("An{bad}na")), Err(NameError::BadCharacter(bad)), "U+{:04X}", u32::from(bad));
        }
        assert_eq!(parse("Anna\u{200D}"), Err(NameError::BadCharacter('\u{200D}')));
        assert_eq!(parse("\u{0301}Anna"), Err(NameError::BadCharacter('\u{0301}')));
        assert_eq!(parse(&format!("A{}", "\u{0337}".repeat(5))), Err(NameError::BadCharacter('\u{0337}')));
    }
}
