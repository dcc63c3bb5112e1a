//! The sender that really pushes.

use std::time::Duration;

use futures::stream::{self, StreamExt as _};
use reqwest::Response;
use web_push::request_builder::build_request;
use web_push::{
    ContentEncoding, PartialVapidSignatureBuilder, SubscriptionInfo, Urgency, VapidSignatureBuilder, WebPushError,
    WebPushMessage, WebPushMessageBuilder,
};

use super::{Push, PushOutcome, VapidKey};
use crate::keyed::Keyed;
use crate::wire::Wire;
use crate::{PushSubscription, SendError};
use parlour_settings::Secret;

const WITHIN: Duration = Duration::from_secs(10);
/// How many browsers of one person are pushed to at a time.
const AT_ONCE: usize = 5;
/// For a service that asks for patience without saying how much.
const PATIENCE: u64 = 60;

#[derive(Clone, Default)]
pub struct PushSender {
    vapid: Keyed<Vapid>,
    at_home: bool,
}

struct Vapid {
    signer: PartialVapidSignatureBuilder,
    subject: String,
    wire: Wire,
    within: Duration,
}

impl PushSender {
    pub fn of(key: &Secret, subject: &str) -> Self {
        Self::patient(key, subject, WITHIN)
    }

    fn patient(key: &Secret, subject: &str, within: Duration) -> Self {
        let subject = subject.to_owned();
        let vapid = Keyed::by("VAPID_PRIVATE_KEY, VAPID_SUBJECT", key, move |key| {
            let VapidKey { private, subject } = VapidKey::parse(key, &subject)?;
            let signer = VapidSignatureBuilder::from_base64_no_sub(&private).map_err(|_| "must be a P-256 key")?;
            Ok(Vapid { signer, subject, wire: Wire::default(), within })
        });
        Self { vapid, at_home: false }
    }

    /// The local service's sender: what matters is its own stand-in for a push service. The browsers' own services are
    /// called on the side, so that a real browser hears too, and nothing waits or fails where they cannot be reached.
    pub fn at_home(self) -> Self {
        Self { at_home: true, ..self }
    }

    pub fn configured(&self) -> bool {
        self.vapid.configured()
    }

    pub(crate) async fn send(
        &self,
        push: &Push,
        subscriptions: &[PushSubscription],
    ) -> Result<Vec<PushOutcome>, SendError> {
        let Some(vapid) = self.vapid.get().await? else {
            return Ok(vec![PushOutcome::Unconfigured; subscriptions.len()]);
        };
        let payload = push.payload();
        let sending = subscriptions.iter().map(async |subscription| {
            if self.at_home && !subscription.endpoint.is_on_this_machine() {
                self.send_on_the_side(push, &payload, subscription);
                return PushOutcome::Unconfigured;
            }
            vapid.send(push, &payload, subscription).await
        });
        Ok(few_at_once(sending.collect()).await)
    }

    fn send_on_the_side(&self, push: &Push, payload: &[u8], subscription: &PushSubscription) {
        let (vapid, push, payload, to) = (self.vapid.clone(), push.clone(), payload.to_owned(), subscription.clone());
        tokio::spawn(async move {
            if let Ok(Some(vapid)) = vapid.get().await {
                vapid.send(&push, &payload, &to).await;
            }
        });
    }
}

/// All of them in their order, a few at a time: the queue delivers several messages at once, each to several browsers.
async fn few_at_once<F: Future>(sends: Vec<F>) -> Vec<F::Output> {
    stream::iter(sends).buffered(AT_ONCE).collect().await
}

impl Vapid {
    async fn send(&self, push: &Push, payload: &[u8], subscription: &PushSubscription) -> PushOutcome {
        let message = match self.encrypt(push, payload, subscription) {
            Ok(message) => message,
            Err(WebPushError::PayloadTooLarge) => return PushOutcome::TooLarge,
            Err(_) => {
                tracing::warn!(kind = %push.kind, "a push failed: the browser's keys are unusable");
                return PushOutcome::Failed;
            }
        };
        let request = build_request::<Vec<u8>>(message);
        let answer = self.wire.send(self.within, |client| {
            let (head, body) = request.into_parts();
            // The crate speaks an older `http`: its headers are copied over one by one.
            let mut post = client.post(subscription.endpoint.url().clone());
            for (name, value) in &head.headers {
                post = post.header(name.as_str(), value.as_bytes());
            }
            post.body(body)
        });
        match answer.await {
            Ok(response) => outcome(&response),
            Err(error) => {
                tracing::warn!(kind = %push.kind, %error, "a push failed");
                PushOutcome::RetryAfter(PATIENCE)
            }
        }
    }

    fn encrypt(&self, push: &Push, payload: &[u8], to: &PushSubscription) -> Result<WebPushMessage, WebPushError> {
        let info = SubscriptionInfo::new(to.endpoint.url().as_str(), to.p256dh.as_str(), to.auth.as_str());
        let mut signature = self.signer.clone().add_sub_info(&info);
        // Left alone, the crate drops the port from the audience. The expiry stays its own, by the machine's clock:
        // push services judge it by real time, whatever the salon's clock says.
        signature.add_claim("aud", to.endpoint.url().origin().ascii_serialization());
        signature.add_claim("sub", self.subject.clone());
        let mut message = WebPushMessageBuilder::new(&info);
        message.set_payload(ContentEncoding::Aes128Gcm, payload);
        message.set_ttl(push.seconds_to_live());
        message.set_urgency(if push.is_urgent() { Urgency::High } else { Urgency::Normal });
        message.set_vapid_signature(signature.build()?);
        message.build()
    }
}

fn outcome(response: &Response) -> PushOutcome {
    match response.status().as_u16() {
        200..=299 => PushOutcome::Sent,
        404 | 410 => PushOutcome::Gone,
        413 => PushOutcome::TooLarge,
        429 | 500..=599 => {
            let asked = response.headers().get(http::header::RETRY_AFTER).and_then(|value| value.to_str().ok());
            // A date is allowed too, but no push service sends one.
            PushOutcome::RetryAfter(asked.and_then(|seconds| seconds.trim().parse().ok()).unwrap_or(PATIENCE))
        }
        status => {
            tracing::warn!(status, "a push was refused");
            PushOutcome::Failed
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use hmac::{Hmac, KeyInit, Mac};
    use http::StatusCode;
    use openssl::bn::{BigNum, BigNumContext};
    use openssl::derive::Deriver;
    use openssl::ec::{EcGroup, EcKey, EcPoint};
    use openssl::nid::Nid;
    use openssl::pkey::PKey;
    use openssl::symm::{Cipher, decrypt_aead};
    use serde_json::{Value, json};
    use sha2::Sha256;

    use super::*;
    use crate::loopback::Loopback;
    use crate::{NotificationType, PushEndpoint};
    use parlour_values::id::UserId;

    const BROWSER_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const BROWSER_PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    fn hkdf(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
        let hmac = |key: &[u8], data: &[u8]| {
            let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
            mac.update(data);
            mac.finalize().into_bytes().to_vec()
        };
        let mut key = hmac(&hmac(salt, secret), &[info, &[1]].concat());
        key.truncate(length);
        key
    }

    /// The browser's part in a push (RFC 8291): the reading side, written out from the standard.
    fn decrypt(body: &[u8], private: &[u8], auth: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        let (key_length, rest) = (usize::from(rest[4]), &rest[5..]);
        let (sender, sealed) = rest.split_at(key_length);

        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
        let mut context = BigNumContext::new().unwrap();
        let number = BigNum::from_slice(private).unwrap();
        let mut public = EcPoint::new(&group).unwrap();
        public.mul_generator2(&group, &number, &mut context).unwrap();
        let form = openssl::ec::PointConversionForm::UNCOMPRESSED;
        let own_public = public.to_bytes(&group, form, &mut context).unwrap();
        let own = PKey::from_ec_key(EcKey::from_private_components(&group, &number, &public).unwrap()).unwrap();
        let theirs = EcPoint::from_bytes(&group, sender, &mut context).unwrap();
        let theirs = PKey::from_ec_key(EcKey::from_public_key(&group, &theirs).unwrap()).unwrap();
        let mut deriver = Deriver::new(&own).unwrap();
        deriver.set_peer(&theirs).unwrap();
        let shared = deriver.derive_to_vec().unwrap();

        let material = hkdf(auth, &shared, &[b"WebPush: info\0", own_public.as_slice(), sender].concat(), 32);
        let key = hkdf(salt, &material, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = hkdf(salt, &material, b"Content-Encoding: nonce\0", 12);
        let (sealed, tag) = sealed.split_at(sealed.len() - 16);
        let mut plain = decrypt_aead(Cipher::aes_128_gcm(), &key, Some(&nonce), b"", sealed, tag).unwrap();
        while plain.pop() == Some(0) {}
        plain
    }

    #[test]
    fn the_reading_side_agrees_with_the_standards_example() {
        let body = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let plain = decrypt(&bytes(body), &bytes(BROWSER_PRIVATE), &bytes(AUTH));
        assert_eq!(plain, b"When I grow up, I want to be a watermelon");
    }

    const KEY: &str = "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw";
    /// Follows from the private one: what browsers subscribe with.
    const PUBLIC_KEY: &str = "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI";

    fn sender() -> PushSender {
        PushSender::of(&Secret::given(KEY), "mailto:hello@example.test")
    }

    fn push() -> Push {
        Push {
            kind: NotificationType::Reminder1h,
            user_id: UserId::from("u1"),
            title: "See you soon".to_owned(),
            body: "At 12:00 pm".to_owned(),
            booking_id: None,
        }
    }

    fn browser(endpoint: &str) -> PushSubscription {
        PushSubscription {
            endpoint: PushEndpoint::on_loopback(endpoint),
            p256dh: BROWSER_PUBLIC.parse().unwrap(),
            auth: AUTH.parse().unwrap(),
        }
    }

    async fn outcome_of(server: &Loopback) -> PushOutcome {
        sender().send(&push(), &[browser(&server.url("/push/1"))]).await.unwrap()[0]
    }

    #[tokio::test]
    async fn a_browser_can_read_what_it_gets_and_sees_who_sent_it() {
        let server = Loopback::answering(201, "").await;
        assert_eq!(outcome_of(&server).await, PushOutcome::Sent);

        let request = server.only_request();
        let plain = decrypt(&request.body, &bytes(BROWSER_PRIVATE), &bytes(AUTH));
        assert_eq!(
            serde_json::from_slice::<Value>(&plain).unwrap(),
            json!({
                "type": "reminder_1h", "title": "See you soon", "body": "At 12:00 pm",
                "url": "/bookings", "tag": "reminder_1h",
            })
        );
        assert_eq!(request.header("content-encoding"), "aes128gcm");
        assert_eq!((request.header("ttl"), request.header("urgency")), ("3600".to_owned(), "high".to_owned()));

        let authorization = request.header("authorization");
        let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, PUBLIC_KEY);
        let claims: Value = serde_json::from_slice(&bytes(token.split('.').nth(1).unwrap())).unwrap();
        assert_eq!(claims["aud"], server.url(""));
        assert_eq!(claims["sub"], "mailto:hello@example.test");
        let lives = claims["exp"].as_u64().unwrap() - claims["iat"].as_u64().unwrap();
        assert!(lives <= 24 * 3600, "{claims}");
    }

    #[tokio::test]
    async fn each_answer_of_a_push_service_has_its_meaning() {
        for (status, expected) in [
            (200, PushOutcome::Sent),
            (404, PushOutcome::Gone),
            (410, PushOutcome::Gone),
            (413, PushOutcome::TooLarge),
            (429, PushOutcome::RetryAfter(60)),
            (503, PushOutcome::RetryAfter(60)),
            (400, PushOutcome::Failed),
            (403, PushOutcome::Failed),
        ] {
            let server = Loopback::answering(status, "").await;
            assert_eq!(outcome_of(&server).await, expected, "{status}");
        }
    }

    #[tokio::test]
    async fn a_service_that_asks_for_patience_is_heard() {
        for status in [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE] {
            let server = Loopback::with(move || (status, [("retry-after", "120")]).into_response()).await;
            assert_eq!(outcome_of(&server).await, PushOutcome::RetryAfter(120));
        }
    }

    #[tokio::test]
    async fn a_few_browsers_are_pushed_to_at_a_time() {
        let begun = std::cell::Cell::new(0);
        let begin = async |_| {
            begun.set(begun.get() + 1);
            std::future::pending::<()>().await;
        };
        let mut all = std::pin::pin!(few_at_once((0..10).map(begin).collect()));
        assert!(futures::poll!(&mut all).is_pending());
        assert_eq!(begun.get(), AT_ONCE);
        let done = few_at_once((0..10).map(async |number| number).collect()).await;
        assert_eq!(done, (0..10).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_redirect_is_never_followed() {
        let inside = Loopback::answering(200, "").await;
        let server = Loopback::redirecting(&inside.url("/metadata")).await;
        assert_eq!(outcome_of(&server).await, PushOutcome::Failed);
        assert!(inside.requests().is_empty());
    }

    #[tokio::test]
    async fn silence_means_trying_again_later() {
        let silent = Loopback::silent().await;
        let hasty = PushSender::patient(&Secret::given(KEY), "mailto:hello@example.test", Duration::from_millis(50));
        assert_eq!(hasty.send(&push(), &[browser(&silent.url("/"))]).await.unwrap(), [PushOutcome::RetryAfter(60)]);
    }

    #[tokio::test]
    async fn keys_that_are_no_point_on_the_curve_fail_that_browser_only() {
        let server = Loopback::answering(201, "").await;
        let off_the_curve = URL_SAFE_NO_PAD.encode([[4u8].as_slice(), &[7; 64]].concat());
        let broken = PushSubscription { p256dh: off_the_curve.parse().unwrap(), ..browser(&server.url("/a")) };
        let outcomes = sender().send(&push(), &[broken, browser(&server.url("/b"))]).await.unwrap();
        assert_eq!(outcomes, [PushOutcome::Failed, PushOutcome::Sent]);
    }
}
