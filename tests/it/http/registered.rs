use anyhow::Result;
use content::lang::Lang;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use tests::server::Server;
use tests::visitor::Visitor;

/// Writes to the server's database behind its back.
async fn tamper(server: &Server, change: &str) -> Result<()> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let sql = format!("PRAGMA ignore_check_constraints = ON; {change}");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await?;
    Ok(())
}

/// Returns what the page of a certificate says of it, and with which HTTP status.
async fn status(visitor: &Visitor, path: &str) -> Result<(u16, Vec<String>)> {
    let page = visitor.get(path).await?;
    Ok((page.status.as_u16(), page.attributes(".verify-status", "data-status")))
}

fn said(status: u16, word: &str) -> (u16, Vec<String>) {
    (status, vec![word.to_owned()])
}

#[tokio::test]
async fn every_state_of_a_certificate_has_its_own_page() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let path = visitor.certificate(Lang::EN, "Ada Lovelace").await?;
    assert_eq!(status(&visitor, &path).await?, said(200, "valid"));

    let changes = [
        ("holder = 'Ada Lovelacf'", "holder = 'Ada Lovelace'"),
        ("score = score - 1", "score = score + 1"),
        ("issued_at = issued_at + 1000", "issued_at = issued_at - 1000"),
        ("jwt = jwt || 'A'", "jwt = substr(jwt, 1, length(jwt) - 1)"),
    ];
    for (change, back) in changes {
        tamper(&server, &format!("UPDATE certificate SET {change}")).await?;
        assert_eq!(status(&visitor, &path).await?, said(200, "altered"), "{change}");
        tamper(&server, &format!("UPDATE certificate SET {back}")).await?;
        assert_eq!(status(&visitor, &path).await?, said(200, "valid"), "{back}");
    }

    // What cannot even be read is told as altered too, and its credential is not handed out.
    tamper(&server, "UPDATE certificate SET course = 'No Course'").await?;
    assert_eq!(status(&visitor, &path).await?, said(200, "altered"));
    let id = path.rsplit('/').next().unwrap_or_default();
    assert_eq!(visitor.get(&format!("/credentials/{id}")).await?.status, 500);

    let nobody = "/en/verify/3f0d1f3e-6c3b-4f6e-9a53-0123456789ab";
    assert_eq!(status(&visitor, nobody).await?, said(404, "unclear"));
    assert_eq!(status(&visitor, "/en/verify/not-an-id").await?, said(404, "unclear"));
    Ok(())
}
