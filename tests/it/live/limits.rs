use anyhow::Result;
use serde_json::json;
use tests::visitor::Visitor;

use super::{Stream, order, over, server, started};

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_takes_too_long_is_ended() -> Result<()> {
    let server = server(400, &["--lab-seconds", "1"]).await?;
    let visitor = Visitor::of(&server);
    let run = started(&visitor, "order-of-sizes").await?;
    let slow = over(&visitor, &run).await?;
    assert_eq!(slow["state"], "timed_out", "{slow}");
    assert!(slow["error"].as_str().unwrap().contains("after 1 s"), "{slow}");
    let took = slow["ended_at"].as_i64().unwrap() - slow["started_at"].as_i64().unwrap();
    assert!((900..8_000).contains(&took), "{took} ms");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_says_too_much_is_ended() -> Result<()> {
    let server = server(0, &["--lab-output-mib", "1"]).await?;
    let visitor = Visitor::of(&server);
    let large = json!({"lab": "fragmentation-oom", "parameters": {
        "device_mib": 65_536, "tensors": 700, "tensor_mib": 64, "pairs": 700, "piece_mib": 20, "spacer_mib": 20
    }});
    let ordered = order(&visitor, &large).await?;
    assert_eq!(ordered.status, 202, "{}", ordered.body);
    let ended = over(&visitor, ordered.header("location")).await?;
    assert_eq!(ended["state"], "failed", "{ended}");
    assert!(ended["error"].as_str().unwrap().contains("larger than the 1 MiB"), "{ended}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_eats_memory_is_ended_and_the_server_is_not() -> Result<()> {
    let server = server(0, &["--lab-memory-mib", "64"]).await?;
    let visitor = Visitor::of(&server);
    let large = json!({"lab": "fragmentation-oom", "parameters": {
        "device_mib": 65_536, "tensors": 700, "tensor_mib": 64, "pairs": 700, "piece_mib": 20, "spacer_mib": 20
    }});
    let ended = over(&visitor, order(&visitor, &large).await?.header("location")).await?;
    assert_eq!(ended["state"], "failed", "{ended}");
    assert!(ended["error"].as_str().unwrap().contains("more than the 64 MiB"), "{ended}");
    assert_eq!(visitor.get("/readyz").await?.status, 200);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_steps_are_told_and_the_report_has_all() -> Result<()> {
    let server = server(0, &["--lab-steps", "5"]).await?;
    let visitor = Visitor::of(&server);
    let run = started(&visitor, "order-of-sizes").await?;
    let told = Stream::open(&visitor, &run, None).await?.rest().await?;
    let steps = told.iter().filter(|told| told.kind == "step").count();
    let omitted = told.iter().find(|told| told.kind == "omitted").unwrap();
    let report = visitor.get(&format!("{run}/report.json")).await?.json()?;
    let all: usize = report["runs"].as_array().unwrap().iter().map(|run| run["events"].as_array().unwrap().len()).sum();
    assert_eq!((steps, omitted.data["steps"].as_u64()), (5, Some(all as u64 - 5)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_has_only_so_many_runs_and_all_together_too() -> Result<()> {
    let server = server(300, &["--lab-runs-per-learner", "2", "--lab-queue", "3"]).await?;
    let lab = json!({"lab": "order-of-sizes"});
    let eager = Visitor::of(&server);
    assert_eq!(order(&eager, &lab).await?.status, 202);
    assert_eq!(order(&eager, &lab).await?.status, 202);
    let refused = order(&eager, &lab).await?;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(refused.json()?["detail"].as_str().unwrap().contains('2'), "{}", refused.body);
    let mut full = None;
    for _ in 0..6 {
        let answer = order(&Visitor::of(&server), &lab).await?;
        if answer.status != 202 {
            full = Some(answer);
            break;
        }
    }
    let full = full.expect("the queue is full at some time");
    assert_eq!(full.status, 503, "{}", full.body);
    assert_eq!(full.header("retry-after"), "30");
    assert!(full.json()?["detail"].as_str().unwrap().contains("too many runs wait"), "{}", full.body);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_starts_only_so_many_runs_an_hour() -> Result<()> {
    let server = server(0, &["--lab-runs-per-hour", "2"]).await?;
    let visitor = Visitor::of(&server);
    for _ in 0..2 {
        let run = started(&visitor, "order-of-sizes").await?;
        over(&visitor, &run).await?;
    }
    let refused = order(&visitor, &json!({"lab": "order-of-sizes"})).await?;
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert!(refused.header("retry-after").parse::<u32>()? > 60, "{}", refused.header("retry-after"));
    assert_eq!(refused.header("content-type"), "application/problem+json");
    started(&Visitor::of(&server), "order-of-sizes").await?;
    Ok(())
}
