//! Figures for speed, size, start and memory. They are printed; nothing is asserted about time.
//!
//! Run by `cargo xtask bench`, which builds client and server. What is compared is measured in one run by the same load
//! generator, in rounds that take turns, so that whatever else the machine does meets both sides; the medians are printed.

mod table;

mod load;
mod site;

mod bare;
mod learner;

mod answers;
mod frames;
mod pages;
mod runs;
mod start;
mod weight;

use std::env;

use anyhow::Result;

use site::Site;
use table::megabytes;

const SECTIONS: [&str; 6] = ["start", "bytes", "frames", "pages", "answers", "runs"];

#[tokio::main]
async fn main() -> Result<()> {
    // `cargo bench` passes `--bench` to every benchmark.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [role, file] = &words[..]
        && role == bare::ROLE
    {
        return bare::serve(file).await;
    }
    let wanted = |section: &str| words.is_empty() || words.iter().any(|word| section.contains(word.as_str()));
    if !SECTIONS.into_iter().any(wanted) {
        println!("no section has such a name; there are {}", SECTIONS.join(", "));
        return Ok(());
    }
    if wanted("start") {
        start::measure().await?;
    }
    let folder = tempfile::tempdir()?;
    let (site, _) = Site::start(folder.path(), None).await?;
    let idle = site.memory()?;
    if wanted("bytes") {
        weight::measure(&site).await?;
    }
    if wanted("frames") {
        frames::measure(&site).await?;
    }
    if wanted("pages") {
        pages::measure(&site).await?;
    }
    if wanted("answers") {
        answers::measure_sqlite(&site).await?;
    }
    let row = ["server".into(), megabytes(idle), megabytes(site.memory()?), "60 MB".into()];
    table::print("Resident memory", ["", "after start", "after the above", "aim"], &[row]);
    if wanted("answers") {
        answers::measure_postgres().await?;
    }
    // On servers of its own, which have nothing else to do.
    if wanted("runs") {
        runs::measure().await?;
    }
    Ok(())
}
