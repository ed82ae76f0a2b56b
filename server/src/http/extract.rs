//! The parts of an address, read as axum reads them; what it refuses is told like every other failure.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::App;
use super::error::HttpError;

/// The parameters of the path. Bytes that are no text name nothing.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        match axum::extract::Path::<T>::from_request_parts(parts, app).await {
            Ok(axum::extract::Path(parameters)) => Ok(Self(parameters)),
            Err(_) => Err(HttpError::not_found()),
        }
    }
}

/// The parameters of the query. The log is told that they cannot be read, and never what they are.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Query<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        match axum::extract::Query::<T>::from_request_parts(parts, app).await {
            Ok(axum::extract::Query(parameters)) => Ok(Self(parameters)),
            Err(_) => Err(HttpError::bad_request("the query cannot be read")),
        }
    }
}
