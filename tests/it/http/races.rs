use anyhow::Result;
use content::lang::Lang;
use tests::course::{self, Fields, course};
use tests::postgres::Cluster;
use tests::server::{Options, Server};
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::Visitor;

/// Posts an answer a hundred times at once, half of it wrong, and returns how many verdicts of each kind were told.
async fn storm(visitor: &Visitor, path: &str, fields: [Fields; 2]) -> Result<[usize; 2]> {
    let mut posts = tokio::task::JoinSet::new();
    for number in 0..100 {
        let (visitor, path, fields) = (visitor.clone(), path.to_owned(), fields[number % 2].clone());
        posts.spawn(async move { visitor.post_live(&path, &borrowed(&fields)).await });
    }
    let mut told = [0, 0];
    while let Some(answer) = posts.join_next().await {
        let answer = answer??;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let html = answer.json()?["html"].as_str().unwrap_or_default().to_owned();
        told[0] += usize::from(html.contains("data-outcome=\"right\""));
        told[1] += usize::from(html.contains("data-outcome=\"wrong\""));
    }
    Ok(told)
}

async fn one_of_a_hundred_counts(server: &Server) -> Result<()> {
    let visitor = Visitor::of(server);
    let question = &course().lessons[0].questions[0];
    // Makes the learner, so that a hundred first posts are not a hundred learners.
    let other = &course().lessons[0].questions[1];
    visitor
        .post(&practice_path(Lang::EN, other), &borrowed(&practice_fields(course::right(other, Lang::EN), 1)))
        .await?;
    let path = practice_path(Lang::EN, question);
    let right = practice_fields(course::right(question, Lang::EN), 1);
    let wrong = practice_fields(course::wrong(question, Lang::EN), 1);
    let told = storm(&visitor, &path, [right, wrong]).await?;
    assert!(told == [100, 0] || told == [0, 100], "all posts are told the one answer that counts: {told:?}");
    let again = visitor.get(&course_path(Lang::EN, course().lessons[0].id.as_str())).await?;
    let stored = again.attributes(&format!("#q-{} [data-verdict]", question.id), "data-outcome");
    assert_eq!(stored, [if told[0] == 100 { "right" } else { "wrong" }]);
    Ok(())
}

async fn one_of_a_hundred_counts_in_the_quiz(server: &Server) -> Result<()> {
    let visitor = Visitor::of(server);
    let page = visitor.start_quiz(Lang::EN).await?;
    let question = asked(&page)?;
    let form = page.form("form.question-form")?;
    let fill = |answer: Fields| form.clone().fill(&answer).fields;
    let right = fill(course::right(question, Lang::EN));
    let wrong = fill(course::wrong(question, Lang::EN));
    let told = storm(&visitor, &form.action, [right, wrong]).await?;
    assert!(told == [100, 0] || told == [0, 100], "{told:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_posts_at_once_one_counts_on_sqlite() -> Result<()> {
    let server = Server::start().await?;
    one_of_a_hundred_counts(&server).await?;
    one_of_a_hundred_counts_in_the_quiz(&server).await
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_posts_at_once_one_counts_on_postgres() -> Result<()> {
    let cluster = Cluster::shared();
    let database = cluster.create_database(None).await?;
    let server = Server::with(Options { database_url: Some(cluster.url(&database)), ..Options::default() }).await?;
    one_of_a_hundred_counts(&server).await?;
    one_of_a_hundred_counts_in_the_quiz(&server).await
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_starts_at_once_one_attempt_comes() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().lessons[0].questions[0];
    visitor
        .post(&practice_path(Lang::EN, question), &borrowed(&practice_fields(course::right(question, Lang::EN), 1)))
        .await?;
    let mut starts = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let visitor = visitor.clone();
        starts.spawn(async move { visitor.start_quiz(Lang::EN).await });
    }
    let mut attempts = std::collections::BTreeSet::new();
    while let Some(page) = starts.join_next().await {
        let form = page??.form("form.question-form")?;
        attempts.extend(form.fields.into_iter().filter(|(name, _)| name == "attempt").map(|(_, attempt)| attempt));
    }
    assert_eq!(attempts.len(), 1, "{attempts:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_names_at_once_one_is_on_the_certificate() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let first = visitor.start_quiz(Lang::EN).await?;
    let result = visitor.finish_quiz(Lang::EN, first, &[]).await?;
    let form = result.form("form#certificate")?;
    let mut posts = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (visitor, form) = (visitor.clone(), form.clone().with("name", &format!("Learner {number}")));
        posts.spawn(async move { visitor.submit(&form).await });
    }
    let mut places = std::collections::BTreeSet::new();
    while let Some(answer) = posts.join_next().await {
        let answer = answer??;
        places.insert(answer.location().unwrap_or(&answer.body).to_owned());
    }
    assert_eq!(places.len(), 1, "{places:?}");
    Ok(())
}

#[tokio::test]
async fn one_form_posted_many_times_is_one_try_whatever_its_number() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let [other, question] = [&course().lessons[0].questions[0], &course().lessons[0].questions[1]];
    // The learner exists before the race.
    visitor
        .post(&practice_path(Lang::EN, other), &borrowed(&practice_fields(course::right(other, Lang::EN), 1)))
        .await?;
    let stale = practice_fields(course::right(question, Lang::EN), 50);
    for _ in 0..5 {
        let told = visitor.post_live(&practice_path(Lang::EN, question), &borrowed(&stale)).await?;
        assert_eq!(told.status, 200, "{}", told.body);
    }
    let retry = visitor.visit(&format!("{}?retry=1", practice_path(Lang::EN, question))).await?;
    let form = format!("#q-{} input[name=try]", question.id);
    assert_eq!(retry.attributes(&form, "value"), ["2"], "one try was stored");

    // A post without an answer changes nothing about a question that is answered.
    let told = visitor.post_live(&practice_path(Lang::EN, question), &[("try", "1")]).await?;
    assert!(told.status == 200 && told.body.contains("data-verdict"), "{}", told.body);
    Ok(())
}
