//! Who is asking: the network address that quotas are counted by. It is never logged and never leaves this process.
//!
//! # Note: forwarded addresses
//! `X-Forwarded-For` is what anybody cares to write, until a trusted proxy appended to it. So it is read from the
//! right: the connection's own address first, then each entry as long as the one before it is a trusted proxy. The
//! first address that is not trusted is the client. An entry that cannot be read ends the walk at the last address
//! known.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;

/// A client as quotas count it: an IPv4 address, or the /64 network that one IPv6 subscriber usually holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClientKey {
    V4([u8; 4]),
    V6([u8; 8]),
    /// The connection has no address. All such clients count as one.
    Unknown,
}

impl From<IpAddr> for ClientKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self::V4(v4.octets()),
            IpAddr::V6(v6) => {
                let mut network = [0; 8];
                network.copy_from_slice(&v6.octets()[..8]);
                Self::V6(network)
            }
        }
    }
}

/// Keeps addresses out of logs that print a request's extensions.
impl std::fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientKey(..)")
    }
}

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    pub key: ClientKey,
    /// The connection comes from a trusted proxy, so what it says about the request may be believed.
    pub through_proxy: bool,
}

/// A range of addresses, written as an address or as address/prefix length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: u128,
    prefix: u32,
}

/// The text is not a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address or a network such as 10.0.0.0/8 or fd00::/8")]
pub struct NetworkError(String);

impl Network {
    /// Tells whether the address lies in the network. An IPv4 address equals its IPv6-mapped form.
    pub fn contains(&self, address: IpAddr) -> bool {
        (bits(address) ^ self.base).checked_shr(128 - self.prefix).unwrap_or(0) == 0
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let bad = || NetworkError(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u32>().map_err(|_| bad())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(width);
        if prefix > width {
            return Err(bad());
        }
        Ok(Self { base: bits(address), prefix: 128 - width + prefix })
    }
}

/// Returns who makes a request.
pub(super) fn identify(request: &Request, trusted_proxies: &[Network]) -> Client {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    client(peer, request.headers(), trusted_proxies)
}

fn client(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[Network]) -> Client {
    let Some(mut address) = peer else { return Client { key: ClientKey::Unknown, through_proxy: false } };
    let is_trusted = |address| trusted.iter().any(|network| network.contains(address));
    let through_proxy = is_trusted(address);
    let lines: Vec<_> = headers.get_all("x-forwarded-for").into_iter().collect();
    let mut hops = lines.iter().rev().flat_map(|line| line.to_str().unwrap_or("?").rsplit(','));
    while is_trusted(address) {
        let Some(before) = hops.next().and_then(|hop| read_hop(hop.trim())) else { break };
        address = before;
    }
    Client { key: address.into(), through_proxy }
}

/// Some proxies write the port too.
fn read_hop(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse().ok().map(|address: SocketAddr| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(peer: &str, forwarded: &[&str], trusted: &[&str]) -> ClientKey {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let trusted: Vec<Network> = trusted.iter().map(|network| network.parse().unwrap()).collect();
        client(Some(peer.parse().unwrap()), &headers, &trusted).key
    }

    fn v4(text: &str) -> ClientKey {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_header_from_anybody_changes_nothing() {
        assert_eq!(key("203.0.113.9", &["198.51.100.1"], &[]), v4("203.0.113.9"));
        assert_eq!(key("203.0.113.9", &["198.51.100.1"], &["10.0.0.0/8"]), v4("203.0.113.9"));
    }

    #[test]
    fn the_right_most_hop_that_is_not_trusted_is_the_client() {
        let trusted = &["10.0.0.0/8", "192.0.2.7"];
        assert_eq!(key("10.0.0.1", &["198.51.100.1"], trusted), v4("198.51.100.1"));
        assert_eq!(key("10.0.0.1", &["1.1.1.1, 198.51.100.1, 192.0.2.7"], trusted), v4("198.51.100.1"));
        assert_eq!(key("10.0.0.1", &["1.1.1.1", "198.51.100.1,10.9.9.9"], trusted), v4("198.51.100.1"));
        assert_eq!(key("10.0.0.1", &["198.51.100.1:4711"], trusted), v4("198.51.100.1"));
        assert_eq!(key("10.0.0.1", &[], trusted), v4("10.0.0.1"));
        assert_eq!(key("10.0.0.1", &["1.1.1.1, unknown"], trusted), v4("10.0.0.1"));
        assert_eq!(key("10.0.0.1", &["10.0.0.2"], trusted), v4("10.0.0.2"));
        assert_eq!(key("::ffff:10.0.0.1", &["198.51.100.1"], trusted), v4("198.51.100.1"));
    }

    #[test]
    fn an_ipv6_client_is_its_64_bit_network() {
        assert_eq!(key("2001:db8:1:2::1", &[], &[]), key("2001:db8:1:2:ffff::9", &[], &[]));
        assert_ne!(key("2001:db8:1:2::1", &[], &[]), key("2001:db8:1:3::1", &[], &[]));
        assert_eq!(key("fd00::1", &["[2001:db8::5]:443"], &["fd00::/8"]), key("2001:db8::6", &[], &[]));
        assert_eq!(key("::ffff:203.0.113.9", &[], &[]), v4("203.0.113.9"));
    }

    #[test]
    fn networks_are_read_strictly() {
        for bad in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/", "10.0.0.0/-1", "host"] {
            assert_eq!(bad.parse::<Network>(), Err(NetworkError(bad.to_owned())), "{bad}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("203.0.113.9".parse().unwrap()) && !all.contains("2001:db8::1".parse().unwrap()));
        assert!("::/0".parse::<Network>().unwrap().contains("203.0.113.9".parse().unwrap()));
    }

    #[test]
    fn no_address_reaches_a_log() {
        let client = Client { key: v4("203.0.113.9"), through_proxy: false };
        assert_eq!(format!("{client:?}"), "Client { key: ClientKey(..), through_proxy: false }");
    }
}
