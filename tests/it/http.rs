//! The site as its protocol shows it: what is told and what is not, what holds under load, after a crash and under attack.

mod caching;
mod commands;
mod crash;
mod leaks;
mod library;
mod limits;
mod metrics;
mod outage;
mod quiz;
mod races;
mod registered;
mod reports;
mod secrets;
mod seo;
mod slashes;
mod steps;
mod titles;

use content::lang::Lang;
use tests::steps::course_path;

const LANGS: [Lang; 2] = [Lang::EN, Lang::VI];

/// Returns the paths of every page that search engines may show.
fn public_pages() -> Vec<String> {
    let mut pages = Vec::new();
    for lang in LANGS {
        pages.push(format!("/{lang}/"));
        pages.push(format!("/{lang}/glossary"));
        pages.push(format!("/{lang}/labs"));
        pages.push(format!("/{lang}/playground"));
        pages.extend(tests::course::catalog().labs.iter().map(|lab| format!("/{lang}/labs/{}", lab.id)));
        pages.push(course_path(lang, ""));
        pages.push(course_path(lang, "quiz"));
        let lessons = tests::course::course().lessons.iter();
        pages.extend(lessons.map(|lesson| course_path(lang, lesson.id.as_str())));
    }
    pages
}
