//! The site in a real browser, as a person uses it: with and without JavaScript, on a phone and on a desk, by keyboard, with
//! a translator at work, with a connection that breaks.

mod accessible;
mod disturbed;
mod journey;
mod keyboard;
mod lab_pages;
mod playground;
mod policy;
mod run;
mod waiting;

use anyhow::{Context, Result};
use content::lang::Lang;
use content::question::Question;
use tests::browser::Browser;
use tests::course::{self, Fields, course};
use tests::server::Server;
use tests::steps::course_path;

/// Opens the page of a lesson and waits until it answers.
async fn open_lesson(browser: &Browser, server: &Server, lang: Lang, lesson: usize) -> Result<()> {
    browser.goto(&server.url(&course_path(lang, course().lessons[lesson].id.as_str()))).await?;
    browser.wait_for_islands().await
}

/// Fills in an answer: clicks the options, or types the number.
async fn fill(browser: &Browser, question: &Question, answer: &Fields) -> Result<()> {
    for (name, value) in answer {
        if name == "option" {
            browser.click(&format!("label:has(> #q-{}-o-{value})", question.id)).await?;
        } else {
            browser.write(&format!("#q-{}-number", question.id), value).await?;
        }
    }
    Ok(())
}

/// Fills in an answer, presses Check and waits for the verdict. Returns what it says: `right` or `wrong`.
async fn answer(browser: &Browser, question: &Question, answer: &Fields) -> Result<String> {
    fill(browser, question, answer).await?;
    browser.click(&format!("#q-{}-action", question.id)).await?;
    outcome(browser, question).await
}

async fn outcome(browser: &Browser, question: &Question) -> Result<String> {
    let verdict = format!("#q-{} [data-verdict]", question.id);
    browser.wait_for(&verdict).await?;
    browser.attribute(&verdict, "data-outcome").await?.context("a verdict has an outcome")
}

/// Returns the question that the page of the final quiz asks.
async fn asked(browser: &Browser) -> Result<&'static Question> {
    let id = browser.attribute("section.question", "id").await?.context("the page asks a question")?;
    Ok(course::question(id.trim_start_matches("q-")))
}
