use std::process::ExitCode;

use clap::Args;
use labs::experiment;

use super::super::{say, say_json};
use super::device;
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
}

pub(super) fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let (name, set) = args.resolve().unwrap_or_else(|error| error.exit());
    let experiment = experiment::find(name)?;
    let device = args.device.unwrap_or_else(|| {
        let (device, reason) = device::best();
        if let Some(reason) = reason {
            eprintln!("running on a simulated device: {reason}");
        }
        device
    });
    let report = experiment.run(rig(device).as_mut(), &set)?;
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
