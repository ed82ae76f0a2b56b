//! Who issues: the site, by its origin.

use crate::domain::SiteOrigin;

/// The issuer of every certificate of a site. Its origin is the issuer's id, so `/.well-known/jwks.json` below it
/// holds the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    origin: String,
    name: String,
    url: String,
}

/// Why a name or an address cannot stand in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IssuerError {
    #[error("the name of the issuer is empty; certificates show it")]
    NoName,
    #[error("write the address of the issuer's web site as https://host/path")]
    Url,
}

impl Issuer {
    /// Takes the origin of the site, the issuer's name as people read it, and the address of its own web site where
    /// that is another one.
    pub fn new(origin: &SiteOrigin, name: &str, url: Option<&str>) -> Result<Self, IssuerError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(IssuerError::NoName);
        }
        let origin = origin.to_string();
        let url = match url {
            Some(url) if SiteOrigin::split(url).is_some() => url.to_owned(),
            Some(_) => return Err(IssuerError::Url),
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
    fn name_and_address_are_checked() {
        let origin = "https://X.example:443".parse().unwrap();
        assert_eq!(Issuer::new(&origin, "  ", None), Err(IssuerError::NoName));
        for bad in ["mailto:a", "school.example", "https://", "https://u:p@school.example"] {
            assert_eq!(Issuer::new(&origin, "V", Some(bad)), Err(IssuerError::Url), "{bad}");
        }
        let issuer = Issuer::new(&origin, " V ", Some("https://school.example/about")).unwrap();
        assert_eq!((issuer.name(), issuer.url()), ("V", "https://school.example/about"));
        assert_eq!(Issuer::new(&origin, "V", None).map(|issuer| issuer.url), Ok("https://x.example".to_owned()));
    }
}
