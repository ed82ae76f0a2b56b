use anyhow::{Context, Result, bail};
use content::lang::Lang;
use content::question::Kind;
use serde_json::json;
use tests::browser::{Browser, Setting, key};
use tests::course::course;
use tests::server::Server;
use tests::steps::course_path;

use super::{answer, asked, fill, open_lesson, outcome};

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
    fill(&browser, question, &tests::course::wrong(question, Lang::EN)).await?;
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
async fn another_try_is_announced_and_begins_at_the_first_field() -> Result<()> {
    let server = Server::start().await?;
    for name in ["en", "vi"] {
        let lang: Lang = name.parse()?;
        let browser = Browser::open(Setting { lang: name, ..Setting::default() }).await?;
        open_lesson(&browser, &server, lang, 0).await?;
        for question in &course().lessons[0].questions {
            let anchor = format!("#q-{}", question.id);
            assert_eq!(answer(&browser, question, &tests::course::wrong(question, lang)).await?, "wrong");
            // A key pressed at once would be taken for the same key pressed twice.
            browser.settle().await;
            browser.settle().await;
            let verdict = browser.text_content(&format!("{anchor} [role=status]")).await?;
            tab_to(&browser, &format!("{anchor} a[data-live]")).await?;
            browser.press(key::ENTER).await?;
            browser.wait_for(&format!("{anchor} form.question-form")).await?;
            let regions = json!([format!("{anchor} [role=status], {anchor} [aria-live]")]);
            let said = "const regions = [...document.querySelectorAll(arguments[0])];
                return regions.map(region => region.textContent)";
            let said = browser.script(said, regions).await?;
            let [said] = said.as_array().map_or(&[][..], Vec::as_slice) else { bail!("not one region: {said}") };
            let said = said.as_str().unwrap_or_default();
            assert!(said != verdict && said.contains('2'), "{}: said {said:?} after {verdict:?}", question.id);
            let first = "return document.activeElement === document.querySelector(arguments[0] + ' fieldset input')";
            assert_eq!(browser.script(first, json!([anchor])).await?, true, "{}", question.id);
            assert!(browser.is_in_view(&format!("{anchor} input:focus")).await?, "{}: the focus is seen", question.id);
        }
    }
    Ok(())
}

#[tokio::test]
async fn another_try_in_the_quiz_begins_at_the_first_field() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url(&course_path(Lang::EN, "quiz"))).await?;
    browser.follow("main form button").await?;
    browser.wait_for_islands().await?;
    let question = asked(&browser).await?;
    answer(&browser, question, &tests::course::wrong(question, Lang::EN)).await?;
    browser.settle().await;
    browser.settle().await;
    // Here the way to the next question has the id of the button, so the focus would be lost with the link.
    tab_to(&browser, "a[data-live]").await?;
    browser.press(key::ENTER).await?;
    browser.wait_for("form.question-form").await?;
    assert!(browser.has_focus("fieldset input").await?);
    assert!(browser.text_content("[role=status]").await?.contains("open again"));
    Ok(())
}

#[tokio::test]
async fn the_last_answer_leads_to_the_end_of_the_quiz() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url(&course_path(Lang::EN, "quiz"))).await?;
    browser.follow("main form button").await?;
    for _ in 1..course().quiz.draw {
        browser.wait_for_islands().await?;
        let question = asked(&browser).await?;
        answer(&browser, question, &tests::course::right(question, Lang::EN)).await?;
        browser.follow(&format!("a#q-{}-action", question.id)).await?;
    }
    browser.wait_for_islands().await?;
    let question = asked(&browser).await?;
    fill(&browser, question, &tests::course::right(question, Lang::EN)).await?;
    tab_to(&browser, &format!("#q-{}-action", question.id)).await?;
    browser.press(key::ENTER).await?;
    outcome(&browser, question).await?;
    assert!(browser.has_focus("form.finish button").await?, "the focus is on the way on");
    let end = browser.text("form.finish p").await?;
    assert!(browser.text_content("[role=status]").await?.ends_with(&end), "it is said that there is nothing left");
    Ok(())
}

#[tokio::test]
async fn a_key_pressed_twice_does_not_skip_the_verdict() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    browser.goto(&server.url(&course_path(Lang::EN, "quiz"))).await?;
    browser.follow("main form button").await?;
    browser.wait_for_islands().await?;
    let question = asked(&browser).await?;
    fill(&browser, question, &tests::course::right(question, Lang::EN)).await?;
    let action = format!("#q-{}-action", question.id);
    tab_to(&browser, &action).await?;
    // A click as a key makes it, 100 ms after the verdict, however slow this machine is between two commands of the driver.
    let press = "const action = arguments[0];
        const again = () => { document.querySelector(action).click(); document.body.dataset.pressed = '' };
        new MutationObserver((_, seen) => { seen.disconnect(); setTimeout(again, 100) })
            .observe(document.querySelector('[data-live-body]'), { childList: true })";
    browser.script(press, json!([action])).await?;
    browser.press(key::ENTER).await?;
    browser.wait_for("body[data-pressed]").await?;
    browser.settle().await;
    assert!(browser.shows(&format!("#q-{} [data-verdict]", question.id)).await?, "the verdict stays");
    browser.follow(&action).await?;
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
