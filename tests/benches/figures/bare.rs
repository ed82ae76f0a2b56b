//! What pages are compared with: a bare axum handler in a process of its own that returns the same bytes with the same
//! headers.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// The first argument that turns this benchmark into the bare server.
pub(crate) const ROLE: &str = "bare";

/// A response as it lies in the file that the bare server is given.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// The bare server, running. It ends with this value.
#[derive(Debug)]
pub(crate) struct Bare {
    pub(crate) process: Child,
    pub(crate) addr: SocketAddr,
    /// Holds the response.
    _folder: TempDir,
}

impl Bare {
    /// Starts a server that answers everything with these headers and bytes.
    pub(crate) fn start(headers: &HeaderMap, body: &Bytes) -> Result<Self> {
        let headers = headers.iter().filter(|(name, _)| !is_made_by_every_server(name));
        let headers = headers.map(|(name, value)| Ok((name.to_string(), value.to_str()?.to_owned())));
        let kept = Kept { headers: headers.collect::<Result<_>>()?, body: body.to_vec() };
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("response.json");
        fs::write(&file, serde_json::to_vec(&kept)?)?;
        let mut command = Command::new(std::env::current_exe()?);
        let mut process = command.arg(ROLE).arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let said = process.stdout.take().context("the bare server has no output")?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        let addr = line.trim().parse().with_context(|| format!("the bare server said {line:?} and no address"))?;
        Ok(Self { process, addr, _folder: folder })
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_made_by_every_server(name: &HeaderName) -> bool {
    [header::CONTENT_LENGTH, header::DATE].contains(name)
}

/// Serves the response in a file, and says the address first.
pub(crate) async fn serve(file: &str) -> Result<()> {
    let kept: Kept = serde_json::from_slice(&fs::read(file)?)?;
    let mut headers = HeaderMap::new();
    for (name, value) in &kept.headers {
        headers.append(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
    }
    let response = Arc::new((headers, Bytes::from(kept.body)));
    let router = Router::new().route("/{*path}", get(answer)).with_state(response);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    Ok(axum::serve(listener, router).await?)
}

async fn answer(State(response): State<Arc<(HeaderMap, Bytes)>>) -> impl IntoResponse {
    (response.0.clone(), response.1.clone())
}
