//! Bodies in JSON.

use app::view::ErrorKind;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::http::App;
use crate::http::error::HttpError;

/// A body in JSON, with `Content-Type: application/json`, which no form of another site can have.
#[derive(Debug)]
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &App) -> Result<Self, HttpError> {
        match axum::Json::<T>::from_request(request, app).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(JsonRejection::JsonDataError(error)) => Err(HttpError::told(ErrorKind::Unfit, error.body_text())),
            Err(other) => Err(HttpError::told(ErrorKind::BadRequest, other.body_text())),
        }
    }
}
