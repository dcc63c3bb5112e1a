//! Sessions in the table: find with the user in one round trip, begin, extend, end.

use std::convert::Infallible;

use serde::Serialize;
use serde_json::{Value, json};

use super::session::{Credential, LIFETIME, Session};
use super::user::User;
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::salon::Salon;
use parlour_storage::table::{AtomicWrite, Condition, Found, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{SessionId, UserId};

/// A person with a valid session.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Stored<Session>,
    pub user: Stored<User>,
    pub credential: Credential,
}

/// The client's address and user agent at sign-in.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
}

/// A keyed hash of the client's address: it tells two addresses apart in the audit log, which stores none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AddressMark(String);

impl AddressMark {
    /// The hash, made by whoever holds the key.
    pub fn of_hash(hash: String) -> Self {
        Self(hash)
    }
}

pub struct Sessions<'a>(&'a Salon);

impl<'a> Sessions<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Sessions<'_> {
    /// Session and user in one round trip: the cookie names both.
    pub async fn find(&self, app: App, credential: Credential) -> Result<Option<SignedIn>, TableError> {
        let mut found = self.0.table.get_many(credential.keys()).await?;
        self.among(&mut found, app, credential)
    }

    /// The same among items that were read already.
    pub fn among(&self, found: &mut Found, app: App, credential: Credential) -> Result<Option<SignedIn>, TableError> {
        let salon = self.0;
        let [session, user] = credential.keys();
        let (Some(session), Some(user)) = (found.take::<Session>(&session)?, found.take::<User>(&user)?) else {
            return Ok(None);
        };
        let admitted = session.admits(&user, app, &salon.settings.oidc_issuer, salon.clock.now());
        Ok(admitted.then_some(SignedIn { session, user, credential }))
    }

    /// Begins a session and returns the credential for its cookie.
    pub async fn begin(
        &self,
        act: &Act,
        user: &User,
        app: App,
        origin: Origin,
        from: Option<&AddressMark>,
    ) -> Result<(Credential, Session), Setback> {
        let salon = self.0;
        let now = salon.clock.now();
        let credential = Credential::new(user.id.clone(), salon.random.secret());
        let session = Session {
            id: credential.session_id(),
            user_id: user.id.clone(),
            app,
            issuer: salon.settings.oidc_issuer.clone(),
            created_at: now,
            updated_at: now,
            expires_at: now.plus(LIFETIME),
            ip_address: origin.ip_address,
            user_agent: origin.user_agent.map(|agent| agent.chars().take(256).collect()),
            // If all sessions were ended in this same millisecond, this one must stay valid: the user was read after
            // that.
            kept_at: user.sessions_valid_from.filter(|from| *from > now),
        };
        let mut transaction = salon.transaction(act);
        transaction.create(&session);
        let details = json!({ "app": app, "address": from });
        transaction.audit(EventType::SessionBegun, User::KIND, user.id.as_str(), details);
        transaction.commit().await?;
        Ok((credential, session))
    }

    /// Extends a session to its full lifetime, at most once a day. A failure is only logged: the next request tries
    /// again.
    pub async fn extend(&self, signed_in: &SignedIn) -> Option<Session> {
        let salon = self.0;
        let extended = signed_in.session.extended(salon.clock.now())?;
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.replace(&signed_in.session, &extended);
        match write.commit(&salon.table).await {
            Ok(()) => Some(extended),
            Err(error) => {
                tracing::warn!(%error, "could not extend a session");
                None
            }
        }
    }

    /// The valid sessions of this user on both apps, newest first.
    pub async fn of_user(&self, user: &User) -> Result<Vec<Session>, TableError> {
        let salon = self.0;
        let partition = Partition::of(keys::user_partition(&user.id)).starting(keys::SESSION_PREFIX);
        let (issuer, now) = (&salon.settings.oidc_issuer, salon.clock.now());
        let mut sessions: Vec<Session> = salon
            .table
            .query::<Session>(partition)
            .await?
            .into_iter()
            .map(|session| session.record)
            .filter(|session| session.admits(user, session.app, issuer, now))
            .collect();
        sessions.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.id.cmp(&b.id)));
        Ok(sessions)
    }

    /// Ends the session of somebody who signs out.
    pub async fn sign_out(
        &self,
        act: &Act,
        own: &SignedIn,
        from: Option<&AddressMark>,
    ) -> Result<(), Failure<Infallible>> {
        let details = json!({ "app": own.session.app, "address": from });
        self.end_one(act, &own.user.id, &own.session.id, EventType::SignedOut, details).await
    }

    /// Ends one session of the user; succeeds if it has ended already.
    pub async fn end(
        &self,
        act: &Act,
        user: &UserId,
        session: &SessionId,
        from: Option<&AddressMark>,
    ) -> Result<(), Failure<Infallible>> {
        self.end_one(act, user, session, EventType::SessionEnded, json!({ "sessions": "one", "address": from })).await
    }

    async fn end_one(
        &self,
        act: &Act,
        user: &UserId,
        session: &SessionId,
        what: EventType,
        details: Value,
    ) -> Result<(), Failure<Infallible>> {
        let mut transaction = self.0.transaction(act);
        transaction.delete(Session::KIND, keys::session(user, session), Condition::Present);
        transaction.audit(what, User::KIND, user.as_str(), details);
        match transaction.commit().await {
            // It is not there: nothing ends, and nothing is to be told.
            Err(setback) if setback.failed_at(Session::KIND) => Ok(()),
            committed => Ok(committed?),
        }
    }

    /// Ends every session of a user in one write: sessions that began earlier are no longer valid. An unknown user has
    /// none. Where none is left to end, nothing is written.
    pub async fn end_all(
        &self,
        act: &Act,
        user: &UserId,
        from: Option<&AddressMark>,
    ) -> Result<(), Failure<Infallible>> {
        self.0
            .retry_on_conflict(|| async move {
                let Some(user) = self.0.table.get::<User>(&keys::user(user)).await? else { return Ok(()) };
                if self.of_user(&user).await?.is_empty() {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(&user, &user.without_sessions(act.at));
                let details = json!({ "sessions": "all", "address": from });
                transaction.audit(EventType::SessionEnded, User::KIND, user.id.as_str(), details);
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// Ends every session of the user except this one.
    pub async fn end_others(
        &self,
        act: &Act,
        own: &SignedIn,
        from: Option<&AddressMark>,
    ) -> Result<(), Failure<Infallible>> {
        self.0
            .retry_on_conflict(|| async move {
                let (user_key, session_key) = (own.user.key(), own.session.key());
                let mut found = self.0.table.get_many([user_key.clone(), session_key.clone()]).await?;
                let Some(user) = found.take::<User>(&user_key)? else { return Ok(()) };
                if self.of_user(&user).await?.iter().all(|session| session.id == own.session.id) {
                    return Ok(());
                }
                let changed = user.without_sessions(act.at);
                let mut transaction = self.0.transaction(act);
                transaction.replace(&user, &changed);
                if let Some(session) = found.take::<Session>(&session_key)? {
                    let kept = Session { kept_at: changed.sessions_valid_from, ..session.record.clone() };
                    transaction.replace(&session, &kept);
                }
                let details = json!({ "sessions": "others", "address": from });
                transaction.audit(EventType::SessionEnded, User::KIND, user.id.as_str(), details);
                Ok(transaction.commit().await?)
            })
            .await
    }
}
