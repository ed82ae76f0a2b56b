//! From starting the program to the first byte of a page.

use std::time::Duration;

use anyhow::Result;

use crate::site::Site;
use crate::table::{self, median};

const TIMES: usize = 5;

pub(crate) async fn measure() -> Result<()> {
    let (mut first, mut again) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let folder = tempfile::tempdir()?;
        let (site, took) = Site::start(folder.path(), None).await?;
        first.push(took);
        drop(site);
        again.push(Site::start(folder.path(), None).await?.1);
    }
    let row = |name: &str, times: &[Duration]| {
        let millis = times.iter().map(|time| time.as_secs_f64() * 1e3);
        let (fastest, slowest) = millis.clone().fold((f64::MAX, 0.0_f64), |(a, b), ms| (a.min(ms), b.max(ms)));
        let shown = |ms: f64| format!("{ms:.0} ms");
        [name.into(), shown(median(millis)), shown(fastest), shown(slowest), "200 ms".into()]
    };
    let rows = [row("on its data", &again), row("first: makes database and key", &first)];
    let title = format!("Start to the first byte of a page, {TIMES} times");
    table::print(&title, ["", "median", "fastest", "slowest", "aim"], &rows);
    Ok(())
}
