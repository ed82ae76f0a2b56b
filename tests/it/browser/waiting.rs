//! Runs that do not simply come to their end, as the person sees it who ordered them.

use anyhow::Result;
use serde_json::json;
use tests::browser::{Browser, Setting};
use tests::server::{Options, Server};

use super::lab_pages::inspect;
use crate::live::{Worker, slow, sqlite_url, wait_for_device};

const LAB: &str = "order-of-sizes";

/// A server whose runs wait so many milliseconds after each step.
async fn server(delay: u32, flags: &[&str]) -> Result<Server> {
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    Server::with(Options { flags, environment: slow(delay), ..Options::default() }).await
}

/// Fills in the form of a lab and sends it.
async fn order(browser: &Browser, server: &Server) -> Result<()> {
    browser.goto(&server.url(&format!("/{}/labs/{LAB}", browser.setting().lang))).await?;
    browser.write("#prediction", "256").await?;
    browser.follow("form.lab-form button[type=submit]").await
}

async fn until_place(browser: &Browser, wanted: &str) -> Result<()> {
    browser.until(wanted, || async { Ok(browser.text("body").await?.contains(wanted)) }).await
}

async fn until_result(browser: &Browser) -> Result<()> {
    browser.wait_for(".lab-part-prediction .lab-prediction[data-outcome=right]").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_goes_on_while_nobody_looks() -> Result<()> {
    let server = server(60, &[]).await?;
    wait_for_device(&server).await?;
    for setting in [Setting::default(), Setting { lang: "vi", width: 360, javascript: false, ..Setting::default() }] {
        let browser = Browser::open(setting).await?;
        order(&browser, &server).await?;
        let run = browser.url().await?;
        assert!(browser.shows(".lab-state").await?, "the run takes a while");
        browser.goto("about:blank").await?;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        browser.goto(&run).await?;
        until_result(&browser).await?;
        // Whoever was away all the time finds the result, and anybody with the link does.
        let other = Browser::open(Setting { javascript: !setting.javascript, ..setting }).await?;
        other.goto(&run).await?;
        assert!(other.shows(".lab-part-prediction").await?, "nothing to wait for");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_learners_at_once_see_their_places() -> Result<()> {
    let server = server(150, &[]).await?;
    wait_for_device(&server).await?;
    let first = Browser::open(Setting::default()).await?;
    let second = Browser::open(Setting { lang: "vi", width: 360, dark: true, ..Setting::default() }).await?;
    order(&first, &server).await?;
    order(&second, &server).await?;
    until_place(&second, "Lượt chạy của bạn là lượt kế tiếp.").await?;
    inspect(&second).await?;
    let (_, behind) = first.new_tab().await?;
    order(&first, &server).await?;
    until_place(&first, "Your run is number 2 in the queue.").await?;
    first.turn_to(&behind).await?;
    until_place(&first, "Your run is the next one.").await?;
    until_result(&second).await?;
    until_result(&first).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_takes_too_long_is_said_to() -> Result<()> {
    let server = server(500, &["--lab-seconds", "1"]).await?;
    wait_for_device(&server).await?;
    let scripted = Setting { width: 360, ..Setting::default() };
    let plain = Setting { lang: "vi", dark: true, javascript: false, ..Setting::default() };
    for (setting, title) in [(scripted, "Stopped: it took too long"), (plain, "Đã dừng: chạy quá lâu")] {
        let browser = Browser::open(setting).await?;
        order(&browser, &server).await?;
        browser.wait_for(".lab-state[data-outcome=wrong]").await?;
        assert_eq!(browser.text(".lab-state h2").await?, title);
        inspect(&browser).await?;
        // The way on leads to the form, which has what was chosen.
        browser.follow(".lab-state a.button").await?;
        assert!(browser.path().await?.starts_with(&format!("/{}/labs/{LAB}", setting.lang)));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_whose_worker_dies_waits_for_another() -> Result<()> {
    let server = server(0, &["--lab-device", "none"]).await?;
    let url = sqlite_url(&server);
    let mut first = Worker::start(&url, "sim", &slow(400))?;
    wait_for_device(&server).await?;
    let browser = Browser::open(Setting::default()).await?;
    order(&browser, &server).await?;
    browser.script("window.same = true", json!([])).await?;
    until_place(&browser, "The lab is running now.").await?;
    first.kill()?;
    browser
        .until("it to wait again", || async { Ok(browser.text("[data-state]").await? == "Waiting in the queue") })
        .await?;
    until_place(&browser, "Your run is the next one.").await?;
    inspect(&browser).await?;
    let _second = Worker::start(&url, "sim", &[])?;
    until_result(&browser).await?;
    assert_eq!(browser.script("return window.same", json!([])).await?, true, "the page was loaded again");
    assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_fails_says_what_the_program_said() -> Result<()> {
    let server = server(0, &["--lab-output-mib", "1"]).await?;
    wait_for_device(&server).await?;
    let browser = Browser::open(Setting { lang: "vi", width: 360, ..Setting::default() }).await?;
    let parameters = "device_mib=65.536&tensors=700&tensor_mib=64&pairs=700&piece_mib=20&spacer_mib=20";
    browser.goto(&server.url(&format!("/vi/labs/fragmentation-oom?{parameters}"))).await?;
    browser.click("form.lab-form label:has(> input[name=prediction][value='1'])").await?;
    browser.follow("form.lab-form button[type=submit]").await?;
    browser.wait_for(".lab-state[data-outcome=wrong]").await?;
    assert!(browser.text(".lab-state q").await?.contains("larger than the 1 MiB"));
    assert!(!browser.text(".lab-state").await?.contains("trục trặc"), "it is no trouble on our side");
    inspect(&browser).await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_device_the_form_says_so_and_keeps_what_was_typed() -> Result<()> {
    let server = server(0, &["--lab-device", "none"]).await?;
    for setting in [
        Setting { width: 360, dark: true, ..Setting::default() },
        Setting { lang: "vi", javascript: false, ..Setting::default() },
    ] {
        let browser = Browser::open(setting).await?;
        let page = server.url(&format!("/{}/labs/{LAB}", setting.lang));
        browser.goto(&page).await?;
        assert!(browser.shows("#device-problem").await?, "it is said before anything is filled in");
        inspect(&browser).await?;
        order(&browser, &server).await?;
        assert!(browser.shows("#device-problem").await?);
        assert_eq!(browser.attribute("#prediction", "value").await?.as_deref(), Some("256"));
        inspect(&browser).await?;
        let mut worker = Worker::start(&sqlite_url(&server), "sim", &[])?;
        wait_for_device(&server).await?;
        browser.follow("form.lab-form button[type=submit]").await?;
        until_result(&browser).await?;
        worker.stop()?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_is_no_trouble_with_the_database() -> Result<()> {
    let server = server(400, &["--lab-queue", "1"]).await?;
    wait_for_device(&server).await?;
    let browser = Browser::open(Setting::default()).await?;
    for _ in 0..3 {
        order(&browser, &server).await?;
        if browser.shows("#device-problem").await? {
            break;
        }
    }
    assert!(browser.text("#device-problem").await?.contains("Too many runs wait already"));
    assert_eq!(browser.attribute("#prediction", "value").await?.as_deref(), Some("256"));
    inspect(&browser).await
}
