use labs::report::{Action, Report, Run};

use crate::film::Scale;

/// Returns the scale of the pictures of a report.
pub(super) fn scale_of(report: &Report) -> Scale {
    let most = report.runs.iter().map(most).max().unwrap_or(0);
    Scale::new(device(report), most, report.runs.iter().any(|run| !run.refusals.is_empty()))
}

/// Returns the bytes that a run may have: the budget where there is one.
pub(super) fn device(report: &Report) -> u64 {
    report.device.budget.unwrap_or(report.device.total)
}

/// Returns the bytes that other programs hold beside a run.
pub(super) fn held(run: &Run) -> u64 {
    run.events.iter().filter(|event| event.action == Action::Hold).map(|event| event.bytes).sum()
}

fn most(run: &Run) -> u64 {
    let reserved = run.timeline.iter().map(|point| point.reserved).max().unwrap_or(0);
    held(run).saturating_add(reserved)
}
