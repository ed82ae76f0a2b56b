//! The two encodings that pages are sent in.

use std::io::{self, Write as _};

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::http::middleware::accept::weight;

/// Good for a page that is compressed while somebody waits: about a millisecond, five percent larger than the best.
const BROTLI_QUALITY: u32 = 5;
/// Logarithm of the window: 1 MiB holds any page.
const BROTLI_WINDOW: u32 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// Returns the encoding that the client weighs highest, brotli when it does not mind. Only what it names is
    /// taken: `*` comes from programs that mean "anything", and plain text is anything too.
    pub fn chosen(headers: &HeaderMap) -> Option<Self> {
        let brotli = weight(headers, ACCEPT_ENCODING, "br");
        let gzip = weight(headers, ACCEPT_ENCODING, "gzip").max(weight(headers, ACCEPT_ENCODING, "x-gzip"));
        match (brotli, gzip) {
            (0, 0) => None,
            _ if brotli >= gzip => Some(Self::Brotli),
            _ => Some(Self::Gzip),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    pub(super) fn compress(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let out = Vec::with_capacity(bytes.len() / 3);
        match self {
            Self::Brotli => {
                let mut writer = brotli::CompressorWriter::new(out, 16 * 1024, BROTLI_QUALITY, BROTLI_WINDOW);
                writer.write_all(bytes)?;
                writer.flush()?;
                Ok(writer.into_inner())
            }
            Self::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(out, flate2::Compression::default());
                writer.write_all(bytes)?;
                writer.finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_client_chooses() {
        for (accepted, chosen) in [
            ("gzip, deflate, br, zstd", Some(Encoding::Brotli)),
            ("gzip, deflate", Some(Encoding::Gzip)),
            ("br;q=0.5, gzip", Some(Encoding::Gzip)),
            ("br;q=0, gzip;q=0", None),
            ("identity", None),
            ("*", None),
            ("x-gzip", Some(Encoding::Gzip)),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            assert_eq!(Encoding::chosen(&headers), chosen, "{accepted}");
        }
        assert_eq!(Encoding::chosen(&HeaderMap::new()), None);
    }

    #[test]
    fn what_is_compressed_comes_back() {
        let text = "bộ nhớ ".repeat(5000);
        let brotli = Encoding::Brotli.compress(text.as_bytes()).unwrap();
        let gzip = Encoding::Gzip.compress(text.as_bytes()).unwrap();
        let mut back = String::new();
        brotli::Decompressor::new(&brotli[..], 4096).read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
        back.clear();
        flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
        assert!(brotli.len() < text.len() / 50 && gzip.len() < text.len() / 50);
    }
}
