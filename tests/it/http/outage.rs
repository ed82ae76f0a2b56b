use std::time::Duration;

use anyhow::Result;
use content::lang::Lang;
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tests::course::{self, course};
use tests::postgres::Cluster;
use tests::server::{Options, Server};
use tests::steps::{borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor};

fn assert_says_try_again(answer: &Answer) {
    assert_eq!(answer.status, 503, "{}: {}", answer.path, answer.body);
    let retry: u32 = answer.header("retry-after").parse().expect("Retry-After names seconds");
    assert!((1..=120).contains(&retry), "{retry}");
}

async fn answer(visitor: &Visitor, live: bool) -> Result<Answer> {
    let question = &course().lessons[0].questions[0];
    let path = practice_path(Lang::EN, question);
    let fields = practice_fields(course::right(question, Lang::EN), 1);
    if live {
        visitor.post_live(&path, &borrowed(&fields)).await
    } else {
        visitor.post(&path, &borrowed(&fields)).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_is_said_and_waited_out() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut other = SqliteConnection::connect_with(&options).await?;
    other.execute("BEGIN IMMEDIATE").await?;

    let refused = answer(&visitor, false).await?;
    assert_says_try_again(&refused);
    assert_eq!(refused.texts("h1").len(), 1, "a page for people");
    let problem = answer(&visitor, true).await?;
    assert_says_try_again(&problem);
    assert_eq!(problem.header("content-type"), "application/problem+json");
    let reading = visitor.get(&course_path(Lang::EN, course().lessons[0].id.as_str())).await?;
    assert_eq!(reading.status, 200, "reading needs no lock");

    other.execute("ROLLBACK").await?;
    assert_eq!(answer(&visitor, true).await?.status, 200, "it recovers by itself");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_server_that_goes_is_said_and_waited_out() -> Result<()> {
    // A cluster of its own: others have to go on.
    let cluster = Cluster::start()?;
    let database = cluster.create_database(None).await?;
    let server = Server::with(Options { database_url: Some(cluster.url(&database)), ..Options::default() }).await?;
    let visitor = Visitor::of(&server);
    assert_eq!(answer(&visitor, true).await?.status, 200);
    let lesson = course_path(Lang::EN, course().lessons[0].id.as_str());
    assert_eq!(visitor.get(&lesson).await?.attributes("[data-verdict]", "data-outcome"), ["right"]);

    cluster.stop()?;
    assert_says_try_again(&answer(&visitor, false).await?);
    assert_says_try_again(&visitor.get(&lesson).await?);
    assert_eq!(visitor.get("/readyz").await?.status, 503);
    assert_eq!(visitor.get("/healthz").await?.status, 200);

    cluster.start_again()?;
    for _ in 0..100 {
        if visitor.get(&lesson).await?.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(visitor.get(&lesson).await?.attributes("[data-verdict]", "data-outcome"), ["right"], "nothing was lost");
    Ok(())
}
