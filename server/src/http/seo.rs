//! For search engines: what to visit, and what a course is.

use std::fmt::Write;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use content::course::{Catalog, Course};
use content::lang::Lang;
use serde_json::json;

use super::App;
use crate::certificate::credential::Issuer;
use crate::service::shape::address;

pub(super) async fn robots(State(app): State<App>) -> impl IntoResponse {
    // Pages that are one visitor's own say `noindex` themselves; a crawler has to be let in to read that.
    let text = format!("User-agent: *\nAllow: /\n\nSitemap: {}/sitemap.xml\n", app.origin());
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
}

pub(super) async fn sitemap(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], sitemap_xml(app.origin(), &app.services.catalog()))
}

fn sitemap_xml(origin: &str, catalog: &Catalog) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in pages(catalog) {
        for lang in &catalog.languages {
            let _ = write!(xml, "<url><loc>{origin}{}</loc>", page(*lang));
            for other in &catalog.languages {
                let href = page(*other);
                let _ = write!(xml, "<xhtml:link rel=\"alternate\" hreflang=\"{other}\" href=\"{origin}{href}\"/>");
            }
            xml.push_str("</url>\n");
        }
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Returns every page that search engines may show, as its address in a language. Slugs need no escaping.
fn pages(catalog: &Catalog) -> Vec<Box<dyn Fn(Lang) -> String + '_>> {
    let mut pages: Vec<Box<dyn Fn(Lang) -> String>> = vec![
        Box::new(address::catalog),
        Box::new(address::labs),
        Box::new(address::playground),
        Box::new(address::glossary),
    ];
    for lab in &catalog.labs {
        pages.push(Box::new(|lang| address::lab(lang, &lab.id)));
    }
    for course in &catalog.courses {
        pages.push(Box::new(|lang| address::course(lang, course)));
        pages.push(Box::new(|lang| address::quiz(lang, course)));
        for lesson in &course.lessons {
            pages.push(Box::new(|lang| address::lesson(lang, course, lesson)));
        }
    }
    pages
}

/// Returns the course as schema.org data, safe inside a script element. Questions and their keys are no part of it.
pub(super) fn course_json_ld(origin: &str, lang: Lang, course: &Course, issuer: &Issuer) -> String {
    let part = |lesson: &content::lesson::Lesson| {
        let text = lesson.text.get(lang);
        json!({
            "@type": "LearningResource",
            "name": text.title,
            "description": text.summary,
            "url": format!("{origin}{}", address::lesson(lang, course, lesson)),
            "timeRequired": format!("PT{}M", text.minutes),
        })
    };
    let data = json!({
        "@context": "https://schema.org",
        "@type": "Course",
        "name": course.title.get(lang),
        "description": course.tagline.get(lang).plain,
        "url": format!("{origin}{}", address::course(lang, course)),
        "inLanguage": lang.code(),
        "isAccessibleForFree": true,
        "provider": {"@type": "Organization", "name": issuer.name(), "url": issuer.url()},
        "hasCourseInstance": {
            "@type": "CourseInstance",
            "courseMode": "Online",
            "courseWorkload": format!("PT{}M", course.page.minutes),
        },
        "hasPart": course.lessons.iter().map(part).collect::<Vec<_>>(),
    });
    data.to_string().replace('<', "\\u003c")
}
