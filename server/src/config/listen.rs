//! Where to listen: an address with a port, or a name that stands for some.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::str::FromStr;

/// An address and port to listen on, as the operator wrote it, and what it stands for.
///
/// A name is looked up once, when it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listen {
    given: String,
    /// At least one. Of a name these are the IPv4 addresses first: that is where those look who are told `localhost` and
    /// write 127.0.0.1.
    addresses: Vec<SocketAddr>,
}

/// Why a text names no place to listen on.
#[derive(Debug, thiserror::Error)]
pub enum BadListen {
    #[error("write an address or a host name with a port, such as 127.0.0.1:3000, [::1]:3000 or localhost:3000")]
    Form,
    #[error(
        "the host name `{host}` cannot be looked up ({reason}); write an address instead, such as 127.0.0.1:{port}"
    )]
    Unknown { host: String, port: u16, reason: io::Error },
}

impl FromStr for Listen {
    type Err = BadListen;

    fn from_str(text: &str) -> Result<Self, BadListen> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(Self { given: text.to_owned(), addresses: vec![address] });
        }
        let (host, port) = text.rsplit_once(':').ok_or(BadListen::Form)?;
        let port: u16 = port.parse().map_err(|_| BadListen::Form)?;
        let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        if host.is_empty() || !host.chars().all(name) {
            return Err(BadListen::Form);
        }
        let unknown = |reason| BadListen::Unknown { host: host.to_owned(), port, reason };
        let mut addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(unknown)?.collect();
        addresses.sort_by_key(SocketAddr::is_ipv6);
        addresses.dedup();
        if addresses.is_empty() {
            return Err(unknown(io::ErrorKind::NotFound.into()));
        }
        Ok(Self { given: text.to_owned(), addresses })
    }
}

impl Listen {
    /// Returns the addresses in the order in which they are to be tried.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Returns what a browser on this machine reaches when this is the address that was got: an unspecified address listens
    /// on all, and none is called by it. Port 0 stands for any that is free.
    pub(super) fn local_origin(&self, got: SocketAddr) -> String {
        let host = self.given.rsplit_once(':').map_or(self.given.as_str(), |(host, _)| host);
        let host = if got.ip().is_unspecified() { "localhost" } else { host };
        format!("http://{host}:{}", got.port())
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listen(text: &str) -> Listen {
        text.parse().unwrap()
    }

    #[test]
    fn the_default_origin_is_one_that_a_browser_can_open() {
        for (text, origin) in [
            ("127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("0.0.0.0:80", "http://localhost:80"),
            ("[::]:80", "http://localhost:80"),
            ("[::1]:3000", "http://[::1]:3000"),
            ("localhost:3000", "http://localhost:3000"),
        ] {
            let listen = listen(text);
            assert_eq!(listen.local_origin(listen.addresses()[0]), origin);
        }
    }

    #[test]
    fn any_free_port_is_named_once_it_is_known() {
        let got = "127.0.0.1:45678".parse().unwrap();
        assert_eq!(listen("127.0.0.1:0").local_origin(got), "http://127.0.0.1:45678");
    }

    #[test]
    fn a_name_is_looked_up() {
        let localhost = listen("localhost:3000");
        assert!(localhost.addresses().iter().all(|address| address.ip().is_loopback() && address.port() == 3000));
        assert!(localhost.addresses().is_sorted_by_key(SocketAddr::is_ipv6), "{localhost:?}");
    }

    #[test]
    fn a_refusal_says_what_is_expected() {
        for text in [
            "3000",
            ":3000",
            "localhost",
            "localhost:",
            "localhost:http",
            "127.0.0.1",
            "::1:3000",
            "http://localhost:3000",
        ] {
            let told = text.parse::<Listen>().unwrap_err().to_string();
            assert!(told.contains("localhost:3000"), "{text}: {told}");
        }
        // The name of RFC 6761 that never exists.
        let told = "vramlab.invalid:3000".parse::<Listen>().unwrap_err().to_string();
        assert!(told.contains("`vramlab.invalid`") && told.contains("127.0.0.1:3000"), "{told}");
    }
}
