use anyhow::{Context, Result};
use content::lang::Lang;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tests::browser::{Browser, Setting};
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::course_path;

use super::{answer, asked, fill, open_lesson, outcome};

#[tokio::test]
async fn a_translator_before_hydration_breaks_nothing() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.wrap_texts_before_scripts().await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    assert!(browser.is_wrapped().await?);
    for question in &course().lessons[0].questions {
        assert_eq!(answer(&browser, question, &course::wrong(question, Lang::EN)).await?, "wrong");
    }
    assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_translator_after_hydration_breaks_nothing() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    open_lesson(&browser, &server, Lang::VI, 0).await?;
    for question in &course().lessons[0].questions {
        browser.wrap_texts().await?;
        assert!(browser.is_wrapped().await?);
        assert_eq!(answer(&browser, question, &course::wrong(question, Lang::VI)).await?, "wrong");
        browser.wrap_texts().await?;
        browser.click(&format!("#q-{} a[data-live]", question.id)).await?;
        browser.wait_for(&format!("#q-{} form.question-form", question.id)).await?;
    }
    assert_eq!(browser.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn of_two_tabs_the_first_answer_counts_and_the_second_is_told() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    let question = &course().lessons[0].questions[0];
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    let (one, other) = browser.new_tab().await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    browser.turn_to(&one).await?;
    assert_eq!(answer(&browser, question, &course::right(question, Lang::EN)).await?, "right");
    browser.turn_to(&other).await?;
    assert_eq!(answer(&browser, question, &course::wrong(question, Lang::EN)).await?, "right", "the first one counts");
    Ok(())
}

#[tokio::test]
async fn a_double_click_answers_once() -> Result<()> {
    let server = Server::start().await?;
    for javascript in [true, false] {
        let browser = Browser::open(Setting { javascript, ..Setting::default() }).await?;
        let question = &course().lessons[0].questions[0];
        open_lesson(&browser, &server, Lang::EN, 0).await?;
        fill(&browser, question, &course::wrong(question, Lang::EN)).await?;
        browser.double_click(&format!("#q-{}-action", question.id)).await?;
        assert_eq!(outcome(&browser, question).await?, "wrong");
        browser.settle().await;
        assert_eq!(outcome(&browser, question).await?, "wrong", "the second click did not open another try");
    }
    Ok(())
}

#[tokio::test]
async fn the_back_button_shows_what_was_answered() -> Result<()> {
    let server = Server::start().await?;
    for javascript in [true, false] {
        let browser = Browser::open(Setting { javascript, ..Setting::default() }).await?;
        browser.goto(&server.url(&course_path(Lang::EN, "quiz"))).await?;
        browser.follow("main form button").await?;
        browser.wait_for_islands().await?;
        let first = asked(&browser).await?;
        assert_eq!(answer(&browser, first, &course::wrong(first, Lang::EN)).await?, "wrong");
        browser.follow(&format!("a#q-{}-action", first.id)).await?;
        assert_ne!(asked(&browser).await?.id, first.id);
        browser.back().await?;
        browser.wait_for_islands().await?;
        if !browser.shows("[data-verdict]").await? {
            // The browser may show the page as it was; answering again must then tell the answer that counts.
            assert_eq!(answer(&browser, first, &course::right(first, Lang::EN)).await?, "wrong");
        }
        assert_eq!(outcome(&browser, first).await?, "wrong", "javascript {javascript}");
    }
    Ok(())
}

#[tokio::test]
async fn a_lost_connection_loses_nothing() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    let question = &course().lessons[0].questions[0];
    browser.set_offline(true).await?;
    fill(&browser, question, &course::right(question, Lang::EN)).await?;
    browser.click(&format!("#q-{}-action", question.id)).await?;
    browser.wait_for(&format!("#q-{} [data-live-problem]", question.id)).await?;
    let kept = "return [...document.querySelectorAll(arguments[0] + ' input:not([type=hidden])')]\
                .filter(input => input.checked || (input.type === 'text' && input.value !== '')).length";
    let kept = browser.script(kept, json!([format!("#q-{}", question.id)])).await?;
    assert!(kept.as_u64().context("a number")? >= 1, "what was answered still stands in the form");
    browser.set_offline(false).await?;
    browser.settle().await;
    browser.click(&format!("#q-{}-action", question.id)).await?;
    assert_eq!(outcome(&browser, question).await?, "right");
    assert!(!browser.shows(&format!("#q-{} [data-live-problem]", question.id)).await?, "the notice has gone");
    Ok(())
}

#[tokio::test]
async fn a_locked_database_is_said_beside_the_answer_that_was_not_stored() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    let question = &course().lessons[0].questions[0];
    let options = SqliteConnectOptions::new().filename(server.database());
    let mut other = SqliteConnection::connect_with(&options).await?;
    other.execute("BEGIN IMMEDIATE").await?;
    fill(&browser, question, &course::right(question, Lang::EN)).await?;
    browser.click(&format!("#q-{}-action", question.id)).await?;
    let problem = format!("#q-{} [data-live-problem]", question.id);
    browser.wait_for(&problem).await?;
    let said = browser.text(&problem).await?;
    assert!(said.starts_with("This answer was not stored") && said.contains("That is safe"), "{said}");
    let spoken = browser.text_content(&format!("#q-{} [role=status]", question.id)).await?;
    assert_eq!(spoken.replace('\u{a0}', " "), said.replace('\u{a0}', " "), "it is announced");
    other.execute("ROLLBACK").await?;
    browser.settle().await;
    browser.click(&format!("#q-{}-action", question.id)).await?;
    assert_eq!(outcome(&browser, question).await?, "right");
    Ok(())
}
