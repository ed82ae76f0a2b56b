use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use labs::experiment::parameter::Kind;
use labs::experiment::{self, Experiment, Parameter};
use serde_json::{Value, json};

use super::super::{say, say_json};

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    /// Print the labs as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn list(args: &ListArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        say_json(&experiment::ALL.map(as_json))?;
    } else {
        say(&experiment::ALL.map(as_text).join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_text(experiment: &Experiment) -> String {
    let mut text = format!("{}: {}\n", experiment.name, experiment.title);
    let name_width = widest(experiment.parameters.iter().map(|parameter| parameter.name.len()));
    let label_width = widest(experiment.parameters.iter().map(|parameter| parameter.label.text.len()));
    for Parameter { name, label, kind, default } in experiment.parameters {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {name:<name_width$}  {label:<label_width$}  {kind} (default: {default})");
    }
    text
}

fn widest(lengths: impl Iterator<Item = usize>) -> usize {
    lengths.max().unwrap_or(0)
}

fn as_json(experiment: &Experiment) -> Value {
    let parameters: Vec<Value> = experiment.parameters.iter().map(parameter_as_json).collect();
    json!({
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "parameters": parameters,
    })
}

fn parameter_as_json(parameter: &Parameter) -> Value {
    let mut value = json!({
        "name": parameter.name,
        "label": parameter.label.text,
        "default": parameter.default.to_string(),
    });
    match parameter.kind {
        Kind::Number { unit, min, max } => {
            value["unit"] = json!(unit);
            value["min"] = json!(min);
            value["max"] = json!(max);
        }
        Kind::Choice(words) => value["choices"] = json!(words),
    }
    value
}
