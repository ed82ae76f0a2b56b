use anyhow::Result;
use content::lang::Lang;
use content::question::Question;
use sqlx::{Connection as _, SqliteConnection};
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::{borrowed, course_path, practice_fields, practice_path};
use tests::visitor::Visitor;

/// How often the server is killed.
const CRASHES: usize = 12;

/// Posts tries of all questions in turn until the server is gone. Returns the tries that were acknowledged.
///
/// The post that met the crash is sent again first: a learner who saw no verdict presses the button once more.
async fn answer_until_the_end(visitor: Visitor, from: usize) -> Vec<(usize, u32)> {
    let questions: Vec<&Question> = course().lessons.iter().flat_map(|lesson| &lesson.questions).collect();
    let mut acknowledged = Vec::new();
    for number in from.. {
        let (index, try_no) = (number % questions.len(), u32::try_from(number / questions.len()).unwrap_or(0) + 1);
        let fields = practice_fields(course::right(questions[index], Lang::EN), try_no);
        match visitor.post_live(&practice_path(Lang::EN, questions[index]), &borrowed(&fields)).await {
            Ok(answer) if answer.body.contains("data-verdict") => acknowledged.push((index, try_no)),
            Ok(answer) => panic!("{}: {}", answer.status, answer.body),
            Err(_) => break,
        }
    }
    acknowledged
}

/// Counts the acknowledged answers in the database file itself.
async fn stored(server: &Server) -> Result<Vec<(String, i64)>> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    Ok(sqlx::query_as("SELECT question, try_no FROM practice_answer").fetch_all(&mut connection).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_answer_outlives_a_crash() -> Result<()> {
    let mut server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let questions: Vec<&Question> = course().lessons.iter().flat_map(|lesson| &lesson.questions).collect();
    let mut acknowledged = Vec::new();
    for crash in 0..CRASHES {
        let learner = tokio::spawn(answer_until_the_end(visitor.clone(), acknowledged.len()));
        // Each crash meets the run of answers at another moment.
        tokio::time::sleep(std::time::Duration::from_millis(150 + 37 * crash as u64)).await;
        server.kill()?;
        acknowledged.extend(learner.await?);
        server.restart().await?;
        let stored = stored(&server).await?;
        // A try that the crash swallowed leaves its number to the next one, so answers are counted by question.
        for (index, question) in questions.iter().enumerate() {
            let told = acknowledged.iter().filter(|(answered, _)| *answered == index).count();
            let kept = stored.iter().filter(|(answered, _)| *answered == question.id.as_str()).count();
            assert!(kept >= told, "after crash {crash} only {kept} of {told} answers to {} are there", question.id);
        }
    }
    assert!(acknowledged.len() > CRASHES, "the learner got to answer: {}", acknowledged.len());
    let page = visitor.get(&course_path(Lang::EN, course().lessons[0].id.as_str())).await?;
    assert!(!page.attributes("[data-verdict]", "data-outcome").is_empty(), "the learner's page shows the answers");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_the_server_finishes_what_it_was_told() -> Result<()> {
    let mut server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let learner = tokio::spawn(answer_until_the_end(visitor, 0));
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let status = server.stop()?;
    assert!(status.success(), "{status}\n{}", server.log());
    let acknowledged = learner.await?;
    assert!(!acknowledged.is_empty());
    let stored = stored(&server).await?;
    assert!(stored.len() >= acknowledged.len(), "{} stored of {}", stored.len(), acknowledged.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_while_it_starts_the_server_stops_in_order() -> Result<()> {
    let mut server = Server::start().await?;
    for delay in [20, 60, 120, 200] {
        server.kill()?;
        let logged = server.log().len();
        server.begin()?;
        tokio::time::sleep(std::time::Duration::from_millis(delay)).await;
        let status = server.stop()?;
        let log = server.log();
        // Before it can log anything it has nothing to put in order.
        assert!(status.success() || log.len() == logged, "{status} after {delay} ms\n{log}");
    }
    Ok(())
}
