//! Every page in every state, as the gallery draws it: what must hold for all of them.
#![cfg(feature = "ssr")]

#[path = "../examples/gallery/data.rs"]
mod data;

use app::view::Theme;
use content::lang::Lang;

fn all() -> Vec<data::Page> {
    [Lang::EN, Lang::VI].into_iter().flat_map(|lang| data::pages(lang, Theme::System)).collect()
}

/// Returns the value of each attribute of that name.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.match_indices(&start).filter_map(|(at, _)| html[at + start.len()..].split('"').next()).collect()
}

#[test]
fn a_page_is_a_whole_document_in_its_language() {
    for page in all() {
        assert!(page.html.starts_with("<!DOCTYPE html><html lang=\""), "{}", page.name);
        assert!(page.html.ends_with("</html>"), "{}", page.name);
        assert_eq!(page.html.matches("<h1").count(), 1, "{}", page.name);
        assert_eq!(page.html.matches("<main ").count(), 1, "{}", page.name);
    }
}

#[test]
fn nothing_in_a_page_needs_an_exception_from_the_content_security_policy() {
    for page in all() {
        assert!(!page.html.contains(" style=\""), "{}", page.name);
        assert!(!page.html.contains("<style"), "{}", page.name);
        for handler in [" onclick=", " onload=", " onsubmit=", "javascript:"] {
            assert!(!page.html.contains(handler), "{} holds {handler}", page.name);
        }
        for script in page.html.split("<script").skip(1) {
            let tag = script.split('>').next().unwrap_or_default();
            assert!(tag.contains(" src=\"") || tag.contains("application/ld+json"), "{}: {tag}", page.name);
        }
    }
}

#[test]
fn a_script_is_loaded_only_where_an_island_is() {
    for page in all() {
        let islands = page.html.contains("<leptos-island");
        assert_eq!(islands, page.html.contains("<script type=\"module\""), "{}", page.name);
    }
}

#[test]
fn ids_are_unique_and_references_lead_somewhere() {
    for page in all() {
        let mut ids = values(&page.html, "id");
        for attribute in ["for", "aria-describedby", "aria-labelledby"] {
            for name in values(&page.html, attribute).into_iter().flat_map(str::split_whitespace) {
                assert!(ids.contains(&name), "{}: {attribute} names {name}", page.name);
            }
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{} has an id twice", page.name);
    }
}

#[test]
fn headings_skip_no_level() {
    for page in all() {
        let mut last = 0;
        for (at, _) in page.html.match_indices("<h") {
            let Some(level) = page.html[at + 2..].chars().next().and_then(|c| c.to_digit(10)) else { continue };
            assert!(level <= last + 1, "{}: h{level} after h{last}", page.name);
            last = level;
        }
    }
}

#[test]
fn no_marker_of_the_renderer_is_left() {
    for page in all() {
        assert!(!page.html.contains("<!>"), "{}: {:?}", page.name, page.html.split("<!>").nth(1).map(|rest| &rest[..60.min(rest.len())]));
    }
}
