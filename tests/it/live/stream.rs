use anyhow::Result;
use reqwest::Method;
use serde_json::json;
use tests::visitor::Visitor;

use super::{Stream, over, server, started, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_cut_off_goes_on_where_it_broke() -> Result<()> {
    let server = server(40, &[]).await?;
    let visitor = Visitor::of(&server);
    let run = started(&visitor, "order-of-sizes").await?;
    let mut stream = Stream::open(&visitor, &run, None).await?;
    let mut before = Vec::new();
    while before.len() < 6 {
        before.extend(stream.next().await?.filter(|told| told.id.is_some()));
    }
    drop(stream);
    let last = before.last().unwrap().id;
    let after: Vec<_> = Stream::open(&visitor, &run, last).await?.rest().await?;
    let after: Vec<_> = after.into_iter().filter(|told| told.id.is_some()).collect();
    assert_eq!(after[0].id, last.map(|last| last + 1), "nothing twice, nothing left out");
    assert_eq!(after.last().unwrap().kind, "ended");

    let whole: Vec<_> = Stream::open(&visitor, &run, None).await?.rest().await?;
    let told: Vec<_> = before.into_iter().chain(after.clone()).collect();
    assert_eq!(told, whole, "whoever comes later is told the same");
    let request = visitor.request(Method::GET, &format!("{run}/events"));
    let nothing = request.header("last-event-id", after.last().unwrap().id.unwrap().to_string()).send().await?;
    assert_eq!(nothing.status(), 204, "so that an EventSource does not ask again");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_learners_see_their_places_in_the_queue() -> Result<()> {
    let server = server(60, &[]).await?;
    let (first, second) = (Visitor::of(&server), Visitor::of(&server));
    let running = started(&first, "order-of-sizes").await?;
    wait_for(&first, &running, &["running"]).await?;
    let next = started(&second, "order-of-sizes").await?;
    let last = started(&first, "order-of-sizes").await?;
    let place = async |run: &str| anyhow::Ok(second.get(run).await?.json()?["position"].clone());
    assert_eq!((place(&next).await?, place(&last).await?), (json!(1), json!(2)));
    let told = Stream::open(&second, &last, None).await?.rest().await?;
    let places: Vec<_> =
        told.iter().filter(|told| told.kind == "position").map(|told| &told.data["position"]).collect();
    assert_eq!(places, [&json!(2), &json!(1)], "it moves up");
    let (a, b, c) = (over(&first, &running).await?, over(&first, &next).await?, over(&first, &last).await?);
    assert!(a["ended_at"].as_i64() <= b["started_at"].as_i64(), "one at a time: {a} {b}");
    assert!(b["ended_at"].as_i64() <= c["started_at"].as_i64(), "in order: {b} {c}");
    Ok(())
}

/// Longer than a connection may be silent, were it not for the stream.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_ends_its_streams_and_keeps_the_run() -> Result<()> {
    let mut server = server(300, &[]).await?;
    let visitor = Visitor::of(&server);
    let run = started(&visitor, "order-of-sizes").await?;
    let mut stream = Stream::open(&visitor, &run, None).await?;
    stream.until("step").await?;
    let begin = std::time::Instant::now();
    let status = server.stop()?;
    assert!(
        status.success() && begin.elapsed().as_secs() < 10,
        "{status} after {:?}\n{}",
        begin.elapsed(),
        server.log()
    );
    // It ends in order or with the connection, but it ends.
    while let Ok(Some(_)) = stream.next().await {}
    server.set_environment(Vec::new());
    server.restart().await?;
    let visitor = Visitor::of(&server);
    let done = over(&visitor, &run).await?;
    assert_eq!(done["state"], "done", "{done}\n{}", server.log());
    let told = Stream::open(&visitor, &run, None).await?.rest().await?;
    let back = told.iter().find(|told| told.kind == "requeued").unwrap();
    assert_eq!(back.data["reason"], "worker_stopped");
    Ok(())
}
