//! The client of a request if CloudFront stands before API Gateway, which then sees CloudFront's addresses only.
//!
//! CloudFront names the client in a header of its own. Whoever knows the API's address can write that header too, so it
//! is believed only beside the secret that CloudFront adds to each request. What lacks the secret went around CloudFront and
//! the firewall there: it is the client that API Gateway sees, or is refused where that is asked for. CloudFront replaces
//! both headers if a client sends them.

use std::net::IpAddr;

use http::HeaderMap;
use subtle::ConstantTimeEq as _;

use super::caller::ClientIp;
use parlour_settings::{Secret, Settings};

const SECRET: &str = "x-origin-secret";
/// Address and port of the client.
const VIEWER: &str = "cloudfront-viewer-address";

/// A request that did not come through CloudFront, though it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BypassedCloudFront;

/// The distribution before the gateway, if there is one.
#[derive(Clone)]
pub struct Front {
    secret: Secret,
    is_required: bool,
}

impl Front {
    pub fn of(settings: &Settings) -> Self {
        Self { secret: settings.origin_secret.clone(), is_required: settings.origin_required }
    }

    /// The client of a request, if it is known. `seen` is the address that the gateway saw.
    pub fn client(&self, headers: &HeaderMap, seen: Option<String>) -> Result<Option<ClientIp>, BypassedCloudFront> {
        let Some(secret) = self.secret.given_text() else { return Ok(seen.map(ClientIp)) };
        let shown = headers.get(SECRET).is_some_and(|shown| bool::from(shown.as_bytes().ct_eq(secret.as_bytes())));
        if !shown {
            return if self.is_required { Err(BypassedCloudFront) } else { Ok(seen.map(ClientIp)) };
        }
        let viewer = headers.get(VIEWER).and_then(|viewer| viewer.to_str().ok()).and_then(without_port);
        Ok(viewer.map(|address| address.to_string()).or(seen).map(ClientIp))
    }
}

/// `203.0.113.7:40532`, and IPv6 with or without brackets.
fn without_port(viewer: &str) -> Option<IpAddr> {
    let (address, _) = viewer.rsplit_once(':')?;
    address.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Front {
        Front { secret: Secret::absent(), is_required: true }
    }

    fn front(is_required: bool) -> Front {
        Front { secret: Secret::given("hush"), is_required }
    }

    fn client(front: &Front, headers: &[(&'static str, &str)]) -> Result<Option<String>, BypassedCloudFront> {
        let headers = headers.iter().map(|(name, value)| (http::HeaderName::from_static(name), value.parse().unwrap()));
        let found = front.client(&headers.collect(), Some("64.252.64.1".to_owned()))?;
        Ok(found.map(|client| client.0))
    }

    fn known(address: &str) -> Result<Option<String>, BypassedCloudFront> {
        Ok(Some(address.to_owned()))
    }

    #[test]
    fn without_a_distribution_no_header_changes_who_it_is() {
        assert_eq!(client(&none(), &[]), known("64.252.64.1"));
        assert_eq!(client(&none(), &[(VIEWER, "203.0.113.7:1"), (SECRET, "hush")]), known("64.252.64.1"));
    }

    #[test]
    fn behind_it_the_client_is_whom_it_names() {
        for front in [front(true), front(false)] {
            let through = |viewer: &str| client(&front, &[(VIEWER, viewer), (SECRET, "hush")]);
            assert_eq!(through("203.0.113.7:40532"), known("203.0.113.7"));
            assert_eq!(through("2001:db8::7:40532"), known("2001:db8::7"));
            assert_eq!(through("[2001:db8::7]:40532"), known("2001:db8::7"));
            assert_eq!(through("nonsense"), known("64.252.64.1"));
            assert_eq!(client(&front, &[(SECRET, "hush")]), known("64.252.64.1"));
        }
    }

    #[test]
    fn whoever_goes_around_it_names_nobody_else_and_is_refused_where_that_is_asked_for() {
        for shown in ["", "hus", "hush ", "HUSH", "hushh"] {
            let around = [(VIEWER, "203.0.113.7:1"), (SECRET, shown)];
            assert_eq!(client(&front(true), &around), Err(BypassedCloudFront), "{shown:?}");
            assert_eq!(client(&front(false), &around), known("64.252.64.1"), "{shown:?}");
        }
        assert_eq!(client(&front(true), &[(VIEWER, "203.0.113.7:1")]), Err(BypassedCloudFront));
    }
}
