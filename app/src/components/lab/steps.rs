use leptos::prelude::*;

use crate::i18n::Text;

/// How a lab goes.
pub(crate) fn steps(text: Text) -> AnyView {
    let steps = ["labs-how-predict", "labs-how-run", "labs-how-compare"];
    let steps = steps.map(|key| view! { <li>{text.get(key)}</li> });
    view! { <ol class="lab-how">{steps.collect_view()}</ol> }.into_any()
}
