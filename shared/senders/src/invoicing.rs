//! The client of the invoicing service, over signed HTTP, and the verification of the signature.

use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use http::Method;
use sha2::Sha256;
use url::Url;

use super::SendError;
use super::proof::{ProofHeaders, Prover, Proving};
use super::wire::Wire;
use crate::document::{InvoiceDocument, RenderedInvoice};
use parlour_settings::Secret;
use parlour_values::time::{Clock, Instant};

pub const SIGNATURE_HEADER: &str = "x-signature";

/// How far the signature's time may differ from ours, in either direction.
const VALID_SECONDS: i64 = 5 * 60;
/// Rendering a PDF on a cold instance takes a while.
const WITHIN: Duration = Duration::from_secs(20);
const LARGEST_ANSWER: usize = 10 * 1024 * 1024;

/// `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, "t.body")>`.
pub fn sign(secret: &str, body: &[u8], now: Instant) -> Result<String, SendError> {
    let time = now.seconds();
    let mac = keyed(secret, &time.to_string(), body).ok_or(SendError::Invalid("the invoicing secret is empty"))?;
    Ok(format!("t={time},v1={}", hex::encode(mac.finalize().into_bytes())))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSignature {
    #[error("the signature is malformed")]
    Malformed,
    #[error("the signature is older or newer than five minutes")]
    OutOfTime,
    #[error("the signature does not fit the body")]
    Wrong,
}

/// Whether `header` is a signature of `body` with `secret`, within five minutes of `now`. Compared in constant time.
pub fn verify(secret: &str, header: &str, body: &[u8], now: Instant) -> Result<(), BadSignature> {
    let (mut time, mut signatures) = (None, Vec::new());
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", value)) if time.is_none() => time = Some(value),
            Some(("v1", value)) => signatures.push(hex::decode(value).map_err(|_| BadSignature::Malformed)?),
            Some(("t", _)) | None => return Err(BadSignature::Malformed),
            // Later versions of the scheme may add fields beside v1.
            Some(_) => {}
        }
    }
    let time = time.filter(|_| !signatures.is_empty()).ok_or(BadSignature::Malformed)?;
    let signed_at: i64 = time.parse().map_err(|_| BadSignature::Malformed)?;
    if now.seconds().abs_diff(signed_at) > VALID_SECONDS.unsigned_abs() {
        return Err(BadSignature::OutOfTime);
    }
    let mac = keyed(secret, time, body).ok_or(BadSignature::Wrong)?;
    let fits = signatures.iter().any(|signature| mac.clone().verify_slice(signature).is_ok());
    if fits { Ok(()) } else { Err(BadSignature::Wrong) }
}

/// `None` for an empty secret, with which anybody could sign.
fn keyed(secret: &str, time: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    if secret.is_empty() {
        return None;
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac)
}

/// Requests documents from the invoicing service; needs both `INVOICING_URL` and `INVOICING_SECRET`.
#[derive(Clone, Default)]
pub struct InvoicingClient(Option<InvoicingService>);

#[derive(Clone)]
struct InvoicingService {
    url: Url,
    secret: Secret,
    clock: Clock,
    wire: Wire,
    within: Duration,
    prover: Option<Arc<dyn Prover>>,
}

impl InvoicingService {
    /// Sends a signed request; any status other than 2xx is an error.
    async fn ask(&self, method: Method, body: Vec<u8>) -> Result<reqwest::Response, SendError> {
        let now = self.clock.now();
        let signature = sign(&self.secret.value().await?.unwrap_or_default(), &body, now)?;
        let proof = match &self.prover {
            Some(prover) => {
                let proving = Proving { method: &method, url: &self.url, headers: &[], body: &body, now };
                prover.prove(proving).await?
            }
            None => ProofHeaders::new(),
        };
        let build = |client: &reqwest::Client| {
            let mut request = client.request(method, self.url.clone()).header(SIGNATURE_HEADER, signature);
            for (name, value) in proof {
                request = request.header(name, value);
            }
            if body.is_empty() {
                return request;
            }
            request.header(http::header::CONTENT_TYPE, "application/json").body(body)
        };
        self.wire.send_ok(self.within, build).await
    }
}

impl InvoicingClient {
    pub fn new(url: Url, secret: Secret, clock: Clock) -> Self {
        Self(Some(InvoicingService { url, secret, clock, wire: Wire::default(), within: WITHIN, prover: None }))
    }

    /// The same client for a host that asks who calls.
    #[must_use]
    pub fn proven_by(self, prover: Arc<dyn Prover>) -> Self {
        Self(self.0.map(|service| InvoicingService { prover: Some(prover), ..service }))
    }

    pub fn configured(&self) -> bool {
        self.0.is_some()
    }

    /// Checks that the service responds and accepts our signature; false if it is not configured.
    pub async fn ping(&self) -> Result<bool, SendError> {
        let Some(service) = &self.0 else { return Ok(false) };
        service.ask(Method::GET, Vec::new()).await?;
        Ok(true)
    }

    /// Has the document rendered and stored; `None` if the service is not configured.
    pub async fn render(&self, document: &InvoiceDocument) -> Result<Option<RenderedInvoice>, SendError> {
        let Some(service) = &self.0 else {
            tracing::info!("no document was asked for: the invoicing service is not configured");
            return Ok(None);
        };
        let body = serde_json::to_vec(document).map_err(|_| SendError::Invalid("the document is not JSON"))?;
        let mut response = service.ask(Method::POST, body).await?;
        let mut answer = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if answer.len().saturating_add(chunk.len()) > LARGEST_ANSWER {
                return Err(SendError::Invalid("the answer is too large"));
            }
            answer.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&answer).map(Some).map_err(|_| SendError::Invalid("the answer is not understood"))
    }
}

#[cfg(test)]
mod tests {
    use futures::future::BoxFuture;
    use serde_json::json;

    use super::super::loopback::Loopback;
    use super::*;

    const SECRET: &str = "shared-with-invoicing";

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn later(seconds: i64) -> Instant {
        Instant::from_seconds(now().seconds() + seconds)
    }

    #[test]
    fn a_signature_is_the_hmac_of_time_dot_body() {
        // echo -n '1794803400.{"a":1}' | openssl dgst -sha256 -hmac shared-with-invoicing
        assert_eq!(
            sign(SECRET, br#"{"a":1}"#, now()).unwrap(),
            "t=1794803400,v1=31452297e57ae23df72a99b2ee769036da4546d78aa40dede08cedc72095e833"
        );
    }

    #[test]
    fn a_signature_is_good_for_five_minutes_either_way() {
        let header = sign(SECRET, b"body", now()).unwrap();
        for (seconds, verdict) in [
            (0, Ok(())),
            (300, Ok(())),
            (-300, Ok(())),
            (301, Err(BadSignature::OutOfTime)),
            (-301, Err(BadSignature::OutOfTime)),
        ] {
            assert_eq!(verify(SECRET, &header, b"body", later(seconds)), verdict, "{seconds}");
        }
    }

    #[test]
    fn another_body_secret_or_time_does_not_fit() {
        let header = sign(SECRET, b"body", now()).unwrap();
        assert_eq!(verify(SECRET, &header, b"body ", now()), Err(BadSignature::Wrong));
        assert_eq!(verify("other", &header, b"body", now()), Err(BadSignature::Wrong));
        let moved = header.replace("t=1794803400", "t=1794803401");
        assert_eq!(verify(SECRET, &moved, b"body", now()), Err(BadSignature::Wrong));
    }

    #[test]
    fn a_second_v1_serves_a_change_of_secret() {
        let both =
            format!("{},v1={}", sign("old", b"body", now()).unwrap(), &sign(SECRET, b"body", now()).unwrap()[16..]);
        assert_eq!(verify(SECRET, &both, b"body", now()), Ok(()));
        assert_eq!(verify("old", &both, b"body", now()), Ok(()));
    }

    #[test]
    fn nonsense_is_malformed() {
        for header in [
            "",
            "t=",
            "v1=00",
            "t=1794803400",
            "t=x,v1=00",
            "t=1794803400,v1=zz",
            "t=1,t=2,v1=00",
            "hello",
            "t=99999999999999999999,v1=00",
        ] {
            assert_eq!(verify(SECRET, header, b"body", now()), Err(BadSignature::Malformed), "{header}");
        }
    }

    #[test]
    fn an_empty_secret_signs_and_verifies_nothing() {
        assert!(sign("", b"body", now()).is_err());
        assert_eq!(verify("", &sign(SECRET, b"body", now()).unwrap(), b"body", now()), Err(BadSignature::Wrong));
    }

    fn client(server: &Loopback, path: &str) -> InvoicingClient {
        InvoicingClient::new(server.url(path).parse().unwrap(), Secret::given(SECRET), Clock::fixed(now()))
    }

    fn document() -> InvoiceDocument {
        serde_json::from_value(json!({
            "id": "0199f0a4", "number": "BLR/26-27/00042", "issuedOn": "2026-11-16",
            "seller": {"name": "Parlour", "address": "Bengaluru", "stateCode": "29"},
            "customer": {"name": "Asha"},
            "lines": [],
            "subtotalPaise": 0, "discountPaise": 0, "taxablePaise": 0, "cgstPaise": 0, "sgstPaise": 0, "totalPaise": 0,
            "paymentMethod": "upi"
        }))
        .unwrap()
    }

    #[tokio::test]
    async fn the_service_gets_a_signed_document_and_its_answer_comes_back() {
        let server = Loopback::answering(200, r#"{"key":"invoices/0199f0a4.pdf","pdf":"JVBERg=="}"#).await;
        let rendered = client(&server, "/invoices").render(&document()).await.unwrap().unwrap();
        assert_eq!((rendered.key.as_str(), rendered.pdf.as_deref()), ("invoices/0199f0a4.pdf", Some("JVBERg==")));
        let request = server.only_request();
        assert_eq!(request.path, "/invoices");
        assert_eq!(verify(SECRET, &request.header(SIGNATURE_HEADER), &request.body, later(1)), Ok(()));
        assert_eq!(serde_json::from_slice::<InvoiceDocument>(&request.body).unwrap(), document());
    }

    /// Stands for a role: says what it was asked to prove.
    struct Echo;

    impl Prover for Echo {
        fn prove<'a>(&'a self, proving: Proving<'a>) -> BoxFuture<'a, Result<ProofHeaders, SendError>> {
            let said = format!("{} {} {}", proving.method, proving.url.path(), proving.body.len());
            Box::pin(async move { Ok(vec![("authorization".to_owned(), said)]) })
        }
    }

    #[tokio::test]
    async fn a_host_that_asks_who_calls_is_told_so_beside_the_signature() {
        let server = Loopback::answering(200, r#"{"key":"invoices/0199f0a4.pdf","pdf":"JVBERg=="}"#).await;
        let client = client(&server, "/invoices").proven_by(Arc::new(Echo));
        client.render(&document()).await.unwrap();
        client.ping().await.unwrap();
        let requests = server.requests();
        let length = requests[0].body.len();
        assert_eq!(requests[0].header("authorization"), format!("POST /invoices {length}"));
        assert_eq!(requests[1].header("authorization"), "GET /invoices 0");
        assert!(requests.iter().all(|request| !request.header(SIGNATURE_HEADER).is_empty()));
    }

    #[tokio::test]
    async fn failures_redirects_and_nonsense_are_errors_and_silence_times_out() {
        let server = Loopback::answering(500, "").await;
        assert!(matches!(client(&server, "/").render(&document()).await, Err(SendError::Refused(500))));
        let elsewhere = Loopback::redirecting(&server.url("/stolen")).await;
        assert!(matches!(client(&elsewhere, "/").render(&document()).await, Err(SendError::Refused(307))));
        assert_eq!(server.requests().len(), 1);
        let babbling = Loopback::answering(200, "<html>").await;
        assert!(matches!(client(&babbling, "/").render(&document()).await, Err(SendError::Invalid(_))));

        let silent = Loopback::silent().await;
        let hasty = InvoicingClient(
            client(&silent, "/").0.map(|service| InvoicingService { within: Duration::from_millis(50), ..service }),
        );
        assert!(matches!(hasty.render(&document()).await, Err(SendError::TimedOut)));
    }

    #[tokio::test]
    async fn without_configuration_there_is_no_document() {
        assert_eq!(InvoicingClient::default().render(&document()).await.unwrap(), None);
    }
}
