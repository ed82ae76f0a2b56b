use anyhow::{Context as _, Result};
use tests::server::{Options, Server};

/// Asks as a program on the same machine does, or a reverse proxy that says nothing of whom it asks for.
async fn get(url: &str) -> Result<(u16, String)> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let answer = http.get(url).send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

#[tokio::test]
async fn the_site_serves_no_metrics_to_anybody() -> Result<()> {
    let server = Server::start().await?;
    let (status, body) = get(&server.url("/metrics")).await?;
    assert_eq!(status, 404, "{body}");
    Ok(())
}

#[tokio::test]
async fn metrics_have_a_port_of_their_own() -> Result<()> {
    let flags = ["--metrics-addr", "localhost:0"].map(str::to_owned).to_vec();
    let server = Server::with(Options { flags, ..Options::default() }).await?;
    let addr = server.address_of("serving metrics").context("the log names the address")?;
    get(&server.url("/en/")).await?;
    let (status, body) = get(&format!("http://{addr}/metrics")).await?;
    assert_eq!(status, 200);
    assert!(body.contains(r#"http_requests_total{route="/{lang}/",method="GET",status="2xx"} 1"#), "{body}");
    assert_eq!(get(&format!("http://{addr}/en/")).await?.0, 404, "nothing else is served there");
    assert_eq!(get(&server.url("/metrics")).await?.0, 404);
    Ok(())
}
