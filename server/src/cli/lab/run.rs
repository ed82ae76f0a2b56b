use std::process::ExitCode;

use clap::{ArgAction, Args};
use labs::experiment;

use super::super::{say, say_json};
use super::device::DeviceName;

#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// Name of the lab, as `lab list` prints it
    name: String,

    /// Where to run: `sim`, or `cuda:N` [default: the first GPU, or `sim` where there is none]
    #[arg(long)]
    device: Option<DeviceName>,

    /// Set a parameter; may be given several times
    #[arg(long, value_name = "KEY=VALUE", action = ArgAction::Append, value_parser = pair)]
    set: Vec<(String, String)>,

    /// Print the whole report as JSON: every event, map and driver call
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let experiment = experiment::find(&args.name)?;
    let device = args.device.unwrap_or_else(|| {
        let (device, reason) = DeviceName::best();
        if let Some(reason) = reason {
            eprintln!("running on a simulated device: {reason}");
        }
        device
    });
    let report = experiment.run(device.rig().as_mut(), &args.set)?;
    if args.json {
        say_json(&report)?;
    } else {
        say(&report.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write the name of a parameter, = and its value, such as device_mib=2048".to_owned()),
    }
}
