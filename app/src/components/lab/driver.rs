//! The calls to the driver, folded away: how many of each, and their order with repetitions told once.

use labs::device::recording::Call;
use labs::report::{DriverLog, Run};
use leptos::prelude::*;

use crate::i18n::{Text, exact_bytes, number};

/// Lines that are shown of the order.
const SHOWN: usize = 60;

pub(super) fn driver(text: Text, run: &Run) -> AnyView {
    let log = &run.driver;
    let counts = log.counts.iter().map(|(name, count)| {
        view! { <tr><th scope="row"><code translate="no">{name.clone()}</code></th><td class="amount">{number(text.lang(), *count)}</td></tr> }
    });
    let counts = counts.collect_view();
    let sum = number(text.lang(), log.total());
    view! {
        <details class="lab-more">
            <summary>{text.with("labs-driver-calls", [("count", sum.clone().into())])}</summary>
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
                <table class="data-table">
                    <thead>
                        <tr>
                            <th scope="col">{text.get("labs-function")}</th>
                            <th scope="col" class="amount">{text.get("labs-calls")}</th>
                        </tr>
                    </thead>
                    <tbody>{counts}</tbody>
                    <tfoot><tr><th scope="row">{text.get("labs-sum")}</th><td class="amount">{sum}</td></tr></tfoot>
                </table>
            </div>
            {order(text, log)}
        </details>
    }
    .into_any()
}

fn order(text: Text, log: &DriverLog) -> Option<AnyView> {
    let mut lines = Vec::new();
    for fold in log.folded_calls() {
        for (first, last) in fold.places() {
            let (from, to) = (log.calls[first].step, log.calls[last].step);
            lines.push(((from, to), fold.turns, said(text, &log.calls[first].call), fold.length));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let more = lines.len() > SHOWN || log.omitted > 0;
    let rows = lines.into_iter().take(SHOWN).map(|(steps, turns, said, length)| {
        let times = (turns > 1).then(|| format!("{}\u{a0}×", number(text.lang(), turns as u64)));
        let alternating = (length > 1).then(|| view! { " "<span class="lab-step">{text.get("labs-taking-turns")}</span> });
        let (from, to) = steps;
        let steps = super::events::steps(text, from, to);
        view! { <tr data-from=from.to_string() data-to=to.to_string()><td>{steps}</td><td class="amount">{times}</td><td><code translate="no">{said}</code>{alternating}</td></tr> }
    });
    let rows = rows.collect_view();
    Some(
        view! {
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
                <table class="data-table">
                    <caption>{text.get("labs-calls-in-order")}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{text.get("labs-column-steps")}</th>
                            <th scope="col" class="amount">{text.get("labs-column-times")}</th>
                            <th scope="col">{text.get("labs-call")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {more.then(|| view! { <p class="lab-note">{text.get("labs-more-in-json")}</p> })}
        }
        .into_any(),
    )
}

/// Writes a call; the functions of CUDA have the same names in all languages.
fn said(text: Text, call: &Call) -> String {
    let size = |bytes: &u64| exact_bytes(text.lang(), *bytes);
    let of = |name: &str, count: &u64, bytes: &u64| {
        format!("{name} {}\u{a0}×\u{a0}{}", number(text.lang(), *count), size(bytes))
    };
    let outcome = |ok: &bool| if *ok { String::new() } else { format!(": {}", text.get("labs-call-refused")) };
    match call {
        Call::Malloc { bytes, address } => format!("cudaMalloc {}{}", size(bytes), outcome(&address.is_some())),
        Call::Free { ok, .. } => format!("cudaFree{}", outcome(ok)),
        Call::Reserve { bytes, .. } => format!("cuMemAddressReserve {}", size(bytes)),
        Call::AddressFree { ok, .. } => format!("cuMemAddressFree{}", outcome(ok)),
        Call::Create { bytes, ok, count } => format!("{}{}", of("cuMemCreate", count, bytes), outcome(ok)),
        Call::Map { bytes, count, .. } => of("cuMemMap", count, bytes),
        Call::SetAccess { bytes, .. } => format!("cuMemSetAccess {}", size(bytes)),
        Call::Unmap { bytes, .. } => format!("cuMemUnmap {}", size(bytes)),
        Call::UnmapRelease { bytes, count, .. } => of("cuMemUnmap + cuMemRelease", count, bytes),
        Call::Release { bytes, count } => of("cuMemRelease", count, bytes),
        Call::StreamSync { stream } => format!("cudaStreamSynchronize {}", stream.0),
        Call::EventRecord { stream } => format!("cudaEventRecord {}", stream.0),
        Call::EventSync { stream } => format!("cudaEventSynchronize {}", stream.0),
        Call::DeviceSync => "cudaDeviceSynchronize".to_owned(),
    }
}
