//! The caller of a request: set by the gate, extracted by handlers.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::accepts::Accepts;
use super::errors::Refusal;
use parlour_people::auth::Caller;
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::paging::SizeLimit;

/// A value that a request brings besides its path, query and body: who calls, what is done by it, on which app, and how
/// much its client takes. The gate has put it there.
pub struct Given<T>(pub T);

/// A value that every request, or every request through the gate, brings.
pub trait Brought: Sized {
    fn by(parts: &Parts) -> Result<Self, Refusal>;
}

impl<T: Brought, S: Send + Sync> FromRequestParts<S> for Given<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        T::by(parts).map(Self)
    }
}

impl Brought for Caller {
    fn by(parts: &Parts) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Refusal::unauthenticated)
    }
}

/// The act of a route that does not require a session.
impl Brought for Act {
    fn by(parts: &Parts) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Refusal::internal("the request has no act"))
    }
}

/// The app that received the request.
impl Brought for App {
    fn by(parts: &Parts) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| Refusal::internal("the request has no app"))
    }
}

/// A client that accepts gzip may be answered with more.
impl Brought for SizeLimit {
    fn by(parts: &Parts) -> Result<Self, Refusal> {
        Ok(if Accepts::of(&parts.headers).gzip { Self::GZIP } else { Self::PLAIN })
    }
}

/// The client's address as the gateway reports it, or CloudFront before it (`front.rs`); never taken from a header the
/// client can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientIp(pub String);

impl ClientIp {
    pub(super) fn is_loopback(&self) -> bool {
        self.0.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// The client as rate limits count it: an IPv4 address, or the /64 that one connection is given of IPv6.
    pub fn network(&self) -> String {
        match self.0.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(IpAddr::V6(address)) => {
                let network = Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64));
                format!("{network}/64")
            }
            Ok(IpAddr::V4(address)) => address.to_string(),
            Err(_) => self.0.clone(),
        }
    }
}

/// `req_` and twelve random characters: in every response and in every log line of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

pub(super) const BASE_62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl<S: Send + Sync> FromRequestParts<S> for ClientIp {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or(Self("unknown".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_of_ipv6_is_one_client() {
        for (address, network) in [
            ("10.0.0.7", "10.0.0.7"),
            ("::ffff:10.0.0.7", "10.0.0.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("::1", "::/64"),
            ("unknown", "unknown"),
        ] {
            assert_eq!(ClientIp(address.to_owned()).network(), network);
        }
    }
}
