//! Links and images.

use std::fmt::Write;
use std::ops::Range;

use crate::finding::Code;

use super::escape;
use super::facts::{LinkUse, Target};
use super::writer::{Mode, Writer};

/// An image whose alternative text is being read.
#[derive(Debug)]
pub(super) struct OpenImage {
    src: String,
    title: String,
    pub(super) alt: String,
    range: Range<usize>,
}

/// Names of pages beside the lessons that a relative link may lead to.
const GLOSSARY: &str = "glossary";
const QUIZ: &str = "quiz";

/// Pictures that lessons may show. Not SVG: opened on its own it could run scripts.
const IMAGE_TYPES: &[&str] = &["avif", "gif", "jpeg", "jpg", "png", "webp"];

impl Writer<'_> {
    pub(super) fn start_link(&mut self, address: &str, title: &str, range: &Range<usize>) {
        if self.heading.is_some() || self.image.is_some() {
            self.finding(
                Code::BadLink,
                range,
                "a heading or an image holds a link",
                "put the link into the text below it",
            );
        }
        let (target, href) = match self.target(address, range) {
            Some(found) => found,
            // The words stay readable; the finding keeps the text from being used.
            None => (Target::External, String::new()),
        };
        let mut html = format!("<a href=\"{}\"", escape::text(&href));
        if !title.is_empty() {
            let _ = write!(html, " title=\"{}\"", escape::text(title));
        }
        if target == Target::External {
            html.push_str(" rel=\"noopener\"");
        }
        html.push('>');
        let span = self.span(range);
        self.facts.links.push(LinkUse { target, span });
        self.push(&html);
    }

    fn target(&mut self, address: &str, range: &Range<usize>) -> Option<(Target, String)> {
        if let Some(rest) = address.strip_prefix("https://") {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            if host.contains('.') && !host.contains(|c: char| c.is_whitespace() || c == '@') {
                return Some((Target::External, address.to_owned()));
            }
        }
        let (page, anchor) = match address.split_once('#') {
            Some((page, anchor)) => (page, Some(anchor)),
            None => (address, None),
        };
        let slug = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if address.is_empty() || anchor == Some("") || !slug(page) || !anchor.is_none_or(slug) {
            self.finding(
                Code::BadLink,
                range,
                format!("`{address}` is not an address that a text may link to"),
                "write a lesson's id with or without #anchor, glossary#term, or a full https:// address",
            );
            return None;
        }
        Some(self.internal(page, anchor))
    }

    fn internal(&self, page: &str, anchor: Option<&str>) -> (Target, String) {
        let (lang, course) = (self.scope.lang, self.scope.course);
        let fragment = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        let anchor = anchor.map(str::to_owned);
        match (page, anchor) {
            ("", Some(anchor)) => (Target::Here { anchor }, fragment),
            (GLOSSARY, None) => (Target::Glossary, format!("/{lang}/glossary")),
            (GLOSSARY, Some(term)) => (Target::Term(term), format!("/{lang}/glossary{fragment}")),
            (QUIZ, _) => (Target::Quiz, format!("/{lang}/courses/{course}/quiz")),
            (lesson, anchor) => (
                Target::Lesson { lesson: lesson.to_owned(), anchor },
                format!("/{lang}/courses/{course}/{lesson}{fragment}"),
            ),
        }
    }

    pub(super) fn start_image(&mut self, src: &str, title: &str, range: &Range<usize>) {
        if self.mode == Mode::Inline {
            self.not_inline("an image", range);
        }
        self.image =
            Some(OpenImage { src: src.to_owned(), title: title.to_owned(), alt: String::new(), range: range.clone() });
    }

    pub(super) fn end_image(&mut self) {
        let Some(image) = self.image.take() else { return };
        if image.alt.trim().is_empty() {
            self.finding(
                Code::MissingAlt,
                &image.range,
                "the image has no alternative text",
                "say in the brackets what a reader who cannot see it needs to know: ![what it shows](picture.png)",
            );
        }
        let kind = image.src.rsplit_once('.').map(|(_, kind)| kind).unwrap_or_default();
        let good = image.src.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'));
        if !good || image.src.starts_with('.') || !IMAGE_TYPES.contains(&kind) {
            self.finding(
                Code::MissingImage,
                &image.range,
                format!("`{}` is not a picture in the lesson's folder", image.src),
                format!(
                    "put the picture beside the lesson; its name has a-z, 0-9 and hyphens and ends in {}",
                    IMAGE_TYPES.join(", ")
                ),
            );
            return;
        }
        let (course, lesson) = (self.scope.course, self.scope.lesson.unwrap_or_default());
        let src = format!("/media/{course}/{lesson}/{}", image.src);
        let span = self.span(&image.range);
        self.prose.images.push((image.src, span));
        let title =
            if image.title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape::text(&image.title)) };
        self.push(&format!(
            "<img src=\"{}\" alt=\"{}\"{title} loading=\"lazy\" decoding=\"async\">",
            escape::text(&src),
            escape::text(image.alt.trim())
        ));
    }
}
