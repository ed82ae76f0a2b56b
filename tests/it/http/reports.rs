use std::process::Command;

use anyhow::Result;
use sqlx::{Connection as _, SqliteConnection};
use tests::course::{COURSE, course};
use tests::paths;
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
    let form = refused.form("form.report-form")?.with("text", "The \u{202E}second option is right as well.");
    let sent = visitor.submit(&form).await?;
    assert_eq!(sent.status, 200, "{}", sent.body);

    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let stored: Vec<(String,)> =
        sqlx::query_as("SELECT question_version FROM mistake_report").fetch_all(&mut connection).await?;
    assert_eq!(stored, [(seen,)]);

    let url = format!("sqlite:{}", server.database().display());
    for json in [&[][..], &["--json"]] {
        let listed =
            Command::new(paths::server_binary()?).args(["reports", "--database-url", &url]).args(json).output()?;
        let listed = String::from_utf8(listed.stdout)?;
        assert!(listed.contains("The \\u202esecond option"), "a terminal would turn the line around: {listed}");
    }
    Ok(())
}

/// Waiting does not help, so nothing may say that it would.
#[tokio::test]
async fn a_limit_for_good_is_named_and_nobody_is_told_to_try_again() -> Result<()> {
    let server = Server::start().await?;
    for lang in ["en", "vi"] {
        let visitor = Visitor::of(&server);
        let path = format!("/{lang}/report/{COURSE}/{}", course().lessons[0].questions[0].id);
        let form =
            visitor.get(&path).await?.form("form.report-form")?.with("text", "The second option is right as well.");
        assert_eq!(visitor.submit(&form).await?.status, 200);
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let copy = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 99)
            INSERT INTO mistake_report
            SELECT id || '-' || n, learner, course, question, question_version, lang, text, sent_at
            FROM n, (SELECT * FROM mistake_report ORDER BY id DESC LIMIT 1)";
        // The ids of the copies sort behind the one that they are copies of, and not behind a later one.
        sqlx::raw_sql(copy).execute(&mut connection).await?;

        let refused = visitor.submit(&form).await?;
        assert_eq!(refused.status, 409, "{}", refused.body);
        assert_eq!(refused.header("retry-after"), "");
        assert!(refused.texts(".lead")[0].contains("100"), "{:?}", refused.texts(".lead"));
        assert!(refused.texts("main a.button").is_empty(), "there is no button to load the page again");
    }
    Ok(())
}
