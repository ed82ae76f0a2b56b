use anyhow::Result;
use content::lang::Lang;
use sqlx::{Connection as _, SqliteConnection};
use tests::course;
use tests::server::Server;
use tests::steps::{asked, borrowed, course_path, practice_fields};
use tests::visitor::Visitor;

async fn database(server: &Server) -> Result<SqliteConnection> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    Ok(SqliteConnection::connect_with(&options).await?)
}

#[tokio::test]
async fn a_question_that_left_the_pool_leads_on_to_the_next() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let page = visitor.start_quiz(Lang::EN).await?;
    let gone = asked(&page)?;
    let form = page.form("form.question-form")?;
    let mut database = database(&server).await?;
    sqlx::query("UPDATE attempt_item SET question = 'gone' WHERE question = $1")
        .bind(gone.id.as_str())
        .execute(&mut database)
        .await?;
    // As every write of the server does, so that no page from before is shown.
    sqlx::query("UPDATE learner SET revision = revision + 1").execute(&mut database).await?;

    let place = course_path(Lang::EN, &format!("quiz/{}", gone.id));
    assert_ne!(asked(&visitor.visit(&place).await?)?.id, gone.id);
    let answered = visitor.submit(&form.fill(&course::right(gone, Lang::EN))).await?;
    assert_ne!(asked(&visitor.follow(answered).await?)?.id, gone.id);
    Ok(())
}

#[tokio::test]
async fn a_form_of_an_attempt_that_has_ended_is_told_so() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let page = visitor.start_quiz(Lang::EN).await?;
    let question = asked(&page)?;
    let place = course_path(Lang::EN, &format!("quiz/{}", question.id));
    let mut fields = practice_fields(course::right(question, Lang::EN), 1);
    fields.push(("attempt".to_owned(), page.attributes("input[name=attempt]", "value").concat()));
    visitor.finish_quiz(Lang::EN, page, &[]).await?;
    let told = visitor.post_live(&place, &borrowed(&fields)).await?;
    assert_eq!(told.status, 409);
    assert_eq!(told.json()?["title"], "This attempt has moved on");
    Ok(())
}

#[tokio::test]
async fn an_attempt_ends_when_all_of_its_questions_have_left_the_pool() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    visitor.start_quiz(Lang::EN).await?;
    sqlx::query("UPDATE attempt_item SET question = 'gone-' || position")
        .execute(&mut database(&server).await?)
        .await?;

    let result = visitor.visit(&course_path(Lang::EN, "quiz")).await?;
    assert_eq!(result.attributes("h1.outcome", "data-outcome"), ["wrong"], "{}", result.body);
    let again = visitor.follow(visitor.submit(&result.form("form.again")?).await?).await?;
    asked(&again)?;
    Ok(())
}
