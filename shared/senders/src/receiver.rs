//! The addresses a webhook may lead to. They come from outside and we call them: they are a door into our own network
//! unless only public ones are let through, when one is saved and again when it is called.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

const LONGEST: usize = 2048;
const NOT_PUBLIC: &str = "must lead to a public address";

/// Which receivers are let through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    #[default]
    Public,
    /// On a developer's machine: public ones, and http receivers on the machine itself.
    PublicAndLoopback,
}

/// An address that may be called, as far as it tells by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiverUrl(Url);

impl ReceiverUrl {
    pub fn parse(text: &str, reach: Reach) -> Result<Self, &'static str> {
        if text.chars().count() > LONGEST {
            return Err("must be at most 2048 characters");
        }
        // The URL parser silently drops these; an address must mean what it says.
        if text.chars().any(|letter| letter.is_whitespace() || letter.is_control() || letter == '\\') {
            return Err("must be a URL");
        }
        let url = Url::parse(text).map_err(|_| "must be a URL")?;
        // The parser takes the first part of a path for the host where there is none, as in `https:///h`.
        let behind_scheme = text.get(url.scheme().len()..).and_then(|rest| rest.strip_prefix("://"));
        let authority = behind_scheme.and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
        if authority.is_empty() {
            return Err("must be a URL with a host");
        }
        if !url.username().is_empty() || url.password().is_some() || authority.contains('@') {
            return Err("must not carry a user name or password");
        }
        let Some(host) = url.host() else { return Err("must be a URL") };
        if reach == Reach::PublicAndLoopback && url.scheme() == "http" && is_this_machine(&host) {
            return Ok(Self(url));
        }
        if url.scheme() != "https" {
            return Err("must be an https URL");
        }
        if url.port_or_known_default() != Some(443) {
            return Err("must use port 443");
        }
        let is_public = match host {
            Host::Domain(_) => !is_this_machine(&host),
            Host::Ipv4(address) => is_public(address.into()),
            Host::Ipv6(address) => is_public(address.into()),
        };
        if is_public { Ok(Self(url)) } else { Err(NOT_PUBLIC) }
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The name that still has to be looked up; an address needs no looking up.
    pub fn name(&self) -> Option<&str> {
        match self.0.host() {
            Some(Host::Domain(name)) => Some(name),
            Some(Host::Ipv4(_) | Host::Ipv6(_)) | None => None,
        }
    }
}

impl Reach {
    /// Whether what a name leads to may be called. One address that may not is enough to refuse them all: whoever answers
    /// the lookup chooses which one is tried.
    pub fn admits(self, name: &str, addresses: &[IpAddr]) -> Result<(), &'static str> {
        let own = self == Self::PublicAndLoopback && is_local_name(name);
        let allowed = |address: &IpAddr| is_public(*address) || (own && address.to_canonical().is_loopback());
        if !addresses.is_empty() && addresses.iter().all(allowed) { Ok(()) } else { Err(NOT_PUBLIC) }
    }
}

fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => is_local_name(name),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => IpAddr::from(*address).to_canonical().is_loopback(),
    }
}

/// Whether an address is somebody else's on the internet, and not one of ours or of nobody.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_reserved = match first {
        0 | 240..=255 => true,
        // Carrier-grade NAT.
        100 => (64..128).contains(&second),
        192 => (second == 0 && third == 0) || (second == 88 && third == 99),
        // Benchmarks between networks.
        198 => second == 18 || second == 19,
        _ => false,
    };
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Global unicast (`2000::/3`), without what documents or what wraps an IPv4 address that nobody would look at.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = first & 0xe000 == 0x2000;
    // 2001::/23 has Teredo and other protocols, 2001:db8::/32 and 3fff::/20 are for documents, 2002::/16 is 6to4.
    let is_special = match first {
        0x2001 => second < 0x0200 || second == 0x0db8,
        0x2002 => true,
        0x3fff => second < 0x1000,
        _ => false,
    };
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &[&str] = &[
        "",
        "hooks.example.com",
        "http://hooks.example.com/x",
        "ftp://hooks.example.com/x",
        "javascript:alert(1)",
        "https://",
        "https:///hooks.example.com",
        "https:////hooks.example.com/x",
        "https:/hooks.example.com/x",
        "https:hooks.example.com",
        "https://user@hooks.example.com/",
        "https://user:secret@hooks.example.com/",
        "https://@hooks.example.com/",
        "https://hooks.example.com:8443/",
        "https://hooks.example.com:80/",
        "https://hooks.exa mple.com/",
        "https://hooks.example.com/\nx",
        "https:\\\\hooks.example.com\\",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://api.localhost/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://0.0.0.0/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://198.18.0.1/",
        "https://192.0.2.1/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://[::1]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
        "https://[::0.0.0.1]/",
        "https://[::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::127.0.0.1]/",
        "https://[fe80::1]/",
        "https://[fc00::1]/",
        "https://[fd12:3456::1]/",
        "https://[ff02::1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001::1]/",
        "https://[2001:db8::1]/",
    ];

    #[test]
    fn what_leads_into_our_own_network_is_refused() {
        for reach in [Reach::Public, Reach::PublicAndLoopback] {
            for text in BAD {
                assert!(ReceiverUrl::parse(text, reach).is_err(), "{text}");
            }
            assert!(ReceiverUrl::parse(&format!("https://a.example/{}", "x".repeat(2048)), reach).is_err());
        }
        for text in [
            "https://hooks.example.com/x?y=1",
            "https://hooks.example.com:443/",
            "https://8.8.8.8/",
            "https://[2606:4700::1]/",
        ] {
            assert!(ReceiverUrl::parse(text, Reach::Public).is_ok(), "{text}");
        }
    }

    #[test]
    fn only_a_developers_machine_calls_itself_and_only_by_http() {
        for text in
            ["http://localhost:3002/hooks/a", "http://127.0.0.1:9/", "http://[::1]:9/", "http://[::ffff:127.0.0.1]/"]
        {
            assert!(ReceiverUrl::parse(text, Reach::Public).is_err(), "{text}");
            assert!(ReceiverUrl::parse(text, Reach::PublicAndLoopback).is_ok(), "{text}");
        }
        for text in ["http://10.0.0.1/", "http://user@localhost/", "http://example.com/"] {
            assert!(ReceiverUrl::parse(text, Reach::PublicAndLoopback).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_is_refused_for_any_address_that_is_not_public() {
        let addresses = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
        let admits = |name: &str, texts: &[&str]| Reach::Public.admits(name, &addresses(texts)).is_ok();
        assert!(admits("a.example", &["93.184.216.34", "2606:2800::1"]));
        assert!(!admits("a.example", &["93.184.216.34", "10.0.0.1"]));
        assert!(!admits("a.example", &["::ffff:169.254.169.254"]));
        assert!(!admits("a.example", &[]));
        assert!(!admits("localhost", &["127.0.0.1"]));
        let local = |name: &str, text: &str| Reach::PublicAndLoopback.admits(name, &addresses(&[text])).is_ok();
        assert!(local("localhost", "::1") && local("localhost", "127.0.0.1"));
        assert!(!local("a.example", "127.0.0.1") && !local("localhost", "10.0.0.1"));
    }
}
