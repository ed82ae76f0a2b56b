use leptos::prelude::*;

use crate::components::attempts::attempts;
use crate::components::icon::{Icon, icon};
use crate::components::strip::strip;
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, CourseProgress, LabProgress, LessonProgress, ProgressDone, ProgressView};

/// Everything that is stored about the learner, and what they can do with it.
pub fn progress(chrome: &Chrome, view: &ProgressView) -> String {
    shell::page(chrome, "progress", |text| {
        view! {
            <h1>{text.get("progress-title")}</h1>
            <div role="status" class="done">{view.done.as_ref().map(|done| done_notice(text, done))}</div>
            {if view.empty { nothing(text) } else { everything(text, view) }}
        }
    })
}

fn done_notice(text: Text, done: &ProgressDone) -> AnyView {
    let said = |key| view! { <p class="done-line">{icon(Icon::Check)}<span>{text.get(key)}</span></p> }.into_any();
    match done {
        ProgressDone::Continued => said("progress-done-continued"),
        ProgressDone::Reset => said("progress-done-reset"),
        ProgressDone::Deleted => said("progress-done-deleted"),
        ProgressDone::ContinueLink { url, minutes } => view! {
            <div class="device-link">
                <p>{text.with("progress-device-copy", [("minutes", (*minutes).into())])}</p>
                <p><a href=url.clone()><code>{url.clone()}</code></a></p>
            </div>
        }
        .into_any(),
    }
}

fn nothing(text: Text) -> AnyView {
    let home = format!("/{}/", text.lang().code());
    view! {
        <p class="lead">{text.get("progress-empty")}</p>
        <p><a class="button" href=home>{text.get("progress-empty-start")}</a></p>
    }
    .into_any()
}

fn everything(text: Text, view: &ProgressView) -> AnyView {
    view! {
        <p class="lead">{text.get("progress-lead")}</p>
        {view.courses.iter().map(|course| course_section(text, course)).collect_view()}
        <section class="part" aria-labelledby="device">
            <h2 id="device">{text.get("progress-device-title")}</h2>
            <div class="part-content">
                <p>{text.get("progress-device-text")}</p>
                <form method="post" action=view.continue_action.clone()>
                    <button class="button button-quiet" type="submit">{text.get("progress-device-make")}</button>
                </form>
            </div>
        </section>
        <section class="part" aria-labelledby="delete">
            <h2 id="delete">{text.get("progress-delete-title")}</h2>
            <div class="part-content">
                <p>{text.get("progress-delete-text")}</p>
                <p><a class="button button-danger" href=view.delete_action.clone()>{text.get("progress-delete")}</a></p>
            </div>
        </section>
    }
    .into_any()
}

fn course_section(text: Text, course: &CourseProgress) -> AnyView {
    let certificates = course.certificates.iter().map(|link| {
        view! { <li><a href=link.href.clone()>{link.text.clone()}</a></li> }
    });
    let certificates = certificates.collect_view();
    view! {
        <section class="course-progress">
            <h2><a href=course.course.href.clone()>{course.course.text.clone()}</a></h2>
            {strip(text, text.get("strip-course"), &course.strip)}
            <h3>{text.get("progress-lessons")}</h3>
            {lessons(text, &course.lessons)}
            {(!course.labs.is_empty()).then(|| view! { <h3>{text.get("progress-labs")}</h3>{labs(text, &course.labs)} })}
            {(!course.attempts.is_empty()).then(|| {
                let name = text.get("progress-attempts");
                view! { <h3>{name.clone()}</h3>{attempts(text, name, &course.attempts)} }
            })}
            {(!course.certificates.is_empty()).then(|| {
                view! { <h3>{text.get("progress-certificates")}</h3><ul class="certificates">{certificates}</ul> }
            })}
            <p><a class="button button-quiet" href=course.reset_action.clone()>{text.get("progress-reset")}</a></p>
        </section>
    }
    .into_any()
}

fn labs(text: Text, labs: &[LabProgress]) -> impl IntoView + use<> {
    let items = labs.iter().map(|lab| {
        let state = text.get(if lab.done { "progress-lab-done" } else { "progress-lab-open" });
        view! { <li><a href=lab.lab.href.clone()>{lab.lab.text.clone()}</a>": "{state}</li> }
    });
    view! { <ul class="labs-progress">{items.collect_view()}</ul> }
}

fn lessons(text: Text, lessons: &[LessonProgress]) -> impl IntoView + use<> {
    let rows = lessons.iter().map(|lesson| {
        let answered = [("answered", lesson.answered.into()), ("questions", lesson.questions.into())];
        let read = text.get(if lesson.read { "progress-read-yes" } else { "progress-read-no" });
        view! {
            <tr>
                <th scope="row"><a href=lesson.lesson.href.clone()>{lesson.lesson.text.clone()}</a></th>
                <td>{read}</td>
                <td>{text.with("progress-answered-of", answered)}</td>
                <td>{lesson.correct}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <div class="table-scroll">
            <table class="data-table" aria-label=text.get("progress-lessons")>
                <thead>
                    <tr>
                        <th scope="col">{text.get("progress-lesson")}</th>
                        <th scope="col">{text.get("progress-read")}</th>
                        <th scope="col">{text.get("progress-answered")}</th>
                        <th scope="col">{text.get("progress-correct")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
