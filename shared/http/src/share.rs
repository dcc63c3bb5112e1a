//! The share of an address: what one client may ask for in a minute, whatever it asks for. Whoever works here and programs
//! with a token are not counted, nor is what machines have signed; all others are, signed in or not. What is
//! over is refused before anything is read or, from somebody who shows a session or a token, once it is known whose it is. A
//! made-up one costs a read as well, so only a few that this instance does not know are looked up then.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use chrono::TimeDelta;

use super::caller::ClientIp;
use super::credential::PresentedCredential;
use super::limits::{Limit, RateLimitStatus};
use super::request_meter::{Metered, RequestMeter};
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_values::time::Instant;

/// How a request stands with the share of its address; the gate finds out who it is of.
#[derive(Clone, Default)]
pub(super) struct ShareStanding(Arc<KnownStanding>);

#[derive(Default)]
struct KnownStanding {
    is_trusted: AtomicBool,
    /// Set where the share is used up.
    used_up: Option<RateLimitStatus>,
}

impl ShareStanding {
    pub fn of(request: &Request) -> Self {
        request.extensions().get::<Self>().cloned().unwrap_or_default()
    }

    /// It is of somebody whose requests do not count.
    pub fn trust(&self) {
        self.0.is_trusted.store(true, Ordering::Relaxed);
    }

    /// Why it is refused, unless it is of somebody whose requests do not count.
    pub fn refused(&self) -> Option<RateLimitStatus> {
        self.0.used_up.filter(|_| !self.0.is_trusted.load(Ordering::Relaxed))
    }
}

/// How long a credential is known to be of somebody who works here: one that was taken from them is not for ever.
const KNOWN_FOR: TimeDelta = TimeDelta::hours(1);
/// Above this many, they are learned anew.
const MAX_KNOWN: usize = 10_000;

/// The credentials that were found to be of people who work here and of programs, by their marks, and when that was.
#[derive(Default)]
pub(super) struct TrustedCredentials(Mutex<HashMap<String, Instant>>);

impl TrustedCredentials {
    pub fn remember(&self, mark: String, now: Instant) {
        let mut known = self.lock();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(mark, now);
    }

    fn knows(&self, mark: &str, now: Instant) -> bool {
        self.lock().get(mark).is_some_and(|at| now.since(*at) < KNOWN_FOR)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether what is shown is looked up although the share of its address is used up.
fn is_looked_up(salon: &Salon, meter: &RequestMeter, address: &str, shown: &PresentedCredential) -> bool {
    let Some(mark) = shown.mark() else { return false };
    let now = salon.clock.now();
    if salon.remembered::<TrustedCredentials>().knows(&mark, now) {
        return true;
    }
    let unknown = Metered::new(salon, Limit::UNKNOWN_CREDENTIALS, address.to_owned());
    let is_left = meter.used_up(&unknown, now).is_none();
    if is_left {
        meter.count(&unknown, now);
    }
    is_left
}

/// Runs a request of an address that has something left, and counts it.
pub(super) async fn within(salon: &Salon, app: App, mut request: Request, next: Next) -> Response {
    // On AWS there always is one. Whoever is on the same machine is its developer.
    let Some(address) = request.extensions().get::<ClientIp>().filter(|ip| !ip.is_loopback()).map(ClientIp::network)
    else {
        return next.run(request).await;
    };
    let (meter, metered) = (salon.remembered::<RequestMeter>(), Metered::new(salon, Limit::ADDRESS, address.clone()));
    let used_up = meter.used_up(&metered, salon.clock.now());
    if let Some(used_up) = used_up
        && !is_looked_up(salon, &meter, &address, &PresentedCredential::by(request.headers(), &salon.settings, app))
    {
        let refusal = used_up.refusal();
        let is_plain = request.uri().path().starts_with("/api/auth/");
        return if is_plain { refusal.plain() } else { refusal.into_response() };
    }
    let standing = ShareStanding(Arc::new(KnownStanding { used_up, ..KnownStanding::default() }));
    request.extensions_mut().insert(standing.clone());
    // The requests counted before are told while this one is worked on.
    let (_, response) = tokio::join!(meter.tell(salon, &metered), next.run(request));
    if !standing.0.is_trusted.load(Ordering::Relaxed) {
        meter.count(&metered, salon.clock.now());
    }
    response
}
