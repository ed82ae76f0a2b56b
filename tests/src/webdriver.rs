//! As much of WebDriver as the tests need, and Chrome's own commands beside it. The protocol is a request for each command.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reqwest::Method;
use serde_json::{Value, json};

/// A browser session with the driver that carries it, which nothing else shares. Both end with this value.
#[derive(Debug)]
pub struct Session {
    driver: Child,
    addr: SocketAddr,
    path: String,
    http: reqwest::Client,
    /// Removed after the browser has ended.
    profile: tempfile::TempDir,
}

/// The name under which WebDriver hands out elements.
pub(crate) const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// A browser on a loaded machine of two cores starts slowly.
const START: Duration = Duration::from_mins(1);

/// As root Chromium needs `--no-sandbox`; the rest keeps it from talking to anyone but the server under test.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

impl Session {
    /// Starts a driver and a browser with a fresh profile whose language is `lang`.
    pub async fn start(lang: &str) -> Result<Self> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver is missing; run the tests with `cargo xtask test`, which installs it")?;
        let addr = SocketAddr::from(([127, 0, 0, 1], port(driver.stdout.take())?));
        let http = reqwest::Client::builder().no_proxy().build()?;
        let mut session = Self { driver, addr, path: String::new(), http, profile: tempfile::tempdir()? };
        session.wait_for_driver().await?;
        let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
        flags.push(format!("--user-data-dir={}", session.profile.path().display()));
        flags.push(format!("--lang={lang}"));
        let options = json!({ "args": flags, "prefs": { "intl.accept_languages": lang } });
        let log = json!({ "browser": "ALL" });
        let wanted = json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": log });
        let made =
            session.command(Method::POST, "/session", json!({ "capabilities": { "alwaysMatch": wanted } })).await?;
        let id = made["sessionId"].as_str().context("the driver made a session without an id")?;
        session.path = format!("/session/{id}");
        Ok(session)
    }

    async fn wait_for_driver(&mut self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < START {
            if self.command(Method::GET, "/status", Value::Null).await.is_ok_and(|status| status["ready"] == true) {
                return Ok(());
            }
            if let Some(status) = self.driver.try_wait()? {
                bail!("chromedriver ended with {status}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("chromedriver was not ready after {} s", START.as_secs())
    }

    /// Sends a command of the session and returns its value.
    pub async fn post(&self, command: &str, body: Value) -> Result<Value> {
        self.command(Method::POST, &format!("{}/{command}", self.path), body).await
    }

    /// Asks the session for something.
    pub async fn get(&self, command: &str) -> Result<Value> {
        self.command(Method::GET, &format!("{}/{command}", self.path), Value::Null).await
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn chrome(&self, command: &str, parameters: Value) -> Result<Value> {
        self.post("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// Runs a script that returns a value, or a promise of one.
    pub async fn script(&self, script: &str, arguments: Value) -> Result<Value> {
        self.post("execute/sync", json!({ "script": script, "args": arguments })).await
    }

    /// Returns the id of the first element that a selector finds.
    pub async fn find(&self, selector: &str) -> Result<String> {
        element(&self.post("element", json!({ "using": "css selector", "value": selector })).await?)
    }

    /// Returns the id of the element that has focus.
    pub async fn focused(&self) -> Result<String> {
        element(&self.get("element/active").await?)
    }

    async fn command(&self, method: Method, path: &str, body: Value) -> Result<Value> {
        let request = self.http.request(method.clone(), format!("http://{}{path}", self.addr));
        let request = if method == Method::POST { request.json(&body) } else { request };
        let mut answer: Value = request.send().await?.json().await?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => bail!("{path}: {error}: {}", value["message"].as_str().unwrap_or_default()),
            None => Ok(value),
        }
    }

    /// Ends the browser with a request of its own: there is no waiting for a future while a value goes.
    fn end(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(self.addr)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "DELETE {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.path, self.addr)?;
        stream.read(&mut [0; 512]).map(drop)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Nobody is left to tell when ending fails; the driver is killed in any case.
        let _ = self.end();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Reads on which port the driver listens; it takes a free one itself, so no other can take it in between.
fn port(said: Option<ChildStdout>) -> Result<u16> {
    let mut said = BufReader::new(said.context("the driver has no output")?).lines();
    let port = said
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok());
    // What it says later is of no interest, but it must not wait for a reader.
    std::thread::spawn(move || said.for_each(drop));
    port.context("chromedriver ended before it listened")
}

fn element(value: &Value) -> Result<String> {
    value[ELEMENT].as_str().map(str::to_owned).context("the driver found something that is no element")
}
