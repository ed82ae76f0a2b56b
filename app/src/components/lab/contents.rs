//! What a run shows besides its pictures: contents of tensors, the messages of refused requests, the summary of PyTorch.

use labs::report::{Contents, RefusedBy, Run};
use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::i18n::{Text, exact_bytes, label, tensor_name};

/// Messages that are shown. A run can be made to have thousands, which say the same.
const MESSAGES: usize = 5;

/// The message of each request that found no memory, as PyTorch writes it.
pub(super) fn refusals(text: Text, run: &Run) -> AnyView {
    let more = run.refusals.len() > MESSAGES;
    let more = more.then(|| view! { <p class="lab-note">{text.get("labs-more-in-json")}</p> });
    let refusals = run.refusals.iter().take(MESSAGES).map(|refusal| {
        let by = text.get(match refusal.by {
            RefusedBy::Device => "labs-refused-by-device",
            RefusedBy::Budget => "labs-refused-by-budget",
        });
        view! {
            <div class="lab-message">
                <h4>{text.with("labs-message", [("step", refusal.step.into())])}</h4>
                <pre class="code" translate="no" lang="en">
                    <code>{refusal.message.clone()}</code>
                </pre>
                <p class="lab-note">{by}</p>
            </div>
        }
    });
    view! { {refusals.collect_view()}{more} }.into_any()
}

/// Whether tensors held what was written to them.
pub(super) fn contents(text: Text, run: &Run) -> Option<AnyView> {
    if run.contents.is_empty() {
        return None;
    }
    let rows = run.contents.iter().map(|contents| row(text, contents)).collect_view();
    Some(
        view! {
            <div class="lab-contents">
                <h4>{text.get("labs-contents")}</h4>
                <p class="lab-note">{text.get("labs-contents-text")}</p>
                <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
                    <table class="data-table">
                        <thead>
                            <tr>
                                <th scope="col">{text.get("labs-tensor")}</th>
                                <th scope="col" class="amount">{text.get("labs-size")}</th>
                                <th scope="col">{text.get("labs-written")}</th>
                                <th scope="col">{text.get("labs-before")}</th>
                                <th scope="col">{text.get("labs-after")}</th>
                                <th scope="col">{text.get("labs-verdict")}</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
        }
        .into_any(),
    )
}

fn row(text: Text, contents: &Contents) -> AnyView {
    let sums = [contents.written, contents.before, contents.after];
    let sums = sums.map(|sum| view! { <td><code translate="no">{sum.to_string()}</code></td> });
    let (outcome, sign, said) =
        if contents.is_intact() { ("right", Icon::Check, "labs-same") } else { ("wrong", Icon::Cross, "labs-changed") };
    view! {
        <tr>
            <th scope="row">{tensor_name(text.lang(), &contents.tensor)}</th>
            <td class="amount">{exact_bytes(text.lang(), contents.bytes)}</td>
            {sums.collect_view()}
            <td><span class="lab-agrees" data-outcome=outcome>{icon(sign)}{text.get(said)}</span></td>
        </tr>
    }
    .into_any()
}

/// The table of `torch.cuda.memory_summary()`.
pub(super) fn summary(text: Text, run: &Run) -> Option<AnyView> {
    let summary = run.summary.clone()?;
    let name = text.with("labs-summary-label", [("run", label(text.lang(), &run.title).into())]);
    Some(
        view! {
            <details class="lab-more">
                <summary><code translate="no">"torch.cuda.memory_summary()"</code></summary>
                <pre class="code" translate="no" lang="en" tabindex="0" role="region" aria-label=name>
                    <code>{summary}</code>
                </pre>
            </details>
        }
        .into_any(),
    )
}
