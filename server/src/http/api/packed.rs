//! Documents that are kept packed with gzip. They can be large, so none is unpacked as a whole: clients that take gzip get it as
//! it is kept, and for others it is unpacked piece by piece, as fast as they read.

use std::io::{self, Read as _};

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use flate2::read::GzDecoder;
use futures_util::stream;

use crate::http::middleware::accept::weight;

/// Bytes that are unpacked at a time: a fraction of a millisecond.
const PIECE: usize = 64 * 1024;

/// Returns a packed document as the body of an answer.
pub(super) fn answer(packed: Vec<u8>, asked: &HeaderMap) -> Response {
    let takes_gzip = weight(asked, ACCEPT_ENCODING, "gzip") > 0;
    let body = if takes_gzip { Body::from(packed) } else { unpacked(packed) };
    let mut response = body.into_response();
    response.headers_mut().insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    if takes_gzip {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Returns the document in pieces. A document that is damaged breaks off.
fn unpacked(packed: Vec<u8>) -> Body {
    let decoder = GzDecoder::new(io::Cursor::new(packed));
    Body::from_stream(stream::unfold(Some(decoder), |decoder| async move {
        let mut decoder = decoder?;
        let mut piece = Vec::new();
        match decoder.by_ref().take(PIECE as u64).read_to_end(&mut piece) {
            Ok(0) => None,
            Ok(_) => Some((Ok(Bytes::from(piece)), Some(decoder))),
            Err(error) => Some((Err(error), None)),
        }
    }))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use axum::body::to_bytes;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(document: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(document).unwrap();
        encoder.finish().unwrap()
    }

    async fn body(response: Response) -> Result<Bytes, axum::Error> {
        to_bytes(response.into_body(), usize::MAX).await
    }

    #[tokio::test]
    async fn a_client_gets_it_as_it_is_kept_or_unpacked() {
        let document: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        let gzip = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"))]);
        let kept = answer(packed(&document), &gzip);
        assert_eq!(kept.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(body(kept).await.unwrap(), packed(&document));
        for none in [HeaderMap::new(), HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0"))])]
        {
            let plain = answer(packed(&document), &none);
            assert!(!plain.headers().contains_key(CONTENT_ENCODING));
            assert_eq!(plain.headers()[VARY], "Accept-Encoding");
            assert_eq!(body(plain).await.unwrap(), document);
        }
    }

    #[tokio::test]
    async fn a_damaged_document_breaks_off() {
        let document = packed(&vec![7; 1_000_000]);
        assert!(body(answer(document[..document.len() / 2].to_vec(), &HeaderMap::new())).await.is_err());
    }
}
