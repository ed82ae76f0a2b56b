use std::process::ExitCode;

use clap::Args;
use labs::printable;
use serde_json::json;

use super::{failed, open_existing};
use crate::config::DatabaseArgs;
use crate::domain::MistakeReport;

/// Reports read at once.
const PAGE: u32 = 200;

#[derive(Debug, Args)]
pub(super) struct ReportsArgs {
    /// One JSON object a line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    database: DatabaseArgs,
}

pub(super) async fn print(args: &ReportsArgs) -> anyhow::Result<ExitCode> {
    let storage = open_existing(&args.database).await?;
    let mut last = None;
    loop {
        let page = storage.reports(last, PAGE).await.map_err(|error| failed(&args.database, error))?;
        for report in &page {
            let told = if args.json { as_json(report) } else { as_text(report) };
            // A learner wrote it, and this may be a terminal.
            println!("{}", printable::lines(&told));
        }
        match page.last() {
            Some(report) => last = Some(report.id),
            None => return Ok(ExitCode::SUCCESS),
        }
    }
}

fn as_json(report: &MistakeReport) -> String {
    json!({
        "course": report.course.as_str(),
        "question": report.question.as_str(),
        "version": report.version.0,
        "language": report.lang.code(),
        "sent": app::i18n::date_iso(report.sent_at.as_millis()),
        "text": report.text.as_str(),
    })
    .to_string()
}

fn as_text(report: &MistakeReport) -> String {
    let sent = app::i18n::date_iso(report.sent_at.as_millis());
    let text = report.text.as_str().replace('\n', "\n    ");
    let version: String = report.version.0.chars().take(12).collect();
    format!("{sent}  {}/{}  {}  version {version}\n    {text}\n", report.course, report.question, report.lang)
}
