//! Calls a webhook's receiver: ten seconds, no proxy, no redirects, and none of its answer but the status. A name is looked
//! up once, and what was found is checked and called, so that no second lookup can lead elsewhere.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, header};

use super::SendError;
use super::receiver::{Reach, ReceiverUrl};

const WITHIN: Duration = Duration::from_secs(10);
/// How long a lookup may take while somebody waits for their webhook to be saved.
const LOOKUP_WITHIN: Duration = Duration::from_secs(2);

/// A signed event, ready to be sent.
pub struct SignedEvent<'a> {
    pub id: &'a str,
    /// Seconds, by our own clock.
    pub timestamp: i64,
    pub signature: String,
    pub body: String,
}

/// Finds the addresses of a name.
type AddressLookup = Arc<dyn Fn(String) -> FoundAddresses + Send + Sync>;
type FoundAddresses = BoxFuture<'static, io::Result<Vec<IpAddr>>>;

#[derive(Clone)]
pub struct WebhookSender {
    reach: Reach,
    lookup: AddressLookup,
    within: Duration,
    /// Built on first use: loading the TLS roots would slow down cold starts.
    client: Arc<OnceLock<Client>>,
}

impl Default for WebhookSender {
    fn default() -> Self {
        Self::reaching(Reach::Public)
    }
}

impl WebhookSender {
    pub fn reaching(reach: Reach) -> Self {
        Self { reach, lookup: Arc::new(look_up), within: WITHIN, client: Arc::default() }
    }

    /// Why an address may not be saved. A name that cannot be looked up now is saved: each call looks again.
    pub async fn refuse(&self, url: &str) -> Result<(), &'static str> {
        let url = ReceiverUrl::parse(url, self.reach)?;
        let Some(name) = url.name() else { return Ok(()) };
        match tokio::time::timeout(LOOKUP_WITHIN, (self.lookup)(name.to_owned())).await {
            Ok(Ok(addresses)) if !addresses.is_empty() => self.reach.admits(name, &addresses),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Sends the event; the status that the receiver answered.
    pub async fn post(&self, url: &str, event: SignedEvent<'_>) -> Result<u16, SendError> {
        let url = ReceiverUrl::parse(url, self.reach).map_err(SendError::Invalid)?;
        let answer = self
            .client()?
            .post(url.as_str())
            .timeout(self.within)
            .header(header::CONTENT_TYPE, "application/json")
            .header("webhook-id", event.id)
            .header("webhook-timestamp", event.timestamp)
            .header("webhook-signature", event.signature)
            .body(event.body)
            .send()
            .await?;
        // Its body is not read, however long: dropping the answer closes the connection.
        Ok(answer.status().as_u16())
    }

    fn client(&self) -> Result<&Client, SendError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let resolver = CheckedResolver { reach: self.reach, lookup: self.lookup.clone() };
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .dns_resolver(Arc::new(resolver))
            .user_agent(concat!("parlour/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(self.client.get_or_init(|| client))
    }
}

fn look_up(name: String) -> FoundAddresses {
    Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
}

/// The addresses a connection is made to: only those that were checked.
struct CheckedResolver {
    reach: Reach,
    lookup: AddressLookup,
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, name) = (self.reach, name.as_str().to_owned());
        let found = (self.lookup)(name.clone());
        Box::pin(async move {
            let addresses = found.await?;
            reach.admits(&name, &addresses)?;
            let addresses: Addrs = Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::response::{IntoResponse as _, Response};
    use futures::stream;

    use super::super::loopback::Loopback;
    use super::*;

    fn event() -> SignedEvent<'static> {
        SignedEvent {
            id: "e1",
            timestamp: 1_794_803_400,
            signature: "v1,abc".to_owned(),
            body: r#"{"id":"e1"}"#.to_owned(),
        }
    }

    /// A sender for which every name leads to this address.
    fn leading_to(address: &'static str) -> WebhookSender {
        let found = move |_: String| -> FoundAddresses { Box::pin(async move { Ok(vec![address.parse().unwrap()]) }) };
        WebhookSender { lookup: Arc::new(found), ..WebhookSender::default() }
    }

    fn local() -> WebhookSender {
        WebhookSender::reaching(Reach::PublicAndLoopback)
    }

    #[tokio::test]
    async fn an_event_is_posted_with_its_headers_as_it_was_signed() {
        let receiver = Loopback::with(|| http::StatusCode::NO_CONTENT.into_response()).await;
        assert_eq!(local().post(&receiver.url("/hooks/a"), event()).await.unwrap(), 204);
        let request = receiver.only_request();
        assert_eq!((request.path.as_str(), &request.body[..]), ("/hooks/a", br#"{"id":"e1"}"#.as_slice()));
        for (name, value) in [
            ("webhook-id", "e1"),
            ("webhook-timestamp", "1794803400"),
            ("webhook-signature", "v1,abc"),
            ("content-type", "application/json"),
        ] {
            assert_eq!(request.headers[name], value);
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_refused_when_saved_and_when_called() {
        for inside in ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"] {
            let sender = leading_to(inside);
            assert!(sender.refuse("https://hooks.example.com/").await.is_err(), "{inside}");
            let error = sender.post("https://hooks.example.com/", event()).await.unwrap_err();
            assert!(matches!(error, SendError::Unreachable(_)), "{inside}: {error}");
        }
        assert!(leading_to("93.184.216.34").refuse("https://hooks.example.com/").await.is_ok());
        let found = |_: String| -> FoundAddresses { Box::pin(async { Err(io::Error::other("no such name")) }) };
        let nowhere = WebhookSender { lookup: Arc::new(found), ..WebhookSender::default() };
        assert!(nowhere.refuse("https://hooks.example.com/").await.is_ok());
        assert!(matches!(nowhere.post("http://127.0.0.1:9/", event()).await, Err(SendError::Invalid(_))));
    }

    #[tokio::test]
    async fn redirects_are_not_followed() {
        let inside = Loopback::with(|| http::StatusCode::OK.into_response()).await;
        let receiver = Loopback::redirecting(&inside.url("/secrets")).await;
        assert_eq!(local().post(&receiver.url("/"), event()).await.unwrap(), 307);
        assert!(inside.requests().is_empty());
    }

    #[tokio::test]
    async fn an_answer_without_end_is_not_read_and_one_that_does_not_come_is_not_waited_for() {
        let endless = Loopback::with(|| {
            let lines = stream::repeat_with(|| Ok::<_, io::Error>(vec![b'x'; 65_536]));
            Response::new(Body::from_stream(lines))
        })
        .await;
        assert_eq!(local().post(&endless.url("/"), event()).await.unwrap(), 200);
        let silent = Loopback::silent().await;
        let hasty = WebhookSender { within: Duration::from_millis(50), ..local() };
        assert!(matches!(hasty.post(&silent.url("/"), event()).await, Err(SendError::TimedOut)));
    }
}
