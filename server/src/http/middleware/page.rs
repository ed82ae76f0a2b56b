//! The last touch on pages and documents: ETag and 304, compression, and how caches may treat them.
//!
//! # Note: bodies that are here in full
//! Pages are made in one piece, so this layer has all bytes at hand: it hashes them once, and the hash serves as ETag
//! and finds the compressed copy made for an earlier visitor. Bodies of unknown length are streams and pass
//! untouched, as does whatever carries a `Content-Encoding` already (assets, compressed when the client was built).
//!
//! # Note: validators and encodings
//! The ETag is weak and the same for all encodings: they are the same page, which is all that `If-None-Match` asks.
//! So a browser that came with gzip and returns with brotli still gets its 304.
//!
//! # Note: secrets and compression
//! The length of a compressed page tells something about its contents to whoever can also put text into it. Pages
//! that hold a secret ([`super::TokenPage`]) are therefore sent as they are, and stored nowhere.

mod cache;
mod encoding;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

pub use self::cache::Compressed;
pub use self::encoding::Encoding;
use super::TokenPage;

/// Largest body that is looked at, in bytes. Pages have a tenth of that; a document beyond goes out as it is.
const MAX_BODY: usize = 1024 * 1024;

/// Below this, compression saves no packet.
const MIN_COMPRESSED: usize = 1024;

/// First half of the SHA-256 of a body.
type Hash = [u8; 16];

/// What the request said that matters to the answer's form.
#[derive(Debug)]
pub(super) struct Form {
    safe: bool,
    encoding: Option<Encoding>,
    known: Vec<HeaderValue>,
}

impl Form {
    pub(super) fn of(request: &Request) -> Self {
        Self {
            safe: matches!(*request.method(), Method::GET | Method::HEAD),
            encoding: Encoding::chosen(request.headers()),
            known: request.headers().get_all(IF_NONE_MATCH).into_iter().cloned().collect(),
        }
    }
}

/// Gives an answer the form that was asked for.
pub(super) async fn finish(response: Response, asked: &Form, compressed: &Compressed) -> Response {
    let (mut parts, body) = response.into_parts();
    let length = body.size_hint().exact().and_then(|length| usize::try_from(length).ok());
    if !is_text(&parts.headers)
        || parts.headers.contains_key(CONTENT_ENCODING)
        || length.is_none_or(|length| length > MAX_BODY)
    {
        return Response::from_parts(parts, body);
    }
    if parts.extensions.get::<TokenPage>().is_some() {
        parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Response::from_parts(parts, body);
    }
    vary(&mut parts.headers);
    match axum::body::to_bytes(body, MAX_BODY).await {
        Ok(bytes) => answer(parts, bytes, asked, compressed),
        Err(error) => {
            tracing::error!(%error, "a page could not be read back");
            parts.status = StatusCode::INTERNAL_SERVER_ERROR;
            parts.headers.clear();
            Response::from_parts(parts, Body::empty())
        }
    }
}

fn answer(mut parts: Parts, bytes: Bytes, asked: &Form, compressed: &Compressed) -> Response {
    let hash = hash(&bytes);
    if asked.safe && parts.status == StatusCode::OK && !parts.headers.contains_key(ETAG) {
        let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(hash));
        let known = is_known(&asked.known, &tag);
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            parts.headers.insert(ETAG, tag);
        }
        if known {
            parts.status = StatusCode::NOT_MODIFIED;
            parts.headers.remove(CONTENT_TYPE);
            parts.headers.remove(CONTENT_LENGTH);
            return Response::from_parts(parts, Body::empty());
        }
    }
    let encoding = asked.encoding.filter(|_| bytes.len() >= MIN_COMPRESSED);
    let Some(encoding) = encoding else { return Response::from_parts(parts, Body::from(bytes)) };
    match compressed.get_or_make(hash, encoding, &bytes) {
        Ok(small) => {
            parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(small))
        }
        Err(error) => {
            tracing::error!(%error, "a page could not be compressed");
            Response::from_parts(parts, Body::from(bytes))
        }
    }
}

/// Pages are the visitor's own and asked for anew each time, unless the handler decided otherwise.
fn vary(headers: &mut HeaderMap) {
    if headers.contains_key(CACHE_CONTROL) {
        headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    } else {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.append(VARY, HeaderValue::from_static("accept, accept-encoding, cookie"));
    }
}

fn is_text(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()) else { return false };
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.starts_with("text/")
        || matches!(kind, "application/json" | "application/xml" | "image/svg+xml")
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
}

fn hash(bytes: &[u8]) -> Hash {
    let mut hash = Hash::default();
    let length = hash.len();
    hash.copy_from_slice(&Sha256::digest(bytes)[..length]);
    hash
}

/// The weak comparison of RFC 9110, section 13.1.2. Our tags hold no comma.
pub(super) fn is_known<'h>(known: impl IntoIterator<Item = &'h HeaderValue>, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let members = known.into_iter().filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
    let ours = opaque(tag);
    members.map(opaque).any(|member| member == ours || member == "*")
}

#[cfg(test)]
mod tests;
