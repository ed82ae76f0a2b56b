//! The built client, style and pictures: embedded in the binary, served compressed and for good.

use std::collections::HashMap;

use app::view::{Assets, BundleFiles};
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use super::App;
use super::error::HttpError;
use super::extract::Path;
use super::middleware::accept::weight;

/// What `cargo xtask client` builds: embedded in a release binary, read from its folder at each request otherwise. Missing while
/// only the server is being worked on: pages then have no style.
#[derive(Embed)]
#[folder = "../target/site"]
#[allow_missing = true]
struct Files;

/// The built files, by the names with a hash in them.
#[derive(Debug)]
pub struct Site {
    pub assets: Assets,
}

/// The embedded files are not what `cargo xtask client` writes.
#[derive(Debug, thiserror::Error)]
#[error("the manifest of the built client cannot be read: {0}; build it with `cargo xtask client`")]
pub struct BadSite(#[from] serde_json::Error);

impl Site {
    /// Reads the manifest: the name of each file without its hash, and with it.
    pub fn load() -> Result<Self, BadSite> {
        let manifest: HashMap<String, String> = if let Some(file) = Files::get("manifest.json") {
            serde_json::from_slice(&file.data)?
        } else {
            tracing::warn!(
                "the client is not built, so pages have neither style nor islands; run `cargo xtask client`"
            );
            HashMap::new()
        };
        let address = |name: &str| manifest.get(name).map(|file| format!("/assets/{file}")).unwrap_or_default();
        let bundle =
            |name: &str| BundleFiles { js: address(&format!("{name}.js")), wasm: address(&format!("{name}_bg.wasm")) };
        Ok(Self {
            assets: Assets {
                css: address("style.css"),
                loader: address("loader.js"),
                course: bundle("client"),
                lab: bundle("client-lab"),
                playground: bundle("client-playground"),
                favicon: address("favicon.svg"),
                favicon_png: address("favicon-48.png"),
                touch_icon: address("touch-icon.png"),
                og_image: address("og-image.png"),
            },
        })
    }
}

/// A file with a hash in its name never changes: a browser asks once.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, HttpError> {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    if matches!(extension, "json" | "br" | "gz") {
        return Err(HttpError::not_found());
    }
    serve(&name, &headers, "public, max-age=31536000, immutable").ok_or_else(HttpError::not_found)
}

/// Browsers ask for this address whatever the page says.
pub async fn favicon(State(app): State<App>, headers: HeaderMap) -> Result<Response, HttpError> {
    let name = app.site.assets.favicon.strip_prefix("/assets/").unwrap_or_default();
    serve(name, &headers, "public, max-age=86400").ok_or_else(HttpError::not_found)
}

/// Pictures of lessons come with the content and may change with it.
pub async fn picture(State(app): State<App>, OriginalUri(uri): OriginalUri) -> Result<Response, HttpError> {
    let file = app.services.library.picture(uri.path()).ok_or_else(HttpError::not_found)?;
    let bytes = tokio::fs::read(&file).await.map_err(|_| HttpError::not_found())?;
    let mut response = bytes.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(uri.path())));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    Ok(response)
}

/// Of the encodings that the client takes the smaller file is sent, whichever it likes better.
fn serve(name: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
    let plain = Files::get(name)?;
    let compressed = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(encoding, _)| weight(headers, header::ACCEPT_ENCODING, encoding) > 0)
        .find_map(|(encoding, suffix)| Some((encoding, Files::get(&format!("{name}.{suffix}"))?)));
    let (encoding, file): (Option<&str>, EmbeddedFile) = match compressed {
        Some((encoding, file)) => (Some(encoding), file),
        None => (None, plain),
    };
    let mut response = file.data.into_owned().into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_str(encoding).ok()?);
    }
    Some(response)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
