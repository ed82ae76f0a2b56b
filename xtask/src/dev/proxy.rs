//! A small proxy between the browser and a server that comes and goes.
//!
//! It holds requests while the server is being built, and adds to each page a script that reloads it afterwards. So the
//! site itself knows nothing of development. It reads whole pages and closes every connection: simple before fast.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

#[derive(Debug)]
pub(super) struct Proxy {
    backend: SocketAddr,
    reloads: Arc<Reloads>,
}

/// How often the browser was told to reload, and a bell for those who wait for the next time.
#[derive(Debug, Default)]
struct Reloads {
    count: Mutex<u64>,
    bell: Condvar,
}

/// Where the added script waits. No page of the site begins so.
const WAIT_PATH: &str = "/--reload";
const SCRIPT: &str = "<script>fetch('/--reload').then(r => r.ok && location.reload())</script>";
/// A request waits so long for a server that is being built.
const PATIENCE: Duration = Duration::from_mins(5);

impl Proxy {
    /// Listens on `addr` and picks a free port for the server.
    pub(super) fn start(addr: &str) -> Result<Self> {
        let listener =
            TcpListener::bind(addr).with_context(|| format!("cannot listen on {addr}; choose another with --addr"))?;
        let backend = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let proxy = Self { backend, reloads: Arc::default() };
        let reloads = Arc::clone(&proxy.reloads);
        thread::spawn(move || {
            for browser in listener.incoming().flatten() {
                let reloads = Arc::clone(&reloads);
                // A browser that went away in the middle of an answer is no news.
                thread::spawn(move || drop(serve(browser, backend, &reloads)));
            }
        });
        Ok(proxy)
    }

    /// Returns the address that the server has to listen on.
    pub(super) fn backend(&self) -> SocketAddr {
        self.backend
    }

    /// Makes every open page load again.
    pub(super) fn reload(&self) {
        *self.reloads.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.reloads.bell.notify_all();
    }
}

impl Reloads {
    fn wait(&self) {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = *count;
        drop(self.bell.wait_while(count, |count| *count == seen));
    }
}

fn serve(mut browser: TcpStream, backend: SocketAddr, reloads: &Reloads) -> io::Result<()> {
    let Some(request) = Message::read(&mut browser)? else { return Ok(()) };
    if request.head.split(' ').nth(1) == Some(WAIT_PATH) {
        reloads.wait();
        return browser.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    }
    let mut server = connect(backend)?;
    // Plain bytes, always whole, and an end that is the end of the connection.
    let request = request.without(&["accept-encoding", "if-none-match", "connection"]).with("Connection", "close");
    request.write(&mut server)?;
    let mut answer = Vec::new();
    let mut chunk = [0; 8 * 1024];
    while split(&answer).is_none() {
        match server.read(&mut chunk)? {
            0 => break,
            read => answer.extend_from_slice(&chunk[..read]),
        }
    }
    if !is_page(&answer) {
        // What happens in a run comes bit by bit, and is passed on as it comes.
        browser.write_all(&answer)?;
        return io::copy(&mut server, &mut browser).map(drop);
    }
    server.read_to_end(&mut answer)?;
    browser.write_all(&with_script(answer))
}

fn is_page(answer: &[u8]) -> bool {
    split(answer)
        .and_then(|(head, _)| header(&head, "content-type").map(|kind| kind.starts_with("text/html")))
        .unwrap_or(false)
}

/// Connects to the server, waiting for one that is not up yet.
fn connect(backend: SocketAddr) -> io::Result<TcpStream> {
    let pause = Duration::from_millis(100);
    let mut waited = Duration::ZERO;
    loop {
        match TcpStream::connect(backend) {
            Ok(stream) => return Ok(stream),
            Err(error) if waited >= PATIENCE => return Err(error),
            Err(_) => thread::sleep(pause),
        }
        waited += pause;
    }
}

/// Adds the script to a page. The policy that would forbid it goes; tests see the policy as it is.
fn with_script(answer: Vec<u8>) -> Vec<u8> {
    let Some((head, body)) = split(&answer) else { return answer };
    let is_page = header(&head, "content-type").is_some_and(|kind| kind.starts_with("text/html"));
    if !is_page || header(&head, "transfer-encoding").is_some() {
        return answer;
    }
    let mut body = body.to_vec();
    if !body.is_empty() {
        body.extend_from_slice(SCRIPT.as_bytes());
    }
    let message = Message { head, body }.without(&["content-length", "content-security-policy", "etag"]);
    let length = message.body.len().to_string();
    let mut bytes = Vec::new();
    let _ = message.with("Content-Length", &length).write(&mut bytes);
    bytes
}

/// A request or an answer: its head, without the empty line that ends it, and its body.
struct Message {
    head: String,
    body: Vec<u8>,
}

impl Message {
    /// Reads a request; nothing where the browser opened a connection and did not use it.
    fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 8192];
        loop {
            if let Some((head, body)) = split(&bytes) {
                let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
                if body.len() >= length {
                    return Ok(Some(Self { body: body.to_vec(), head }));
                }
            }
            match stream.read(&mut chunk)? {
                0 => return Ok(None),
                n => bytes.extend_from_slice(&chunk[..n]),
            }
        }
    }

    fn without(mut self, names: &[&str]) -> Self {
        let kept = self.head.split("\r\n").filter(|line| {
            let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
            !names.contains(&name.as_str())
        });
        self.head = kept.collect::<Vec<_>>().join("\r\n");
        self
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.head = format!("{}\r\n{name}: {value}", self.head);
        self
    }

    fn write(&self, stream: &mut impl io::Write) -> io::Result<()> {
        stream.write_all(self.head.as_bytes())?;
        stream.write_all(b"\r\n\r\n")?;
        stream.write_all(&self.body)
    }
}

fn split(bytes: &[u8]) -> Option<(String, &[u8])> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    Some((String::from_utf8_lossy(&bytes[..end]).into_owned(), &bytes[end + 4..]))
}

fn header<'h>(head: &'h str, wanted: &str) -> Option<&'h str> {
    let fields = head.split("\r\n").skip(1).filter_map(|line| line.split_once(':'));
    fields.filter(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.trim()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_passed_on_while_more_are_to_come() {
        let server = TcpListener::bind("127.0.0.1:0").expect("a port");
        let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
        let (behind, before) = (server.local_addr().expect("bound"), proxy.local_addr().expect("bound"));
        let (heard, wait) = std::sync::mpsc::channel::<()>();
        thread::spawn(move || {
            let (mut asked, _) = server.accept().expect("the proxy");
            let answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: step\n\n";
            asked.write_all(answer).expect("the proxy reads");
            // The answer stays open until the first event was heard.
            let _ = wait.recv();
        });
        thread::spawn(move || serve(proxy.accept().expect("a browser").0, behind, &Reloads::default()));
        let mut browser = TcpStream::connect(before).expect("the proxy");
        browser.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        browser.write_all(b"GET /events HTTP/1.1\r\nHost: here\r\n\r\n").expect("the proxy reads");
        let (mut said, mut chunk) = (Vec::new(), [0; 512]);
        while !said.ends_with(b"event: step\n\n") {
            let read = browser.read(&mut chunk).expect("the event comes before the end");
            assert!(read > 0, "the answer ended");
            said.extend_from_slice(&chunk[..read]);
        }
        heard.send(()).expect("the server waits");
    }

    #[test]
    fn a_page_gets_the_script_and_loses_what_would_forbid_it() {
        let page = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: 4\r\n\
                    Content-Security-Policy: script-src 'none'\r\n\r\n<p>a";
        let answer = String::from_utf8(with_script(page.into())).expect("text");
        assert!(answer.ends_with(&format!("\r\n\r\n<p>a{SCRIPT}")), "{answer}");
        assert!(
            !answer.contains("Policy") && answer.contains(&format!("Content-Length: {}\r\n", 4 + SCRIPT.len())),
            "{answer}"
        );
    }

    #[test]
    fn anything_else_passes_as_it_is() {
        for answer in ["HTTP/1.1 200 OK\r\ncontent-type: text/css\r\n\r\na{}", "not HTTP"] {
            assert_eq!(with_script(answer.into()), answer.as_bytes());
        }
    }

    #[test]
    fn a_request_waits_for_its_body_and_for_the_server() -> Result<()> {
        let proxy = Proxy::start("127.0.0.1:0");
        // The port is chosen by the system here, so the proxy is driven through its parts.
        let backend = proxy?.backend();
        let browser = thread::spawn(move || -> io::Result<String> {
            let front = TcpListener::bind("127.0.0.1:0")?;
            let mut browser = TcpStream::connect(front.local_addr()?)?;
            let (side, _) = front.accept()?;
            let worker = thread::spawn(move || serve(side, backend, &Reloads::default()));
            browser.write_all(b"POST /a HTTP/1.1\r\nContent-Length: 3\r\nAccept-Encoding: br\r\n\r\nx")?;
            browser.write_all(b"yz")?;
            let mut answer = String::new();
            browser.read_to_string(&mut answer)?;
            worker.join().expect("the proxy does not panic")?;
            Ok(answer)
        });
        thread::sleep(Duration::from_millis(150));
        let (mut server, _) = TcpListener::bind(backend)?.accept()?;
        let request = Message::read(&mut server)?.context("a request")?;
        assert_eq!(request.body, b"xyz");
        assert!(!request.head.contains("Accept-Encoding"), "{}", request.head);
        server.write_all(b"HTTP/1.1 200 OK\r\n\r\nhello")?;
        drop(server);
        assert_eq!(browser.join().expect("the browser does not panic")?, "HTTP/1.1 200 OK\r\n\r\nhello");
        Ok(())
    }
}
