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
mod work;

pub mod bounded;
pub mod kept;

mod front;

mod api;

mod catalog;
mod certificate;
mod continuing;
mod course;
mod labs;
mod lesson;
mod playground;
mod preference;
mod progress;
mod quiz;
mod report;
mod seo;
mod slash;

use axum::Router;
use axum::routing::{get, post};

pub use front::Front;
use slash::Pages as _;
pub use state::App;

/// Returns every address of the site, without what is around them.
fn router(app: App) -> Router {
    Router::new()
        .merge(learning())
        .merge(own_data())
        .merge(certificates())
        .merge(site())
        .merge(api::routes())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), error::render))
        .with_state(app)
}

fn learning() -> Router<App> {
    Router::new()
        .route("/", get(preference::choose_language))
        .route("/{lang}", get(slash::add_slash))
        .route("/{lang}/", get(catalog::catalog))
        .page("/{lang}/glossary", get(catalog::glossary))
        .page("/{lang}/labs", get(labs::labs))
        .page("/{lang}/labs/{lab}", get(labs::lab).post(labs::start))
        .page("/{lang}/playground", get(playground::playground).post(playground::start))
        .page("/{lang}/lab-runs/{run}", get(labs::run))
        .page("/{lang}/lab-runs/{run}/cancel", get(labs::to_run).post(labs::cancel))
        .page("/{lang}/courses/{course}", get(course::course))
        .page("/{lang}/courses/{course}/{lesson}", get(lesson::lesson))
        .page("/{lang}/courses/{course}/{lesson}/read", get(lesson::to_lesson).post(lesson::mark_read))
        .page("/{lang}/courses/{course}/{lesson}/questions/{question}", get(lesson::question).post(lesson::answer))
        .page("/{lang}/courses/{course}/quiz", get(quiz::quiz).post(quiz::start))
        .page("/{lang}/courses/{course}/quiz/{question}", get(quiz::question).post(quiz::answer))
        .page("/{lang}/courses/{course}/quiz/attempts/{attempt}", get(quiz::attempt))
        .page("/{lang}/courses/{course}/quiz/attempts/{attempt}/finish", get(quiz::to_attempt).post(quiz::finish))
        .page(
            "/{lang}/courses/{course}/quiz/attempts/{attempt}/certificate",
            get(quiz::to_attempt).post(quiz::certificate),
        )
        .page("/{lang}/report/{course}/{question}", get(report::form).post(report::send))
}

fn own_data() -> Router<App> {
    Router::new()
        .page("/{lang}/progress", get(progress::progress))
        .page("/{lang}/progress/reset/{course}", get(progress::confirm_reset).post(progress::reset))
        .page("/{lang}/progress/delete", get(progress::confirm_delete).post(progress::delete))
        .page("/{lang}/progress/continue", get(continuing::back).post(continuing::make_link))
        .page("/{lang}/continue/{token}", get(continuing::confirm).post(continuing::redeem))
}

fn certificates() -> Router<App> {
    Router::new()
        .page("/{lang}/verify/{id}", get(certificate::verify))
        .page("/verify/{id}", get(certificate::verify_in_any_language))
        .page("/credentials/{id}", get(certificate::credential))
        .route("/.well-known/jwks.json", get(certificate::jwks))
        .page("/keys/{thumbprint}", get(certificate::key))
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
