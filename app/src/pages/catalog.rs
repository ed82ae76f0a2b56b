mod figure;

use leptos::prelude::*;

use crate::components::patterns::patterns;
use crate::components::strip::strip;
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
                {figure::figure(text)}
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
