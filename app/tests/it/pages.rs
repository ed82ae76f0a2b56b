//! Every page in every state, as the gallery draws it: what must hold for all of them.

use std::sync::OnceLock;

use app::view::Theme;
use content::lang::Lang;

use crate::data;

fn all() -> &'static [data::Page] {
    static PAGES: OnceLock<Vec<data::Page>> = OnceLock::new();
    PAGES.get_or_init(|| [Lang::EN, Lang::VI].into_iter().flat_map(|lang| data::pages(lang, Theme::System)).collect())
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
        assert!(
            !page.html.contains("<!>"),
            "{}: {:?}",
            page.name,
            page.html.split("<!>").nth(1).map(|rest| &rest[..60.min(rest.len())])
        );
    }
}

#[test]
fn names_and_typed_text_stay_text() {
    for page in all() {
        assert!(!page.html.contains("<script>alert"), "{}", page.name);
        assert!(!page.html.contains("<b onmouseover"), "{}", page.name);
        assert!(!page.html.contains("</textarea><script"), "{}", page.name);
    }
    let certificate = all().iter().find(|page| page.name == "verify-hostile").expect("the page");
    assert!(
        certificate
            .html
            .contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&lt;!&gt;&lt;b onmouseover=alert(1)&gt;</h2>")
    );
}

#[test]
fn a_text_area_holds_exactly_what_was_typed() {
    for (name, typed) in [("report", ""), ("report-long", "&lt;/textarea>&lt;script>alert(1)&lt;/script> &amp; more")] {
        let page = all().iter().find(|page| page.name == name).expect("the page");
        // The first line break after the tag is not part of the value.
        assert!(page.html.contains(&format!(">\n{typed}</textarea>")), "{name}");
    }
}

#[test]
fn languages_are_offered_under_their_own_names() {
    for page in all() {
        assert!(
            page.html.contains("lang=\"en\" hreflang=\"en\"") && page.html.contains(">English</a>"),
            "{}",
            page.name
        );
        assert!(
            page.html.contains("lang=\"vi\" hreflang=\"vi\"") && page.html.contains(">Tiếng Việt</a>"),
            "{}",
            page.name
        );
        assert!(page.html.contains("hreflang=\"x-default\""), "{}", page.name);
    }
}

#[test]
fn a_query_is_kept_by_the_switches_and_left_out_of_canonical_addresses() {
    let mut chrome = data::Setting::new(Lang::EN, Theme::Dark).chrome(app::view::Section::Courses, "/lesson", "Title");
    chrome.here.push_str("?layers=80");
    chrome.alternates.iter_mut().for_each(|(_, path)| path.push_str("?layers=80"));
    let html = app::pages::catalog(&chrome, &app::view::CatalogView { courses: Vec::new() });
    assert!(html.contains("<link rel=\"canonical\" href=\"https://vramlab.example/en/lesson\">"));
    assert!(html.contains("href=\"/vi/lesson?layers=80\""));
    assert!(html.contains("name=\"return\" value=\"/en/lesson?layers=80\""));
    assert!(!html.contains("hreflang=\"vi\" href=\"https://vramlab.example/vi/lesson?"));
}
