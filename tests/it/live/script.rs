//! A script of the playground on a device of the server.

use sqlx::{Connection as _, SqliteConnection};

use super::*;
use crate::labs::fake_driver;

const SCRIPT: &str =
    "device 1 GiB\nothers 256 MiB\nrepeat 8 as i { a[i] = alloc 90 MiB }\nfree a[*]\nc = alloc 900 MiB";

async fn sent(visitor: &Visitor, script: &str, device: &str) -> Result<Answer> {
    visitor.post("/en/playground", &[("script", script), ("device", device)]).await
}

/// Waits for the page of a run that is over.
async fn finished(visitor: &Visitor, sent: &Answer) -> Result<(String, Answer)> {
    let page = sent.location().context("it leads to the run")?.to_owned();
    let run = format!("{RUNS}/{}", page.rsplit('/').next().context("a run has an id")?);
    over(visitor, &run).await?;
    Ok((run, visitor.get(&page).await?))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_runs_on_each_device_and_finds_the_same() -> Result<()> {
    let driver = fake_driver().display().to_string();
    let environment =
        vec![("LD_LIBRARY_PATH".to_owned(), driver), ("FAKE_CUDA_TOTAL_MIB".to_owned(), "16384".to_owned())];
    let flags = ["--lab-device", "sim,cuda:0"].map(str::to_owned).to_vec();
    let server = Server::with(Options { flags, environment, ..Options::default() }).await?;
    wait_for_device(&server).await?;
    let visitor = Visitor::of(&server);
    let mut figures = Vec::new();
    for (device, said) in [("sim", "Simulated device"), ("cuda:0", "Driver 12.4")] {
        visitor.visit("/en/playground").await?;
        let (run, page) = finished(&visitor, &sent(&visitor, SCRIPT, device).await?).await?;
        assert_eq!(visitor.get(&run).await?.json()?["state"], "out_of_memory");
        let report = visitor.get(&format!("{run}/report.json")).await?.json()?;
        assert!(page.body.contains(said), "{device}: {}", page.body);
        assert!(page.body.contains("others 256 MiB"), "the script is on the page");
        assert_eq!(page.attributes(".lab-downloads a", "href").len(), 2);
        assert_eq!(page.attributes(".lab-part-on a.button", "href").len(), 1, "back to the script, and to no lesson");
        figures.push(report["figures"].clone());
        let vietnamese = visitor.get(&page.path.replace("/en/", "/vi/")).await?;
        assert!(vietnamese.body.contains("Kịch bản"));
    }
    assert!(figures[0].as_array().is_some_and(|figures| figures.len() == 7));
    assert_eq!(figures[0], figures[1]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_device_cannot_do_is_said_and_the_script_comes_back() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let long = "# a remark\n".repeat(400);
    let many = "repeat 2000 as i { a[i] = alloc 1 MiB }";
    for (script, said) in [
        ("a = alloc 1 MiB\nstream 1 { b = alloc 1 MiB }", "line 2: `stream` cannot be done on a device"),
        ("a = alloc", "line 1, column"),
        ("settings max_split_size_mb:1\na = alloc 1 MiB", "ValueError"),
        ("device 900 GiB\na = alloc 1 MiB", "262144 at the most"),
        ("empty_cache", "allocates nothing"),
        (&long, "4096 are the most"),
        (many, "1000"),
    ] {
        let refused = sent(&visitor, script, "sim").await?;
        assert_eq!(refused.status, 422, "{script}");
        assert!(refused.texts("#device-problem")[0].contains(said), "{:?}", refused.texts("#device-problem"));
        assert!(refused.texts("#script")[0].contains(script.lines().next().unwrap_or_default()), "it stays");
    }
    let away = sent(&visitor, "a = alloc 1 MiB", "cuda:3").await?;
    assert_eq!(away.status, 422);
    assert!(away.texts("#device-problem")[0].contains("takes no runs"), "{:?}", away.texts("#device-problem"));
    // Programs are told the same.
    let wanted = json!({"lab": "playground", "parameters": {"script": "a = alloc 1 MiB\nbusy 1"}});
    let refused = order(&visitor, &wanted).await?;
    assert_eq!(refused.status, 422);
    assert!(refused.json()?["detail"].as_str().unwrap().contains("line 2"), "{}", refused.body);
    assert_eq!(order(&visitor, &json!({"lab": "playground"})).await?.status, 422);
    let taken = order(&visitor, &json!({"lab": "playground", "parameters": {"script": "a = alloc 1 MiB"}})).await?;
    assert_eq!(over(&visitor, taken.header("location")).await?["state"], "done");
    // It is no lab that a learner could finish.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.database());
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let done: (i64,) = sqlx::query_as("SELECT count(*) FROM lab_done").fetch_one(&mut connection).await?;
    assert_eq!(done.0, 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_device_the_playground_says_so() -> Result<()> {
    let server =
        Server::with(Options { flags: ["--lab-device", "none"].map(str::to_owned).to_vec(), ..Options::default() });
    let server = server.await?;
    let visitor = Visitor::of(&server);
    let page = visitor.visit("/en/playground").await?;
    assert!(page.texts("#device-problem")[0].contains("No device takes runs"), "{:?}", page.texts("#device-problem"));
    assert!(page.attributes(".playground-devices button", "value").is_empty());
    assert_eq!(sent(&visitor, "a = alloc 1 MiB", "sim").await?.status, 422);
    Ok(())
}
