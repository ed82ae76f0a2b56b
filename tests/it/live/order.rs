use anyhow::Result;
use reqwest::header::{ACCEPT, CONTENT_TYPE, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::visitor::Visitor;

use super::{RUNS, Stream, order, over, server, started};

#[tokio::test(flavor = "multi_thread")]
async fn a_run_goes_from_the_order_to_the_last_event() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let ordered = order(&visitor, &json!({"lab": "order-of-sizes", "parameters": {"device_mib": 4096}})).await?;
    assert_eq!(ordered.status, 202, "{}", ordered.body);
    let run = ordered.header("location").to_owned();
    let queued = ordered.json()?;
    assert_eq!(queued["links"]["self"], run.as_str());
    assert_eq!((&queued["lab"], &queued["parameters"]["device_mib"]), (&json!("order-of-sizes"), &json!("4096")));
    assert_eq!(queued["mine"], true);

    let told = Stream::open(&visitor, &run, None).await?.rest().await?;
    let kinds: Vec<&str> = told.iter().map(|told| told.kind.as_str()).filter(|kind| *kind != "position").collect();
    assert_eq!((kinds[0], kinds[1], kinds[2], kinds[3]), ("queued", "started", "run", "step"));
    assert_eq!(kinds.last(), Some(&"ended"));
    let numbers: Vec<u32> = told.iter().filter_map(|told| told.id).collect();
    assert!(numbers.iter().copied().eq(1..=u32::try_from(numbers.len())?), "{numbers:?}");
    let started = told.iter().find(|told| told.kind == "started").unwrap();
    assert_eq!((&started.data["device"]["simulated"], &started.data["take"]), (&json!(true), &json!(1)));
    let step = told.iter().find(|told| told.kind == "step").unwrap();
    assert_eq!((&step.data["event"]["action"], &step.data["event"]["step"]), (&json!("allocate"), &json!(1)));
    assert!(step.data["point"]["reserved"].as_u64().unwrap() > 0, "{step:?}");

    let done = over(&visitor, &run).await?;
    assert_eq!((&done["state"], &done["error"], &done["position"]), (&json!("done"), &Value::Null, &Value::Null));
    assert_eq!(done["made_on"]["simulated"], true);
    assert!(done["ended_at"].as_i64() >= done["started_at"].as_i64(), "{done}");
    let report = visitor.get(done["links"]["report"].as_str().unwrap()).await?.json()?;
    assert_eq!((&report["experiment"], &report["outcome"]), (&json!("order-of-sizes"), &json!("done")));
    let steps: usize =
        report["runs"].as_array().unwrap().iter().map(|run| run["events"].as_array().unwrap().len()).sum();
    assert_eq!(kinds.iter().filter(|kind| **kind == "step").count(), steps, "each step of the report was told");
    Ok(())
}

/// Somebody else has the link, and no JavaScript, cookie or account.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_link_may_look_and_take_the_result_home() -> Result<()> {
    let server = server(0, &[]).await?;
    let (visitor, other) = (Visitor::of(&server), Visitor::of(&server));
    let run = started(&visitor, "fragmentation-oom").await?;
    let seen = over(&other, &run).await?;
    assert_eq!((&seen["state"], &seen["mine"]), (&json!("out_of_memory"), &json!(false)), "running out is a result");
    let report = other.get(seen["links"]["report"].as_str().unwrap()).await?;
    assert_eq!(report.header("content-type"), "application/json");
    assert!(report.json()?["runs"][0]["refusals"][0]["message"].as_str().unwrap().contains("out of memory"));

    let path = seen["links"]["snapshot"].as_str().unwrap();
    let pickle = other.request(Method::GET, path).send().await?.bytes().await?;
    let file = server.folder().join("snapshot.pickle");
    std::fs::write(&file, &pickle)?;
    let shown =
        std::process::Command::new(tests::paths::server_binary()?).args(["snapshot", "info"]).arg(&file).output()?;
    let text = String::from_utf8(shown.stdout)?;
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    assert!(text.contains("reserved"), "{text}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_run_is_refused_with_the_words_of_the_engine() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let lab = "order-of-sizes";
    for (wanted, reason) in [
        (json!({"lab": "order-of-size"}), "did you mean `order-of-sizes`?"),
        (json!({"lab": lab, "parameters": {"device": 1}}), "did you mean `device_mib`?"),
        (json!({"lab": lab, "parameters": {"device_mib": 1}}), "takes a whole number of MiB from"),
        (json!({"lab": lab, "parameters": {"device_mib": "many"}}), "and not `many`"),
        (json!({"lab": lab, "parameters": {"device_mib": 1.5}}), "and not `1.5`"),
        (json!({"lab": lab, "parameters": {"device_mib": [1]}}), "takes a number or a word"),
        (json!({"lab": lab, "device": "cuda:7"}), "there is no device cuda:7 to run on; offered: sim"),
        (json!({"lab": lab, "device": "tpu"}), "write sim, or cuda:"),
        (json!({"lab": lab, "speed": 1}), "unknown field `speed`"),
        (json!({"parameters": {}}), "missing field `lab`"),
        (
            json!({"lab": "driver-vs-cache", "parameters": {"size_mib": 2048}}),
            "`size_mib` is 2048, but it must not be more than",
        ),
    ] {
        let refused = order(&visitor, &wanted).await?;
        assert_eq!(refused.status, 422, "{wanted}: {}", refused.body);
        assert_eq!(refused.header("content-type"), "application/problem+json");
        let problem = refused.json()?;
        assert!(problem["detail"].as_str().unwrap().contains(reason), "{wanted}: {problem}");
        assert_eq!(problem["status"], 422);
        assert_eq!(refused.cookie("vramlab_learner"), None, "nobody becomes a learner by that");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_of_the_api_is_a_problem_document() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let nobody = format!("{RUNS}/00000000-0000-4000-8000-000000000000");
    let run = started(&visitor, "order-of-sizes").await?;
    over(&visitor, &run).await?;
    let html = |method: Method, path: &str| visitor.request(method, path).header(ACCEPT, "text/html");
    let form = html(Method::POST, RUNS).form(&[("lab", "order-of-sizes")]);
    let broken = html(Method::POST, RUNS).header(CONTENT_TYPE, "application/json").body("{");
    // A request to post has the origin of the site already.
    let foreign = visitor.request(Method::DELETE, &run).header(ORIGIN, "https://evil.example");
    let large = visitor.request(Method::POST, RUNS).json(&json!({"lab": "x".repeat(100_000)}));
    for (what, status, request) in [
        ("no run", 404, html(Method::GET, &nobody)),
        ("no id", 404, html(Method::GET, &format!("{RUNS}/1"))),
        ("no events", 404, html(Method::GET, &format!("{nobody}/events"))),
        ("no report", 404, html(Method::GET, &format!("{nobody}/report.json"))),
        ("no address", 404, html(Method::GET, "/api/v2")),
        ("no such method", 405, html(Method::PUT, &run).header(ORIGIN, server.origin())),
        ("a form", 400, form),
        ("half a document", 400, broken),
        ("another site", 403, foreign),
        ("too large", 413, large),
    ] {
        let answer = visitor.send(what, request).await?;
        assert_eq!(answer.status, StatusCode::from_u16(status)?, "{what}: {}", answer.body);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{what}");
        assert_eq!(answer.json()?["status"], status, "{what}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_is_described_address_by_address() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let described = visitor.get("/api/openapi.json").await?.json()?;
    let paths = described["paths"].as_object().unwrap();
    for (path, methods) in [
        ("/api/v1/labs", &["get"][..]),
        ("/api/v1/lab-runs", &["post"]),
        ("/api/v1/lab-runs/{id}", &["get", "delete"]),
        ("/api/v1/lab-runs/{id}/events", &["get"]),
        ("/api/v1/lab-runs/{id}/report.json", &["get"]),
        ("/api/v1/lab-runs/{id}/snapshot.pickle", &["get"]),
    ] {
        for method in methods {
            assert!(paths[path][*method]["responses"].is_object(), "{method} {path}");
        }
    }
    assert_eq!(paths.len(), 6, "{:?}", paths.keys());
    assert!(described["components"]["schemas"]["Order"]["properties"]["lab"].is_object());
    let led = visitor.get("/api").await?;
    assert_eq!((led.status.as_u16(), led.header("location")), (307, "/en/api"));
    for lang in ["en", "vi"] {
        let page = visitor.get(&format!("/{lang}/api")).await?;
        assert_eq!((page.status.as_u16(), page.texts("h1").len()), (200, 1));
        assert!(page.body.contains("/api/v1/lab-runs/{id}/events"), "{}", page.body);
    }
    let offer = visitor.get("/api/v1/labs").await?.json()?;
    assert_eq!(offer["devices"], json!(["sim"]));
    assert!(offer["labs"].as_array().unwrap().iter().any(|lab| lab["name"] == "paged-kv"), "{offer}");
    Ok(())
}

#[tokio::test]
async fn a_site_without_labs_says_so() -> Result<()> {
    let flags = vec!["--no-labs".to_owned()];
    let server = tests::server::Server::with(tests::server::Options { flags, ..Default::default() }).await?;
    let visitor = Visitor::of(&server);
    let refused = order(&visitor, &json!({"lab": "order-of-sizes"})).await?;
    assert_eq!(refused.status, 404, "{}", refused.body);
    assert!(refused.json()?["detail"].as_str().unwrap().contains("turned off"), "{}", refused.body);
    Ok(())
}
