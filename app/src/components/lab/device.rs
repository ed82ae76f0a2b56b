//! Says what a run ran on. Nobody may take a simulated device for a real one.

use labs::report::Report;
use leptos::prelude::*;

use crate::i18n::{Text, exact_bytes};

pub(crate) fn device(text: Text, report: &Report) -> AnyView {
    let device = &report.device;
    let (kind, said) = if device.simulated { ("simulated", "labs-simulated") } else { ("real", "labs-real") };
    // The simulated one has an English name that says no more than that.
    let name = (!device.simulated).then(|| view! { <strong translate="no">{device.name.clone()}</strong> });
    let driver = device.driver.clone().map(|version| text.with("labs-driver", [("version", version.into())]));
    let total = text.with("labs-total", [("size", exact_bytes(text.lang(), device.total).into())]);
    let budget = match device.budget {
        Some(budget) => text.with("labs-budget", [("size", exact_bytes(text.lang(), budget).into())]),
        None => text.get("labs-no-budget"),
    };
    let version = text.with("labs-version", [("version", report.version.as_str().into())]);
    let facts = [Some(total), driver, Some(budget), Some(version)];
    let facts = facts.into_iter().flatten().map(|fact| view! { <span>{fact}</span> }).collect_view();
    view! {
        <div class="lab-device" data-device=kind>
            <p><span class="lab-device-kind">{text.get(said)}</span>{name}</p>
            <p class="facts">{facts}</p>
        </div>
    }
    .into_any()
}
