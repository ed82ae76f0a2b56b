use anyhow::{Context, Result, bail};
use content::lang::Lang;
use content::question::Kind;
use tests::browser::{Browser, Setting, key};
use tests::course::course;
use tests::server::Server;

use super::{open_lesson, outcome};

/// Presses Tab until the element has focus, as someone without a mouse does.
async fn tab_to(browser: &Browser, selector: &str) -> Result<()> {
    for _ in 0..200 {
        if browser.has_focus(selector).await? {
            return Ok(());
        }
        browser.tab().await?;
    }
    bail!("Tab never leads to {selector}")
}

#[tokio::test]
async fn a_question_is_answered_without_a_mouse() -> Result<()> {
    let server = Server::start().await?;
    for javascript in [true, false] {
        let browser = Browser::open(Setting { javascript, ..Setting::default() }).await?;
        open_lesson(&browser, &server, Lang::EN, 0).await?;
        let mut single =
            course().lessons[0].questions.iter().filter(|question| matches!(question.kind, Kind::Single(_)));
        let question = single.next().context("the first lesson has a question with radio buttons")?;
        let form = format!("#q-{}", question.id);
        tab_to(&browser, &format!("{form} input[type=radio]")).await?;
        assert!(browser.is_in_view(&format!("{form} input[type=radio]:focus")).await?, "the focus is seen");
        browser.press(key::SPACE).await?;
        browser.press(key::DOWN).await?;
        assert!(!browser.shows(&format!("{form} [data-verdict]")).await?, "arrow keys choose and do not answer");
        browser.press(key::ENTER).await?;
        outcome(&browser, question).await?;
        if javascript {
            assert!(browser.has_focus(&format!("{form}-action")).await?, "the focus goes on to the next step");
        }
    }
    Ok(())
}

#[tokio::test]
async fn focus_stays_on_the_way_on_and_the_verdict_is_announced() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    let question = &course().lessons[0].questions[0];
    let status = format!("#q-{} [role=status]", question.id);
    assert_eq!(browser.text_content(&status).await?, "", "the region is there before it speaks");
    super::fill(&browser, question, &tests::course::wrong(question, Lang::EN)).await?;
    tab_to(&browser, &format!("#q-{}-action", question.id)).await?;
    browser.press(key::ENTER).await?;
    outcome(&browser, question).await?;
    assert!(browser.has_focus(&format!("#q-{}-action", question.id)).await?);
    let said = browser.text_content(&status).await?;
    let shown = browser.text(&format!("#q-{} .verdict-line", question.id)).await?;
    assert!(
        !said.is_empty() && shown.starts_with(said.split('.').next().unwrap_or("-")),
        "said {said:?}, shown {shown:?}"
    );
    Ok(())
}

#[tokio::test]
async fn the_first_tab_offers_to_skip_to_the_content() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url("/en/")).await?;
    browser.tab().await?;
    assert!(browser.has_focus("a.skip-link").await?);
    assert!(browser.is_in_view("a.skip-link").await?);
    browser.press(key::ENTER).await?;
    assert!(browser.has_focus("#main").await?);
    Ok(())
}
