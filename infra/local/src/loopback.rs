//! Addresses on this machine.

use std::net::IpAddr;

use url::{Host, Url};

/// Anybody signs in here as anybody, so the data must be this machine's own.
pub fn loopback(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|_| "must be a URL such as http://localhost:8000".to_owned())?;
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    };
    if !matches!(url.scheme(), "http" | "https") || !is_local {
        return Err("must be a loopback address: anybody can sign in here as anybody".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_database_on_this_machine_is_accepted() {
        for good in ["http://localhost:8000", "http://127.0.0.1:4566/", "http://127.9.9.9:1", "http://[::1]:8000"] {
            assert!(loopback(good).is_ok(), "{good}");
        }
        for bad in [
            "http://dynamodb.ap-south-1.amazonaws.com",
            "http://10.0.0.5:8000",
            "http://localhost.example.test:8000",
            "http://0.0.0.0:8000",
            "file:///tmp/x",
            "nonsense",
        ] {
            assert!(loopback(bad).is_err(), "{bad}");
        }
    }
}
