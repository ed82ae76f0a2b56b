//! What happens in a run, as server-sent events.
//!
//! # Note: numbers
//! Events of the run have its numbers as ids, so a client that was cut off is told what follows the last one that arrived.
//! `position` says something of this moment only and has none. The last event is `ended`; a client that has it and asks
//! again is answered 204, which tells an `EventSource` to stop.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::Extension;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::time::{Interval, interval};

use super::runs::read_id;
use crate::domain::RunId;
use crate::http::App;
use crate::http::connections::Attention;
use crate::http::error::{HttpError, Problem};
use crate::http::extract::Path;
use crate::service::labs::feed::Listener;
use crate::storage::RunEvent;

/// After so long without news a comment is sent, so that everything between here and the client sees that it lives.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long a client that was cut off should wait.
const RETRY: Duration = Duration::from_secs(1);

/// Tells what happens in a run: `queued`, `position`, `started` with the device, `run` for each allocator, `step` for each
/// thing done with the memory behind it, `omitted` for steps that were too many, `requeued` when a worker was lost, and
/// `ended`. Send `Last-Event-ID` to go on where the connection broke.
#[utoipa::path(
    get,
    path = "/api/v1/lab-runs/{id}/events",
    tag = "runs",
    params(
        ("id" = String, Path, description = "Id of the run"),
        ("last-event-id" = Option<u32>, Header, description = "Number of the last event that arrived"),
    ),
    responses(
        (status = 200, content_type = "text/event-stream", body = String),
        (status = 204, description = "The last event that arrived was the last"),
        (status = 404, body = Problem),
        (status = 503, body = Problem, description = "As many listen as may"),
    )
)]
pub(super) async fn events(
    axum::extract::State(app): axum::extract::State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    attention: Option<Extension<Attention>>,
) -> Result<Response, HttpError> {
    let run = read_id(&id)?;
    let after = last_event(&headers);
    let mut listener = app.services.listen(run).await?;
    let pulse = listener.pulse();
    if pulse.over && after >= pulse.last {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let stream = News {
        app,
        run,
        listener,
        attention: attention.map(|Extension(attention)| attention),
        after,
        waiting: VecDeque::new(),
        place: None,
        heartbeat: interval(HEARTBEAT),
        begun: false,
    };
    let stream = stream::unfold(stream, |mut news| async move {
        let event = news.next().await?;
        Some((Ok::<_, Infallible>(event), news))
    });
    let mut response = Sse::new(stream).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies that gather an answer before they pass it on would hold the news back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

fn last_event(headers: &HeaderMap) -> u32 {
    headers.get("last-event-id").and_then(|id| id.to_str().ok()?.trim().parse().ok()).unwrap_or(0)
}

/// What one client is told.
struct News {
    app: App,
    run: RunId,
    listener: Listener,
    attention: Option<Attention>,
    /// Number of the last event that was read.
    after: u32,
    waiting: VecDeque<RunEvent>,
    /// The place in the queue that was told last.
    place: Option<u32>,
    heartbeat: Interval,
    begun: bool,
}

impl News {
    async fn next(&mut self) -> Option<Event> {
        if let Some(attention) = &self.attention {
            attention.paid();
        }
        if !self.begun {
            self.begun = true;
            self.heartbeat.reset();
            return Some(Event::default().retry(RETRY).comment("what happens in the run"));
        }
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(tell(&event));
            }
            let pulse = self.listener.pulse();
            if pulse.last > self.after {
                // A client that was told half of it comes back for the rest.
                let events = self.app.services.run_events(self.run, self.after).await.ok()?;
                // Deleted meanwhile, with the learner.
                self.after = events.last()?.seq;
                self.waiting = events.into();
                continue;
            }
            if pulse.over {
                return None;
            }
            // Also when a run leaves the queue: it may come back to the place that it had.
            if pulse.place != self.place {
                self.place = pulse.place;
                if let Some(place) = pulse.place {
                    return Some(position(place));
                }
            }
            if let Some(event) = self.wait().await? {
                return Some(event);
            }
        }
    }

    /// Waits for news. Returns nothing inside when there are some, and nothing at all when there will be none.
    async fn wait(&mut self) -> Option<Option<Event>> {
        let Self { attention, listener, heartbeat, .. } = self;
        let stopping = async {
            match attention {
                Some(attention) => attention.stopping().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            more = listener.changed() => more.then_some(None),
            _ = heartbeat.tick() => Some(Some(Event::default().comment("still here"))),
            () = stopping => None,
        }
    }
}

fn tell(event: &RunEvent) -> Event {
    Event::default().id(event.seq.to_string()).event(&event.kind).data(&event.data)
}

fn position(place: u32) -> Event {
    Event::default().event("position").data(format!(r#"{{"position":{place}}}"#))
}
