//! What the learner predicted beside what was found.

use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::PredictionView;

pub(crate) fn prediction(text: Text, question_html: &str, view: Option<&PredictionView>) -> AnyView {
    let question = question_html.to_owned();
    let Some(view) = view else {
        return view! {
            <div class="lab-prediction">
                <p class="stem rich" inner_html=question></p>
                <p class="lab-note">{text.get("labs-not-predicted")}</p>
            </div>
        }
        .into_any();
    };
    let (outcome, sign, said) = if view.right {
        ("right", Icon::Check, "labs-predicted-right")
    } else {
        ("wrong", Icon::Cross, "labs-predicted-wrong")
    };
    view! {
        <div class="lab-prediction" data-outcome=outcome>
            <p class="stem rich" inner_html=question></p>
            <dl class="lab-compared">
                <div><dt>{text.get("labs-you-predicted")}</dt><dd>{view.guess.clone()}</dd></div>
                <div><dt>{text.get("labs-found")}</dt><dd>{view.found.clone()}</dd></div>
            </dl>
            <p class="outcome" data-outcome=outcome>{icon(sign)}<strong>{text.get(said)}</strong></p>
            <p class="rich" inner_html=view.why_html.clone()></p>
        </div>
    }
    .into_any()
}
