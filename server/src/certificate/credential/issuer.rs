//! Who issues: the site, by its origin.

use axum::http::Uri;

/// The issuer of every certificate of a site. Its origin is the issuer's id, so `/.well-known/jwks.json` below it
/// holds the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    origin: String,
    name: String,
    url: String,
}

/// Why an origin, a name or an address cannot stand in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IssuerError {
    #[error("`{0}` is not an origin; write it as https://host or https://host:port, without a path")]
    Origin(String),
    #[error("the name of the issuer is empty; certificates show it")]
    NoName,
    #[error("`{0}` is not the address of a web site; write it as https://host/path")]
    Url(String),
}

impl Issuer {
    /// Takes the origin of the site, the issuer's name as people read it, and the address of its own web site where
    /// that is another one.
    pub fn new(origin: &str, name: &str, url: Option<&str>) -> Result<Self, IssuerError> {
        let web = |text: &str| -> Option<Uri> {
            let uri: Uri = text.parse().ok()?;
            let authority = uri.authority()?;
            let port = authority.as_str().strip_prefix(authority.host())?;
            let fits = port.is_empty() || authority.port_u16().is_some();
            (matches!(uri.scheme_str(), Some("http" | "https")) && fits && !authority.host().is_empty()).then_some(uri)
        };
        let bad_origin = || IssuerError::Origin(origin.to_owned());
        let uri = web(origin).ok_or_else(bad_origin)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(bad_origin()) };
        if uri.path() != "/" || uri.query().is_some() {
            return Err(bad_origin());
        }
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let authority = authority.as_str().to_ascii_lowercase();
        let origin = format!("{scheme}://{}", authority.strip_suffix(default_port).unwrap_or(&authority));
        let name = name.trim();
        if name.is_empty() {
            return Err(IssuerError::NoName);
        }
        let url = match url {
            Some(url) => web(url).map(|_| url.to_owned()).ok_or_else(|| IssuerError::Url(url.to_owned()))?,
            None => origin.clone(),
        };
        Ok(Self { origin, name: name.to_owned(), url })
    }

    /// Returns scheme, host and port without a slash at the end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the address of the issuer's web site.
    pub fn url(&self) -> &str {
        &self.url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_scheme_and_host_only() {
        for (given, kept) in [
            ("https://vramlab.example", "https://vramlab.example"),
            ("https://VRAMlab.example/", "https://vramlab.example"),
            ("https://vramlab.example:443", "https://vramlab.example"),
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(Issuer::new(given, "V", None).map(|issuer| issuer.origin), Ok(kept.to_owned()));
        }
        for bad in [
            "",
            "vramlab.example",
            "ftp://x",
            "https://x/path",
            "https://x/?q",
            "https://u:p@x",
            "https://",
            "/x",
            "https://x:99999",
        ] {
            assert_eq!(Issuer::new(bad, "V", None), Err(IssuerError::Origin(bad.to_owned())), "{bad}");
        }
    }

    #[test]
    fn name_and_address_are_checked() {
        assert_eq!(Issuer::new("https://x", "  ", None), Err(IssuerError::NoName));
        assert_eq!(Issuer::new("https://x", "V", Some("mailto:a")), Err(IssuerError::Url("mailto:a".to_owned())));
        let issuer = Issuer::new("https://x", " V ", Some("https://school.example/about")).unwrap();
        assert_eq!((issuer.name(), issuer.url()), ("V", "https://school.example/about"));
    }
}
