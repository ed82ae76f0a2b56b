use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use labs::device::cuda::{self, Found, FoundDevice, Unusable};
use labs::report::Unit;
use serde_json::json;

use super::super::{say, say_json};

#[derive(Debug, Args)]
pub(in crate::cli) struct DevicesArgs {
    /// Print the devices as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn devices(args: &DevicesArgs) -> anyhow::Result<ExitCode> {
    let cuda = cuda::probe();
    if args.json {
        let (found, reason) = match &cuda {
            Ok(found) => (Some(found), None),
            Err(reason) => (None, Some(reason.to_string())),
        };
        say_json(&json!({"sim": {"simulated": true}, "cuda": found, "cuda_unusable": reason}))?;
    } else {
        say(&as_text(&cuda))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_text(cuda: &Result<Found, Unusable>) -> String {
    let mut text = "sim     simulated device with as much memory as a lab asks for\n".to_owned();
    match cuda {
        Ok(found) => {
            for device in &found.devices {
                add_device(&mut text, device, &found.driver);
            }
        }
        // Writing to a text cannot fail, here and below.
        Err(reason) => {
            let _ = writeln!(text, "cuda    cannot be used: {reason}");
        }
    }
    text
}

fn add_device(text: &mut String, device: &FoundDevice, driver: &str) {
    let kind = if device.simulated { " (not a GPU)" } else { "" };
    let total = Unit::Bytes.format(device.total);
    let virtual_memory =
        if device.virtual_memory { "virtual memory" } else { "no virtual memory, so no expandable segments" };
    let _ = write!(text, "cuda:{:<2} {}{kind}, {total}", device.index, device.name);
    if let Some(free) = device.free {
        let _ = write!(text, " ({} free)", Unit::Bytes.format(free));
    }
    let _ = writeln!(text, ", CUDA {driver}, compute capability {}, {virtual_memory}", device.compute_capability);
    if let Some(problem) = &device.problem {
        let _ = writeln!(text, "        cannot be used now: {problem}");
    }
}
