use anyhow::Result;
use content::lang::Lang;
use tests::browser::{Browser, Setting};
use tests::course::{self, COURSE, course};
use tests::server::Server;
use tests::steps::course_path;

use super::{answer, asked, open_lesson};

/// Looks at the page as it stands: no finding of axe-core, and nothing that scrolls sideways.
async fn inspect(browser: &Browser, found: &mut Vec<String>) -> Result<()> {
    let place = format!("{} ({})", browser.path().await?, browser.setting());
    found.extend(browser.axe().await?.into_iter().map(|finding| format!("{place}: {finding}")));
    let width = browser.width_of_page().await?;
    if width > f64::from(browser.setting().width) {
        found.push(format!("{place}: the page is {width} px wide"));
    }
    Ok(())
}

async fn every_page(setting: Setting) -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(setting).await?;
    let lang: Lang = setting.lang.parse()?;
    let mut found = Vec::new();
    let course_page = course_path(lang, "");
    let report = format!("/{lang}/report/{COURSE}/{}", course().lessons[0].questions[0].id);
    let plain = ["/", "/glossary", "/progress", "/nowhere", "/verify/none", "/progress/delete"]
        .map(|path| format!("/{lang}{path}"));
    for path in plain.iter().chain([&course_page, &course_path(lang, "quiz"), &report]) {
        browser.goto(&server.url(path)).await?;
        inspect(&browser, &mut found).await?;
    }
    for number in 0..course().lessons.len() {
        open_lesson(&browser, &server, lang, number).await?;
        inspect(&browser, &mut found).await?;
        for (index, question) in course().lessons[number].questions.iter().enumerate() {
            let given = if index % 2 == 0 { course::wrong(question, lang) } else { course::right(question, lang) };
            answer(&browser, question, &given).await?;
        }
        inspect(&browser, &mut found).await?;
    }
    quiz(&browser, &server, lang, &mut found).await?;
    for path in [format!("/{lang}/progress"), course_page] {
        browser.goto(&server.url(&path)).await?;
        inspect(&browser, &mut found).await?;
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
    Ok(())
}

async fn quiz(browser: &Browser, server: &Server, lang: Lang, found: &mut Vec<String>) -> Result<()> {
    browser.goto(&server.url(&course_path(lang, "quiz"))).await?;
    browser.follow("main form button").await?;
    for number in 1..=course().quiz.draw {
        browser.wait_for_islands().await?;
        let question = asked(browser).await?;
        let given = if number == 1 { course::wrong(question, lang) } else { course::right(question, lang) };
        if number < 3 {
            inspect(browser, found).await?;
        }
        answer(browser, question, &given).await?;
        if number < 3 || number == course().quiz.draw {
            inspect(browser, found).await?;
        }
        if number < course().quiz.draw {
            browser.follow(&format!("a#q-{}-action", question.id)).await?;
        }
    }
    browser.follow("form.finish button").await?;
    inspect(browser, found).await?;
    browser.write("#name", "Nguyễn Thị Ánh").await?;
    browser.follow("#certificate button").await?;
    inspect(browser, found).await
}

#[tokio::test]
async fn english_light_on_a_desk() -> Result<()> {
    every_page(Setting { lang: "en", ..Setting::default() }).await
}

#[tokio::test]
async fn english_dark_on_a_phone() -> Result<()> {
    every_page(Setting { lang: "en", width: 360, dark: true, ..Setting::default() }).await
}

#[tokio::test]
async fn vietnamese_light_on_a_phone() -> Result<()> {
    every_page(Setting { lang: "vi", width: 360, ..Setting::default() }).await
}

#[tokio::test]
async fn vietnamese_dark_on_a_desk() -> Result<()> {
    every_page(Setting { lang: "vi", dark: true, ..Setting::default() }).await
}

/// A desk at 400 % zoom is 320 px wide (WCAG 1.4.10, Reflow).
#[tokio::test]
async fn nothing_scrolls_sideways_at_400_percent() -> Result<()> {
    let server = Server::start().await?;
    for name in ["en", "vi"] {
        let lang: Lang = name.parse()?;
        let browser = Browser::open(Setting { lang: name, width: 320, ..Setting::default() }).await?;
        let pages = ["/", "/glossary", "/progress"].map(|path| format!("/{lang}{path}"));
        let lessons = course().lessons.iter().map(|lesson| course_path(lang, lesson.id.as_str()));
        for path in pages.into_iter().chain([course_path(lang, ""), course_path(lang, "quiz")]).chain(lessons) {
            browser.goto(&server.url(&path)).await?;
            assert!(browser.width_of_page().await? <= 320.0, "{path} is {} px wide", browser.width_of_page().await?);
        }
    }
    Ok(())
}
