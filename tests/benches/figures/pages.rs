//! Pages per second, and how long one takes, against the bare handler.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::http::HeaderValue;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, COOKIE, HOST};
use content::lang::Lang;
use hyper::Request;
use tests::course::course;
use tests::steps::course_path;

use crate::bare::Bare;
use crate::learner;
use crate::load::{self, Body, Round, Target};
use crate::site::{self, Site};
use crate::table::{self, median};

const CONNECTIONS: usize = 16;
const ROUNDS: usize = 5;
const WARM_UP: Duration = Duration::from_millis(500);
const TIME: Duration = Duration::from_secs(2);

/// What a server did in a round, and the processor time that it took for a request, in microseconds.
type Measured = (Round, f64);

pub(crate) async fn measure(site: &Site) -> Result<()> {
    // The third lesson: of middle length, with pictures and five questions.
    let lesson = course_path(Lang::EN, course().lessons[2].id.as_str());
    let (visitor, cookie, question) = learner::quiz_taker(site).await?;
    learner::answer_lesson(&visitor, 2).await?;
    let pages = [
        ("lesson, first visit", &lesson, None),
        ("lesson, answered", &lesson, Some(&cookie)),
        ("quiz question", &question, Some(&cookie)),
    ];
    let (mut speeds, mut times) = (Vec::new(), Vec::new());
    for (name, path, cookie) in pages {
        let target = target(site, path, cookie.map(String::as_str))?;
        let (ours, bare) = compare(site, &target).await?;
        speeds.push(speed_row(name, &ours, &bare));
        times.push(time_row(name, &ours, &bare));
    }
    let title = format!("Pages per second, brotli, {CONNECTIONS} connections, medians of {ROUNDS} rounds");
    table::print(&title, ["", "vramlab", "bare axum", "ratio", "aim"], &speeds);
    let head = ["", "p50", "bare p50", "p99", "bare p99", "CPU a page", "bare CPU"];
    table::print("Time for a page under that load", head, &times);
    Ok(())
}

/// Returns what asks for a page as a browser does, each time from another address.
pub(crate) fn target(site: &Site, path: &str, cookie: Option<&str>) -> Result<Target> {
    let template = Request::get(path)
        .header(HOST, site.addr.to_string())
        .header(ACCEPT, "text/html")
        .header(ACCEPT_ENCODING, "gzip, deflate, br, zstd");
    let template = match cookie {
        Some(cookie) => template.header(COOKIE, cookie),
        None => template,
    };
    let template = template.body(Body::default())?;
    let next = move |_| {
        let mut request = template.clone();
        let address = learner::address().unwrap_or(HeaderValue::from_static("198.19.250.1"));
        request.headers_mut().insert("x-forwarded-for", address);
        request
    };
    Ok(Target { addr: site.addr, next: Arc::new(next) })
}

async fn compare(site: &Site, target: &Target) -> Result<(Vec<Measured>, Vec<Measured>)> {
    let (headers, body) = load::once(target).await?;
    let bare = Bare::start(&headers, &body)?;
    let bare_target = Target { addr: bare.addr, ..target.clone() };
    load::round(target, CONNECTIONS, WARM_UP).await?;
    load::round(&bare_target, CONNECTIONS, WARM_UP).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(measured(target, || site.cpu()).await?);
        theirs.push(measured(&bare_target, || site::cpu(&bare.process)).await?);
    }
    Ok((ours, theirs))
}

#[expect(clippy::cast_precision_loss, reason = "a round has fewer requests than 2^52")]
async fn measured(target: &Target, cpu: impl Fn() -> Result<f64>) -> Result<Measured> {
    let before = cpu()?;
    let round = load::round(target, CONNECTIONS, TIME).await?;
    Ok((round, (cpu()? - before) * 1e6 / round.requests.max(1) as f64))
}

fn speed_row(name: &str, ours: &[Measured], bare: &[Measured]) -> [String; 5] {
    let speed = |rounds: &[Measured]| median(rounds.iter().map(|(round, _)| round.per_second));
    let (ours, bare) = (speed(ours), speed(bare));
    [name.into(), format!("{ours:.0}"), format!("{bare:.0}"), format!("{:.2}", ours / bare), "0.70".into()]
}

fn time_row(name: &str, ours: &[Measured], bare: &[Measured]) -> [String; 7] {
    let figure = |rounds: &[Measured], of: fn(&Measured) -> f64| median(rounds.iter().map(of));
    let millis = |rounds, of| format!("{:.2} ms", figure(rounds, of));
    let micros = |rounds| format!("{:.0} µs", figure(rounds, |(_, cpu)| *cpu));
    [
        name.into(),
        millis(ours, |(round, _)| round.p50),
        millis(bare, |(round, _)| round.p50),
        millis(ours, |(round, _)| round.p99),
        millis(bare, |(round, _)| round.p99),
        micros(ours),
        micros(bare),
    ]
}
