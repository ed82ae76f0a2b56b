//! Learners who answer one practice question after the other, as the island does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use axum::body::Bytes;
use axum::http::HeaderValue;
use axum::http::header::{ACCEPT, CONTENT_TYPE, COOKIE, HOST, ORIGIN};
use content::lang::Lang;
use hyper::Request;
use tests::course::{self, course};
use tests::steps::practice_path;

use crate::learner;
use crate::load::{Body, Target};
use crate::site::Site;

/// A question's address and the fields that answer it.
type Post = (String, String);

/// Returns what answers for that many learners; each connection is one of them.
pub(super) async fn target(site: &Site, learners: usize) -> Result<Target> {
    let posts: Vec<Post> = course().lessons.iter().flat_map(|lesson| &lesson.questions).map(post).collect();
    let mut people = Vec::new();
    for _ in 0..learners {
        let (_, cookie, _) = learner::quiz_taker(site).await?;
        people.push((HeaderValue::from_str(&cookie)?, AtomicUsize::new(0)));
    }
    let (host, origin) = (site.addr.to_string(), site.origin());
    let next = move |number: usize| {
        let (cookie, given) = &people[number];
        let given = given.fetch_add(1, Ordering::Relaxed);
        let (path, answer) = &posts[given % posts.len()];
        let fields = format!("try={}{answer}", given / posts.len() + 1);
        let request = Request::post(path.as_str())
            .header(HOST, &host)
            .header(ORIGIN, &origin)
            .header(COOKIE, cookie)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("x-forwarded-for", learner::address().unwrap_or(HeaderValue::from_static("198.19.250.1")));
        request.body(Body::new(Bytes::from(fields))).unwrap_or_default()
    };
    Ok(Target { addr: site.addr, next: Arc::new(next) })
}

/// Ids and numbers need no escaping.
fn post(question: &content::question::Question) -> Post {
    let fields = course::right(question, Lang::EN);
    let fields = fields.iter().map(|(name, value)| format!("&{name}={value}"));
    (practice_path(Lang::EN, question), fields.collect())
}
