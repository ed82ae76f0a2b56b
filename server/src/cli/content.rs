use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::content_dir;
use crate::config::ContentArgs;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Folder with site.toml and courses/ [default: the one that `serve` uses]
    dir: Option<PathBuf>,

    /// Print the findings as JSON, for editors
    #[arg(long)]
    json: bool,

    /// Take the keys of all questions as right: writes keys.lock, which guards them against a change by mistake
    #[arg(long)]
    accept_keys: bool,

    #[command(flatten)]
    default: ContentArgs,
}

pub(super) fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let dir = content_dir(args.dir.as_ref(), &args.default);
    let known = crate::service::labs::form::known();
    let report = if args.accept_keys {
        content::check::accept_keys(dir, &known).context("cannot write keys.lock")?
    } else {
        content::check::run(dir, &known)
    };
    if args.json {
        println!("{}", report.to_json());
    } else {
        print!("{}", report.render_text(std::io::stdout().is_terminal()));
    }
    Ok(if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
