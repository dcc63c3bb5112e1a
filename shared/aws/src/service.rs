//! A service that signed calls are made of. What passes by itself is tried again.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{HOST, HeaderName, USER_AGENT};
use http::{HeaderValue, Method, Request, Uri};
use parlour_values::id::Random;
use parlour_values::time::Clock;

use crate::account::{AwsAccount, ServiceName};
use crate::call_error::{CallError, ServiceError};
use crate::network::{CallLimits, Network, Transport, TransportError};
use crate::signature::{SignedParts, Signer};

/// The longest pauses before the second try and, twice as long, before the third.
const PAUSE_MS: usize = 50;
const THROTTLED_PAUSE_MS: usize = 1_000;

const NAME: HeaderValue = HeaderValue::from_static(concat!("parlour/", env!("CARGO_PKG_VERSION")));

/// Clones share the connections.
#[derive(Clone)]
pub struct AwsService(Arc<Connected>);

struct Connected {
    address: String,
    host: HeaderValue,
    signer: Signer,
    transport: Arc<dyn Transport>,
    tries: u32,
    clock: Clock,
    random: Random,
}

/// A call of a service.
pub struct AwsCall<'a> {
    /// For errors.
    pub operation: &'a str,
    pub method: Method,
    /// Of letters, digits and `-._~/`.
    pub path: &'a str,
    /// By their names in small letters.
    pub headers: &'a [(&'a str, &'a str)],
    pub body: Bytes,
}

impl AwsService {
    /// A service of the account, over the network.
    pub fn connect(name: ServiceName, account: &AwsAccount, limits: Option<CallLimits>) -> Result<Self, CallError> {
        Self::at(&account.address_of(name), name, account, limits)
    }

    /// The same at another address.
    pub(crate) fn at(
        address: &str,
        name: ServiceName,
        account: &AwsAccount,
        limits: Option<CallLimits>,
    ) -> Result<Self, CallError> {
        let network = Network::to(address, limits).map_err(CallError::unsendable)?;
        Self::over(address, name, account, Arc::new(network))
    }

    /// The same over any transport.
    pub(crate) fn over(
        address: &str,
        name: ServiceName,
        account: &AwsAccount,
        transport: Arc<dyn Transport>,
    ) -> Result<Self, CallError> {
        let parsed: Uri = address.parse().map_err(CallError::unsendable)?;
        let host = parsed.authority().map(|host| HeaderValue::from_str(host.as_str()));
        let host = host.ok_or_else(|| CallError::unsendable(format!("{address} has no host")))?;
        // Signatures are made with the time of this machine, wherever the salon's clock stands.
        let clock = Clock::real();
        Ok(Self(Arc::new(Connected {
            address: address.trim_end_matches('/').to_owned(),
            host: host.map_err(CallError::unsendable)?,
            signer: Signer::of(account, name.in_signatures),
            transport,
            tries: account.tries,
            random: Random::from_system(clock.clone()),
            clock,
        })))
    }

    /// The body of the answer.
    pub async fn send(&self, call: &AwsCall<'_>) -> Result<Bytes, CallError> {
        let mut tries = 1_u32;
        loop {
            match self.attempt(call).await {
                Err(error) if error.passes() && tries < self.0.tries => {
                    tracing::debug!(%error, "a call is made again");
                    tokio::time::sleep(self.pause(&error, tries)).await;
                    tries = tries.saturating_add(1);
                }
                outcome => return outcome,
            }
        }
    }

    /// A link to what is at the path, for whoever has it, from now on for this long.
    pub(crate) fn link(&self, path: &str, valid: Duration) -> Result<String, CallError> {
        self.0.signer.link(&self.address_of(path)?, valid, self.0.clock.now())
    }

    fn address_of(&self, path: &str) -> Result<Uri, CallError> {
        format!("{}{path}", self.0.address).parse().map_err(CallError::unsendable)
    }

    async fn attempt(&self, call: &AwsCall<'_>) -> Result<Bytes, CallError> {
        let AwsCall { operation, method, path, headers, body } = call;
        let Connected { host, signer, transport, clock, .. } = self.0.as_ref();
        let address = self.address_of(path)?;
        let named = host.to_str().map_err(CallError::unsendable)?;
        let parts = SignedParts { method, host: named, path: address.path(), headers, body };
        let mut told = signer.proof(&parts, clock.now())?;
        for (name, value) in *headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(CallError::unsendable)?;
            told.insert(name, HeaderValue::from_str(value).map_err(CallError::unsendable)?);
        }
        told.insert(HOST, host.clone());
        told.insert(USER_AGENT, NAME);
        let mut request = Request::new(body.clone());
        *request.method_mut() = method.clone();
        *request.uri_mut() = address;
        *request.headers_mut() = told;
        let unanswered = |TransportError(reason)| CallError::Unanswered { operation: (*operation).to_owned(), reason };
        let answer = transport.send(request).await.map_err(unanswered)?;
        if answer.status().is_success() {
            Ok(answer.into_body())
        } else {
            Err(CallError::Service(Box::new(ServiceError::of(operation, answer))))
        }
    }

    /// Any time up to a bound, so that many who are refused at once do not come back at once.
    fn pause(&self, error: &CallError, tries: u32) -> Duration {
        let first = if error.is_throttling() { THROTTLED_PAUSE_MS } else { PAUSE_MS };
        let bound = first.saturating_mul(usize::try_from(tries).unwrap_or(1));
        Duration::from_millis(u64::try_from(self.0.random.below(bound)).unwrap_or(0))
    }
}
