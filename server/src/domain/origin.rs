//! Where the site is: scheme, host and port.

use std::fmt;
use std::str::FromStr;

/// Scheme, host and port, in the one spelling that browsers send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteOrigin {
    https: bool,
    host: String,
    port: u16,
}

/// The text is not an origin. It is not repeated: it may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write the origin as https://host or https://host:port, without a path")]
pub struct SiteOriginError;

impl SiteOrigin {
    /// Returns the origin that `host` or `host:port`, as a `Host` header has it, names when asked for with this scheme.
    pub fn of_host(https: bool, text: &str) -> Option<Self> {
        // The colons of an IPv6 address stand in brackets.
        let end = if text.starts_with('[') { text.find(']')? + 1 } else { text.find(':').unwrap_or(text.len()) };
        let (host, rest) = text.split_at(end);
        let port = match rest.strip_prefix(':') {
            None if rest.is_empty() => Self::default_port(https),
            Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok()?,
            _ => return None,
        };
        is_host(host).then(|| Self { https, host: host.to_ascii_lowercase(), port })
    }

    /// Returns the origin of an address of the web and what stands behind it: empty, or from `/`, `?` or `#` on.
    pub fn split(address: &str) -> Option<(Self, &str)> {
        let (scheme, rest) = address.split_once("://")?;
        let https = match scheme {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let clean = rest.bytes().all(|byte| byte.is_ascii_graphic());
        Some((Self::of_host(https, host).filter(|_| clean)?, rest))
    }

    pub fn is_https(&self) -> bool {
        self.https
    }

    fn default_port(https: bool) -> u16 {
        if https { 443 } else { 80 }
    }
}

/// Tells whether the text can be a name or an address of a host. No name of a user, no space and no path can.
fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_')),
    }
}

impl FromStr for SiteOrigin {
    type Err = SiteOriginError;

    fn from_str(text: &str) -> Result<Self, SiteOriginError> {
        match Self::split(text) {
            Some((origin, "" | "/")) => Ok(origin),
            _ => Err(SiteOriginError),
        }
    }
}

impl fmt::Display for SiteOrigin {
    /// Writes no slash at the end, and no port that the scheme implies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { https, host, port } = self;
        let scheme = if *https { "https" } else { "http" };
        if *port == Self::default_port(*https) {
            write!(f, "{scheme}://{host}")
        } else {
            write!(f, "{scheme}://{host}:{port}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_one_spelling() {
        for (text, spelling) in [
            ("https://vramlab.example", "https://vramlab.example"),
            ("https://Vramlab.example:443/", "https://vramlab.example"),
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://[::1]:80", "http://[::1]"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(text.parse::<SiteOrigin>().map(|origin| origin.to_string()), Ok(spelling.to_owned()));
        }
    }

    #[test]
    fn an_origin_has_scheme_and_host_only() {
        for bad in [
            "",
            "x",
            "/x",
            "vramlab.example",
            "ftp://x",
            "https://",
            "https://:443",
            "https://x/y",
            "https://x?y",
            "https://x/?y",
            "https://x#y",
            "https://u@x",
            "https://u:secret@x",
            "https://x:99999",
            "https://x:",
            "https://x:+1",
            "https://x y",
            "https://[::1",
            "https://[x]",
            "null",
        ] {
            let error = bad.parse::<SiteOrigin>().expect_err(bad);
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn an_address_is_taken_apart_behind_the_host() {
        let split = |text| SiteOrigin::split(text).map(|(origin, rest)| (origin.to_string(), rest));
        assert_eq!(split("https://x.example/a?b#c"), Some(("https://x.example".to_owned(), "/a?b#c")));
        assert_eq!(split("https://x.example?b"), Some(("https://x.example".to_owned(), "?b")));
        assert_eq!(split("https://x.example/a b"), None);
        assert_eq!(split("mailto:a@x.example"), None);
    }
}
