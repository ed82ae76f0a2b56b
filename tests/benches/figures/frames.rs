//! Frames a second of a memory map with ten thousand blocks, in a real browser.

use anyhow::{Context, Result};
use serde_json::json;
use tests::browser::{Browser, Setting};

use crate::site::Site;
use crate::table;

/// Ten thousand tensors, of which every other one goes again: blocks, gaps, and as many segments as rows of the map.
const SCRIPT: &str = "device 64 GiB\nrepeat 5000 as i { kept[i] = alloc 2 MiB; gone[i] = alloc 2 MiB }\nfree gone[*]\n";
const SECONDS: f64 = 5.0;

/// Goes to another step in each frame, back and forth between the last thousand, and returns the frames, and the
/// milliseconds of script in the median one.
const MEASURE: &str = "const [ms] = arguments; const scrub = document.querySelector('[data-scrub]');
const last = Number(scrub.max), start = performance.now(); let frames = 0, times = [];
return new Promise(done => { const frame = () => {
    const now = performance.now();
    if (now - start > ms) { times.sort((a, b) => a - b); done([frames, times[times.length >> 1], times.at(-1)]); return; }
    scrub.value = last - (frames * 37 % 1000);
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
    frames += 1;
    requestAnimationFrame(() => { times.push(performance.now() - now); frame(); });
}; frame(); });";

pub(crate) async fn measure(site: &Site) -> Result<()> {
    let mut rows = Vec::new();
    for (name, width) in [("desk, 1280 px", 1280), ("phone, 360 px", 360)] {
        let browser = Browser::open(Setting { width, ..Setting::default() }).await?;
        let query = encoded(SCRIPT);
        browser.goto(&format!("{}/en/playground?script={query}", site.origin())).await?;
        browser.wait_for(".lab-stage").await?;
        let measured = browser.script(MEASURE, json!([SECONDS * 1000.0])).await?;
        let number = |place: usize| measured[place].as_f64().context("the page counts frames");
        rows.push([
            name.to_owned(),
            format!("{:.1}", number(0)? / SECONDS),
            format!("{:.1} ms", number(1)?),
            format!("{:.1} ms", number(2)?),
            "60".to_owned(),
        ]);
    }
    let head = ["", "frames/s", "median frame", "slowest", "aim"];
    table::print("A memory map of 10,000 blocks, another step in each frame", head, &rows);
    Ok(())
}

/// Writes a script as a value of a query.
fn encoded(script: &str) -> String {
    script
        .bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
