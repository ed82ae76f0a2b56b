//! UI strings in the learner's language, from the Fluent files in `app/locales`.
//!
//! A language is a folder there; the code names none. What the content says is not here: it comes with the views.

mod announce;
mod date;
mod failure;
mod lab;
mod number;
mod plain;
mod title;

pub use announce::{announce, announce_in_quiz};
pub use date::{date, date_iso, year_and_month};
pub use failure::{error_advice, error_detail, error_title};
pub use lab::{amount, label, predicted, tensor_name};
pub(crate) use lab::{choice_word, exact_bytes, figure_range};
pub(crate) use number::separators;
pub use number::{bytes, decimal, number};
pub use plain::plain_text;
pub use title::{
    CredentialTexts, api_about, api_title, courses_title, credential_texts, example_name, glossary_description,
    glossary_title, labs_description, labs_title, next_question, playground_description, playground_title,
    progress_title, question_number, quiz_title, refused_title, report_title, result_title, site_description,
    verify_title,
};

use std::borrow::Cow;
use std::collections::HashMap;

use content::lang::Lang;
use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, static_loader};

static_loader! {
    static LOCALES = {
        locales: "./locales",
        fallback_language: "en",
        // Isolation marks would end up in attributes and in copied text; no string mixes writing directions.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// The UI strings of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    lang: Lang,
}

impl Text {
    pub const fn new(lang: Lang) -> Self {
        Self { lang }
    }

    pub const fn lang(self) -> Lang {
        self.lang
    }

    /// Returns the string of that key.
    pub fn get(self, key: &'static str) -> String {
        found(key, LOCALES.try_lookup(&identifier(self.lang), key))
    }

    /// Returns the string of that key with its variables filled in. A number chooses the plural form.
    pub fn with<const N: usize>(self, key: &'static str, args: [(&'static str, Arg); N]) -> String {
        let args: HashMap<Cow<'static, str>, FluentValue<'_>> =
            args.into_iter().map(|(name, Arg(value))| (name.into(), value)).collect();
        found(key, LOCALES.try_lookup_with_args(&identifier(self.lang), key, &args))
    }

    /// Returns the string of that key with `{name}` in the place of each variable, for the browser to fill in.
    pub(crate) fn template(self, key: &'static str, variables: &[&'static str]) -> String {
        let named = |name: &&'static str| ((*name).into(), FluentValue::from(format!("{{{name}}}")));
        let args: HashMap<Cow<'static, str>, FluentValue<'_>> = variables.iter().map(named).collect();
        found(key, LOCALES.try_lookup_with_args(&identifier(self.lang), key, &args))
    }

    /// Returns the string of a key that came with data, if there is one.
    fn find(self, key: &str, args: &HashMap<Cow<'static, str>, FluentValue<'_>>) -> Option<String> {
        LOCALES.try_lookup_with_args(&identifier(self.lang), key, args)
    }

    /// Returns the string of that key with one number in it, named `count`.
    pub fn count(self, key: &'static str, count: impl TryInto<u32>) -> String {
        self.with(key, [("count", Arg::from(count.try_into().unwrap_or(u32::MAX)))])
    }
}

/// The value of a variable.
#[derive(Debug, Clone)]
pub struct Arg(FluentValue<'static>);

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self(FluentValue::from(text))
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self(FluentValue::from(text.to_owned()))
    }
}

macro_rules! number_args {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self(FluentValue::from(number))
            }
        }
    )*};
}
number_args!(u8, u32, u64, usize);

fn identifier(lang: Lang) -> LanguageIdentifier {
    lang.code().parse().unwrap_or_default()
}

fn found(key: &str, text: Option<String>) -> String {
    debug_assert!(text.is_some(), "the UI strings lack {key}");
    text.unwrap_or_else(|| key.to_owned())
}
