use anyhow::Result;
use content::lang::Lang;
use tests::browser::{Browser, Setting};
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::course_path;

use super::{answer, asked, fill, open_lesson};

/// The whole way: language, course, every lesson with its questions, the final quiz, the name, the certificate, and the
/// page that an employer opens.
async fn walk(setting: Setting) -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(setting).await?;
    let lang: Lang = setting.lang.parse()?;
    browser.goto(&server.url("/")).await?;
    assert_eq!(browser.path().await?, format!("/{lang}/"), "the browser's language is spoken");
    browser.follow(&format!("main a[href='{}']", course_path(lang, ""))).await?;
    for lesson in 0..course().lessons.len() {
        lesson_is_read_and_answered(&browser, &server, lang, lesson).await?;
    }
    let verify = pass_the_quiz(&browser, &server, lang).await?;

    let employer = Browser::open(Setting { javascript: false, ..setting }).await?;
    employer.goto(&server.url(&verify)).await?;
    assert!(employer.shows(".verify-status[data-status=valid]").await?);
    let shown = employer.text("main").await?;
    assert!(shown.contains("Nguyễn Thị Ánh") && shown.contains(course().title.get(lang).as_str()), "{shown}");
    Ok(())
}

async fn lesson_is_read_and_answered(browser: &Browser, server: &Server, lang: Lang, number: usize) -> Result<()> {
    open_lesson(browser, server, lang, number).await?;
    let lesson = &course().lessons[number];
    assert_eq!(browser.text("h1").await?, lesson.text.get(lang).title);
    assert!(browser.width_of_page().await? <= f64::from(browser.setting().width), "{} scrolls sideways", lesson.id);
    for question in &lesson.questions {
        assert_eq!(answer(browser, question, &course::wrong(question, lang)).await?, "wrong", "{}", question.id);
        // The verdict is where the learner looks, not off the screen.
        if browser.setting().javascript {
            assert!(browser.is_in_view(&format!("#q-{} [data-verdict]", question.id)).await?, "{}", question.id);
        }
        browser.click(&format!("#q-{} a[data-live]", question.id)).await?;
        browser.wait_for(&format!("#q-{} form.question-form", question.id)).await?;
        browser.settle().await;
        clear_number(browser, question).await?;
        assert_eq!(answer(browser, question, &course::right(question, lang)).await?, "right", "{}", question.id);
    }
    browser.follow("form#read button").await?;
    assert!(!browser.shows("form#read").await?, "the lesson is marked as read");
    Ok(())
}

async fn clear_number(browser: &Browser, question: &content::question::Question) -> Result<()> {
    let field = format!("#q-{}-number", question.id);
    if browser.shows(&field).await? { browser.clear(&field).await } else { Ok(()) }
}

async fn pass_the_quiz(browser: &Browser, server: &Server, lang: Lang) -> Result<String> {
    browser.goto(&server.url(&course_path(lang, "quiz"))).await?;
    browser.follow(&format!("main form[action='{}'] button", course_path(lang, "quiz"))).await?;
    for number in 1..=course().quiz.draw {
        browser.wait_for_islands().await?;
        let question = asked(browser).await?;
        assert_eq!(answer(browser, question, &course::right(question, lang)).await?, "right", "{}", question.id);
        if number < course().quiz.draw {
            browser.follow(&format!("a#q-{}-action", question.id)).await?;
        }
    }
    browser.follow("form.finish button").await?;
    assert!(browser.shows("h1.outcome[data-outcome=right]").await?);
    browser.write("#name", "Nguyễn Thị Ánh").await?;
    browser.follow("#certificate button").await?;
    let path = browser.path().await?;
    assert!(path.starts_with(&format!("/{lang}/verify/")), "{path}");
    Ok(path.split(['?', '#']).next().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn in_english_on_a_desk() -> Result<()> {
    walk(Setting { lang: "en", width: 1280, ..Setting::default() }).await
}

#[tokio::test]
async fn in_vietnamese_on_a_phone() -> Result<()> {
    walk(Setting { lang: "vi", width: 360, ..Setting::default() }).await
}

#[tokio::test]
async fn in_english_on_a_phone_without_javascript() -> Result<()> {
    walk(Setting { lang: "en", width: 360, javascript: false, ..Setting::default() }).await
}

#[tokio::test]
async fn in_vietnamese_on_a_desk_without_javascript() -> Result<()> {
    walk(Setting { lang: "vi", width: 1280, javascript: false, ..Setting::default() }).await
}

#[tokio::test]
async fn an_attempt_outlives_closing_the_tab_the_server_and_a_change_of_language() -> Result<()> {
    let mut server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    let quiz = |lang: Lang| course_path(lang, "quiz");
    browser.goto(&server.url(&quiz(Lang::EN))).await?;
    browser.follow("main form button").await?;
    browser.wait_for_islands().await?;
    let first = asked(&browser).await?;
    answer(&browser, first, &course::right(first, Lang::EN)).await?;
    browser.follow(&format!("a#q-{}-action", first.id)).await?;
    let second = asked(&browser).await?;

    browser.new_tab().await?;
    server.kill()?;
    server.restart().await?;
    browser.goto(&server.url(&quiz(Lang::VI))).await?;
    browser.wait_for_islands().await?;
    assert_eq!(asked(&browser).await?.id, second.id, "it goes on where it stood, in the other language");
    assert_eq!(answer(&browser, second, &course::wrong(second, Lang::VI)).await?, "wrong");
    browser.reload().await?;
    assert!(browser.shows("[data-verdict][data-outcome=wrong]").await?, "the answer was stored when it was given");
    Ok(())
}

#[tokio::test]
async fn an_answer_that_is_not_checked_yet_is_no_answer() -> Result<()> {
    let server = Server::start().await?;
    let browser = Browser::open(Setting::default()).await?;
    open_lesson(&browser, &server, Lang::EN, 0).await?;
    let question = &course().lessons[0].questions[0];
    fill(&browser, question, &course::right(question, Lang::EN)).await?;
    browser.settle().await;
    assert!(!browser.shows(&format!("#q-{} [data-verdict]", question.id)).await?, "choosing is not answering");
    Ok(())
}
