use anyhow::{Context, Result};
use content::lang::Lang;
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::Visitor;

use super::LANGS;

#[tokio::test]
async fn a_wrong_answer_can_be_tried_again() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let visitor = Visitor::of(&server);
        let lesson = &course().lessons[0];
        for question in &lesson.questions {
            let place = format!("#q-{}", question.id);
            let page = visitor.visit(&course_path(lang, lesson.id.as_str())).await?;
            let form = page.form(&format!("{place} form"))?;
            let told = visitor.follow(visitor.submit(&form.fill(&course::wrong(question, lang))).await?).await?;
            assert_eq!(told.attributes(&format!("{place} [data-verdict]"), "data-outcome"), ["wrong"]);
            let retry = told.attributes(&format!("{place} a[data-live]"), "href");
            let again = visitor.visit(retry.first().context("a wrong answer can be tried again")?).await?;
            let form = again.form(&format!("{place} form"))?;
            let told = visitor.follow(visitor.submit(&form.fill(&course::right(question, lang))).await?).await?;
            assert_eq!(told.attributes(&format!("{place} [data-verdict]"), "data-outcome"), ["right"]);
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_first_answers_decide_and_a_failed_attempt_can_be_repeated() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let quiz = &course().quiz;
    let needed = (quiz.draw * usize::from(quiz.pass_percent)).div_ceil(100);
    let wrongly: Vec<usize> = (1..=quiz.draw - needed + 1).collect();
    let first = visitor.start_quiz(Lang::EN).await?;
    let result = visitor.finish_quiz(Lang::EN, first, &wrongly).await?;
    assert_eq!(result.attributes("h1.outcome", "data-outcome"), ["wrong"], "one right answer too few");
    assert!(result.form("form#certificate").is_err(), "no certificate for a failed attempt");
    assert_eq!(result.attributes(".review section.question", "id").len(), quiz.draw, "every question is reviewed");
    let again = visitor.start_quiz(Lang::EN).await?;
    let result = visitor.finish_quiz(Lang::EN, again, &wrongly[1..]).await?;
    assert_eq!(result.attributes("h1.outcome", "data-outcome"), ["right"], "just enough");
    Ok(())
}

#[tokio::test]
async fn an_attempt_holds_the_required_questions_and_goes_on_in_another_language() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let mut page = visitor.start_quiz(Lang::EN).await?;
    let mut seen = Vec::new();
    for number in 0..course().quiz.draw {
        let lang = LANGS[number % 2];
        let question = asked(&page)?;
        let here = page.path.split('#').next().unwrap_or_default().to_owned();
        let there = format!("/{lang}{}", &here[3..]);
        let page_there = visitor.visit(&there).await?;
        assert_eq!(asked(&page_there)?.id, question.id, "the other language shows the same question");
        let stem = page_there.texts(".stem").join(" ");
        assert!(!stem.is_empty());
        let told = visitor.answer_quiz(&page_there, course::right(question, lang)).await?;
        seen.push(question.id.clone());
        let next = told.attributes("a.button[id$='-action']:not([data-live])", "href");
        page = match next.first() {
            Some(next) => visitor.visit(next).await?,
            None => told,
        };
    }
    for required in &course().quiz.required {
        assert!(seen.contains(required), "{required} is in every attempt");
    }
    let result = visitor.follow(visitor.submit(&page.form("form.finish")?).await?).await?;
    assert_eq!(result.attributes("h1.outcome", "data-outcome"), ["right"]);
    Ok(())
}

#[tokio::test]
async fn progress_follows_to_another_device_once_and_can_be_deleted() -> Result<()> {
    let server = Server::start().await?;
    let (phone, laptop, thief) = (Visitor::of(&server), Visitor::of(&server), Visitor::of(&server));
    let question = &course().lessons[0].questions[0];
    let lesson = course_path(Lang::EN, course().lessons[0].id.as_str());
    let fields = practice_fields(course::right(question, Lang::EN), 1);
    phone.post(&practice_path(Lang::EN, question), &borrowed(&fields)).await?;
    let progress = phone.visit("/en/progress").await?;
    let made = phone.submit(&progress.form("form[action='/en/progress/continue']")?).await?;
    let start = made.body.find("/en/continue/").context("the page shows the link")?;
    let link: String = made.body[start..].chars().take_while(|c| c.is_alphanumeric() || "/-_".contains(*c)).collect();

    let confirm = laptop.visit(&link).await?;
    laptop.follow(laptop.submit(&confirm.form(&format!("form[action='{link}']"))?).await?).await?;
    let moved = laptop.visit(&lesson).await?;
    assert_eq!(moved.attributes("[data-verdict]", "data-outcome"), ["right"]);
    assert_eq!(thief.visit(&link).await?.status, 410, "a link works once");

    let confirm = laptop.visit("/en/progress/delete").await?;
    laptop.follow(laptop.submit(&confirm.form("main form")?).await?).await?;
    for device in [&laptop, &phone] {
        assert!(device.visit(&lesson).await?.attributes("[data-verdict]", "data-outcome").is_empty());
    }
    Ok(())
}

#[tokio::test]
async fn a_certificate_shows_what_was_signed_to_anyone() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let learner = Visitor::of(&server);
        let path = learner.certificate(lang, "Đặng Thùy Ổn").await?;
        let stranger = Visitor::of(&server).visit(&path).await?;
        assert_eq!(stranger.status, 200);
        assert_eq!(stranger.attributes(".verify-status", "data-status"), ["valid"]);
        let text = stranger.texts("main").join(" ");
        for shown in ["Đặng Thùy Ổn", course().title.get(lang).as_str()] {
            assert!(text.contains(shown), "{shown} in {text}");
        }
        let failed = stranger.attributes(".checks li", "data-outcome");
        assert!(failed.len() >= 3 && failed.iter().all(|outcome| outcome == "right"), "{failed:?}");
    }
    Ok(())
}
