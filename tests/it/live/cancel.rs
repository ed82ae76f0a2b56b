use anyhow::Result;
use tests::visitor::Visitor;

use super::{Stream, all_gone, cancel, order, over, server, started, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn a_queued_run_is_cancelled_at_once_and_a_running_one_soon() -> Result<()> {
    let server = server(200, &[]).await?;
    let visitor = Visitor::of(&server);
    let running = started(&visitor, "order-of-sizes").await?;
    let queued = started(&visitor, "order-of-sizes").await?;
    wait_for(&visitor, &running, &["running"]).await?;
    let cancelled = cancel(&visitor, &server, &queued).await?;
    assert_eq!((cancelled.status.as_u16(), &cancelled.json()?["state"]), (200, &"cancelled".into()));

    let mut stream = Stream::open(&visitor, &running, None).await?;
    stream.until("step").await?;
    let asked = cancel(&visitor, &server, &running).await?;
    assert_eq!((asked.status.as_u16(), &asked.json()?["state"]), (202, &"running".into()));
    let ended = stream.until("ended").await?;
    assert_eq!(ended.data["state"], "cancelled");
    assert_eq!(over(&visitor, &running).await?["state"], "cancelled");
    let again = cancel(&visitor, &server, &running).await?;
    assert_eq!((again.status.as_u16(), &again.json()?["state"]), (200, &"cancelled".into()), "twice is as once");
    let report = visitor.get(&format!("{running}/report.json")).await?;
    assert_eq!(report.status, 404);
    assert!(report.json()?["detail"].as_str().unwrap().contains("the run is cancelled"), "{}", report.body);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_browser_that_started_a_run_cancels_it() -> Result<()> {
    let server = server(100, &[]).await?;
    let (owner, other, nobody) = (Visitor::of(&server), Visitor::of(&server), Visitor::of(&server));
    let run = started(&owner, "order-of-sizes").await?;
    started(&other, "order-of-sizes").await?;
    for stranger in [&other, &nobody] {
        let refused = cancel(stranger, &server, &run).await?;
        assert_eq!(refused.status, 403, "{}", refused.body);
        assert_eq!(refused.header("content-type"), "application/problem+json");
    }
    // A page of another site rides on the cookie of the owner.
    let foreign = owner.request(reqwest::Method::DELETE, &run).header("origin", "https://evil.example");
    assert_eq!(owner.send(&run, foreign).await?.status, 403);
    assert_ne!(owner.get(&run).await?.json()?["state"], "cancelled");
    Ok(())
}

/// The run of a learner who deletes everything ends, and nothing of it stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_ends_with_its_learner() -> Result<()> {
    let server = server(300, &[]).await?;
    let visitor = Visitor::of(&server);
    let run = started(&visitor, "order-of-sizes").await?;
    wait_for(&visitor, &run, &["running"]).await?;
    let form = visitor.get("/en/progress/delete").await?.form("main form")?;
    assert_eq!(visitor.submit(&form).await?.status, 303);
    assert_eq!(visitor.get(&run).await?.status, 404);
    // The device is free for the next.
    let next = Visitor::of(&server);
    let ordered = order(&next, &serde_json::json!({"lab": "order-of-sizes", "parameters": {}})).await?;
    let next_run = ordered.header("location").to_owned();
    wait_for(&next, &next_run, &["running", "done"]).await?;
    assert!(all_gone(&[]).await);
    Ok(())
}
