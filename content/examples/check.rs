//! Checks a content folder without the server: `cargo run -p content --example check -- DIR [--json] [--accept-keys]`.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut dir = None;
    let (mut json, mut accept) = (false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--json" => json = true,
            "--accept-keys" => accept = true,
            flag if flag.starts_with("--") => return usage(&format!("unknown option {flag}")),
            _ if dir.is_none() => dir = Some(PathBuf::from(argument)),
            other => return usage(&format!("one folder is enough, what is {other}")),
        }
    }
    let dir = dir.unwrap_or_else(|| PathBuf::from("content"));
    // Which labs there are is known to the server alone.
    let known = content::lab::Known::default();
    let report = if accept { content::check::accept_keys(&dir, &known) } else { Ok(content::check::run(&dir, &known)) };
    let report = match report {
        Ok(report) => report,
        Err(error) => return usage(&format!("keys.lock cannot be written: {error}")),
    };
    let mut out = std::io::stdout();
    let text = if json { report.to_json() } else { report.render_text(out.is_terminal()) };
    // A reader that went away, such as `head`, is no error.
    let _ = out.write_all(text.as_bytes());
    if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn usage(problem: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{problem}\nusage: check [DIR] [--json] [--accept-keys]");
    ExitCode::from(2)
}
