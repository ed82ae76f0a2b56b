//! HTTP: addresses, forms, cookies, and the pages that answer them.
//!
//! A handler extracts, calls one service function and shapes the answer. What fails becomes an [`error::HttpError`], turned
//! into a page for people or problem JSON for programs at one place.

pub mod connections;
pub mod middleware;

pub mod state;

pub mod assets;
pub mod error;
pub mod extract;
pub mod form;
pub mod health;
pub mod page;
pub mod visit;

pub mod kept;

mod catalog;
mod certificate;
mod continuing;
mod course;
mod labs;
mod lesson;
mod preference;
mod progress;
mod quiz;
mod report;
mod seo;

use axum::Router;
use axum::routing::{get, post};

pub use state::App;

/// Returns every address of the site, without the middleware around them.
pub fn router(app: App) -> Router {
    Router::new()
        .merge(learning())
        .merge(own_data())
        .merge(certificates())
        .merge(site())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), error::render))
        .with_state(app)
}

fn learning() -> Router<App> {
    Router::new()
        .route("/", get(preference::choose_language))
        .route("/{lang}", get(preference::add_slash))
        .route("/{lang}/", get(catalog::catalog))
        .route("/{lang}/glossary", get(catalog::glossary))
        .route("/{lang}/labs", get(labs::labs))
        .route("/{lang}/labs/{lab}", get(labs::lab).post(labs::start))
        .route("/{lang}/lab-runs/{run}", get(labs::run))
        .route("/{lang}/courses/{course}", get(course::course))
        .route("/{lang}/courses/{course}/{lesson}", get(lesson::lesson))
        .route("/{lang}/courses/{course}/{lesson}/read", get(lesson::to_lesson).post(lesson::mark_read))
        .route("/{lang}/courses/{course}/{lesson}/questions/{question}", get(lesson::question).post(lesson::answer))
        .route("/{lang}/courses/{course}/quiz", get(quiz::quiz).post(quiz::start))
        .route("/{lang}/courses/{course}/quiz/{question}", get(quiz::question).post(quiz::answer))
        .route("/{lang}/courses/{course}/quiz/attempts/{attempt}", get(quiz::attempt))
        .route("/{lang}/courses/{course}/quiz/attempts/{attempt}/finish", get(quiz::to_attempt).post(quiz::finish))
        .route(
            "/{lang}/courses/{course}/quiz/attempts/{attempt}/certificate",
            get(quiz::to_attempt).post(quiz::certificate),
        )
        .route("/{lang}/report/{course}/{question}", get(report::form).post(report::send))
}

fn own_data() -> Router<App> {
    Router::new()
        .route("/{lang}/progress", get(progress::progress))
        .route("/{lang}/progress/reset/{course}", get(progress::confirm_reset).post(progress::reset))
        .route("/{lang}/progress/delete", get(progress::confirm_delete).post(progress::delete))
        .route("/{lang}/progress/continue", get(continuing::back).post(continuing::make_link))
        .route("/{lang}/continue/{token}", get(continuing::confirm).post(continuing::redeem))
}

fn certificates() -> Router<App> {
    Router::new()
        .route("/{lang}/verify/{id}", get(certificate::verify))
        .route("/verify/{id}", get(certificate::verify_in_any_language))
        .route("/credentials/{id}", get(certificate::credential))
        .route("/.well-known/jwks.json", get(certificate::jwks))
        .route("/keys/{thumbprint}", get(certificate::key))
}

fn site() -> Router<App> {
    Router::new()
        .route("/theme", post(preference::theme))
        .route("/assets/{file}", get(assets::asset))
        .route("/media/{course}/{lesson}/{file}", get(assets::picture))
        .route("/favicon.ico", get(assets::favicon))
        .route("/robots.txt", get(seo::robots))
        .route("/sitemap.xml", get(seo::sitemap))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
}
