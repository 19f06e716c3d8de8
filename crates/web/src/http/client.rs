//! The client of a request for quotas and queues: an address.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// The address of a client. For IPv6 it is only the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Client(Option<IpAddr>);

/// A network of IPv6: the first 64 bits.
const NETWORK: u128 = !0 << 64;

impl Client {
    pub(crate) fn at(address: IpAddr) -> Client {
        Client(Some(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
            address @ IpAddr::V4(_) => address,
        }))
    }

    /// Parses a client; unreadable text is the default client.
    pub(crate) fn parse(text: &str) -> Client {
        Client(text.parse().ok())
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |address| write!(f, "{address}"))
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_differ_by_address_or_network() {
        let at = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1"), at("::ffff:192.0.2.1"), "the same address in two notations");
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::9"), "one network");
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        for client in [at("192.0.2.1"), at("2001:db8:1:2::1"), Client::default()] {
            assert_eq!(Client::parse(&client.to_string()), client);
        }
    }
}
