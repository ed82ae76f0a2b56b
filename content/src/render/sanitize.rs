//! The last step before generated markup is put in: nothing but known elements and attributes passes.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::escape::{MARK_CLOSE, MARK_OPEN};
use super::{math, tag};

/// Elements that the writer makes from Markdown, with their attributes. Authored ones are in [`tag`].
const WRITTEN: &[(&str, &[&str])] = &[
    ("a", &["href", "title", "rel"]),
    ("blockquote", &[]),
    ("code", &["translate"]),
    ("del", &[]),
    ("em", &[]),
    ("hr", &[]),
    ("img", &["src", "alt", "title", "loading", "decoding"]),
    ("li", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("strong", &[]),
    ("table", &["aria-label"]),
    ("tbody", &[]),
    ("td", &["class"]),
    ("th", &["class", "scope"]),
    ("thead", &[]),
    ("tr", &[]),
    ("ul", &[]),
];

static TEXT: LazyLock<Builder<'static>> = LazyLock::new(|| builder(WRITTEN.iter().copied().chain(tag::allowed())));

static MATH: LazyLock<Builder<'static>> = LazyLock::new(|| builder(math::ELEMENTS.iter().copied()));

fn builder(elements: impl Iterator<Item = (&'static str, &'static [&'static str])>) -> Builder<'static> {
    let attributes: HashMap<_, HashSet<_>> =
        elements.map(|(name, keys)| (name, keys.iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder
        .tags(attributes.keys().copied().collect())
        .tag_attributes(attributes)
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["https"]))
        .url_relative(UrlRelative::PassThrough)
        // The writer sets rel itself: links inside the site need none.
        .link_rel(None);
    builder
}

/// Cleans text that was written from Markdown and authored tags.
pub(super) fn clean(html: &str) -> String {
    TEXT.clean(html).to_string()
}

/// Cleans a formula.
pub(super) fn clean_math(html: &str) -> String {
    MATH.clean(html).to_string()
}

/// Puts the generated markup in.
pub(super) fn replace_marks(html: &str, generated: &[String]) -> String {
    let mut out = String::with_capacity(html.len() + generated.iter().map(String::len).sum::<usize>());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(MARK_OPEN) {
        out.push_str(before);
        let (number, tail) = after.split_once(MARK_CLOSE).unwrap_or((after, ""));
        if let Some(markup) = number.parse().ok().and_then(|index: usize| generated.get(index)) {
            // Notes and tables hold marks of their own.
            out.push_str(&replace_marks(markup, generated));
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}
