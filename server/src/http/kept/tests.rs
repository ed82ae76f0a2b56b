use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;

use super::*;
use crate::domain::{LearnerId, Revision, Timestamp};
use crate::service::clock;

fn catalog() -> Arc<Catalog> {
    Arc::new(Catalog { languages: Vec::new(), courses: Vec::new(), labs: Vec::new() })
}

fn wanted(address: &str, theme: Theme, who: Option<Recognised>) -> Wanted {
    Wanted { address: address.to_owned(), theme, encoding: None, who }
}

fn answer(catalog: &Arc<Catalog>, text: &'static str) -> Response {
    let mut response = ([(CONTENT_TYPE, "text/html")], text).into_response();
    response.extensions_mut().insert(OfContent(Arc::clone(catalog)));
    response
}

/// Offers an answer to be kept. Returns whether it was.
async fn offer(kept: &KeptPages, catalog: &Arc<Catalog>, wanted: Wanted, response: Response) -> bool {
    let route = crate::http::middleware::samples::route("/{lang}/").await;
    let sent = kept.keep(catalog, wanted.clone(), route, response).await;
    assert_ne!(sent.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(sent.extensions().get::<OfContent>().is_none(), "it is between the handler and the shelf");
    kept.find(catalog, &wanted).is_some()
}

async fn text(kept: &KeptPages, catalog: &Arc<Catalog>, wanted: Wanted) -> Option<String> {
    let response = kept.find(catalog, &wanted)?.response(&HeaderMap::new());
    let bytes = to_bytes(response.into_body(), MAX_PAGE).await.unwrap();
    Some(String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn a_page_is_kept_for_its_address_and_form_until_the_content_is_replaced() {
    let (kept, old, new) = (KeptPages::default(), catalog(), catalog());
    let light = |address| wanted(address, Theme::Light, None);
    assert_eq!(text(&kept, &old, light("/en/")).await, None);
    assert!(offer(&kept, &old, light("/en/"), answer(&old, "old")).await);
    assert_eq!(text(&kept, &old, light("/en/")).await.as_deref(), Some("old"));
    assert_eq!(text(&kept, &old, wanted("/en/", Theme::Dark, None)).await, None);
    assert_eq!(text(&kept, &old, light("/vi/")).await, None);
    let compressed = Wanted { encoding: Some(Encoding::Gzip), ..light("/en/") };
    assert_eq!(text(&kept, &old, compressed).await, None);
    assert_eq!(text(&kept, &new, light("/en/")).await, None, "it shows the content of before");
    assert!(offer(&kept, &new, light("/vi/"), answer(&new, "new")).await);
    assert_eq!(text(&kept, &old, light("/en/")).await, None, "the old pages are gone");
}

#[tokio::test]
async fn a_learners_page_is_theirs_until_something_is_written() {
    let (kept, catalog) = (KeptPages::default(), catalog());
    let learner = || LearnerId::generate(Timestamp::from_millis(0), &mut clock::rng());
    let (mine, yours) = (learner(), learner());
    let at =
        |learner, revision| wanted("/en/", Theme::Light, Some(Recognised { learner, revision: Revision(revision) }));
    assert!(offer(&kept, &catalog, at(mine, 1), answer(&catalog, "mine")).await);
    assert_eq!(text(&kept, &catalog, at(mine, 1)).await.as_deref(), Some("mine"));
    assert_eq!(text(&kept, &catalog, at(mine, 2)).await, None, "there is something new to show");
    assert_eq!(text(&kept, &catalog, at(yours, 1)).await, None);
    assert_eq!(text(&kept, &catalog, wanted("/en/", Theme::Light, None)).await, None);
}

#[tokio::test]
async fn only_a_page_that_its_handler_offers_is_kept() {
    let (kept, catalog, other) = (KeptPages::default(), catalog(), catalog());
    let plain = || wanted("/en/", Theme::Light, None);
    assert!(!offer(&kept, &catalog, plain(), "not offered".into_response()).await);
    assert!(!offer(&kept, &catalog, plain(), answer(&other, "of other content")).await);
    let mut cookie = answer(&catalog, "with a cookie");
    cookie.headers_mut().insert(SET_COOKIE, axum::http::HeaderValue::from_static("a=b"));
    assert!(!offer(&kept, &catalog, plain(), cookie).await);
    let mut missing = answer(&catalog, "not there");
    *missing.status_mut() = StatusCode::NOT_FOUND;
    assert!(!offer(&kept, &catalog, plain(), missing).await);
    assert!(offer(&kept, &catalog, plain(), answer(&catalog, "offered")).await);
}
