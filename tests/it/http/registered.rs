use std::process::Command;

use anyhow::{Context as _, Result};
use content::lang::Lang;
use reqwest::header::ACCEPT;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use tests::paths;
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

    let credential = format!("/credentials/{}", path.rsplit('/').next().unwrap_or_default());
    let changes = [
        ("holder = 'Ada Lovelacf'", "holder = 'Ada Lovelace'"),
        ("score = score - 1", "score = score + 1"),
        ("issued_at = issued_at + 1000", "issued_at = issued_at - 1000"),
        ("jwt = jwt || 'A'", "jwt = substr(jwt, 1, length(jwt) - 1)"),
    ];
    for (change, back) in changes {
        tamper(&server, &format!("UPDATE certificate SET {change}")).await?;
        assert_eq!(status(&visitor, &path).await?, said(409, "altered"), "{change}");
        for accept in ["*/*", "application/json"] {
            assert_eq!(visitor.get_with(&credential, ACCEPT, accept).await?.status, 409, "{change}");
        }
        tamper(&server, &format!("UPDATE certificate SET {back}")).await?;
        assert_eq!(status(&visitor, &path).await?, said(200, "valid"), "{back}");
    }

    // What cannot even be read is told as altered too.
    tamper(&server, "UPDATE certificate SET course = 'No Course'").await?;
    assert_eq!(status(&visitor, &path).await?, said(409, "altered"));
    assert_eq!(visitor.get(&credential).await?.status, 409);

    let nobody = "/en/verify/3f0d1f3e-6c3b-4f6e-9a53-0123456789ab";
    assert_eq!(status(&visitor, nobody).await?, said(404, "unclear"));
    assert_eq!(status(&visitor, "/en/verify/not-an-id").await?, said(404, "unclear"));
    Ok(())
}

#[tokio::test]
async fn the_page_of_a_withdrawn_certificate_explains_no_fetching() -> Result<()> {
    let server = Server::start().await?;
    for lang in [Lang::EN, Lang::VI] {
        let visitor = Visitor::of(&server);
        let path = visitor.certificate(lang, "Ada Lovelace").await?;
        let id = path.rsplit('/').next().context("an id")?;
        let credential = format!("/credentials/{id}");
        let valid = visitor.get(&path).await?;
        assert!(valid.body.contains(&credential) && !valid.texts("pre").is_empty(), "how to fetch and check it");
        assert_eq!(valid.texts("#share").len(), 1, "its holder is told how to share it");

        let database = format!("sqlite:{}", server.database().display());
        let mut withdraw = Command::new(paths::server_binary()?);
        withdraw.args(["certificate", "withdraw", id, "--reason", "a test", "--database-url", &database]);
        assert!(withdraw.current_dir(server.folder()).status()?.success());

        let page = visitor.get(&path).await?;
        assert_eq!(page.attributes(".verify-status", "data-status"), ["withdrawn"]);
        assert_eq!(visitor.get(&credential).await?.status, 410);
        assert!(page.texts(".part-yourself p").concat().contains("410"), "{:?}", page.texts(".part-yourself"));
        assert!(!page.body.contains(&credential) && page.texts("pre").is_empty(), "there is nothing to fetch");
        assert!(page.texts("#share").is_empty(), "there is nothing to share");
    }
    Ok(())
}
