use leptos::prelude::*;

use super::feedback::{option_mark_key, problem_text};
use super::frame::anchor;
use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::{Input, OptionView, QuestionState, QuestionView};

/// The controls with which a question is answered, and under them what was wrong with the last submit.
pub(super) fn answer_fields(text: Text, question: &QuestionView) -> AnyView {
    let open = matches!(question.state, QuestionState::Open { .. });
    let how = match &question.input {
        Input::One(_) => open.then(|| text.get("question-pick-one")),
        Input::Many(_) => Some(text.get("question-pick-many")),
        Input::Number { .. } => None,
    };
    let how = how.map(|how| view! { <p class="question-how" id=format!("{}-how", anchor(question))>{how}</p> });
    let controls = match &question.input {
        Input::One(options) | Input::Many(options) => {
            options.iter().map(|option| option_block(text, question, option)).collect_view().into_any()
        }
        Input::Number { unit, value } => number_field(text, question, unit, value),
    };
    view! { {how}<div class="options">{controls}</div>{problem(text, question)} }.into_any()
}

fn option_block(text: Text, question: &QuestionView, option: &OptionView) -> AnyView {
    let id = format!("{}-o-{}", anchor(question), option.id);
    let many = matches!(question.input, Input::Many(_));
    let kind = if many { "checkbox" } else { "radio" };
    let answered = matches!(question.state, QuestionState::Answered(_));
    // Whatever the view holds, nothing of the key is shown before the answer.
    let mark = option.mark.as_ref().filter(|_| answered);
    let mark_key = mark.and_then(|mark| option_mark_key(option.chosen, mark.key, many));
    let why = mark.and_then(|mark| mark.why_html.clone());
    let invalid = many && matches!(question.state, QuestionState::Open { problem: Some(_) });
    // Answered questions stand in no form, and there all radio buttons of one name would be one group, one of them checked.
    let name = (!answered).then_some("option");
    let why_id = why.is_some().then(|| format!("{id}-why"));
    view! {
        <div class="option" data-mark=mark.map(|mark| mark_name(option.chosen, mark.key))>
            <label class="option-row">
                <input
                    type=kind
                    name=name
                    value=option.id.clone()
                    id=id
                    checked=option.chosen
                    disabled=answered
                    aria-describedby=why_id.clone()
                    aria-invalid=invalid.then_some("true")
                />
                <span class="option-text" inner_html=option.text_html.clone()></span>
                {mark_key.map(|key| mark_label(text, key))}
            </label>
            {why.map(|html| view! { <div class="option-why" id=why_id inner_html=html></div> })}
        </div>
    }
    .into_any()
}

fn mark_label(text: Text, key: &'static str) -> impl IntoView + use<> {
    let sign = match key {
        "mark-wrong-chosen" => Icon::Cross,
        "mark-missed" => Icon::Missed,
        _ => Icon::Check,
    };
    view! { <span class="option-mark">{icon(sign)}<span>{text.get(key)}</span></span> }
}

/// For the style sheet; the words are [`option_mark_key`]'s.
const fn mark_name(chosen: bool, key: bool) -> &'static str {
    match (chosen, key) {
        (true, true) => "right",
        (true, false) => "wrong",
        (false, true) => "key",
        (false, false) => "rest",
    }
}

fn number_field(text: Text, question: &QuestionView, unit: &str, value: &str) -> AnyView {
    let id = format!("{}-number", anchor(question));
    let answered = matches!(question.state, QuestionState::Answered(_));
    let invalid = matches!(question.state, QuestionState::Open { problem: Some(_) });
    let unit_spoken = text.with("question-number-unit", [("unit", unit.into())]);
    view! {
        <div class="number-field">
            <label for=id.clone()>{text.get("question-number-label")}<span class="visually-hidden">" "{unit_spoken}</span></label>
            <span class="number-box">
                <input
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    name="number"
                    id=id
                    value=value.to_owned()
                    disabled=answered
                    aria-describedby=invalid.then(|| format!("{}-error", anchor(question)))
                    aria-invalid=invalid.then_some("true")
                />
                <span class="number-unit" aria-hidden="true">{unit.to_owned()}</span>
            </span>
        </div>
    }
    .into_any()
}

fn problem(text: Text, question: &QuestionView) -> Option<impl IntoView + use<>> {
    let QuestionState::Open { problem: Some(problem) } = &question.state else { return None };
    Some(problem_line(problem_text(text, *problem, &question.input), format!("{}-error", anchor(question))))
}

fn problem_line(said: String, id: String) -> impl IntoView {
    view! { <p class="problem" id=id>{icon(Icon::Warning)}<span>{said}</span></p> }
}
