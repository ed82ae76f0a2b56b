/// Returns the words of sanitised HTML: tags gone, character references resolved, white space collapsed.
///
/// For texts that are spoken or stand in attributes. It does not sanitise: the result is text and must be escaped as such.
pub fn plain_text(html: &str) -> String {
    let mut words = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(['<', '&']) {
        words.push_str(&rest[..start]);
        rest = &rest[start..];
        let (replacement, length) = if rest.starts_with('<') { tag(rest) } else { reference(rest) };
        words.push_str(&replacement);
        rest = &rest[length..];
    }
    words.push_str(rest);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a tag. Inline ones vanish, so that words marked in part stay whole; the others part words.
fn tag(html: &str) -> (String, usize) {
    const INLINE: [&str; 14] =
        ["a", "abbr", "b", "code", "del", "em", "i", "kbd", "mark", "span", "strong", "sub", "sup", "var"];
    let end = html.find('>').map_or(html.len(), |end| end + 1);
    let name: String =
        html[1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let inline = INLINE.contains(&name.to_ascii_lowercase().as_str());
    (if inline { String::new() } else { " ".to_owned() }, end)
}

/// Reads a character reference; what is none stays as it stands.
fn reference(html: &str) -> (String, usize) {
    let as_is = ("&".to_owned(), 1);
    let Some(end) = html.char_indices().take(12).find(|(_, c)| *c == ';').map(|(at, _)| at) else { return as_is };
    let name = &html[1..end];
    let decoded = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => name.strip_prefix('#').and_then(|digits| {
            let (digits, radix) = digits.strip_prefix(['x', 'X']).map_or((digits, 10), |hexadecimal| (hexadecimal, 16));
            u32::from_str_radix(digits, radix).ok().and_then(char::from_u32)
        }),
    };
    decoded.map_or(as_is, |character| (character.to_string(), end + 1))
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn only_words_remain() {
        for (html, words) in [
            ("free <em>mem</em>ory", "free memory"),
            ("<p>one</p><p>two</p>", "one two"),
            ("a &lt;b&gt; &amp;amp; &#39;c&#x27;", "a <b> &amp; 'c'"),
            ("5&nbsp;GiB", "5 GiB"),
            ("R&D; &unknown; &", "R&D; &unknown; &"),
            ("<code>torch.cuda.empty_cache()</code>\n gives", "torch.cuda.empty_cache() gives"),
            ("cut <b", "cut"),
            ("phân mảnh &#7879;", "phân mảnh ệ"),
        ] {
            assert_eq!(plain_text(html), words);
        }
    }
}
