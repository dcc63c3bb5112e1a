//! The gate of every route. Refuses in this order: rate limit, session or token, role, cross-site check or the token's
//! scope, dry run, idempotency key.
//! Independent reads run concurrently.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use super::admission::Admission;
use super::caller::{ClientIp, RequestId};
use super::credential::{PresentedCredential, challenged, unauthenticated};
use super::dry_run::{self, Call};
use super::envelope::{Revalidated, Updated, replayed};
use super::errors::{Code, Refusal};
use super::limits::{Limit, RateLimitStatus};
use super::request_meter::{Metered, RequestMeter};
use super::share::{ShareStanding, TrustedCredentials};
use super::spec::{Access, Route};
use super::valid::read_whole;
use parlour_booking::links::Links;
use parlour_settings::App;
use parlour_storage::act::{Act, Actor};
use parlour_storage::idempotency::{IdempotencyKey, IdempotencyRecord, Lookup};
use parlour_storage::salon::Salon;

/// The longest `Idempotency-Key`.
pub(super) const LONGEST_KEY: usize = 255;

#[derive(Clone)]
pub(super) struct Gate {
    pub salon: Salon,
    pub app: App,
    pub route: Route,
    /// The route's handler, called with the request's own salon.
    pub call: Call,
}

impl Gate {
    pub async fn pass(&self, mut request: Request) -> Response {
        request.extensions_mut().insert(self.app);
        // The wrapper of a page has begun its request, and reads with it.
        let salon = request.extensions_mut().remove::<Salon>().unwrap_or_else(|| self.salon.for_request());
        if self.route.spec.access == Access::Public && self.route.method == Method::GET {
            let mut response = self.pass_public_read(request, salon).await;
            if self.route.spec.revalidated {
                response.extensions_mut().insert(Revalidated { vary: "accept-encoding, origin" });
            }
            return response;
        }
        let mut response = self.pass_guarded(request, salon).await;
        match response.extensions_mut().remove::<Refusal>() {
            Some(refusal) if self.route.spec.access == Access::Identity => with_headers_of(&response, refusal.plain()),
            Some(refusal) => {
                response.extensions_mut().insert(refusal);
                response
            }
            None => response,
        }
    }

    /// A read has no effects, so the handler runs while the rate limit is counted; if the limit is exceeded, its
    /// response is dropped.
    async fn pass_public_read(&self, mut request: Request, salon: Salon) -> Response {
        if let Some(used_up) = ShareStanding::of(&request).refused() {
            return used_up.refusal().into_response();
        }
        let act = self.act(&request, Actor::Visitor, None);
        request.extensions_mut().insert(act);
        let client = client_of(&request);
        let Some(limit) = self.route.spec.limit else {
            return (self.call)(request, salon).await;
        };
        let (meter, metered) = (self.salon.remembered::<RequestMeter>(), Metered::new(&self.salon, limit, client));
        let counting = meter.pass(&self.salon, &metered);
        let handling = (self.call)(request, salon);
        tokio::pin!(counting, handling);
        tokio::select! {
            biased;
            rate_limit = &mut counting => {
                if rate_limit.is_refused() { return rate_limit.refusal().into_response() }
                with_rate_limit(handling.await, Some(rate_limit))
            },
            response = &mut handling => {
                let rate_limit = counting.await;
                if rate_limit.is_refused() { return rate_limit.refusal().into_response() }
                with_rate_limit(response, Some(rate_limit))
            },
        }
    }

    async fn pass_guarded(&self, request: Request, salon: Salon) -> Response {
        let dry_run = if self.route.takes_dry_run(self.app) { dry_run::asked(request.uri()) } else { Ok(false) };
        if matches!(dry_run, Ok(true)) {
            return dry_run::said(self.pass_counted(request, salon, dry_run).await);
        }
        self.pass_counted(request, salon, dry_run).await
    }

    async fn pass_counted(&self, request: Request, salon: Salon, dry_run: Result<bool, Refusal>) -> Response {
        let (client, standing) = (client_of(&request), ShareStanding::of(&request));
        let shown = self.shown(request.headers());
        let mark = shown.mark();
        let meter = self.salon.remembered::<RequestMeter>();
        let at_address = self.route.spec.limit.map(|limit| Metered::new(&self.salon, limit, client));
        let caller = match &shown {
            PresentedCredential::Token(secret) => Some(Metered::new(&self.salon, Limit::TOKEN, secret.hash())),
            PresentedCredential::Session(session) if self.route.is_customers_write(self.app) => {
                Some(Metered::new(&self.salon, Limit::CUSTOMER_WRITES, session.user.to_string()))
            }
            PresentedCredential::Nothing | PresentedCredential::Session(_) => None,
        };
        if let Some(exceeded) = caller.as_ref().and_then(|caller| meter.exceeded(caller, self.salon.clock.now())) {
            return exceeded.refusal().into_response();
        }
        let key = match dry_run {
            Ok(false) => idempotency_key(request.headers(), &self.route),
            // A dry run ignores the key.
            Ok(true) | Err(_) => Ok(None),
        };
        let (request, idempotency) = match &key {
            Ok(Some(key)) => {
                let (parts, body) = request.into_parts();
                match read_whole(Request::new(body)).await {
                    Ok(bytes) => {
                        let idempotency = self.scope_of(&shown, parts.uri.path(), key, &bytes);
                        (Request::from_parts(parts, bytes.into()), Ok(Some(idempotency)))
                    }
                    Err(refusal) => (Request::from_parts(parts, axum::body::Body::empty()), Err(refusal)),
                }
            }
            Ok(None) => (request, Ok(None)),
            Err(refusal) => (request, Err(refusal.clone())),
        };

        let (mut rate_limit, admission, ()) = tokio::join!(
            async {
                match &at_address {
                    Some(metered) => Some(meter.pass(&self.salon, metered).await),
                    None => None,
                }
            },
            self.read(&salon, shown, idempotency.as_ref().ok().and_then(Option::as_ref)),
            async {
                if let Some(caller) = &caller {
                    meter.tell(&self.salon, caller).await;
                }
            },
        );
        if let (Some(caller), Ok(Admission { admitted: Some(_), .. })) = (&caller, &admission) {
            let counted = meter.count(caller, self.salon.clock.now());
            // A program is told how much it has left; a customer only that there is none.
            if caller.limit == Limit::TOKEN || counted.is_refused() {
                rate_limit = Some(counted);
            }
        }
        if matches!(&admission, Ok(Admission { admitted: Some(admitted), .. }) if admitted.works_here()) {
            standing.trust();
            if let Some(mark) = mark {
                self.salon.remembered::<TrustedCredentials>().remember(mark, self.salon.clock.now());
            }
        }
        if let Some(rate_limit) = standing.refused().or(rate_limit).filter(RateLimitStatus::is_refused) {
            return rate_limit.refusal().into_response();
        }
        let admitted = match admission {
            Ok(admission) => self.admit(request, salon, admission, dry_run, idempotency).await,
            Err(error) => Err(error.into()),
        };
        let response = admitted.unwrap_or_else(IntoResponse::into_response);
        if self.route.spec.signed && response.status().is_success() {
            standing.trust();
        }
        with_rate_limit(response, rate_limit)
    }

    async fn admit(
        &self,
        mut request: Request,
        salon: Salon,
        admission: Admission,
        dry_run: Result<bool, Refusal>,
        idempotency: Result<Option<IdempotencyKey>, Refusal>,
    ) -> Result<Response, Refusal> {
        let mut renewed = None;
        if let Some(minimum) = self.route.spec.access.minimum_role() {
            let admitted = admission.admitted.ok_or_else(|| {
                let refusal = unauthenticated(request.headers(), self.app);
                if self.route.spec.programs_only { challenged(refusal) } else { refusal }
            })?;
            let caller = self.caller(&request, &admitted, minimum, idempotency.as_ref().ok().cloned().flatten())?;
            if !dry_run.clone()? {
                let client = client_of(&request);
                renewed = self.note_use(&client, &admitted, &caller.act).await;
            }
            request.extensions_mut().insert(caller.act.clone());
            request.extensions_mut().insert(caller);
        } else {
            if self.route.spec.access == Access::Identity {
                self.refuse_cross_site(&request)?;
            }
            let act = self.act(&request, Actor::Visitor, idempotency.as_ref().ok().cloned().flatten());
            request.extensions_mut().insert(act);
        }
        if dry_run? {
            return Ok(self.dry_run(request, &salon).await);
        }
        let mut response = match idempotency? {
            Some(idempotency) => self.idempotent_response(&idempotency, admission.known, request, salon).await?,
            None => self.with_status((self.call)(request, salon).await),
        };
        if let Some(cookie) = renewed.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }

    async fn dry_run(&self, request: Request, salon: &Salon) -> Response {
        let salon = salon.dry_run();
        let response = self.with_status((self.call)(request, salon.clone()).await);
        match salon.random.mark() {
            Some(mark) => dry_run::blanked(response, mark).await,
            None => response,
        }
    }

    /// Replays the stored response if there is one; otherwise runs the handler, or replays the response of a concurrent
    /// request with the same key that finished first.
    async fn idempotent_response(
        &self,
        idempotency: &IdempotencyKey,
        known: Option<IdempotencyRecord>,
        request: Request,
        salon: Salon,
    ) -> Result<Response, Refusal> {
        let other_body = || {
            let message = "This Idempotency-Key was used with another body. Please send a new one.";
            Refusal::new(Code::Conflict, message).reason("KEY_USED")
        };
        let now = self.salon.clock.now();
        let link = self.route.shown_link(self.app, request.uri().path());
        let link = link.zip(request.extensions().get::<Act>().cloned());
        match IdempotencyRecord::judge(known, idempotency, now) {
            Lookup::Answer(record) => return self.replay(&record, link).await,
            Lookup::OtherBody => return Err(other_body()),
            Lookup::Nothing => {}
        }
        let response = self.with_status((self.call)(request, salon).await);
        // If a concurrent request with the same key has succeeded meanwhile, its stored response replaces this error.
        if response.status().is_success() {
            return Ok(response);
        }
        let kept = self.salon.table.get::<IdempotencyRecord>(&idempotency.key()).await?.map(|found| found.record);
        match IdempotencyRecord::judge(kept, idempotency, now) {
            Lookup::Answer(record) => self.replay(&record, link).await,
            Lookup::OtherBody => Err(other_body()),
            Lookup::Nothing => Ok(response),
        }
    }

    /// A link must open something still: it is judged before, as a session is.
    async fn replay(&self, record: &IdempotencyRecord, link: Option<(String, Act)>) -> Result<Response, Refusal> {
        if let Some((token, act)) = link {
            Links::of(&self.salon.for_request()).open(&act, &token).await?;
        }
        Ok(replayed(if record.updated { StatusCode::OK } else { self.route.spec.status }, &record.data))
    }

    /// Sets the route's status on a success, unless the handler marked it as an update.
    fn with_status(&self, mut response: Response) -> Response {
        if response.status() == StatusCode::OK && response.extensions().get::<Updated>().is_none() {
            *response.status_mut() = self.route.spec.status;
        }
        response
    }

    pub(super) fn act(&self, request: &Request, actor: Actor, idempotency: Option<IdempotencyKey>) -> Act {
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        let site = self.salon.settings.site(self.app, host).to_owned();
        Act { actor, request_id, at: self.salon.clock.now(), site, idempotency }
    }
}

fn client_of(request: &Request) -> String {
    request.extensions().get::<ClientIp>().map_or_else(|| "unknown".to_owned(), ClientIp::network)
}

/// Copies headers that were already set (rate limit, cookies) to the replacement response.
fn with_headers_of(response: &Response, mut instead: Response) -> Response {
    for (name, value) in response.headers() {
        if !matches!(*name, header::CONTENT_TYPE | header::CONTENT_LENGTH) && !instead.headers().contains_key(name) {
            instead.headers_mut().append(name, value.clone());
        }
    }
    instead
}

fn with_rate_limit(mut response: Response, rate_limit: Option<RateLimitStatus>) -> Response {
    if let Some(rate_limit) = rate_limit {
        response.headers_mut().extend(rate_limit.headers());
    }
    response
}

/// The idempotency key, if the route honours one and the client sent it.
fn idempotency_key(headers: &HeaderMap, route: &Route) -> Result<Option<String>, Refusal> {
    let Some(value) = headers.get("idempotency-key").filter(|_| route.spec.idempotent) else {
        return Ok(None);
    };
    let visible = value
        .to_str()
        .ok()
        .filter(|key| (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()));
    match visible {
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(Refusal::invalid_field("Idempotency-Key", "must be 1 to 255 visible ASCII characters")),
    }
}
