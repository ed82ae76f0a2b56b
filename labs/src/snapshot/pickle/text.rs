//! Texts that are almost UTF-8.

/// Returns the text with each lone surrogate replaced by U+FFFD, unless something else in it is not UTF-8.
///
/// Python writes what it could not decode, such as the bytes of a path, as surrogates (`surrogateescape`), and pickles
/// them as three bytes each (`surrogatepass`), which UTF-8 does not allow.
#[cold]
pub(super) fn with_surrogates(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(valid) => valid,
            Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).ok()?,
        };
        text.push_str(valid);
        rest = match &rest[valid.len()..] {
            [] => &[],
            [0xed, 0xa0..=0xbf, 0x80..=0xbf, rest @ ..] => {
                text.push(char::REPLACEMENT_CHARACTER);
                rest
            }
            _ => return None,
        };
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::with_surrogates;

    #[test]
    fn surrogates_are_replaced_and_nothing_else() {
        assert_eq!(with_surrogates(b"a\xed\xb3\xbfb\xed\xa0\x80").as_deref(), Some("a\u{fffd}b\u{fffd}"));
        assert_eq!(with_surrogates(b"a\xff"), None);
        assert_eq!(with_surrogates(b"\xed\xb3"), None);
        assert_eq!(with_surrogates("ệ".as_bytes()).as_deref(), Some("ệ"));
    }
}
