//! Labs on the command line.

mod child;
mod device;
mod devices;
mod export;
mod list;
mod replay;
mod run;
mod verify;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum LabCommand {
    /// List the labs with their parameters
    List(list::ListArgs),
    /// Run a lab and print what was expected and what was found; out of memory is a result, too
    Run(run::RunArgs),
    /// Run a recorded trace and print what came of it, in the format of recorded results
    Replay(replay::ReplayArgs),
    /// Replay the recorded results of a folder and say where the allocator differs
    Verify(verify::VerifyArgs),
    /// Carry out one run, told on standard input; what servers and workers start
    #[command(hide = true)]
    Child(child::ChildArgs),
    /// Say which devices are here, and why CUDA cannot be used if it cannot
    Devices(devices::DevicesArgs),
}

impl LabCommand {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::List(args) => list::list(&args),
            Self::Run(args) => run::run(&args),
            Self::Replay(args) => replay::replay(&args),
            Self::Verify(args) => verify::verify(&args),
            Self::Child(args) => child::child(&args),
            Self::Devices(args) => devices::devices(&args),
        }
    }
}
