//! Text messages in India, by AWS End User Messaging: one operation, signed as the function's role.

mod refusal;

use std::sync::Arc;
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use url::Url;

use super::remedy::PhoneError;
use super::whatsapp::AcceptedMessage;
use super::wire::Wire;
use super::{NotificationType, SendError};
use crate::proof::{ProofHeaders, Prover, Proving};
use parlour_settings::Settings;
use parlour_values::time::Clock;

pub use refusal::refusal;

const WITHIN: Duration = Duration::from_secs(10);
/// The service that the signature is made for.
pub const SERVICE: &str = "sms-voice";
const TARGET: (&str, &str) = ("x-amz-target", "PinpointSMSVoiceV2.SendTextMessage");
const CONTENT_TYPE: &str = "application/x-amz-json-1.0";

/// One message to one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmsMessage {
    pub kind: NotificationType,
    /// With the plus and the country's code.
    pub to: String,
    /// As the operators have it registered, to the character.
    pub text: String,
    /// Under which it is registered there (DLT).
    pub template_id: String,
}

/// Sends if `SMS_SENDER_ID` and `SMS_ENTITY_ID` are set.
#[derive(Clone, Default)]
pub struct SmsSender(Option<SmsService>);

#[derive(Clone)]
struct SmsService {
    url: Url,
    sender_id: String,
    entity_id: String,
    clock: Clock,
    wire: Wire,
    prover: Option<Arc<dyn Prover>>,
}

impl SmsSender {
    /// `region` is where the function runs, whose address is called where the settings name none.
    pub fn of(settings: &Settings, region: Option<&str>, clock: &Clock) -> Self {
        let url = match (&settings.sms_api_url, region) {
            (Some(url), _) => Url::parse(url).ok(),
            (None, Some(region)) => Url::parse(&format!("https://{SERVICE}.{region}.amazonaws.com/")).ok(),
            (None, None) => None,
        };
        let ids = settings.sms_sender_id.clone().zip(settings.sms_entity_id.clone());
        Self(url.zip(ids).map(|(url, (sender_id, entity_id))| SmsService {
            url,
            sender_id,
            entity_id,
            clock: clock.clone(),
            wire: Wire::default(),
            prover: None,
        }))
    }

    /// The same sender, with its requests signed.
    #[must_use]
    pub fn proven_by(self, prover: Arc<dyn Prover>) -> Self {
        Self(self.0.map(|service| SmsService { prover: Some(prover), ..service }))
    }

    pub fn configured(&self) -> bool {
        self.0.is_some()
    }

    /// None if text messages are not configured.
    pub(super) async fn send(&self, message: &SmsMessage) -> Result<Option<AcceptedMessage>, PhoneError> {
        let Some(service) = &self.0 else { return Ok(None) };
        let request = json!({
            "DestinationPhoneNumber": message.to,
            "OriginationIdentity": service.sender_id,
            "MessageBody": message.text,
            "MessageType": "TRANSACTIONAL",
            "DestinationCountryParameters": {
                "IN_ENTITY_ID": service.entity_id,
                "IN_TEMPLATE_ID": message.template_id,
            },
        });
        let response = service.ask(request.to_string().into_bytes()).await?;
        let status = response.status();
        let answer = response.bytes().await.map_err(SendError::from)?;
        if !status.is_success() {
            return Err(refusal::of_answer(status.as_u16(), &answer).into());
        }
        let id = serde_json::from_slice::<Value>(&answer)
            .ok()
            .and_then(|answer| Some(answer.get("MessageId")?.as_str()?.to_owned()));
        let provider_id = id.ok_or_else(|| SendError::Unreachable("an answer without an id".to_owned()))?;
        Ok(Some(AcceptedMessage { provider_id, request }))
    }
}

impl SmsService {
    async fn ask(&self, body: Vec<u8>) -> Result<reqwest::Response, SendError> {
        let proof = match &self.prover {
            Some(prover) => {
                let now = self.clock.now();
                let headers = &[TARGET];
                prover.prove(Proving { method: &Method::POST, url: &self.url, headers, body: &body, now }).await?
            }
            None => ProofHeaders::new(),
        };
        let build = |client: &reqwest::Client| {
            let request = client.post(self.url.clone()).header(TARGET.0, TARGET.1);
            let request = request.header(http::header::CONTENT_TYPE, CONTENT_TYPE);
            proof.into_iter().fold(request, |request, (name, value)| request.header(name, value)).body(body)
        };
        self.wire.send(WITHIN, build).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loopback::Loopback;
    use crate::remedy::Remedy;
    use parlour_values::time::Instant;

    fn clock() -> Clock {
        Clock::fixed("2026-11-16T04:30:00Z".parse::<Instant>().unwrap())
    }

    fn sender(url: &str) -> SmsSender {
        let variables = [("SMS_API_URL", url), ("SMS_SENDER_ID", "GLOWSL"), ("SMS_ENTITY_ID", "1701")];
        let settings = Settings::read(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        SmsSender::of(&settings, None, &clock())
    }

    fn message() -> SmsMessage {
        SmsMessage {
            kind: NotificationType::BookingConfirmed,
            to: "+919812345678".to_owned(),
            text: "See you at 12:00".to_owned(),
            template_id: "1707".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_text_message_is_sent_as_aws_documents_it() {
        let server = Loopback::answering(200, r#"{"MessageId":"m-1"}"#).await;
        let accepted = sender(&server.url("/")).send(&message()).await.unwrap().unwrap();
        assert_eq!(accepted.provider_id, "m-1");
        let request = server.only_request();
        assert_eq!(request.header("content-type"), "application/x-amz-json-1.0");
        assert_eq!(request.header("x-amz-target"), "PinpointSMSVoiceV2.SendTextMessage");
        let expected = json!({
            "DestinationPhoneNumber": "+919812345678", "OriginationIdentity": "GLOWSL",
            "MessageBody": "See you at 12:00", "MessageType": "TRANSACTIONAL",
            "DestinationCountryParameters": { "IN_ENTITY_ID": "1701", "IN_TEMPLATE_ID": "1707" },
        });
        assert_eq!((request.json(), accepted.request), (expected.clone(), expected));
    }

    #[tokio::test]
    async fn it_is_signed_for_the_service_with_its_target() {
        let server = Loopback::answering(200, r#"{"MessageId":"m-1"}"#).await;
        let signer = crate::iam::IamSigner::for_tests(SERVICE);
        sender(&server.url("/")).proven_by(Arc::new(signer)).send(&message()).await.unwrap();
        let authorization = server.only_request().header("authorization");
        assert!(authorization.contains("/20261116/ap-south-1/sms-voice/aws4_request"), "{authorization}");
        assert!(authorization.contains("SignedHeaders=host;x-amz-date;"), "{authorization}");
        assert!(authorization.contains("x-amz-target"), "{authorization}");
    }

    #[tokio::test]
    async fn a_refusal_says_what_it_asks_for() {
        let answer = r#"{"__type":"ConflictException","Reason":"DESTINATION_PHONE_NUMBER_OPTED_OUT"}"#;
        let server = Loopback::answering(400, answer).await;
        match sender(&server.url("/")).send(&message()).await {
            Err(PhoneError::Refused(refusal)) => assert_eq!(refusal.remedy, Remedy::Permanent),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn without_ids_nothing_is_sent_and_without_an_address_the_regions_is_called() {
        assert!(!SmsSender::of(&Settings::read([].into()), Some("ap-south-1"), &clock()).configured());
        assert_eq!(SmsSender::default().send(&message()).await.unwrap(), None);
        let variables = [("SMS_SENDER_ID", "GLOWSL"), ("SMS_ENTITY_ID", "1701")];
        let settings = Settings::read(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        assert!(!SmsSender::of(&settings, None, &clock()).configured());
        let sender = SmsSender::of(&settings, Some("ap-south-1"), &clock());
        assert_eq!(sender.0.unwrap().url.as_str(), "https://sms-voice.ap-south-1.amazonaws.com/");
    }
}
