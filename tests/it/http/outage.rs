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
    answer_in(visitor, Lang::EN, live).await
}

async fn answer_in(visitor: &Visitor, lang: Lang, live: bool) -> Result<Answer> {
    let question = &course().lessons[0].questions[0];
    let path = practice_path(lang, question);
    let fields = practice_fields(course::right(question, lang), 1);
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

    for lang in [Lang::EN, Lang::VI] {
        let refused = answer_in(&visitor, lang, false).await?;
        assert_says_try_again(&refused);
        let (not_stored, safe) = match lang {
            Lang::EN => ("This answer was not stored", "That is safe"),
            _ => ("Câu trả lời này chưa được lưu", "yên tâm gửi lại"),
        };
        assert_eq!(refused.texts("h1"), [not_stored], "a page for people");
        assert!(refused.texts(".lead")[0].contains(safe), "{:?}", refused.texts(".lead"));
        let back = refused.attributes("main a.button", "href");
        let question = visitor.get(&back[0]).await?;
        let place = format!("#q-{}", course().lessons[0].questions[0].id);
        assert!(question.location().is_some_and(|there| there.ends_with(&place)), "{:?}", question.location());

        let problem = answer_in(&visitor, lang, true).await?;
        assert_says_try_again(&problem);
        assert_eq!(problem.header("content-type"), "application/problem+json");
        let detail = problem.json()?["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.starts_with(not_stored) && detail.contains(safe), "{detail}");
    }
    let start = visitor.post(&course_path(Lang::EN, "quiz"), &[]).await?;
    assert_says_try_again(&start);
    assert_eq!(start.texts("h1"), ["What you sent was not stored"]);
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
    let reading = visitor.get(&lesson).await?;
    assert_says_try_again(&reading);
    assert_eq!(reading.texts("h1"), ["The site cannot reach its database"], "nothing was sent");
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
