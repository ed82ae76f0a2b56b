use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use labs::bytes::MIB;
use labs::device::cuda::Cuda;
use labs::device::{Adjust, Capped};
use labs::moment::{Moment, Taken};
use labs::trace::{self, Recorded, Trace};
use serde_json::Value;

use super::super::{say, say_json};
use super::export::ExportArgs;
use crate::domain::DeviceName;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    /// A trace, or a recorded result with its trace, packed with gzip or not
    trace: PathBuf,

    /// Where to run: `sim`, the device that the trace describes, or `cuda:N`, of which it then takes as much
    #[arg(long, default_value = "sim")]
    device: DeviceName,

    /// Print all in one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    export: ExportArgs,
}

pub(super) fn replay(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    args.export.check(args.json)?;
    let trace = trace::read::trace(&args.trace)?;
    let (result, taken) = play(&trace, args.device, args.export.moment())
        .map_err(|error| anyhow!("{}: {error}", args.trace.display()))?;
    args.export.write(taken, "the trace")?;
    if args.export.takes_stdout() {
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        say_json(&result)?;
    } else {
        say(&by_lines(&serde_json::to_value(&result)?, 2))?;
        say("\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(trace: &Trace, device: DeviceName, moment: Option<Moment>) -> anyhow::Result<(Recorded, Option<Taken>)> {
    match device {
        DeviceName::Sim => play_on(trace, trace.device(), moment),
        DeviceName::Cuda(index) => {
            // What others hold of the recorded device is not there for the trace either.
            let budget = trace.total_mib.saturating_sub(trace.context_mib.unwrap_or(0)).saturating_mul(MIB);
            play_on(trace, Capped::new(Cuda::open(index)?, budget), moment)
        }
    }
}

fn play_on<D: Adjust>(trace: &Trace, device: D, moment: Option<Moment>) -> anyhow::Result<(Recorded, Option<Taken>)> {
    Ok(match moment {
        Some(moment) => trace::replay_and_take(trace, device, moment)?,
        None => (trace::replay(trace, device)?, None),
    })
}

/// Writes JSON with a line for each entry of objects, down to a depth. A column of a result is one line.
fn by_lines(value: &Value, depth: usize) -> String {
    match value {
        Value::Object(entries) if depth > 0 && !entries.is_empty() => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), by_lines(value, depth - 1))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{\n{}\n}}", entries.join(",\n"))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_array_is_one_line() {
        let value = json!({"a": {"b": [1, 2], "c": {"d": 1}}, "e": {}});
        let text = by_lines(&value, 2);
        assert_eq!(text, "{\n\"a\": {\n\"b\": [1,2],\n\"c\": {\"d\":1}\n},\n\"e\": {}\n}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
