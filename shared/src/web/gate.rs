//! The gate of every route. Refuses in this order: rate limit, session, role, cross-site check, dry run, idempotency key.
//! Independent reads run concurrently.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use super::caller::{ClientIp, RequestId};
use super::cookies::{read_cookie, session_cookie, session_cookie_name};
use super::dry_run::{self, Call};
use super::envelope::{Revalidated, Updated, replayed};
use super::errors::{Code, Refusal};
use super::limits::{self, Exceeded, RateLimitStatus};
use super::spec::{Access, Route};
use super::valid::read_bytes;
use crate::act::{Act, Actor};
use crate::auth::{Caller, Credential, SignedIn};
use crate::idempotency::{IdempotencyKey, IdempotencyRecord, Lookup};
use crate::salon::Salon;
use crate::settings::App;
use crate::table::{TableError, Topic};

/// The longest `Idempotency-Key`.
pub(super) const LONGEST_KEY: usize = 255;

#[derive(Clone)]
pub(super) struct Gate {
    pub salon: Salon,
    pub app: App,
    pub route: Route,
    pub exceeded: Exceeded,
    /// The route's handler, called with the request's own salon.
    pub call: Call,
}

/// What the gate reads before it lets a request pass.
#[derive(Default)]
struct Admission {
    signed_in: Option<SignedIn>,
    /// What is known of the idempotency key.
    known: Option<IdempotencyRecord>,
}

impl Gate {
    pub async fn pass(&self, mut request: Request) -> Response {
        request.extensions_mut().insert(self.app);
        // Whoever dresses a page has begun its request, and reads with it.
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
        let act = self.act(&request, Actor::Visitor, None);
        request.extensions_mut().insert(act);
        let client = client_of(&request);
        let Some(limit) = self.route.spec.limit else {
            return (self.call)(request, salon).await;
        };
        let counting = limits::count(&self.salon, &self.exceeded, limit, &client);
        let handling = (self.call)(request, salon);
        tokio::pin!(counting, handling);
        tokio::select! {
            biased;
            rate_limit = &mut counting => match rate_limit {
                Some(rate_limit) if rate_limit.is_refused() => rate_limit.refusal().into_response(),
                rate_limit => with_rate_limit(handling.await, rate_limit),
            },
            response = &mut handling => match counting.await {
                Some(rate_limit) if rate_limit.is_refused() => rate_limit.refusal().into_response(),
                rate_limit => with_rate_limit(response, rate_limit),
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
        let client = client_of(&request);
        let credential = self.credential(request.headers());
        let key = match dry_run {
            Ok(false) => idempotency_key(request.headers(), &self.route),
            // A dry run ignores the key.
            Ok(true) | Err(_) => Ok(None),
        };
        let (request, idempotency) = match &key {
            Ok(Some(key)) => {
                let (parts, body) = request.into_parts();
                match read_bytes(Request::new(body)).await {
                    Ok(bytes) => {
                        let idempotency = self.scope_of(credential.as_ref(), parts.uri.path(), key, &bytes);
                        (Request::from_parts(parts, bytes.into()), Ok(Some(idempotency)))
                    }
                    Err(refusal) => (Request::from_parts(parts, axum::body::Body::empty()), Err(refusal)),
                }
            }
            Ok(None) => (request, Ok(None)),
            Err(refusal) => (request, Err(refusal.clone())),
        };

        let (rate_limit, admission) = tokio::join!(
            async {
                match self.route.spec.limit {
                    Some(limit) => limits::count(&self.salon, &self.exceeded, limit, &client).await,
                    None => None,
                }
            },
            self.read(&salon, credential, idempotency.as_ref().ok().and_then(Option::as_ref)),
        );
        if let Some(rate_limit) = rate_limit.filter(RateLimitStatus::is_refused) {
            return rate_limit.refusal().into_response();
        }
        let admitted = match admission {
            Ok(admission) => self.admit(request, salon, admission, dry_run, idempotency).await,
            Err(error) => Err(error.into()),
        };
        with_rate_limit(admitted.unwrap_or_else(IntoResponse::into_response), rate_limit)
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
            let found = admission.signed_in.ok_or_else(Refusal::unauthenticated)?;
            if !found.user.role.satisfies(minimum) {
                return Err(Refusal::forbidden(format!("This needs the role {minimum} or above.")));
            }
            self.refuse_cross_site(&request)?;
            if !dry_run.clone()?
                && let Some(extended) = self.salon.sessions().extend(&found).await
            {
                let lasts = extended.remaining(self.salon.clock.now());
                renewed = Some(session_cookie(&self.salon.settings, self.app, &found.credential, lasts));
            }
            let actor = Actor::User { id: found.user.id.clone(), role: found.user.role };
            let act = self.act(&request, actor, idempotency.as_ref().ok().cloned().flatten());
            request.extensions_mut().insert(act.clone());
            request.extensions_mut().insert(Caller { user: found.user.record, session: found.session.record, act });
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
        let other_body =
            || Refusal::new(Code::Conflict, "This Idempotency-Key was used with another body. Please send a new one.");
        let now = self.salon.clock.now();
        match IdempotencyRecord::judge(known, idempotency, now) {
            Lookup::Answer(record) => return Ok(self.replay(&record)),
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
            Lookup::Answer(record) => Ok(self.replay(&record)),
            Lookup::OtherBody => Err(other_body()),
            Lookup::Nothing => Ok(response),
        }
    }

    fn replay(&self, record: &IdempotencyRecord) -> Response {
        replayed(if record.updated { StatusCode::OK } else { self.route.spec.status }, &record.data)
    }

    /// Sets the route's status on a success, unless the handler marked it as an update.
    fn with_status(&self, mut response: Response) -> Response {
        if response.status() == StatusCode::OK && response.extensions().get::<Updated>().is_none() {
            *response.status_mut() = self.route.spec.status;
        }
        response
    }

    fn act(&self, request: &Request, actor: Actor, idempotency: Option<IdempotencyKey>) -> Act {
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        let site = self.salon.settings.site(self.app, host).to_owned();
        Act { actor, request_id, at: self.salon.clock.now(), site, idempotency }
    }

    fn credential(&self, headers: &HeaderMap) -> Option<Credential> {
        let name = session_cookie_name(&self.salon.settings, self.app);
        read_cookie(headers, name).and_then(Credential::parse)
    }

    fn scope_of(&self, credential: Option<&Credential>, path: &str, key: &str, body: &[u8]) -> IdempotencyKey {
        let route = format!("{} {} {path}", self.app, self.route.method);
        match (self.route.spec.access.minimum_role(), credential) {
            (Some(_), Some(credential)) => IdempotencyKey::of_caller(credential.user.as_str(), &route, key, body),
            _ => IdempotencyKey::of_visitor(&route, key, body),
        }
    }

    /// Session and user, what is known of the idempotency key, and the versions of what all branches share, in one call.
    async fn read(
        &self,
        salon: &Salon,
        credential: Option<Credential>,
        idempotency: Option<&IdempotencyKey>,
    ) -> Result<Admission, TableError> {
        let credential = credential.filter(|_| self.route.spec.access.minimum_role().is_some());
        let key = idempotency.map(IdempotencyKey::key);
        let wanted = credential.iter().flat_map(Credential::keys).chain(key.clone());
        let mut found = match &credential {
            Some(_) => salon.table.versions(&[Topic::Branches], wanted).await?.1,
            None => salon.table.get_many(wanted).await?,
        };
        let known = match &key {
            Some(key) => found.take::<IdempotencyRecord>(key)?.map(|found| found.record),
            None => None,
        };
        let signed_in = match credential {
            Some(credential) => salon.sessions().among(&mut found, self.app, credential)?,
            None => None,
        };
        Ok(Admission { signed_in, known })
    }

    /// Refuses writes from pages of other sites (CSRF).
    fn refuse_cross_site(&self, request: &Request) -> Result<(), Refusal> {
        if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
            return Ok(());
        }
        refuse_foreign_origin(request.headers(), self.salon.settings.origins(self.app))
    }
}

fn refuse_foreign_origin(headers: &HeaderMap, own: &[String]) -> Result<(), Refusal> {
    let foreign = headers
        .get(header::ORIGIN)
        .is_some_and(|origin| !own.iter().any(|known| origin.as_bytes() == known.as_bytes()));
    let cross_site = headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() == b"cross-site");
    if foreign || cross_site {
        Err(Refusal::forbidden("This request came from another site. Please use the app itself."))
    } else {
        Ok(())
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
