use anyhow::Result;
use content::lang::Lang;
use sqlx::{Connection as _, SqliteConnection};
use tests::server::Server;
use tests::steps::{asked, course_path};
use tests::visitor::Visitor;

#[tokio::test]
async fn an_attempt_ends_when_all_of_its_questions_have_left_the_pool() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    visitor.start_quiz(Lang::EN).await?;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    sqlx::query("UPDATE attempt_item SET question = 'gone-' || position").execute(&mut connection).await?;

    let result = visitor.visit(&course_path(Lang::EN, "quiz")).await?;
    assert_eq!(result.attributes("h1.outcome", "data-outcome"), ["wrong"], "{}", result.body);
    let again = visitor.follow(visitor.submit(&result.form("form.again")?).await?).await?;
    asked(&again)?;
    Ok(())
}
