//! Realtime over Ably: token requests for browsers, and publishing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::Sha256;

use super::SendError;
use super::keyed::Keyed;
use super::wire::Wire;
use parlour_settings::Secret;
use parlour_values::id::{Random, UserId};
use parlour_values::time::Instant;

const HOST: &str = "https://rest.ably.io";
const WITHIN: Duration = Duration::from_secs(10);
const TOKEN_LIVES: Duration = Duration::from_secs(15 * 60);
const NONCE_LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// `appId.keyId:secret`.
#[derive(Clone, PartialEq, Eq)]
pub struct AblyKey {
    name: String,
    secret: String,
}

impl AblyKey {
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let malformed = "must be an Ably key, appId.keyId:secret";
        let (name, secret) = text.trim().split_once(':').ok_or(malformed)?;
        let (app, key) = name.split_once('.').ok_or(malformed)?;
        if app.is_empty() || key.is_empty() || secret.is_empty() {
            return Err(malformed);
        }
        Ok(Self { name: name.to_owned(), secret: secret.to_owned() })
    }

    /// `appId.keyId`, which is not secret.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for AblyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AblyKey({}:…)", self.name)
    }
}

/// The channels of a token and what it may do there. Sorted, as the signature covers the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Capability(BTreeMap<String, BTreeSet<&'static str>>);

impl Capability {
    pub fn with(mut self, channels: impl Into<String>, operations: &[&'static str]) -> Self {
        self.0.entry(channels.into()).or_default().extend(operations);
        self
    }

    /// The channels a person may subscribe to: their own, and reception's if they work there.
    pub fn of(user: &UserId, works_at_the_desk: bool) -> Self {
        let own = Self::default().with(format!("customer:{user}:*"), &["subscribe"]);
        if works_at_the_desk { own.with("admin:*", &["subscribe"]) } else { own }
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}

/// A signed request that the browser exchanges for a token at Ably.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRequest {
    pub key_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    pub timestamp: i64,
    pub nonce: String,
    pub mac: String,
}

/// The fields to sign; Ably uses defaults for missing ones.
#[derive(Clone, Debug, Default)]
struct TokenTerms<'a> {
    ttl: Option<u64>,
    capability: Option<String>,
    client_id: Option<&'a str>,
}

impl AblyKey {
    fn sign(&self, terms: TokenTerms<'_>, now: Instant, nonce: String) -> Result<TokenRequest, SendError> {
        // `*` would let the holder publish under any client id.
        if terms.client_id.is_some_and(|client| client.is_empty() || client == "*") {
            return Err(SendError::Invalid("a token must name one client"));
        }
        let ttl = terms.ttl.map(|ttl| ttl.to_string()).unwrap_or_default();
        let timestamp = now.millis();
        let (capability, client) =
            (terms.capability.as_deref().unwrap_or_default(), terms.client_id.unwrap_or_default());
        let text = format!("{}\n{ttl}\n{capability}\n{client}\n{timestamp}\n{nonce}\n", self.name);
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).map_err(|_| SendError::Invalid("unusable key"))?;
        mac.update(text.as_bytes());
        Ok(self.request(terms, now, nonce, STANDARD.encode(mac.finalize().into_bytes())))
    }

    fn request(&self, terms: TokenTerms<'_>, now: Instant, nonce: String, mac: String) -> TokenRequest {
        TokenRequest {
            key_name: self.name.clone(),
            ttl: terms.ttl,
            capability: terms.capability,
            client_id: terms.client_id.map(str::to_owned),
            timestamp: now.millis(),
            nonce,
            mac,
        }
    }
}

/// An event: which record changed, without its content.
#[derive(Clone, Debug, PartialEq)]
pub struct RealtimeMessage {
    /// The same for every retry of a message, so that Ably drops duplicates.
    pub id: String,
    pub channel: String,
    pub name: String,
    /// Ids only.
    pub data: Value,
}

#[derive(Clone, Default)]
pub struct RealtimeSender {
    key: Keyed<AblyKey>,
    host: String,
    wire: Wire,
}

impl RealtimeSender {
    pub fn of(key: &Secret) -> Self {
        Self::at(key, HOST.to_owned())
    }

    fn at(key: &Secret, host: String) -> Self {
        Self { key: Keyed::by("ABLY_API_KEY", key, AblyKey::parse), host, wire: Wire::default() }
    }

    pub fn configured(&self) -> bool {
        self.key.configured()
    }

    /// A token request for one person, valid for 15 minutes; `None` if realtime is not configured.
    pub async fn token_request(
        &self,
        user: &UserId,
        capability: &Capability,
        now: Instant,
        random: &Random,
    ) -> Result<Option<TokenRequest>, SendError> {
        let Some(key) = self.key.get().await? else { return Ok(None) };
        let terms = TokenTerms {
            ttl: u64::try_from(TOKEN_LIVES.as_millis()).ok(),
            capability: Some(capability.to_string()),
            client_id: Some(user.as_str()),
        };
        let nonce = random.text(24, NONCE_LETTERS);
        if random.mark().is_some() {
            // A dry run signs nothing: what stands for the nonce stands for the signature too.
            return Ok(Some(key.request(terms, now, nonce.clone(), nonce)));
        }
        key.sign(terms, now, nonce).map(Some)
    }

    /// Returns whether it was published; false if realtime is not configured.
    pub(super) async fn publish(&self, message: &RealtimeMessage) -> Result<bool, SendError> {
        let Some(key) = self.key.get().await? else { return Ok(false) };
        let channel: String = url::form_urlencoded::byte_serialize(message.channel.as_bytes()).collect();
        let url = format!("{}/channels/{}/messages", self.host, channel.replace('+', "%20"));
        let body = json!([{
            "name": message.name,
            "data": message.data.to_string(),
            "encoding": "json",
            "id": format!("{}:0", message.id),
        }]);
        self.wire
            .send_ok(WITHIN, |client| client.post(url).basic_auth(&key.name, Some(&key.secret)).json(&body))
            .await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::loopback::Loopback;
    use super::*;
    use parlour_values::time::Clock;

    const KEY: &str = "appId1.keyId1:s3cr3tKeyValue_0123456789abcdef";

    fn key() -> AblyKey {
        AblyKey::parse(KEY).unwrap()
    }

    fn signed(terms: TokenTerms<'_>) -> TokenRequest {
        key().sign(terms, Instant::from_millis(1_767_225_600_000), "0123456789abcdef".to_owned()).unwrap()
    }

    #[test]
    fn a_token_request_is_signed_as_the_vendor_signs_it() {
        let capability = Capability::default()
            .with("salon:z", &["subscribe", "presence"])
            .with("salon:a", &["subscribe", "publish", "history"]);
        assert_eq!(
            capability.to_string(),
            r#"{"salon:a":["history","publish","subscribe"],"salon:z":["presence","subscribe"]}"#
        );
        let request = signed(TokenTerms {
            ttl: Some(3_600_000),
            capability: Some(capability.to_string()),
            client_id: Some("user_42"),
        });
        assert_eq!(request.mac, "QQFDB4dgonqnAFwizekq3R5H6VQiS37P2mwIhSz5pIU=");
    }

    #[test]
    fn absent_fields_are_signed_as_empty_ones_and_left_out() {
        let request = signed(TokenTerms::default());
        assert_eq!(request.mac, "azjdGFfQ3X+815sI4BmkIP7j0uK0oaF9GRTeVJskHmA=");
        let written = serde_json::to_value(&request).unwrap();
        let mut fields: Vec<_> = written.as_object().unwrap().keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["keyName", "mac", "nonce", "timestamp"]);
    }

    #[test]
    fn names_in_any_script_are_signed_as_utf8() {
        let capability = Capability::default().with("booking:*", &["subscribe"]);
        let request =
            signed(TokenTerms {
                ttl: None, capability: Some(capability.to_string()), client_id: Some("प्रिया")
            });
        assert_eq!(request.mac, "lHrEdmCurIRpstwne171Uz0rUNl/zUH0tH8qrwoRuiM=");
    }

    #[test]
    fn no_token_speaks_for_everybody() {
        for client in ["*", ""] {
            let terms = TokenTerms { client_id: Some(client), ..TokenTerms::default() };
            assert!(key().sign(terms, Instant::from_millis(0), "0123456789abcdef".to_owned()).is_err());
        }
    }

    #[test]
    fn people_hear_their_own_channels_and_the_desk_hears_its_own_too() {
        let asha = UserId::from("u1");
        assert_eq!(Capability::of(&asha, false).to_string(), r#"{"customer:u1:*":["subscribe"]}"#);
        assert_eq!(
            Capability::of(&asha, true).to_string(),
            r#"{"admin:*":["subscribe"],"customer:u1:*":["subscribe"]}"#
        );
    }

    #[tokio::test]
    async fn a_token_lives_fifteen_minutes_and_no_two_share_a_nonce() {
        let clock = Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap());
        let random = Random::seeded(clock.clone(), 7);
        let ask = async || {
            let asha = UserId::from("u1");
            let sender = RealtimeSender::of(&Secret::given(KEY));
            let capability = Capability::of(&asha, false);
            sender.token_request(&asha, &capability, clock.now(), &random).await.unwrap().unwrap()
        };
        let (first, second) = (ask().await, ask().await);
        assert_eq!((first.ttl, first.client_id.as_deref()), (Some(900_000), Some("u1")));
        assert_eq!(first.timestamp, clock.now().millis());
        assert!(first.nonce.len() >= 16 && first.nonce != second.nonce);
    }

    #[test]
    fn a_key_has_an_app_a_name_and_a_secret() {
        assert_eq!(key().name(), "appId1.keyId1");
        assert_eq!(AblyKey::parse("a.b:c:d").unwrap().secret, "c:d");
        for bad in ["", "appId1.keyId1", "appId1:secret", ".k:s", "a.:s", "a.k:"] {
            assert!(AblyKey::parse(bad).is_err(), "{bad}");
        }
        assert!(!format!("{:?}", key()).contains("s3cr3t"));
    }

    #[tokio::test]
    async fn publishing_names_the_message_so_that_a_retry_is_the_same_one() {
        let server = Loopback::answering(201, "{}").await;
        let sender = RealtimeSender::at(&Secret::given(KEY), server.url(""));
        let message = RealtimeMessage {
            id: "msg_1".to_owned(),
            channel: "customer:u1:bookings".to_owned(),
            name: "booking_confirmed".to_owned(),
            data: json!({"bookingId": "b1"}),
        };
        assert!(sender.publish(&message).await.unwrap());

        let request = server.only_request();
        assert_eq!(request.path, "/channels/customer%3Au1%3Abookings/messages");
        assert_eq!(
            request.header("authorization"),
            format!("Basic {}", STANDARD.encode("appId1.keyId1:s3cr3tKeyValue_0123456789abcdef"))
        );
        assert_eq!(
            request.json(),
            json!([{"name": "booking_confirmed", "data": r#"{"bookingId":"b1"}"#, "encoding": "json", "id": "msg_1:0"}])
        );
    }

    #[tokio::test]
    async fn a_refused_publish_is_an_error_and_an_unconfigured_one_is_not() {
        let server = Loopback::answering(401, "{}").await;
        let message = RealtimeMessage {
            id: "m".to_owned(),
            channel: "admin:x".to_owned(),
            name: "n".to_owned(),
            data: json!({}),
        };
        let error = RealtimeSender::at(&Secret::given(KEY), server.url("")).publish(&message).await.unwrap_err();
        assert!(matches!(error, SendError::Refused(401)), "{error}");
        assert!(!RealtimeSender::default().publish(&message).await.unwrap());
    }
}
