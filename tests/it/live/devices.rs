use anyhow::Result;
use serde_json::{Value, json};
use tests::server::{Options, Server};
use tests::visitor::Visitor;

use super::{Worker, order, over, sqlite_url, wait_for_device};
use crate::labs::{fake_driver, no_driver};

/// A server with a device that the driver of the tests makes.
async fn server(device: &str, more: &[(&str, &str)]) -> Result<Server> {
    let driver = fake_driver().display().to_string();
    let mut environment = vec![("LD_LIBRARY_PATH".to_owned(), driver)];
    environment.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let flags = ["--lab-device", device].map(str::to_owned).to_vec();
    let server = Server::with(Options { flags, environment, ..Options::default() }).await?;
    wait_for_device(&server).await?;
    Ok(server)
}

async fn run(server: &Server, wanted: Value) -> Result<Value> {
    let visitor = Visitor::of(server);
    let ordered = order(&visitor, &wanted).await?;
    anyhow::ensure!(ordered.status == 202, "{}: {}", ordered.status, ordered.body);
    over(&visitor, ordered.header("location")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn labs_run_on_a_device_behind_the_cuda_driver() -> Result<()> {
    let server = server("cuda:0,sim", &[("FAKE_CUDA_TOTAL_MIB", "16384")]).await?;
    let visitor = Visitor::of(&server);
    assert_eq!(visitor.get("/api/v1/labs").await?.json()?["devices"], json!(["sim", "cuda:0"]));
    let labs = visitor.get("/api/v1/labs").await?.json()?;
    let labs: Vec<&str> = labs["labs"].as_array().unwrap().iter().map(|lab| lab["name"].as_str().unwrap()).collect();
    assert_eq!(labs.len(), 7, "{labs:?}");
    for lab in labs {
        let ended = run(&server, json!({"lab": lab, "device": "cuda:0"})).await?;
        let runs_out = ["fragmentation-oom", "expandable-segments"].contains(&lab);
        let state = if runs_out { "out_of_memory" } else { "done" };
        assert_eq!(ended["state"], state, "{lab}: {ended}");
        let made_on = &ended["made_on"];
        assert!(made_on["driver"].is_string() && made_on["budget"].as_u64() > Some(0), "{made_on}");
        assert_eq!(made_on["simulated"], true, "the driver of the tests is no GPU, and says so");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_gets_no_more_of_a_gpu_than_the_operator_gives() -> Result<()> {
    let driver = fake_driver().display().to_string();
    let flags = ["--lab-device", "cuda:0", "--lab-gpu-mib", "1024"].map(str::to_owned).to_vec();
    let environment =
        vec![("LD_LIBRARY_PATH".to_owned(), driver), ("FAKE_CUDA_TOTAL_MIB".to_owned(), "16384".to_owned())];
    let server = Server::with(Options { flags, environment, ..Options::default() }).await?;
    wait_for_device(&server).await?;
    let fitted = run(&server, json!({"lab": "fragmentation-oom", "device": "cuda:0"})).await?;
    assert_eq!((&fitted["state"], &fitted["made_on"]["budget"]), (&json!("out_of_memory"), &json!(1024_u64 << 20)));
    let asked =
        run(&server, json!({"lab": "order-of-sizes", "device": "cuda:0", "parameters": {"device_mib": 2048}})).await?;
    assert_eq!(asked["state"], "failed", "{asked}");
    assert!(asked["error"].as_str().unwrap().contains("1024 MiB to spare"), "{asked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_lost_is_told_from_a_failure_and_the_next_run_goes_well() -> Result<()> {
    let lost = server("cuda:0", &[("FAKE_CUDA_FAIL_CALL", "cuMemAlloc:3:700")]).await?;
    let ended = run(&lost, json!({"lab": "order-of-sizes", "device": "cuda:0"})).await?;
    assert_eq!(ended["state"], "device_lost", "{ended}");
    assert!(
        ended["error"].as_str().unwrap().contains("lost") || ended["error"].as_str().unwrap().contains("driver"),
        "{ended}"
    );
    let visitor = Visitor::of(&lost);
    assert_eq!(visitor.get("/readyz").await?.status, 200, "the server knows nothing of it");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_not_there_is_said() -> Result<()> {
    let environment = vec![("LD_LIBRARY_PATH".to_owned(), no_driver().display().to_string())];
    let flags = ["--lab-device", "cuda:0"].map(str::to_owned).to_vec();
    let server = Server::with(Options { flags, environment, ..Options::default() }).await?;
    wait_for_device(&server).await?;
    let ended = run(&server, json!({"lab": "order-of-sizes", "device": "cuda:0"})).await?;
    assert_eq!(ended["state"], "device_lost", "{ended}");
    assert!(ended["error"].as_str().unwrap().contains("no NVIDIA driver was found"), "{ended}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_is_offered_while_its_worker_is_there() -> Result<()> {
    let flags = ["--lab-device", "none"].map(str::to_owned).to_vec();
    let server = Server::with(Options { flags, ..Options::default() }).await?;
    let visitor = Visitor::of(&server);
    let lab = json!({"lab": "order-of-sizes"});
    let refused = order(&visitor, &lab).await?;
    assert_eq!(refused.status, 422);
    assert!(refused.json()?["detail"].as_str().unwrap().contains("none is offered now"), "{}", refused.body);
    let mut worker = Worker::start(&sqlite_url(&server), "sim", &[])?;
    wait_for_device(&server).await?;
    assert_eq!(order(&visitor, &lab).await?.status, 202);
    worker.stop()?;
    assert_eq!(order(&visitor, &lab).await?.status, 422, "it said goodbye");
    Ok(())
}
