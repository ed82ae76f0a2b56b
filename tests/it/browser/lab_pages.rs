//! Every lab, from the list to what came of it, as learners go through them.

use anyhow::{Context, Result};
use serde_json::json;
use tests::browser::{Browser, Setting};
use tests::server::Server;

use crate::live::wait_for_device;

/// The labs with the prediction that is right, as English writes it, or with the number of the right option.
const LABS: [(&str, Guess); 7] = [
    ("driver-vs-cache", Guess::Number("1")),
    ("reserved-vs-allocated", Guess::Number("20")),
    ("order-of-sizes", Guess::Number("256")),
    ("fragmentation-oom", Guess::Option { right: "1", wrong: "0" }),
    ("expandable-segments", Guess::Number("1160")),
    ("empty-cache-live", Guess::Number("98")),
    ("paged-kv", Guess::Number("7.5")),
];

#[derive(Debug, Clone, Copy)]
enum Guess {
    Number(&'static str),
    Option { right: &'static str, wrong: &'static str },
}

impl Guess {
    /// Fills it in, or something that is wrong.
    async fn fill(self, browser: &Browser, rightly: bool) -> Result<()> {
        match self {
            Self::Option { right, wrong } => {
                let value = if rightly { right } else { wrong };
                browser.click(&format!("form.lab-form label:has(> input[name=prediction][value='{value}'])")).await
            }
            Self::Number(right) => {
                let number = if rightly { right } else { "3" };
                let number = if browser.setting().lang == "vi" { number.replace('.', ",") } else { number.to_owned() };
                browser.write("form.lab-form #prediction", &number).await
            }
        }
    }
}

/// Looks at the page as it stands.
pub(super) async fn inspect(browser: &Browser) -> Result<()> {
    let place = format!("{} ({})", browser.path().await?, browser.setting());
    assert_eq!(browser.axe().await?, Vec::<String>::new(), "{place}");
    let width = browser.width_of_page().await?;
    assert!(width <= f64::from(browser.setting().width), "{place} is {width} px wide");
    Ok(())
}

/// Predicts, runs, and reads what came of it.
async fn one_lab(browser: &Browser, server: &Server, lab: &str, guess: Guess, rightly: bool) -> Result<()> {
    let setting = browser.setting();
    browser.goto(&server.url(&format!("/{}/labs/{lab}", setting.lang))).await?;
    inspect(browser).await?;
    guess.fill(browser, rightly).await?;
    browser.follow("form.lab-form button[type=submit]").await?;
    browser.wait_for(".lab-part-prediction .lab-prediction").await?;
    let outcome = browser.attribute(".lab-part-prediction .lab-prediction", "data-outcome").await?;
    assert_eq!(outcome.as_deref(), Some(if rightly { "right" } else { "wrong" }), "{lab} ({setting})");
    let differs =
        browser.script("return document.querySelectorAll('.lab-agrees[data-outcome=wrong]').length", json!([])).await?;
    assert_eq!(differs, 0, "{lab}: a figure is not as expected");
    assert!(!browser.shows(".lab-state").await?);
    // The KV cache has no allocator, and so no film.
    if setting.javascript && lab != "paged-kv" {
        browser.wait_for(".lab-part-memory .lab-stage").await?;
    }
    inspect(browser).await?;
    assert_eq!(browser.console_errors().await?, Vec::<String>::new(), "{lab} ({setting})");
    Ok(())
}

/// Goes through all labs; every other prediction is right, and with `odd` the others are.
async fn every_lab(server: &Server, setting: Setting, odd: usize) -> Result<()> {
    let browser = Browser::open(setting).await?;
    let list = server.url(&format!("/{}/labs", setting.lang));
    browser.goto(&list).await?;
    inspect(&browser).await?;
    for (index, (lab, guess)) in LABS.into_iter().enumerate() {
        let done = one_lab(&browser, server, lab, guess, index % 2 == odd).await;
        done.with_context(|| format!("{lab} ({setting})"))?;
    }
    browser.goto(&list).await?;
    let finished = browser.script("return document.querySelectorAll('.lab-done').length", json!([])).await?;
    assert_eq!(finished, LABS.len(), "{setting}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lab_is_predicted_run_and_compared() -> Result<()> {
    let server = Server::start().await?;
    wait_for_device(&server).await?;
    let desk = Setting { lang: "en", ..Setting::default() };
    let phone = Setting { lang: "vi", width: 360, dark: true, ..Setting::default() };
    tokio::try_join!(every_lab(&server, desk, 0), every_lab(&server, phone, 1))?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_javascript_every_lab_is_predicted_run_and_compared() -> Result<()> {
    let server = Server::start().await?;
    wait_for_device(&server).await?;
    let phone = Setting { lang: "en", width: 360, javascript: false, ..Setting::default() };
    let desk = Setting { lang: "vi", dark: true, javascript: false, ..Setting::default() };
    tokio::try_join!(every_lab(&server, phone, 1), every_lab(&server, desk, 0))?;
    Ok(())
}
