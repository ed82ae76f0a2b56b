//! Ids that authors write and addresses carry.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Longest slug, in bytes. Ids stand in URLs and in database keys.
pub const MAX_SLUG_LEN: usize = 64;

/// Why a text is not a slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlugError {
    #[error("an id may not be empty")]
    Empty,
    #[error("an id may have {MAX_SLUG_LEN} characters at most")]
    TooLong,
    #[error("an id holds only a-z, 0-9 and single hyphens between them")]
    BadCharacter,
}

fn validate(text: &str) -> Result<(), SlugError> {
    if text.is_empty() {
        return Err(SlugError::Empty);
    }
    if text.len() > MAX_SLUG_LEN {
        return Err(SlugError::TooLong);
    }
    let well_formed = text
        .split('-')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    if well_formed { Ok(()) } else { Err(SlugError::BadCharacter) }
}

macro_rules! slug {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Returns the slug as written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = SlugError;

            fn from_str(text: &str) -> Result<Self, SlugError> {
                validate(text).map(|()| Self(text.to_owned()))
            }
        }

        impl TryFrom<String> for $name {
            type Error = SlugError;

            fn try_from(text: String) -> Result<Self, SlugError> {
                validate(&text).map(|()| Self(text))
            }
        }

        impl From<$name> for String {
            fn from(slug: $name) -> Self {
                slug.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

slug!(
    /// Names a course: its folder and its address.
    CourseId
);
slug!(
    /// Names a lesson inside a course: its folder and its address.
    LessonId
);
slug!(
    /// Names a question, unique in its course. Answers are bound to it, so it never changes.
    QuestionId
);
slug!(
    /// Names an option inside a question. Answers are bound to it, so it never changes.
    OptionId
);
slug!(
    /// Names a lab, as the engine does.
    LabId
);
slug!(
    /// Names a glossary term.
    TermId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_lower_case_words_joined_by_hyphens() {
        for good in ["a", "gpu-memory", "h200", "a-1-b"] {
            assert_eq!(good.parse::<CourseId>().map(String::from), Ok(good.to_owned()));
        }
        for bad in ["-a", "a-", "a--b", "A", "a_b", "ă", "a b", "../a"] {
            assert_eq!(bad.parse::<CourseId>(), Err(SlugError::BadCharacter), "{bad}");
        }
        assert_eq!("".parse::<CourseId>(), Err(SlugError::Empty));
        assert_eq!("a".repeat(65).parse::<CourseId>(), Err(SlugError::TooLong));
    }
}
