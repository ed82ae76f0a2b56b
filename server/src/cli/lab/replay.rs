use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use labs::bytes::MIB;
use labs::device::Capped;
use labs::device::cuda::Cuda;
use labs::trace::{self, Recorded, Trace};
use serde_json::Value;

use super::super::{say, say_json};
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
}

pub(super) fn replay(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let trace = trace::read::trace(&args.trace)?;
    let result = play(&trace, args.device).map_err(|error| anyhow!("{}: {error}", args.trace.display()))?;
    if args.json {
        say_json(&result)?;
    } else {
        say(&by_lines(&serde_json::to_value(&result)?, 2))?;
        say("\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(trace: &Trace, device: DeviceName) -> anyhow::Result<Recorded> {
    match device {
        DeviceName::Sim => Ok(trace::replay(trace, trace.device())?),
        DeviceName::Cuda(index) => {
            // What others hold of the recorded device is not there for the trace either.
            let budget = trace.total_mib.saturating_sub(trace.context_mib).saturating_mul(MIB);
            Ok(trace::replay(trace, Capped::new(Cuda::open(index)?, budget))?)
        }
    }
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
