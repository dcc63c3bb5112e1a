//! Admission through the gate: a request's credential is read and judged here.

use axum::extract::Request;
use http::{HeaderMap, Method, header};

use super::cookies::session_cookie;
use super::credential::{PresentedCredential, SessionOrToken, challenged};
use super::errors::{Code, Refusal};
use super::gate::Gate;
use parlour_people::auth::{Caller, Proof, Sessions};
use parlour_people::tokens::{Bearer, Tokens};
use parlour_storage::act::{Act, Actor};
use parlour_storage::idempotency::{IdempotencyKey, IdempotencyRecord};
use parlour_storage::salon::Salon;
use parlour_storage::table::{TableError, Topic};
use parlour_values::role::Role;

/// The items that the gate reads before it lets a request pass.
pub(super) struct Admission {
    pub admitted: Option<SessionOrToken>,
    /// The record of the idempotency key, if there is one.
    pub known: Option<IdempotencyRecord>,
}

impl Gate {
    /// The request's credential, if the route asks for any.
    pub(super) fn shown(&self, headers: &HeaderMap) -> PresentedCredential {
        match self.route.spec.access.minimum_role() {
            Some(_) => PresentedCredential::by(headers, &self.salon.settings, self.app),
            None => PresentedCredential::Nothing,
        }
    }

    pub(super) fn scope_of(&self, shown: &PresentedCredential, path: &str, key: &str, body: &[u8]) -> IdempotencyKey {
        let route = format!("{} {} {path}", self.app, self.route.method);
        match shown.owner() {
            Some(owner) => IdempotencyKey::of_caller(&owner, &route, key, body),
            None => IdempotencyKey::of_visitor(&route, key, body),
        }
    }

    /// Session and user or the token, what is known of the idempotency key, and the versions of what all branches share, in
    /// one call.
    pub(super) async fn read(
        &self,
        salon: &Salon,
        shown: PresentedCredential,
        idempotency: Option<&IdempotencyKey>,
    ) -> Result<Admission, TableError> {
        let key = idempotency.map(IdempotencyKey::key);
        let wanted = shown.keys(salon).into_iter().chain(key.clone());
        let mut found = match &shown {
            PresentedCredential::Session(_) | PresentedCredential::Token(_) => {
                salon.table.versions(&[Topic::Branches], wanted).await?.1
            }
            PresentedCredential::Nothing => salon.table.get_many(wanted).await?,
        };
        let known = match &key {
            Some(key) => found.take::<IdempotencyRecord>(key)?.map(|found| found.record),
            None => None,
        };
        Ok(Admission { admitted: shown.admitted(salon, &mut found, self.app).await?, known })
    }

    /// The caller, if role and rights suffice.
    pub(super) fn caller(
        &self,
        request: &Request,
        admitted: &SessionOrToken,
        minimum: Role,
        idempotency: Option<IdempotencyKey>,
    ) -> Result<Caller, Refusal> {
        if self.route.spec.programs_only && matches!(admitted, SessionOrToken::Session(_)) {
            return Err(challenged(Refusal::new(Code::Unauthenticated, "Please send a token.")));
        }
        let user = admitted.user();
        if !user.role.satisfies(minimum) {
            return Err(Refusal::forbidden(format!("This needs the role {minimum} or above.")));
        }
        let (actor, proof) = match admitted {
            SessionOrToken::Session(found) => {
                self.refuse_cross_site(request)?;
                (Actor::User { id: user.id.clone(), role: user.role }, Proof::Session(found.session.record.clone()))
            }
            SessionOrToken::Token(bearer) => {
                self.refuse_beyond_scope(bearer)?;
                let token = bearer.token.record.clone();
                (Actor::Token { id: token.id.clone(), role: token.role }, Proof::Token(token))
            }
        };
        Ok(Caller { user, proof, act: self.act(request, actor, idempotency) })
    }

    /// Notes that a session or a token was used: the cookie of a session that lasts longer for it.
    pub(super) async fn note_use(&self, client: &str, admitted: &SessionOrToken, act: &Act) -> Option<String> {
        match admitted {
            SessionOrToken::Session(found) => {
                let extended = Sessions::of(&self.salon).extend(found).await?;
                let lasts = extended.remaining(self.salon.clock.now());
                Some(session_cookie(&self.salon.settings, self.app, &found.credential, lasts))
            }
            SessionOrToken::Token(bearer) => {
                Tokens::of(&self.salon).note_use(act, bearer, client).await;
                None
            }
        }
    }

    /// Refuses what a token may not do although its role may: write with `read` alone, and what only people do.
    fn refuse_beyond_scope(&self, bearer: &Bearer) -> Result<(), Refusal> {
        if self.route.spec.people_only {
            return Err(Refusal::forbidden("A token may not do this. Please sign in."));
        }
        let is_write = self.route.method != Method::GET && !self.route.spec.programs_only;
        if is_write && !bearer.token.may_write() {
            return Err(Refusal::forbidden("This token may only read."));
        }
        Ok(())
    }

    /// Refuses writes from pages of other sites (CSRF).
    pub(super) fn refuse_cross_site(&self, request: &Request) -> Result<(), Refusal> {
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
