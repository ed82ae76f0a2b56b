use std::io;

use axum::routing::get;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;

const SHORT: Limits =
    Limits { open: 8, of_one: 8, silence: Duration::from_millis(600), pong: Duration::from_millis(300) };

struct Site {
    addr: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

/// A site whose `/` names the peer, and whose `/slow` takes longer than [`SHORT`] lets a client be silent.
async fn site(limits: Limits) -> Site {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let peer = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() };
    let slow = || async {
        tokio::time::sleep(Duration::from_millis(800)).await;
        "slow but done"
    };
    let router = Router::new().route("/", get(peer)).route("/slow", get(slow)).route("/news", get(news));
    let router = router.route("/news-without-attention", get(async || pieces(None)));
    let (stop, stopped) = oneshot::channel();
    let served =
        tokio::spawn(serve(listener, router, limits, Arc::new([]), async move { stopped.await.unwrap_or(()) }));
    Site { addr, stop, served }
}

async fn news(axum::Extension(attention): axum::Extension<Attention>) -> Body {
    pieces(Some(attention))
}

/// A body that takes more than twice as long as [`SHORT`] lets a client be silent.
fn pieces(attention: Option<Attention>) -> Body {
    let pieces = futures_util::stream::unfold(0, move |number| {
        let attention = attention.clone();
        async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if let Some(attention) = attention {
                attention.paid();
            }
            (number < 9).then(|| (Ok::<_, io::Error>(format!("<{number}>")), number + 1))
        }
    });
    Body::from_stream(pieces)
}

impl Site {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.addr).await.unwrap()
    }
}

/// Reads until the other end closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut text)).await;
    match ended.expect("the other end closes the connection") {
        Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("{error}"),
        Ok(_) | Err(_) => String::from_utf8_lossy(&text).into_owned(),
    }
}

/// Asks on a connection that ends with the answer.
async fn ask(stream: &mut TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    rest(stream).await
}

/// Sends one byte after the other, never a whole head, until the other end has enough. Returns after how long that was.
async fn dribble(mut stream: TcpStream, first: &'static str) -> Duration {
    let began = Instant::now();
    stream.write_all(first.as_bytes()).await.unwrap();
    let mut byte = [0];
    while began.elapsed() < Duration::from_secs(5) {
        if stream.write_all(b"a").await.is_err() {
            break;
        }
        let read = tokio::time::timeout(Duration::from_millis(20), stream.read(&mut byte)).await;
        if matches!(read, Ok(Ok(0) | Err(_))) {
            break;
        }
    }
    began.elapsed()
}

#[tokio::test]
async fn a_client_that_dribbles_its_head_is_cut_off_and_others_are_served() {
    let site = site(SHORT).await;
    let mut slow = Vec::new();
    for first in ["GET / HTTP/1.1\r\nx-", "G"] {
        slow.push(tokio::spawn(dribble(site.connect().await, first)));
    }
    let mut quick = site.connect().await;
    let own = quick.local_addr().unwrap().to_string();
    let answer = ask(&mut quick, "/").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(&own), "{answer}");
    for dribbling in slow {
        let held = dribbling.await.unwrap();
        assert!(held < Duration::from_secs(3), "{held:?}");
    }
}

#[tokio::test]
async fn a_client_that_says_nothing_or_half_a_greeting_is_cut_off() {
    let site = site(SHORT).await;
    for first in ["", "PRI * HTTP", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let mut stream = site.connect().await;
        stream.write_all(first.as_bytes()).await.unwrap();
        rest(&mut stream).await;
    }
    let mut kept_alive = site.connect().await;
    kept_alive.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(rest(&mut kept_alive).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_request_under_way_is_no_silence() {
    let site = site(SHORT).await;
    let mut stream = site.connect().await;
    let answer = ask(&mut stream, "/slow").await;
    assert!(answer.ends_with("slow but done"), "{answer}");
}

#[tokio::test]
async fn an_address_with_too_many_connections_is_turned_away_and_let_in_again() {
    let site = site(Limits { of_one: 2, silence: Duration::from_mins(1), ..SHORT }).await;
    let (first, _second) = (site.connect().await, site.connect().await);
    let mut third = site.connect().await;
    assert_eq!(third.read(&mut [0; 1]).await.unwrap_or(0), 0, "it is closed");
    drop(first);
    loop {
        let mut next = site.connect().await;
        // The place is free a moment later.
        if next.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.is_ok() {
            let mut answer = String::new();
            let _ = next.read_to_string(&mut answer).await;
            if answer.starts_with("HTTP/1.1 200") {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn no_more_connections_are_open_than_may_be_and_the_next_waits_for_a_place() {
    let site = site(Limits { open: 2, silence: Duration::from_mins(1), ..SHORT }).await;
    let silent = [site.connect().await, site.connect().await];
    let mut third = site.connect().await;
    let request = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    third.write_all(request).await.unwrap();
    let waiting = tokio::time::timeout(Duration::from_millis(200), third.readable()).await;
    assert!(waiting.is_err(), "both places are taken");
    drop(silent);
    assert!(rest(&mut third).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn told_to_stop_it_answers_what_was_asked_and_nothing_else() {
    let site = site(Limits { silence: Duration::from_mins(1), ..SHORT }).await;
    let idle = site.connect().await;
    let mut asking = site.connect().await;
    asking.write_all(b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    site.stop.send(()).unwrap();
    assert!(rest(&mut asking).await.ends_with("slow but done"));
    tokio::time::timeout(Duration::from_secs(5), site.served)
        .await
        .expect("an idle connection holds nothing up")
        .unwrap();
    assert!(TcpStream::connect(site.addr).await.is_err());
    drop(idle);
}

#[tokio::test]
async fn an_answer_that_goes_on_keeps_its_connection_while_it_is_taken() {
    let site = site(SHORT).await;
    let told = ask(&mut site.connect().await, "/news").await;
    assert!(told.contains("<0>") && told.contains("<8>"), "{told}");
    let cut = ask(&mut site.connect().await, "/news-without-attention").await;
    assert!(cut.contains("<0>") && !cut.contains("<8>"), "{cut}");
}
