//! The playground: a script is run while it is being written.

use anyhow::Result;
use serde_json::json;
use tests::browser::{Browser, Setting};
use tests::server::Server;

use crate::live::wait_for_device;

async fn inspect(browser: &Browser) -> Result<()> {
    assert_eq!(browser.axe().await?, Vec::<String>::new(), "{}", browser.setting());
    let width = browser.width_of_page().await?;
    assert!(width <= f64::from(browser.setting().width), "{}: the page is {width} px wide", browser.setting());
    Ok(())
}

/// Writes a script in the place of the one that is there, as somebody who types does.
async fn write(browser: &Browser, script: &str) -> Result<()> {
    browser.clear("#script").await?;
    browser.write("#script", script).await
}

async fn until_text(browser: &Browser, selector: &str, wanted: &str) -> Result<()> {
    browser
        .until(&format!("{selector} to say {wanted}"), || async { Ok(browser.text(selector).await? == wanted) })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_is_run_while_it_is_written() -> Result<()> {
    let server = Server::start().await?;
    for (lang, width, dark) in [("en", 1280, false), ("vi", 360, true), ("vi", 1280, true), ("en", 360, false)] {
        let browser = Browser::open(Setting { lang, width, dark, ..Setting::default() }).await?;
        browser.goto(&server.url(&format!("/{lang}/playground"))).await?;
        browser.wait_for_islands().await?;
        browser.wait_for(".lab-stage").await?;
        // The example runs out of memory, and the message is PyTorch's.
        assert!(
            browser.text("[data-messages]").await?.starts_with("CUDA out of memory. Tried to allocate 512.00 MiB.")
        );
        inspect(&browser).await?;

        write(&browser, "a = alloc 3 MB").await?;
        browser.wait_for("[data-problem]").await?;
        let place = if lang == "en" { "Line 1, column 13:" } else { "Dòng 1, cột 13:" };
        until_text(&browser, "[data-place]", place).await?;
        assert_eq!(browser.text_content("[data-paint] mark").await?, "MB");
        inspect(&browser).await?;

        write(&browser, "a = alloc 12 MiB + 100 B").await?;
        let reserved = if lang == "en" { "14.00 MiB" } else { "14,00 MiB" };
        until_text(&browser, "[data-figure=playground-reserved]", reserved).await?;
        assert!(!browser.shows("[data-problem]").await?);
        assert_eq!(browser.console_errors().await?, Vec::<String>::new());

        // The address leads to the script, for others and after a reload.
        assert!(browser.path().await?.contains("12%20MiB"), "{}", browser.path().await?);
        browser.reload().await?;
        browser.wait_for(".lab-stage").await?;
        until_text(&browser, "[data-figure=playground-reserved]", reserved).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_checked_in_pytorchs_words() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url("/en/playground")).await?;
    browser.wait_for(".lab-stage").await?;
    write(&browser, "settings max_split_size_mb:1\na = alloc 1 MiB").await?;
    browser.wait_for("[data-problem]").await?;
    let said = browser.text("[data-message]").await?;
    assert!(said.starts_with("ValueError:") && said.contains("max_split_size_mb"), "{said}");
    // What PyTorch accepts without a word is told all the same.
    write(&browser, "settings garbage_collection_threshold:0.8\na = alloc 1 MiB").await?;
    browser.until("a notice", || async { Ok(!browser.text("[data-notices]").await?.is_empty()) }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_javascript_the_server_runs_the_script() -> Result<()> {
    let server = Server::start().await?;
    for (lang, width) in [("en", 1280), ("vi", 360)] {
        let browser = Browser::open(Setting { lang, width, javascript: false, ..Setting::default() }).await?;
        browser.goto(&server.url(&format!("/{lang}/playground"))).await?;
        assert!(browser.shows("[data-still] svg").await?);
        assert!(browser.width_of_page().await? <= f64::from(width));
        write(&browser, "a = alloc 3 MiB").await?;
        browser.follow(".playground-form button[type=submit]").await?;
        let reserved = if lang == "en" { "20.00 MiB" } else { "20,00 MiB" };
        assert_eq!(browser.text("[data-figure=playground-reserved]").await?, reserved);
        write(&browser, "\nfree b").await?;
        browser.follow(".playground-form button[type=submit]").await?;
        assert!(browser.text("[data-problem]").await?.contains('2'));
        assert!(browser.text("#script").await?.contains("free b"), "what was written stays");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_is_opened_and_saved() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url("/en/playground?script=a+%3D+alloc+3+MiB")).await?;
    browser.wait_for(".lab-stage").await?;
    let saved = browser.attribute("[data-export]", "href").await?.unwrap_or_default();
    assert!(saved.starts_with("data:application/json,") && saved.contains("3145728"), "{saved}");
    let trace =
        json!({ "total_mib": 1024, "ops": [{ "op": "alloc", "id": 7, "bytes": 64 << 20 }, { "op": "free", "id": 7 }] });
    let file = server.folder().join("trace.json");
    std::fs::write(&file, trace.to_string())?;
    browser.write("[data-import]", &file.display().to_string()).await?;
    until_text(&browser, "[data-figure=playground-reserved]", "64.00 MiB").await?;
    until_text(&browser, "[data-figure=playground-allocated]", "0 B").await?;
    assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_goes_to_a_device_with_and_without_javascript() -> Result<()> {
    let server = Server::start().await?;
    wait_for_device(&server).await?;
    let desk = Setting::default();
    let phone = Setting { lang: "vi", width: 360, dark: true, ..Setting::default() };
    for setting in [desk, phone, Setting { javascript: false, ..desk }, Setting { javascript: false, ..phone }] {
        let browser = Browser::open(setting).await?;
        browser.goto(&server.url(&format!("/{}/playground", setting.lang))).await?;
        browser.wait_for_islands().await?;
        write(&browser, "a = alloc 3 MiB\nstream 1 { b = alloc 1 MiB }").await?;
        browser.follow(".playground-devices button").await?;
        assert!(browser.text("#device-problem").await?.contains("line 2"));
        browser.wait_for_islands().await?;
        inspect(&browser).await?;

        // A form that is refused is an error to the browser; it is told once.
        browser.console_errors().await?;

        write(&browser, "a = alloc 3 MiB\nb = alloc 12 MiB").await?;
        browser.follow(".playground-devices button").await?;
        browser.wait_for(".lab-part-script").await?;
        assert!(browser.text(".lab-part-script").await?.contains("alloc 12 MiB"));
        if setting.javascript {
            browser.wait_for(".lab-part-memory .lab-stage").await?;
        }
        inspect(&browser).await?;
        assert_eq!(browser.console_errors().await?, Vec::<String>::new());
        // And back, to change it.
        browser.follow(".lab-part-on a.button").await?;
        assert!(browser.text_content("#script").await?.contains("alloc 12 MiB"));
    }
    Ok(())
}
