use std::fmt::Write as _;

use leptos::prelude::*;

use crate::components::patterns::patterns;
use crate::components::strip::strip;
use crate::estimate::picture::percent;
use crate::i18n::Text;
use crate::shell;
use crate::view::{CatalogView, Chrome, CourseCard};

/// The home page of a language: what the site is, and its courses.
pub fn catalog(chrome: &Chrome, view: &CatalogView) -> String {
    shell::page(chrome, "catalog", |text| {
        view! {
            {patterns()}
            <div class="hero">
                <h1>{text.get("catalog-title")}</h1>
                <p class="lead">{text.get("catalog-lead")}</p>
                {figure(text)}
            </div>
            <section class="courses" aria-labelledby="courses">
                <h2 id="courses">{text.get("catalog-courses")}</h2>
                {view.courses.iter().map(|course| card(text, course)).collect_view()}
            </section>
            {promises(text)}
        }
    })
}

fn card(text: Text, course: &CourseCard) -> AnyView {
    let lessons = text.count("course-facts-lessons", course.lessons);
    let minutes = text.count("facts-minutes", course.minutes);
    view! {
        <article class="course-card">
            <h3><a href=course.href.clone()>{course.title.clone()}</a></h3>
            <p class="course-tagline" inner_html=course.tagline_html.clone()></p>
            {strip(text, text.get("strip-course"), &course.strip)}
            <p class="facts"><span>{lessons}</span><span>{minutes}</span></p>
        </article>
    }
    .into_any()
}

/// The problem that the first course explains, as a picture: free in total, and refused.
///
/// Each block has a length in hundredths of the card's 24 GiB, and the key of its label.
const BLOCKS: [(&str, u64, Option<&str>); 8] = [
    ("s-live", 400, Some("catalog-figure-weights")),
    ("s-pinned", 150, None),
    ("s-live", 600, Some("catalog-figure-state")),
    ("s-pinned", 100, None),
    ("s-live", 300, Some("catalog-figure-gradients")),
    ("s-pinned", 150, None),
    ("s-live", 600, Some("catalog-figure-activations")),
    ("s-pinned", 100, None),
];
const CARD: u64 = 2400;
const ASKED: u64 = 200;

fn figure(text: Text) -> impl IntoView {
    let place = |hundredths: u64| percent(hundredths * 10_000 / CARD);
    let (mut at, mut svg) = (0, String::new());
    let mut draw = |piece: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = svg.write_fmt(piece);
    };
    for (state, length, label) in BLOCKS {
        let (from, size, middle) = (place(at), place(length), place(at + length / 2));
        draw(format_args!(r#"<rect class="{state}" x="{from}" y="1" width="{size}" height="64"/>"#));
        match label {
            Some(key) => {
                let label = text.get(key);
                draw(format_args!(r#"<text class="on-live" x="{middle}" y="38">{label}</text>"#));
            }
            None => {
                let size = format!("{}{}{}", length / 100, text.get("number-decimal"), length % 100 / 10);
                draw(format_args!(r#"<text x="{middle}" y="86">{}</text>"#, size.trim_end_matches([',', '.', '0'])));
            }
        }
        at += length;
    }
    let (from, size, after) = (place(BLOCKS[0].1), place(ASKED), place(BLOCKS[0].1 + ASKED + 40));
    draw(format_args!(r#"<rect class="s-refused" x="{from}" y="100" width="{size}" height="44"/>"#));
    draw(format_args!(r#"<text class="asked" x="{after}" y="127">{}</text>"#, text.get("catalog-figure-asked")));
    view! {
        <figure class="hero-figure">
            <svg role="img" aria-label=text.get("catalog-figure-label") inner_html=svg></svg>
            <figcaption>{text.get("catalog-figure-caption")}</figcaption>
        </figure>
    }
}

fn promises(text: Text) -> impl IntoView {
    let promise = |title: &'static str, said: &'static str| {
        view! { <div><h3>{text.get(title)}</h3><p>{text.get(said)}</p></div> }
    };
    view! {
        <section class="promises" aria-label=text.get("catalog-promises")>
            {promise("catalog-promise-answers", "catalog-promise-answers-text")}
            {promise("catalog-promise-languages", "catalog-promise-languages-text")}
            {promise("catalog-promise-certificate", "catalog-promise-certificate-text")}
        </section>
    }
}
