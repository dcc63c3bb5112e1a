//! The share of an address: what one client may ask for in a minute, whatever it asks for. Whoever works here and programs
//! with a token are not counted, nor is what machines have signed; all others are, signed in or not. What is
//! over is refused before anything is read or, from somebody who shows a session, once it is known whose it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::caller::ClientIp;
use super::credential::PresentedCredential;
use super::limits::{Limit, RateLimitStatus};
use super::request_meter::{Metered, RequestMeter};
use parlour_settings::App;
use parlour_storage::salon::Salon;

/// How a request stands with the share of its address; the gate finds out who it is of.
#[derive(Clone, Default)]
pub(super) struct Standing(Arc<KnownStanding>);

#[derive(Default)]
struct KnownStanding {
    is_trusted: AtomicBool,
    /// Set where the share is used up.
    used_up: Option<RateLimitStatus>,
}

impl Standing {
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

/// Runs a request of an address that has something left, and counts it.
pub(super) async fn within(salon: &Salon, app: App, mut request: Request, next: Next) -> Response {
    // On AWS there always is one. Whoever is on the same machine is its developer.
    let Some(address) = request.extensions().get::<ClientIp>().filter(|ip| !ip.is_loopback()).map(ClientIp::network)
    else {
        return next.run(request).await;
    };
    let (meter, address) = (salon.remembered::<RequestMeter>(), Metered::new(salon, Limit::ADDRESS, address));
    let used_up = meter.used_up(&address, salon.clock.now());
    if let Some(used_up) = used_up
        && matches!(PresentedCredential::by(request.headers(), &salon.settings, app), PresentedCredential::Nothing)
    {
        let refusal = used_up.refusal();
        let is_plain = request.uri().path().starts_with("/api/auth/");
        return if is_plain { refusal.plain() } else { refusal.into_response() };
    }
    let standing = Standing(Arc::new(KnownStanding { used_up, ..KnownStanding::default() }));
    request.extensions_mut().insert(standing.clone());
    // What was counted before is told while this request is worked on.
    let (_, response) = tokio::join!(meter.tell(salon, &address), next.run(request));
    if !standing.0.is_trusted.load(Ordering::Relaxed) {
        meter.count(&address, salon.clock.now());
    }
    response
}
