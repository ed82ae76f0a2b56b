//! Reading `Accept` and `Accept-Encoding`: names with weights (RFC 9110, section 12.4.2).

use axum::http::header::{ACCEPT, HeaderName};
use axum::http::{HeaderMap, HeaderValue};

/// Iterates over the members of a header with their weights in thousandths. A weight that cannot be read counts as
/// zero.
fn weighted(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, u16)> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|member| {
        let mut parts = member.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        (name, weight.map_or(1000, thousandths))
    })
}

fn thousandths(text: &str) -> u16 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|digit| digit.is_ascii_digit()) {
        return 0;
    }
    match whole {
        "1" => 1000,
        "0" => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

/// Returns the weight given to `wanted`, zero when it is not named.
pub fn weight(headers: &HeaderMap, name: HeaderName, wanted: &str) -> u16 {
    weighted(headers, name)
        .filter(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .map(|(_, weight)| weight)
        .max()
        .unwrap_or(0)
}

/// Tells whether the client asks for JSON rather than a page. A browser asks for HTML; a client that asks for nothing
/// in particular gets a page too.
pub fn wants_json(headers: &HeaderMap) -> bool {
    let named = |value: &HeaderValue| value.as_bytes().windows(4).any(|part| part.eq_ignore_ascii_case(b"json"));
    if !headers.get_all(ACCEPT).into_iter().any(named) {
        return false;
    }
    let json = weight(headers, ACCEPT, "application/json").max(weight(headers, ACCEPT, "application/problem+json"));
    json > weight(headers, ACCEPT, "text/html")
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT_ENCODING;

    use super::*;

    fn map(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn json_is_given_to_who_asks_for_it() {
        for (accept, json) in [
            ("application/json", true),
            ("application/problem+json, */*", true),
            ("application/json, text/html;q=0.5", true),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false),
            ("text/html, application/json;q=0.9", false),
            ("*/*", false),
            ("application/json;q=0", false),
            ("", false),
        ] {
            assert_eq!(wants_json(&map(ACCEPT, accept)), json, "{accept}");
        }
        assert!(!wants_json(&HeaderMap::new()));
    }

    #[test]
    fn weights_are_read_strictly() {
        for (value, weight_of_br) in [
            ("gzip, br", 1000),
            ("BR;q=0.5, gzip", 500),
            ("br; q=0.05", 50),
            ("br;q=0", 0),
            ("br;q=1.000", 1000),
            ("br;q=2", 0),
            ("br;q=0.1234", 0),
            ("br;q=x", 0),
            ("brotli", 0),
        ] {
            assert_eq!(weight(&map(ACCEPT_ENCODING, value), ACCEPT_ENCODING, "br"), weight_of_br, "{value}");
        }
    }
}
