//! Reading fields that exist in every language.

use std::str::FromStr;

use crate::finding::{Code, Findings};
use crate::id::SlugError;
use crate::lang::Lang;
use crate::render::{Scope, inline, report_control_characters};
use crate::source::{Span, Spanned};
use crate::toml_table::{Str, Table, did_you_mean};

use super::draft::{Text, Texts, Words};

/// What reading a file of a course needs to know.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) languages: &'a [Lang],
    pub(super) course: &'a str,
    pub(super) lesson: Option<&'a str>,
    pub(super) findings: &'a mut Findings,
}

/// Says whether there is anything to read: a placeholder such as `…` is none.
fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// What to do when a field is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Optional,
    /// Explanations have a finding of their own: they are what the site is for.
    Explanation,
}

impl Reader<'_> {
    /// Reads a short text of inline Markdown in every language.
    pub(super) fn texts(&mut self, table: &Table<'_>, key: &str, need: Need) -> Texts {
        let strings = self.strings_by_language(table, key, need);
        strings
            .into_iter()
            .map(|(lang, source)| {
                let scope = Scope { lang, course: self.course, lesson: self.lesson };
                let inline = inline(&source, scope, self.findings);
                (lang, Text { source, inline })
            })
            .collect()
    }

    /// Reads words without markup in every language.
    pub(super) fn words(&mut self, table: &Table<'_>, key: &str) -> Words {
        let words = self.strings_by_language(table, key, Need::Required);
        for word in words.values() {
            self.check_plain(word);
        }
        words
    }

    fn strings_by_language(&mut self, table: &Table<'_>, key: &str, need: Need) -> Words {
        let mut found = Words::new();
        if !table.has(key) && need == Need::Explanation {
            // Named all the same, so that a misspelt key is told from an unknown one.
            let _ = table.table(key, self.findings);
            self.findings.add(
                Code::MissingExplanation,
                table.span,
                "this answer has no explanation",
                format!(
                    "add `{key}.{} = \"…\"` and the other languages: why it is right, or what makes it look right",
                    self.first()
                ),
            );
            return found;
        }
        let Some(inner) = table.table(key, self.findings) else {
            if !table.has(key) && need == Need::Required {
                table.missing(key, self.findings);
            }
            return found;
        };
        for lang in self.languages {
            match inner.string(lang.code(), self.findings) {
                Some(text) if !has_words(&text.value) => {
                    self.findings.add(Code::EmptyText, text.span, format!("`{key}.{lang}` is empty"), "write the text");
                }
                Some(text) => {
                    found.insert(*lang, text);
                }
                None if inner.has(lang.code()) => {}
                None => {
                    self.findings.add(
                        Code::MissingLanguage,
                        inner.span,
                        format!("`{key}` is not there in the language `{lang}`"),
                        format!("add `{key}.{lang} = \"…\"`"),
                    );
                }
            }
        }
        self.report_other_languages(&inner);
        found
    }

    fn first(&self) -> Lang {
        self.languages.first().copied().unwrap_or(Lang::EN)
    }

    /// Reports keys of a language table that are not languages of the site.
    pub(super) fn report_other_languages(&mut self, inner: &Table<'_>) {
        let codes = || self.languages.iter().map(Lang::code);
        for key in inner.keys().filter(|key| !codes().any(|code| code == key.value)) {
            let help = did_you_mean(key.value, codes()).unwrap_or_else(|| {
                format!("the languages of site.toml are {}", codes().collect::<Vec<_>>().join(", "))
            });
            self.findings.add(
                Code::UnknownLanguage,
                key.span,
                format!("`{}` is not a language of this site", key.value),
                help,
            );
        }
    }

    /// Reads words that are the same in every language, or that belong to a file of one language.
    pub(super) fn plain(&mut self, table: &Table<'_>, key: &str) -> Option<Str> {
        let Some(text) = table.string(key, self.findings) else {
            if !table.has(key) {
                table.missing(key, self.findings);
            }
            return None;
        };
        if text.value.trim().is_empty() {
            self.findings.add(Code::EmptyText, text.span, format!("`{key}` is empty"), "write the text");
            return None;
        }
        self.check_plain(&text);
        Some(text)
    }

    fn check_plain(&mut self, text: &Str) {
        report_control_characters(text, self.findings);
        let markup =
            ["`", "**", "](", "<", "$"].into_iter().find_map(|mark| text.value.find(mark).map(|at| (at, mark)));
        if let Some((at, mark)) = markup {
            self.findings.add(
                Code::BadValue,
                text.at(&(at..at + mark.len())),
                format!("this text is shown as it is, and holds `{mark}`"),
                "write plain words: no Markdown, no HTML, no formulas",
            );
        }
    }

    /// Reads an id.
    pub(super) fn id<T: FromStr<Err = SlugError>>(&mut self, table: &Table<'_>, key: &str) -> Option<Spanned<T>> {
        let Some(text) = table.string(key, self.findings) else {
            if !table.has(key) {
                table.missing(key, self.findings);
            }
            return None;
        };
        self.parse_id(&text)
    }

    pub(super) fn parse_id<T: FromStr<Err = SlugError>>(&mut self, text: &Str) -> Option<Spanned<T>> {
        match text.value.parse() {
            Ok(value) => Some(Spanned { value, span: text.span }),
            Err(error) => {
                let help = match crate::render::slug(&text.value) {
                    made if made.is_empty() => "write a name of a-z, 0-9 and hyphens".to_owned(),
                    made => format!("write it like `{made}`"),
                };
                self.findings.add(Code::BadId, text.span, format!("`{}` cannot be an id: {error}", text.value), help);
                None
            }
        }
    }

    /// Reports a second use of an id. Returns whether it was new.
    pub(super) fn unique<T: Ord + ToString>(
        &mut self,
        seen: &mut std::collections::BTreeMap<T, Span>,
        id: T,
        span: Span,
        what: &str,
    ) -> bool {
        if let Some(first) = seen.get(&id) {
            let message = format!("the {what} id `{}` is used twice", id.to_string());
            self.findings
                .add(Code::DuplicateId, span, message, "give the newer one another id")
                .related(*first, "it is used here first");
            return false;
        }
        seen.insert(id, span);
        true
    }
}
