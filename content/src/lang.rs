//! Languages and text that exists in each of them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language by its ISO 639 code of two or three letters, as it stands in addresses and file names (`en`, `vi`).
///
/// Which languages a site has is data: the ones its content and its UI strings are written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Lang {
    bytes: [u8; 3],
    len: u8,
}

impl Lang {
    /// English, the language that a page falls back to when a visitor asks for none that exists.
    pub const EN: Self = Self { bytes: *b"en\0", len: 2 };
    /// Vietnamese.
    pub const VI: Self = Self { bytes: *b"vi\0", len: 2 };

    /// Returns the code, for `lang` attributes and addresses.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

/// The text is not a language code of two or three lower-case letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a language is a code of two or three lower-case letters, such as en or vi")]
pub struct LangError;

impl FromStr for Lang {
    type Err = LangError;

    fn from_str(text: &str) -> Result<Self, LangError> {
        let code = text.as_bytes();
        if !matches!(code.len(), 2 | 3) || !code.iter().all(u8::is_ascii_lowercase) {
            return Err(LangError);
        }
        let mut bytes = [0; 3];
        bytes[..code.len()].copy_from_slice(code);
        Ok(Self { bytes, len: u8::try_from(code.len()).map_err(|_| LangError)? })
    }
}

impl TryFrom<String> for Lang {
    type Error = LangError;

    fn try_from(text: String) -> Result<Self, LangError> {
        text.parse()
    }
}

impl From<Lang> for String {
    fn from(lang: Lang) -> Self {
        lang.code().to_owned()
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lang({})", self.code())
    }
}

/// The same thing in every language of the site.
///
/// The loader refuses content that lacks a language, so a value that reached a page has them all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Localized<T>(BTreeMap<Lang, T>);

impl<T> Localized<T> {
    /// Returns the value in `lang`, or in any language there is when a language was added to the site but not here.
    ///
    /// # Panics
    /// When it holds no language at all, which no constructor allows.
    pub fn get(&self, lang: Lang) -> &T {
        self.0.get(&lang).or_else(|| self.0.values().next()).expect("a localized value holds at least one language")
    }

    /// Returns the value in exactly this language, if there is one.
    pub fn exact(&self, lang: Lang) -> Option<&T> {
        self.0.get(&lang)
    }

    /// Iterates over the languages in order of their code.
    pub fn iter(&self) -> impl Iterator<Item = (Lang, &T)> {
        self.0.iter().map(|(lang, value)| (*lang, value))
    }

    /// Collects values by language. Returns `None` for an empty collection.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Lang, T)>) -> Option<Self> {
        let map: BTreeMap<_, _> = pairs.into_iter().collect();
        (!map.is_empty()).then_some(Self(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_reads_back_as_written() {
        for code in ["en", "vi", "fil"] {
            assert_eq!(code.parse::<Lang>().map(|lang| lang.to_string()), Ok(code.to_owned()));
        }
        for bad in ["", "e", "EN", "en-GB", "engl", "ê"] {
            assert_eq!(bad.parse::<Lang>(), Err(LangError), "{bad}");
        }
    }
}
