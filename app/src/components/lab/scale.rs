use labs::report::{Action, Report, Run};

/// How many bytes a strip is long. All runs of a report share it, so that they can be compared by eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) bytes: u64,
    /// The strip is the whole device, so that what is free on it is seen.
    pub(crate) whole_device: bool,
}

impl Scale {
    /// Returns the scale of a report: its device where the runs come near its limits, or else what they took at most.
    pub(crate) fn of(report: &Report) -> Self {
        let device = device(report);
        let most = report.runs.iter().map(most).max().unwrap_or(0);
        let refused = report.runs.iter().any(|run| !run.refusals.is_empty());
        if refused || most.saturating_mul(2) >= device {
            Self { bytes: device.max(most), whole_device: true }
        } else {
            Self { bytes: most.max(1), whole_device: false }
        }
    }
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
