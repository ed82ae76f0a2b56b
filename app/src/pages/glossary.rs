use leptos::prelude::*;

use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, GlossaryView, Link, TermView};

/// Every term of the courses, in the learner's language and beside it in the others.
pub fn glossary(chrome: &Chrome, view: &GlossaryView) -> String {
    shell::page(chrome, "glossary", |text| {
        let courses = view.courses.iter().enumerate();
        let courses = courses.map(|(index, (course, terms))| section(text, index, course, terms)).collect_view();
        view! {
            <h1>{text.get("glossary-title")}</h1>
            <p class="lead">{text.get("glossary-lead")}</p>
            {courses}
        }
    })
}

fn section(text: Text, index: usize, course: &Link, terms: &[TermView]) -> impl IntoView + use<> {
    let id = format!("course-{index}");
    let entries = terms.iter().map(|it| view! { <li><a href=format!("#{}", it.id)>{it.term.clone()}</a></li> });
    let entries = entries.collect_view();
    view! {
        <section class="glossary-course" aria-labelledby=id.clone()>
            <h2 id=id.clone()><a href=course.href.clone()>{course.text.clone()}</a></h2>
            <nav class="term-index" aria-label=text.get("glossary-index")><ul>{entries}</ul></nav>
            <dl class="terms">{terms.iter().map(|it| term(text, it)).collect_view()}</dl>
        </section>
    }
}

fn term(text: Text, term: &TermView) -> AnyView {
    // A name that is the same in every language is said once.
    let others = term.others.iter().filter(|(_, other)| *other != term.term).map(|(lang, other)| {
        view! { <span class="term-other" lang=lang.code().to_owned()>{other.clone()}</span> }
    });
    let others = others.collect_view();
    let lesson = term.lesson.clone().map(|link| {
        view! { <p class="term-lesson">{text.get("glossary-lesson")}" "<a href=link.href>{link.text}</a></p> }
    });
    view! {
        <div class="term" id=term.id.clone()>
            <dt><dfn>{term.term.clone()}</dfn>{others}</dt>
            <dd><p class="rich" inner_html=term.definition_html.clone()></p>{lesson}</dd>
        </div>
    }
    .into_any()
}
