//! The visitor's choices that no learner is needed for: language and colour scheme.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::App;
use super::form::Fields;
use super::page;
use super::visit::{self, Look};
use crate::service::shape::address;

/// `/` leads to the language that the visitor chose before or that their browser asks for.
pub(super) async fn choose_language(look: Look) -> Response {
    let mut response = Redirect::temporary(&address::catalog(look.spoken)).into_response();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    response
}

pub(super) async fn theme(State(app): State<App>, look: Look, fields: Fields) -> Response {
    let theme = visit::theme_of(fields.text("theme"));
    let jar = look.jar.add(visit::theme_cookie(&app, theme));
    (jar, page::see_other(visit::local(fields.text("return")))).into_response()
}
