//! Lessons beside each other: the same anchors, figures and code in every language.

use crate::finding::{Code, Findings};
use crate::lesson::Heading;
use crate::load::draft::{DraftCourse, DraftLesson, DraftLessonText};
use crate::render::{Facts, Fence};
use crate::source::{Sources, Span, Spanned};

use super::numbers::{Number, numbers};
use super::parity::{Side, compare, untranslated};

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for lesson in &course.lessons {
        check_lesson(lesson, findings);
    }
}

fn check_lesson(lesson: &DraftLesson, findings: &mut Findings) {
    let mut texts = lesson.texts.iter();
    let Some((first_lang, first)) = texts.next() else { return };
    for (lang, other) in texts {
        // Sections can be compared only where there are the same ones.
        if same_anchors(first, other, findings) {
            let left = Side { lang: *first_lang, facts: &first.prose.facts };
            let right = Side { lang: *lang, facts: &other.prose.facts };
            compare(left, right, findings);
            untranslated(left, right, findings);
        }
        for field in [DraftLessonText::title, DraftLessonText::summary] {
            let (Some(left), Some(right)) = (field(first), field(other)) else { continue };
            let (left_facts, right_facts) =
                (Facts::of_words(&left.value, left.span), Facts::of_words(&right.value, right.span));
            let left = Side { lang: *first_lang, facts: &left_facts };
            compare(left, Side { lang: *lang, facts: &right_facts }, findings);
        }
        same_strips(first, other, findings);
        same_code(first, other, findings);
    }
}

fn same_anchors(first: &DraftLessonText, other: &DraftLessonText, findings: &mut Findings) -> bool {
    let (left, right) = (&first.prose.headings, &other.prose.headings);
    let shape = |heading: &Spanned<Heading>| (heading.value.anchor.clone(), heading.value.level);
    let differs = left.iter().zip(right).find(|(left, right)| shape(left) != shape(right));
    let (here, there, message) = match differs {
        Some((left, right)) => {
            let message = format!(
                "this heading has the anchor `{}`, and `{}` in the other language",
                right.value.anchor, left.value.anchor
            );
            (right.span, left.span, message)
        }
        None if left.len() == right.len() => return true,
        None => {
            let (longer, shorter) = if left.len() > right.len() { (left, other.file) } else { (right, first.file) };
            let Some(extra) = longer.get(left.len().min(right.len())) else { return true };
            (extra.span, Span::file_start(shorter), "this heading has none beside it in the other language".to_owned())
        }
    };
    let help = "write the same headings in the same order, each with the same {#anchor} behind it";
    findings.add(Code::AnchorsDiffer, here, message, help).related(there, "the other language");
    false
}

fn same_strips(first: &DraftLessonText, other: &DraftLessonText, findings: &mut Findings) {
    let (left, right) = (&first.prose.strips, &other.prose.strips);
    if let Some(((_, there), (_, here))) =
        left.iter().zip(right).find(|((left, _), (right, _))| left.shape() != right.shape())
    {
        let help = "draw the same states, sizes and rows in every language; only words may differ";
        findings
            .add(Code::FiguresDiffer, *here, "this strip differs from the one of the other language", help)
            .related(*there, "the other language");
    } else {
        unequal(
            left.iter().map(|(_, span)| *span),
            right.iter().map(|(_, span)| *span),
            (first, other),
            "strip",
            findings,
        );
    }
}

fn same_code(first: &DraftLessonText, other: &DraftLessonText, findings: &mut Findings) {
    let (left, right) = (&first.prose.facts.fences, &other.prose.facts.fences);
    if left.len() != right.len() {
        unequal(
            left.iter().map(|fence| fence.span),
            right.iter().map(|fence| fence.span),
            (first, other),
            "block of code",
            findings,
        );
        return;
    }
    for (there, here) in left.iter().zip(right) {
        if here.language != there.language || essence(here) != essence(there) {
            let help = "use the same code in every language; only comments, and words in quotes, may be translated";
            let message = "this block of code differs from the one of the other language";
            findings
                .add(Code::CodeDiffers, first_line(here), message, help)
                .related(first_line(there), "the other language");
        }
    }
}

fn first_line(fence: &Fence) -> Span {
    let len = fence.code.lines().next().map_or(0, str::len);
    Span {
        end: fence.span.end.min(fence.span.start.saturating_add(u32::try_from(len).unwrap_or_default())),
        ..fence.span
    }
}

fn unequal(
    left: impl ExactSizeIterator<Item = Span>,
    right: impl ExactSizeIterator<Item = Span>,
    (first, other): (&DraftLessonText, &DraftLessonText),
    what: &str,
    findings: &mut Findings,
) {
    let (few, extra, lacks) = match left.len().cmp(&right.len()) {
        std::cmp::Ordering::Equal => return,
        std::cmp::Ordering::Less => (left.len(), right.last(), first.file),
        std::cmp::Ordering::Greater => (right.len(), left.last(), other.file),
    };
    let Some(extra) = extra else { return };
    let message = format!("the lesson has more than {few} of these in one language, and {few} in the other: {what}");
    findings
        .add(Code::FiguresDiffer, extra, message, "show the same ones in every language")
        .related(Span::file_start(lacks), "the other language");
}

/// What of a block of code must be the same: everything but comments, blank lines and words in quotes. Of plain text,
/// which may be a drawing with words in it, only the numbers.
fn essence(fence: &Fence) -> String {
    if fence.language == "text" {
        return text_numbers(&fence.code);
    }
    let comment = match fence.language.as_str() {
        "cpp" | "rust" => "//",
        "json" => "\0",
        _ => "#",
    };
    let lines = fence.code.lines().map(|line| without_words(line, comment));
    lines.filter(|line| !line.trim().is_empty()).map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Empties strings that hold a space, and drops the comment behind the code.
fn without_words(line: &str, comment: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with(comment) {
            break;
        }
        let len = match c {
            '"' | '\'' => rest[1..].find(c).map_or(rest.len(), |at| at + 2),
            _ => c.len_utf8(),
        };
        let part = &rest[..len];
        out.push_str(if len > 1 && part.contains(' ') { "\"…\"" } else { part });
        rest = &rest[len..];
    }
    out
}

fn text_numbers(code: &str) -> String {
    let nowhere = Span::file_start(Sources::default().add("", ""));
    let facts = Facts::of_words(code, nowhere);
    // The largest reading is the one of thousands, in whichever language; it serves as the name of the number.
    let name = |number: &Number| {
        number.values.iter().copied().reduce(f64::max).map_or(number.text.clone(), |value| value.to_string())
    };
    let mut all: Vec<String> = numbers(&facts).iter().map(name).collect();
    all.sort();
    all.dedup();
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translated_comments_and_words_do_not_count() {
        let en = without_words("x = f(\"live tensor\", 'cuda')  # what it holds", "#");
        let vi = without_words("x = f(\"tensor còn sống\", 'cuda')  # nó giữ gì", "#");
        assert_eq!(en.trim_end(), vi.trim_end());
        assert_ne!(without_words("x = 'cuda'", "#"), without_words("x = 'cpu'", "#"));
        assert_eq!(text_numbers("Tried to allocate 1,024 MiB"), text_numbers("Thử cấp phát 1.024 MiB"));
        assert_ne!(text_numbers("2.00 GiB"), text_numbers("3.00 GiB"));
    }
}
