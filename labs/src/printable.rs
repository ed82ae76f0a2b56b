//! Texts of others on a terminal, which obeys the control characters in them.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns a text for one line: each control character is written as `\u001b`, as in JSON.
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, is_control)
}

/// Returns a text of several lines. Line breaks stay, and what JSON has between its strings stays JSON.
pub fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| character != '\n' && is_control(character))
}

fn escape(text: &str, unsafe_to_print: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&unsafe_to_print) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 5);
    for character in text.chars() {
        if unsafe_to_print(character) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Besides the control characters, those that reverse the direction of a text make it look like another.
fn is_control(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(line("\u{1b}[2Jgone\n\u{9b}31m\u{202e}é"), r"\u001b[2Jgone\u000a\u009b31m\u202eé");
        assert_eq!(lines("one\ntwo\r\u{7f}"), "one\ntwo\\u000d\\u007f");
        assert!(matches!(lines("plain\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_stays_the_same_json() {
        let json = serde_json::to_string("\u{1b}\u{7f}\u{9b}").unwrap();
        assert_eq!(serde_json::from_str::<String>(&lines(&json)).unwrap(), "\u{1b}\u{7f}\u{9b}");
    }
}
