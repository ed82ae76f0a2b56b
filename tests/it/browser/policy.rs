use anyhow::Result;
use content::lang::Lang;
use serde_json::json;
use tests::browser::{Browser, Setting};
use tests::course::course;
use tests::server::Server;
use tests::steps::course_path;

/// Scripts and modules that a page has loaded, and what they weigh on the wire.
const LOADED: &str = "return performance.getEntriesByType('resource')
    .filter(entry => /\\.(js|wasm)$/.test(new URL(entry.name).pathname))
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0)";

#[tokio::test]
async fn no_page_violates_its_own_policy() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    for path in ["/en/", "/vi/glossary", "/en/progress", &course_path(Lang::VI, ""), &course_path(Lang::EN, "quiz")] {
        browser.goto(&server.url(path)).await?;
        assert_eq!(browser.console_errors().await?, Vec::<String>::new(), "{path}");
        assert_eq!(browser.script(LOADED, json!([])).await?, 0, "{path} has no island and loads no script");
    }
    for number in 0..course().lessons.len() {
        super::open_lesson(&browser, &server, Lang::EN, number).await?;
        assert_eq!(browser.console_errors().await?, Vec::<String>::new(), "{}", course().lessons[number].id);
    }
    Ok(())
}

#[tokio::test]
async fn a_page_with_questions_loads_seventy_kilobytes_at_the_most() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url(&course_path(Lang::EN, "quiz"))).await?;
    browser.follow("main form button").await?;
    browser.wait_for_islands().await?;
    let bytes = browser.script(LOADED, json!([])).await?.as_u64().unwrap_or_default();
    assert!((10_000..70_000).contains(&bytes), "{bytes} bytes of script and wasm");
    Ok(())
}

#[tokio::test]
async fn the_theme_is_remembered_without_script() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting { javascript: false, ..Setting::default() }).await?;
    browser.goto(&server.url("/en/glossary")).await?;
    let background = "return getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor";
    let light = browser.script(background, json!([])).await?;
    browser.follow("form[action='/theme'] [value=dark]").await?;
    assert_eq!(browser.path().await?, "/en/glossary", "the page stays");
    let dark = browser.script(background, json!([])).await?;
    assert_ne!(light, dark);
    browser.goto(&server.url("/vi/")).await?;
    assert_eq!(browser.attribute("html", "data-theme").await?.as_deref(), Some("dark"));
    Ok(())
}
