//! The addresses a push may be sent to, and the keys it needs. An endpoint comes from a browser and we call it: it is a
//! door into our network unless only the known push services are let through.

use std::fmt;
use std::str::FromStr;

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};
use url::{Host, Url};

pub const LONGEST_ENDPOINT: usize = 2048;

const KNOWN_SERVICES: &str = "fcm.googleapis.com, android.googleapis.com, web.push.apple.com, \
    .push.services.mozilla.com, .push.apple.com, .notify.windows.com";

/// The push services that may be called: whole host names, and suffixes written with a leading dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushHosts {
    names: Vec<String>,
    suffixes: Vec<String>,
    stand_ins: Vec<String>,
}

impl Default for PushHosts {
    fn default() -> Self {
        Self::listed(KNOWN_SERVICES)
    }
}

impl PushHosts {
    /// `PUSH_HOSTS`: comma separated, `.suffix` for subdomains; an empty list means the known services.
    pub fn parse(setting: &str) -> Self {
        let hosts = Self::listed(setting);
        if hosts.names.is_empty() && hosts.suffixes.is_empty() { Self::default() } else { hosts }
    }

    /// The same, and addresses on this machine where the local service stands in for a push service: what they begin with.
    pub fn with_stand_ins(self, addresses: &[String]) -> Self {
        Self { stand_ins: addresses.to_vec(), ..self }
    }

    fn is_stand_in(&self, text: &str) -> bool {
        self.stand_ins.iter().filter_map(|address| text.strip_prefix(address.as_str())).any(is_stand_in_id)
    }

    fn listed(setting: &str) -> Self {
        let entries = setting
            .split(',')
            .map(|entry| entry.trim().to_ascii_lowercase())
            .filter(|entry| !entry.trim_matches('.').is_empty());
        let (suffixes, names) = entries.partition(|entry| entry.starts_with('.'));
        Self { names, suffixes, stand_ins: Vec::new() }
    }

    fn allow(&self, host: &str) -> bool {
        self.names.iter().any(|name| name == host)
            || self.suffixes.iter().any(|suffix| host.len() > suffix.len() && host.ends_with(suffix.as_str()))
    }
}

fn is_stand_in_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// An address of a known push service, safe to call.
#[derive(Clone, PartialEq, Eq)]
pub struct PushEndpoint {
    given: String,
    url: Url,
}

impl PushEndpoint {
    pub fn parse(text: &str, hosts: &PushHosts) -> Result<Self, &'static str> {
        if hosts.is_stand_in(text) {
            return Ok(Self { given: text.to_owned(), url: Url::parse(text).map_err(|_| "must be a URL")? });
        }
        let url = Self::address(text)?;
        match url.host() {
            Some(Host::Domain(host)) if hosts.allow(host) => Ok(Self { given: text.to_owned(), url }),
            _ => Err("must belong to a known push service"),
        }
    }

    /// Whether it may be a stand-in of the local service: whoever knows the settings decides.
    pub fn may_be_stand_in(text: &str) -> bool {
        let on_this_machine = ["http://localhost:", "http://127.0.0.1:", "http://[::1]:"];
        let rest = on_this_machine.iter().find_map(|origin| text.strip_prefix(origin));
        rest.and_then(|rest| rest.split_once("/push/"))
            .is_some_and(|(port, id)| port.bytes().all(|byte| byte.is_ascii_digit()) && is_stand_in_id(id))
    }

    /// The rules that hold for every push service.
    pub fn address(text: &str) -> Result<Url, &'static str> {
        if text.len() > LONGEST_ENDPOINT && text.chars().count() > LONGEST_ENDPOINT {
            return Err("must be at most 2048 characters");
        }
        // The URL parser silently drops these; an endpoint is a key and must mean what it says.
        if text.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
            return Err("must be a URL");
        }
        let url = Url::parse(text).map_err(|_| "must be a URL")?;
        if url.scheme() != "https" {
            return Err("must be an https URL");
        }
        let authority =
            text.split("//").nth(1).and_then(|rest| rest.split(['/', '?', '#', '\\']).next()).unwrap_or_default();
        if !url.username().is_empty() || url.password().is_some() || authority.contains('@') {
            return Err("must not carry a user name or password");
        }
        if url.port_or_known_default() != Some(443) {
            return Err("must use port 443");
        }
        if !matches!(url.host(), Some(Host::Domain(_))) {
            return Err("must belong to a known push service");
        }
        Ok(url)
    }

    /// The local service's own, on this machine.
    pub fn is_on_this_machine(&self) -> bool {
        self.url.scheme() == "http"
    }

    /// Exactly as the browser gave it: the subscription's key.
    pub fn as_str(&self) -> &str {
        &self.given
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    /// A stand-in push service on this machine.
    #[cfg(all(test, feature = "push"))]
    pub(super) fn on_loopback(url: &str) -> Self {
        #[allow(clippy::unwrap_used, reason = "tests only")]
        let parsed = url.parse().unwrap();
        Self { given: url.to_owned(), url: parsed }
    }
}

/// Endpoints identify a browser: they stay out of logs.
impl fmt::Debug for PushEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PushEndpoint({})", self.url.host_str().unwrap_or_default())
    }
}

/// The browser's public key: an uncompressed P-256 point.
#[derive(Clone, PartialEq, Eq)]
pub struct P256dh(String);

impl FromStr for P256dh {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match decode(text) {
            Some(bytes) if bytes.len() == 65 && bytes.first() == Some(&0x04) => Ok(Self(URL_SAFE_NO_PAD.encode(bytes))),
            _ => Err("must be an uncompressed P-256 public key in base64url"),
        }
    }
}

impl P256dh {
    /// Base64url without padding, however it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The browser's shared secret: 16 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct PushAuth(String);

impl FromStr for PushAuth {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match decode(text) {
            Some(bytes) if bytes.len() == 16 => Ok(Self(URL_SAFE_NO_PAD.encode(bytes))),
            _ => Err("must be 16 bytes in base64url"),
        }
    }
}

impl PushAuth {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for P256dh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("P256dh(…)")
    }
}

impl fmt::Debug for PushAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushAuth(…)")
    }
}

/// Browsers write base64url without padding; libraries around them use either alphabet, padded or not.
fn decode(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&alphabet::URL_SAFE, config);
    engine.decode(text.replace('+', "-").replace('/', "_")).ok()
}

/// One browser that asked for pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscription {
    pub endpoint: PushEndpoint,
    pub p256dh: P256dh,
    pub auth: PushAuth,
}

parlour_values::input::text_fields! {
    // 65 bytes, of which the first is 4.
    P256dh, 88, parlour_values::input::string_schema().pattern(Some("^B[A-P][A-Za-z0-9_+/-]{84}[AEIMQUYcgkosw048]=?$"));
    // 16 bytes.
    PushAuth, 24, parlour_values::input::string_schema().pattern(Some("^[A-Za-z0-9_+/-]{21}[AQgw]={0,2}$"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PushEndpoint, &'static str> {
        PushEndpoint::parse(text, &PushHosts::default())
    }

    #[test]
    fn the_known_push_services_are_let_through() {
        for url in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://fcm.googleapis.com:443/wp/abc",
            "https://android.googleapis.com/gcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/abc",
            "https://api.push.apple.com/abc",
            "https://wns2-pn1p.notify.windows.com/w/?token=abc",
        ] {
            assert_eq!(parse(url).unwrap().as_str(), url);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for url in [
            "",
            "not a url",
            "fcm.googleapis.com/fcm/send/abc",
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/abc",
            "https://fcm.googleapis.com:80/abc",
            "https://user@fcm.googleapis.com/abc",
            "https://user:secret@fcm.googleapis.com/abc",
            "https://@fcm.googleapis.com/abc",
            "https://fcm.googleapis.com@evil.example.test/abc",
            "https://evil.example.test/fcm.googleapis.com",
            "https://fcm.googleapis.com.evil.example.test/abc",
            "https://evilfcm.googleapis.com/abc",
            "https://evilpush.apple.com/abc",
            "https://notify.windows.com/abc",
            "https://127.0.0.1/abc",
            "https://[::1]/abc",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/abc",
            "https://fcm.googleapis.com/a\nb",
            " https://fcm.googleapis.com/ab",
            "file:///etc/passwd",
            "data:text/plain,hello",
        ] {
            assert!(parse(url).is_err(), "{url}");
        }
    }

    #[test]
    fn an_endpoint_has_at_most_2048_characters() {
        let base = "https://fcm.googleapis.com/";
        assert!(parse(&format!("{base}{}", "a".repeat(2048 - base.len()))).is_ok());
        assert_eq!(parse(&format!("{base}{}", "a".repeat(2049 - base.len()))), Err("must be at most 2048 characters"));
    }

    #[test]
    fn the_list_of_services_can_be_configured() {
        let hosts = PushHosts::parse(" Push.Example.test , .sub.example.test ,, . ");
        let allowed = |url| PushEndpoint::parse(url, &hosts).is_ok();
        assert!(allowed("https://push.example.test/a"));
        assert!(allowed("https://a.sub.example.test/a"));
        assert!(!allowed("https://sub.example.test/a"));
        assert!(!allowed("https://fcm.googleapis.com/a"));
        assert_eq!(PushHosts::parse(" , "), PushHosts::default());
    }

    #[test]
    fn only_the_local_service_has_stand_ins_and_exactly_its_own() {
        let own = "http://localhost:3002/push/browser-1";
        assert!(parse(own).is_err(), "nowhere but on one's own machine");
        let hosts = PushHosts::default().with_stand_ins(&["http://localhost:3002/push/".to_owned()]);
        assert_eq!(PushEndpoint::parse(own, &hosts).unwrap().as_str(), own);
        assert!(PushEndpoint::parse("https://fcm.googleapis.com/a", &hosts).is_ok());
        for bad in [
            "http://localhost:3002/push/",
            "http://localhost:3002/push/a/b",
            "http://localhost:3002/push/../api/clock",
            "http://localhost:3002/push/a?b",
            "http://localhost:3002/api/clock",
            "http://localhost:3000/push/a",
            "https://localhost:3002/push/a",
            "http://localhost:3002@evil.example.test/push/a",
            "http://169.254.169.254/push/a",
        ] {
            assert!(PushEndpoint::parse(bad, &hosts).is_err(), "{bad}");
        }
        assert!(PushEndpoint::may_be_stand_in(own));
        for bad in ["http://localhost/push/a", "http://localhost:3002@evil.example.test/push/a", "http://x/push/a"] {
            assert!(!PushEndpoint::may_be_stand_in(bad), "{bad}");
        }
    }

    #[test]
    fn a_public_key_is_an_uncompressed_point() {
        let point = "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI";
        assert_eq!(P256dh::from_str(point).unwrap().as_str(), point);
        assert_eq!(P256dh::from_str(&format!("{point}=")).unwrap().as_str(), point);
        assert_eq!(P256dh::from_str(&point.replace('_', "/").replace('-', "+")).unwrap().as_str(), point);
        let compressed = URL_SAFE_NO_PAD.encode([[2u8].as_slice(), &[7; 64]].concat());
        let short = URL_SAFE_NO_PAD.encode([[4u8].as_slice(), &[7; 63]].concat());
        for bad in ["", "***", "BAFp", &compressed, &short] {
            assert!(P256dh::from_str(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_shared_secret_has_16_bytes() {
        assert!(PushAuth::from_str("BTBZMqHH6r4Tts7J_aSIgg").is_ok());
        assert!(PushAuth::from_str("BTBZMqHH6r4Tts7J_aSIgg==").is_ok());
        for bad in ["", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZ MqHH6r4Tts7J_aSIgg"] {
            assert!(PushAuth::from_str(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn endpoints_and_keys_stay_out_of_logs() {
        let shown = format!("{:?}", parse("https://fcm.googleapis.com/fcm/send/private").unwrap());
        assert!(!shown.contains("private"), "{shown}");
    }
}
