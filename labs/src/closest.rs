//! What somebody may have meant who wrote a name that is not there.

use std::fmt::{self, Display, Formatter};

/// Returns the name that is closest to a word, if one is close: it starts like it, or differs in a third of the letters
/// at most.
pub(crate) fn closest(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let allowed = (word.chars().count() / 3).max(1);
    let distance = |name: &str| if is_start(word, name) { 1 } else { strsim::osa_distance(word, name) };
    let distances = names.into_iter().map(|name| (distance(name), name));
    distances.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The question whether a name was meant, to stand behind a refusal; nothing where none was.
pub(crate) struct DidYouMean(pub(crate) Option<&'static str>);

impl Display for DidYouMean {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, "; did you mean `{name}`?"))
    }
}

fn is_start(word: &str, name: &str) -> bool {
    word.len() >= 3 && name.starts_with(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_close_and_another_word_is_not() {
        let names = ["count", "device_mib", "held_mib", "order"];
        let found = |word| closest(word, names);
        assert_eq!(
            ["cuont", "coun", "counts", "device-mib", "dev"].map(found),
            [Some("count"), Some("count"), Some("count"), Some("device_mib"), Some("device_mib"),]
        );
        assert_eq!(["", "x", "pairs", "memory"].map(found), [None; 4]);
        assert_eq!(DidYouMean(found("odrer")).to_string(), "; did you mean `order`?");
    }
}
