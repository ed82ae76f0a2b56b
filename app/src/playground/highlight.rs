//! Colours for a script while it is being written.

use std::fmt::Write as _;

const STATEMENTS: [&str; 19] = [
    "alloc",
    "as",
    "busy",
    "device",
    "drop_pool",
    "empty_cache",
    "fraction",
    "free",
    "idle",
    "others",
    "pool",
    "record_stream",
    "repeat",
    "reset_peak",
    "settings",
    "snapshot",
    "stream",
    "synchronize",
    "synchronise",
];
const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];

/// A place in a script, from one, and its length, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub width: u32,
}

/// Returns the script as HTML that has its very characters, with words, numbers and comments marked, and what is wrong.
pub fn html(source: &str, wrong: Option<Place>) -> String {
    let mut html = String::new();
    for (number, line) in (1_u32..).zip(source.split('\n')) {
        let wrong = wrong.filter(|place| place.line == number);
        if let Some(place) = wrong {
            let start = byte_of(line, place.column.saturating_sub(1));
            let end = byte_of(line, (place.column - 1).saturating_add(place.width.max(1)));
            code(&mut html, &line[..start]);
            // At the end of a line there is nothing to mark but the end.
            let marked = if start == end { "\u{200b}" } else { &line[start..end] };
            let _ = write!(html, "<mark>{}</mark>", escaped(marked));
            code(&mut html, &line[end..]);
        } else {
            code(&mut html, line);
        }
        html.push('\n');
    }
    html
}

fn byte_of(line: &str, characters: u32) -> usize {
    line.char_indices().nth(characters as usize).map_or(line.len(), |(at, _)| at)
}

fn code(html: &mut String, text: &str) {
    let (text, comment) = text.find('#').map_or((text, ""), |at| text.split_at(at));
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = if is_word(first) { rest.find(|c| !is_word(c)) } else { rest.find(is_word) };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        let class = if STATEMENTS.contains(&word) {
            "hl-keyword"
        } else if first.is_ascii_digit() || UNITS.contains(&word) {
            "hl-number"
        } else {
            html.push_str(&escaped(word));
            continue;
        };
        // Writing to a string cannot fail.
        let _ = write!(html, "<span class=\"{class}\">{}</span>", escaped(word));
    }
    if !comment.is_empty() {
        let _ = write!(html, "<span class=\"hl-comment\">{}</span>", escaped(comment));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_characters_stay_and_what_is_wrong_is_marked() {
        let place = |line, column, width| Some(Place { line, column, width });
        assert_eq!(
            html("a = alloc 3 MB", place(1, 13, 2)),
            "a = <span class=\"hl-keyword\">alloc</span> <span class=\"hl-number\">3</span> <mark>MB</mark>\n"
        );
        assert_eq!(html("<b> # ổ", None), "&lt;b&gt; <span class=\"hl-comment\"># ổ</span>\n");
        assert_eq!(html("ổ =", place(1, 4, 1)), "ổ =<mark>\u{200b}</mark>\n");
    }
}
