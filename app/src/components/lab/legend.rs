use leptos::prelude::*;

use crate::film::state::State;
use crate::i18n::Text;

/// The states that a picture shows, each as it looks in it.
pub(super) fn legend(text: Text, mut shown: Vec<State>) -> AnyView {
    shown.sort_unstable();
    shown.dedup();
    let entries = State::ALL.into_iter().filter(|state| shown.contains(state)).map(|state| {
        let sample = format!(r#"<rect class="{}" x="1" y="1" width="26" height="14"/>"#, state.class());
        view! {
            <li>
                <svg width="28" height="16" aria-hidden="true" focusable="false" inner_html=sample></svg>
                <span>{text.get(state.key())}</span>
            </li>
        }
    });
    view! { <ul class="strip-legend" aria-label=text.get("labs-legend")>{entries.collect_view()}</ul> }.into_any()
}
