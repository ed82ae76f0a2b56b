//! The page of a run: followed while it goes on, and looked at step by step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use reqwest::Method;
use serde_json::json;
use tests::browser::{Browser, Setting, key};
use tests::server::{Options, Server};
use tests::visitor::Visitor;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

const RUNS: &str = "/api/v1/lab-runs";

/// A server whose runs wait so many milliseconds after each step.
async fn server(delay: u32) -> Result<Server> {
    let environment = vec![("VRAMLAB_TEST_STEP_DELAY_MS".to_owned(), delay.to_string())];
    Server::with(Options { environment, ..Options::default() }).await
}

/// Orders a lab with its defaults, and returns the id of the run.
async fn ordered(server: &Server, lab: &str) -> Result<String> {
    let visitor = Visitor::of(server);
    loop {
        let order = visitor.request(Method::POST, RUNS).json(&json!({ "lab": lab }));
        let answer = visitor.send(RUNS, order).await?;
        if answer.status == 202 {
            let address = answer.header("location").to_owned();
            return Ok(address.rsplit('/').next().context("an address has an end")?.to_owned());
        }
        // The worker of the server may not be there yet.
        anyhow::ensure!(answer.status == 503, "{}: {}", answer.status, answer.body);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Orders a lab and waits until it is done.
async fn finished(server: &Server, lab: &str) -> Result<String> {
    let (visitor, run) = (Visitor::of(server), ordered(server, lab).await?);
    loop {
        let state = visitor.get(&format!("{RUNS}/{run}")).await?.json()?;
        if !["queued", "running"].contains(&state["state"].as_str().unwrap_or_default()) {
            return Ok(run);
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

async fn step(browser: &Browser) -> Result<u64> {
    let value = browser.script("return document.querySelector('[data-scrub]').value", json!([])).await?;
    Ok(value.as_str().context("the slider has a value")?.parse()?)
}

async fn until_step(browser: &Browser, wanted: u64) -> Result<()> {
    browser.until(&format!("step {wanted}"), || async { Ok(step(browser).await? == wanted) }).await
}

/// Lets the picture of the next frame be drawn.
async fn drawn(browser: &Browser) -> Result<()> {
    let script = "const [done] = [arguments[0]]; return new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))";
    browser.script(script, json!([null])).await.map(drop)
}

async fn inspect(browser: &Browser) -> Result<()> {
    assert_eq!(browser.axe().await?, Vec::<String>::new(), "{}", browser.setting());
    let width = browser.width_of_page().await?;
    assert!(width <= f64::from(browser.setting().width), "{}: the page is {width} px wide", browser.setting());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_run_is_looked_at_step_by_step() -> Result<()> {
    let server = server(0).await?;
    let run = finished(&server, "fragmentation-oom").await?;
    for (lang, width, dark) in [("en", 1280, false), ("vi", 360, true), ("vi", 1280, false), ("en", 360, true)] {
        let browser = Browser::open(Setting { lang, width, dark, ..Setting::default() }).await?;
        browser.goto(&server.url(&format!("/{lang}/lab-runs/{run}"))).await?;
        browser.wait_for(".lab-stage").await?;
        // It begins where memory ran out, and says so.
        browser.wait_for(".lab-strip rect.s-refused").await?;
        let refused = step(&browser).await?;
        assert!(refused > 100, "{refused}");
        inspect(&browser).await?;

        browser.click("[data-do=first]").await?;
        until_step(&browser, 0).await?;
        browser.click("[data-do=forward]").await?;
        browser.click("[data-do=forward]").await?;
        until_step(&browser, 2).await?;
        browser.click("[data-do=back]").await?;
        until_step(&browser, 1).await?;
        drawn(&browser).await?;
        assert_eq!(browser.text("[data-out=allocated]").await?, if lang == "en" { "128.00 MiB" } else { "128,00 MiB" });
        assert!(browser.text("[data-calls]").await?.starts_with("cudaMalloc"), "the first tensor needs a segment");
        inspect(&browser).await?;
        assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough() -> Result<()> {
    let server = server(0).await?;
    let run = finished(&server, "expandable-segments").await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url(&format!("/en/lab-runs/{run}"))).await?;
    browser.wait_for(".lab-stage").await?;
    assert_eq!(browser.script("return document.querySelectorAll('.lab-stage').length", json!([])).await?, 2);
    while !browser.has_focus("[data-segments]").await? {
        browser.tab().await?;
    }
    let mut said = vec![browser.text_content("[data-out=detail]").await?];
    for keys in [RIGHT, RIGHT, key::DOWN] {
        browser.press(keys).await?;
        said.push(browser.text_content("[data-out=detail]").await?);
    }
    assert!(said[1].contains("Segment 1 of"), "{said:?}");
    assert!(said[3].contains("Segment 2 of"), "{said:?}");
    while !browser.has_focus("[data-do=first]").await? {
        browser.tab().await?;
    }
    browser.press(key::ENTER).await?;
    until_step(&browser, 0).await?;
    while !browser.has_focus("[data-scrub]").await? {
        browser.tab().await?;
    }
    browser.press(RIGHT).await?;
    until_step(&browser, 1).await?;
    // A screen reader hears of the chosen block what the learner did, and not each step that is played.
    let spoken = async || browser.attribute("[data-out=detail]", "aria-live").await;
    browser.script("document.querySelector('[data-speed]').value = '1'", json!([])).await?;
    assert_eq!(spoken().await?.as_deref(), Some("polite"));
    browser.click("[data-do=play]").await?;
    browser.until("silence", || async { Ok(spoken().await?.as_deref() == Some("off")) }).await?;
    browser.click("[data-do=play]").await?;
    browser.until("words", || async { Ok(spoken().await?.as_deref() == Some("polite")) }).await?;
    // Playing comes to the end by itself, and stops there.
    browser.script("document.querySelector('[data-speed]').value = '100'", json!([])).await?;
    browser.click("[data-do=play]").await?;
    let last = browser.script("return document.querySelector('[data-scrub]').max", json!([])).await?;
    until_step(&browser, last.as_str().context("the slider has an end")?.parse()?).await?;
    browser
        .until("it to stop", || async {
            Ok(browser.attribute("[data-do=play]", "aria-label").await?.as_deref() == Some("Play"))
        })
        .await
}

/// As WebDriver writes it.
const RIGHT: &str = "\u{e014}";

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_followed_up_to_its_result_without_loading_the_page_again() -> Result<()> {
    let server = server(25).await?;
    for lang in ["en", "vi"] {
        let run = ordered(&server, "fragmentation-oom").await?;
        let browser = Browser::open(Setting { lang, ..Setting::default() }).await?;
        browser.goto(&server.url(&format!("/{lang}/lab-runs/{run}"))).await?;
        browser.script("window.same = true", json!([])).await?;
        browser.wait_for(".lab-stage").await?;
        let early = step(&browser).await?;
        browser.until("more steps", || async { Ok(step(&browser).await? > early + 5) }).await?;
        assert!(browser.shows(".lab-state").await?, "it is still going on");
        browser.wait_for(".lab-part-memory .lab-stage").await?;
        assert!(!browser.shows(".lab-state").await?);
        assert_eq!(browser.script("return window.same", json!([])).await?, true, "the page was loaded again");
        assert!(!browser.text_content("[role=status]").await?.is_empty());
        assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_javascript_the_page_loads_itself_until_there_is_a_result() -> Result<()> {
    let server = server(20).await?;
    for lang in ["en", "vi"] {
        let browser = Browser::open(Setting { lang, javascript: false, ..Setting::default() }).await?;
        let run = ordered(&server, "fragmentation-oom").await?;
        browser.goto(&server.url(&format!("/{lang}/lab-runs/{run}"))).await?;
        assert!(browser.shows(".lab-state").await?, "the run takes a while");
        browser.wait_for(".lab-part-memory .lab-map svg").await?;
        assert!(!browser.shows("[data-film]").await?, "what only a script fills is not there");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_broke_is_taken_up_where_it_ended() -> Result<()> {
    let server = server(40).await?;
    let gate = Gate::before(&server).await?;
    let run = ordered(&server, "fragmentation-oom").await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&format!("{}/en/lab-runs/{run}", gate.origin)).await?;
    browser.wait_for(".lab-stage").await?;
    browser.until("some steps", || async { Ok(step(&browser).await? > 5) }).await?;
    gate.shut();
    browser.wait_for("[data-lost]").await?;
    let known = step(&browser).await?;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    gate.open();
    browser.until("the notice to go", || async { Ok(!browser.shows("[data-lost]").await?) }).await?;
    browser.until("later steps", || async { Ok(step(&browser).await? > known + 5) }).await?;
    // No step came twice: the slider has as many as the run has made.
    browser.wait_for(".lab-part-memory .lab-stage").await?;
    let shown = browser.script("return document.querySelector('[data-scrub]').max", json!([])).await?;
    let report = Visitor::of(&server).get(&format!("{RUNS}/{run}/report.json")).await?.json()?;
    let steps = report["runs"][0]["events"].as_array().context("a run has events")?.len();
    assert_eq!(shown, (steps - 1).to_string());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_cancels_a_run_under_way() -> Result<()> {
    let server = server(100).await?;
    let browser = Browser::open(Setting { lang: "vi", width: 360, ..Setting::default() }).await?;
    browser.goto(&server.url("/vi/labs/order-of-sizes")).await?;
    browser.write("form.lab-form input[name=prediction]", "256").await?;
    browser.follow("form.lab-form button[type=submit]").await?;
    browser.wait_for(".lab-cancel button").await?;
    inspect(&browser).await?;
    browser.follow(".lab-cancel button").await?;
    // It ends at the next step; the page learns of that by itself.
    browser.wait_for(".lab-state[data-outcome=wrong]").await?;
    assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// A way to the server that can be cut: nothing goes through while it is shut, and what was open breaks.
struct Gate {
    origin: String,
    is_open: Arc<AtomicBool>,
    breaks: watch::Sender<()>,
}

impl Gate {
    async fn before(server: &Server) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let behind = server.origin().trim_start_matches("http://").to_owned();
        let (breaks, broken) = watch::channel(());
        let is_open = Arc::new(AtomicBool::new(true));
        let lets_in = Arc::clone(&is_open);
        tokio::spawn(async move {
            while let Ok((mut visitor, _)) = listener.accept().await {
                if !lets_in.load(Ordering::SeqCst) {
                    continue;
                }
                let (behind, mut broken) = (behind.clone(), broken.clone());
                tokio::spawn(async move {
                    let Ok(mut server) = TcpStream::connect(&behind).await else { return };
                    broken.mark_unchanged();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut visitor, &mut server) => {}
                        _ = broken.changed() => {}
                    }
                });
            }
        });
        Ok(Self { origin, is_open, breaks })
    }

    fn shut(&self) {
        self.is_open.store(false, Ordering::SeqCst);
        self.breaks.send_replace(());
    }

    fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
    }
}
