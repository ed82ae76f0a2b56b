use anyhow::Result;
use sqlx::{Connection as _, SqliteConnection};
use tests::course::{COURSE, course};
use tests::server::Server;
use tests::visitor::Visitor;

#[tokio::test]
async fn a_report_names_the_version_that_the_learner_saw() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().lessons[0].questions[0];
    // As if the question had been changed since the learner opened it.
    let seen = "0".repeat(question.version.0.len());
    assert_ne!(seen, question.version.0);
    let page = visitor.get(&format!("/en/report/{COURSE}/{}?version={seen}", question.id)).await?;
    let form = page.form("form.report-form")?;
    let refused = visitor.submit(&form).await?;
    assert_eq!(refused.status, 422, "an empty report: {}", refused.body);
    let form = refused.form("form.report-form")?.with("text", "The second option is right as well.");
    let sent = visitor.submit(&form).await?;
    assert_eq!(sent.status, 200, "{}", sent.body);

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let stored: Vec<(String,)> =
        sqlx::query_as("SELECT question_version FROM mistake_report").fetch_all(&mut connection).await?;
    assert_eq!(stored, [(seen,)]);
    Ok(())
}
