use leptos::prelude::*;

use crate::shell;
use crate::view::{Chrome, OperationView};

/// What programs can ask for. The words of the operations are English, as in the description that programs read.
pub fn api(chrome: &Chrome, operations: &[OperationView]) -> String {
    shell::page(chrome, "api", |text| {
        view! {
            <h1>{text.get("api-title")}</h1>
            <p class="lead">{text.get("api-lead")}</p>
            <p>{text.get("api-description")}" "<a href="/api/openapi.json">"openapi.json"</a></p>
            <dl class="api-operations" lang="en">
                {operations.iter().map(entry).collect_view()}
            </dl>
        }
    })
}

fn entry(operation: &OperationView) -> impl IntoView + use<> {
    view! {
        <div>
            <dt translate="no"><span class="api-method">{operation.method}</span>" "<code>{operation.path.clone()}</code></dt>
            <dd class="rich">{coded(&operation.summary)}</dd>
        </div>
    }
}

/// What stands between backticks is code.
fn coded(summary: &str) -> Vec<AnyView> {
    let parts = summary.split('`').enumerate().map(|(index, part)| {
        let part = part.to_owned();
        if index % 2 == 1 { view! { <code>{part}</code> }.into_any() } else { part.into_any() }
    });
    parts.collect()
}
