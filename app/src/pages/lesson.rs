use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::calculator::calculator;
use crate::components::icon::{Icon, icon};
use crate::components::lab;
use crate::components::patterns::patterns;
use crate::components::question;
use crate::components::strip::strip;
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, LessonPart, LessonView};
use content::lesson::Tool;

/// A lesson: its text with questions and tools in it, its contents beside it, and the ways on.
pub fn lesson(chrome: &Chrome, view: &LessonView) -> String {
    shell::page(chrome, "lesson", |text| {
        view! {
            {patterns()}
            {opening(text, view)}
            <div class="lesson-columns">
                {contents(text, view)}
                <article class="prose">{view.parts.iter().map(|part| lesson_part(text, part)).collect_view()}</article>
                <div class="lesson-end">{read_mark(text, view)}{neighbours(text, view)}</div>
            </div>
        }
    })
}

fn opening(text: Text, view: &LessonView) -> impl IntoView + use<> {
    let place = text.with("lesson-kicker", [("number", view.number.into()), ("of", view.of.into())]);
    view! {
        <header class="lesson-head">
            {breadcrumb(text, &[&view.course])}
            <p class="kicker"><span>{place}</span><span>{text.count("facts-minutes", view.minutes)}</span></p>
            <h1>{view.title.clone()}</h1>
            {strip(text, text.get("strip-course"), &view.strip)}
        </header>
    }
}

fn contents(text: Text, view: &LessonView) -> Option<impl IntoView + use<>> {
    if view.headings.is_empty() {
        return None;
    }
    let entries = view.headings.iter().map(|heading| {
        let class = format!("toc-level-{}", heading.level);
        view! { <li class=class><a href=format!("#{}", heading.anchor)>{heading.text.clone()}</a></li> }
    });
    let entries = entries.collect_view();
    Some(view! {
        <nav class="toc" aria-labelledby="toc">
            <h2 id="toc">{text.get("lesson-contents")}</h2>
            <ol>{entries}</ol>
        </nav>
    })
}

fn lesson_part(text: Text, part: &LessonPart) -> AnyView {
    match part {
        LessonPart::Html(html) => view! { <div class="text" inner_html=html.clone()></div> }.into_any(),
        LessonPart::Question(view) => question::framed(text, view),
        LessonPart::Lab(card) => lab::card::placed(text, card),
        LessonPart::Tool { tool: Tool::MemoryCalculator, state } => calculator(text, state),
    }
}

fn read_mark(text: Text, view: &LessonView) -> AnyView {
    if view.read {
        view! { <p class="read-mark" id="read">{icon(Icon::Check)}<span>{text.get("lesson-is-read")}</span></p> }
            .into_any()
    } else {
        view! {
            <form class="read-mark" id="read" method="post" action=view.read_action.clone()>
                <button class="button button-quiet" type="submit">{text.get("lesson-read")}</button>
            </form>
        }
        .into_any()
    }
}

fn neighbours(text: Text, view: &LessonView) -> impl IntoView + use<> {
    let previous = view.previous.clone().map(|link| {
        view! {
            <a class="neighbour neighbour-previous" rel="prev" href=link.href>
                <span class="neighbour-label">{icon(Icon::ArrowLeft)}<span>{text.get("lesson-previous")}</span></span>
                <span class="neighbour-title">{link.text}</span>
            </a>
        }
    });
    let next = view.next.clone().map(|link| {
        view! {
            <a class="neighbour neighbour-next" rel="next" href=link.href>
                <span class="neighbour-label"><span>{text.get("lesson-next")}</span>{icon(Icon::ArrowRight)}</span>
                <span class="neighbour-title">{link.text}</span>
            </a>
        }
    });
    view! { <nav class="neighbours" aria-label=text.get("lesson-neighbours")>{previous}{next}</nav> }
}
