use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::jobs::child;

/// What a server or a worker starts for each run; see `jobs::child`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ChildArgs {
    /// Milliseconds to wait after each thing that happens; for tests that watch, stop and kill runs, which are over in no
    /// time otherwise
    #[arg(long, env = "VRAMLAB_TEST_STEP_DELAY_MS", hide = true)]
    step_delay_ms: Option<u64>,
}

pub(super) fn child(args: &ChildArgs) -> anyhow::Result<ExitCode> {
    child::carry_out(args.step_delay_ms.map(Duration::from_millis))?;
    Ok(ExitCode::SUCCESS)
}
