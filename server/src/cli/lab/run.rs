use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use labs::experiment::{self, progress};
use labs::moment::Taken;
use labs::report::Report;

use super::super::{say, say_json};
use super::device;
use super::export::ExportArgs;
use crate::domain::DeviceName;
use crate::jobs::child::rig;

#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// Name of the lab, as `lab list` prints it
    name: Option<String>,

    /// Where to run: `sim`, or `cuda:N` [default: the first GPU, or `sim` where there is none]
    #[arg(long)]
    device: Option<DeviceName>,

    /// Set a parameter; takes several, and may be given several times
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    set: Vec<String>,

    /// Print the whole report as JSON: every event, map and driver call
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    export: ExportArgs,

    /// Which of the lab's allocators the snapshot is of, counted from one [default: the first that runs out of memory,
    /// or else the first]
    #[arg(long, value_name = "N", requires = "snapshot")]
    of: Option<usize>,
}

pub(super) fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let (name, set) = args.resolve().unwrap_or_else(|error| error.exit());
    args.export.check(args.json)?;
    let experiment = experiment::find(name)?;
    let device = args.device.unwrap_or_else(|| {
        let (device, reason) = device::best();
        if let Some(reason) = reason {
            eprintln!("running on a simulated device: {reason}");
        }
        device
    });
    let mut rig = rig(device);
    let report = match args.export.moment() {
        None => experiment.run(rig.as_mut(), &set)?,
        Some(moment) => {
            let (report, taken) = experiment.run_and_take(rig.as_mut(), &set, moment, progress::nobody())?;
            args.write_snapshot(&report, taken)?;
            report
        }
    };
    if args.export.takes_stdout() {
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        say_json(&report)?;
    } else {
        say(&report.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Parameters by name and text.
type Set = Vec<(String, String)>;

impl RunArgs {
    /// Writes the snapshot of one allocator.
    fn write_snapshot(&self, report: &Report, mut taken: Vec<Option<Taken>>) -> anyhow::Result<()> {
        // Without settings there was no allocator.
        let runs: Vec<usize> = (0..report.runs.len()).filter(|&run| report.runs[run].settings.is_some()).collect();
        let refused = runs.iter().position(|&run| !report.runs[run].refusals.is_empty());
        let chosen = self.of.map_or_else(|| refused.unwrap_or(0), |number| number.wrapping_sub(1));
        let run = runs.get(chosen).copied().ok_or_else(|| {
            let titles = runs.iter().zip(1..).map(|(&run, number)| format!("{number}, {}", report.runs[run].title));
            anyhow!("--of takes the number of an allocator of this lab: {}", titles.collect::<Vec<_>>().join("; "))
        })?;
        let number = format!("allocator {} of {}", chosen + 1, runs.len());
        let taken = taken.get_mut(run).context("each run has a place for its snapshot")?.take();
        self.export.write(taken, &format!("{number}, {},", report.runs[run].title))
    }

    /// Returns the name of the lab and what is set. `--set` takes all words behind it, so a name that stands there is found
    /// among them: it is the one without an equals sign.
    fn resolve(&self) -> Result<(&str, Set), clap::Error> {
        let mut name = self.name.as_deref();
        let mut set = Vec::new();
        for word in &self.set {
            match word.split_once('=') {
                Some((key, value)) if !key.is_empty() => set.push((key.to_owned(), value.to_owned())),
                None if name.is_none() => name = Some(word),
                _ => {
                    return Err(refuse(&format!(
                        "write `{word}` as the name of a parameter, = and its value, such as device_mib=2048"
                    )));
                }
            }
        }
        let name = name.ok_or_else(|| refuse("name a lab; `vramlab lab list` prints them"))?;
        Ok((name, set))
    }
}

fn refuse(reason: &str) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{reason}\n"))
}
