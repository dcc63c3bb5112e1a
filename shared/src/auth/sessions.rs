//! Sessions in the table: found with their user in one round trip, begun, extended, ended.

use super::{Credential, LIFETIME, Session, User};
use crate::id::UserId;
use crate::salon::Salon;
use crate::settings::App;
use crate::table::{Stored, TableError, Unit, WriteError, keys};

/// A person with a session that admits them now.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Stored<Session>,
    pub user: Stored<User>,
    pub credential: Credential,
}

/// Where a sign-in came from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
}

pub struct Sessions<'a>(&'a Salon);

impl Salon {
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self)
    }
}

impl Sessions<'_> {
    /// Session and user in one round trip: the cookie names both.
    pub async fn find(&self, app: App, credential: Credential) -> Result<Option<SignedIn>, TableError> {
        let salon = self.0;
        let (session_key, user_key) =
            (keys::session(&credential.user, &credential.session_id()), keys::user(&credential.user));
        let mut items = salon.table.get_many([session_key.clone(), user_key.clone()]).await?;
        let (Some(session), Some(user)) = (items.take::<Session>(&session_key)?, items.take::<User>(&user_key)?) else {
            return Ok(None);
        };
        let admitted = session.admits(&user, app, &salon.settings.oidc_issuer, salon.clock.now());
        Ok(admitted.then_some(SignedIn { session, user, credential }))
    }

    /// Begins a session and gives the credential its cookie will carry.
    pub async fn begin(&self, user: &UserId, app: App, origin: Origin) -> Result<(Credential, Session), WriteError> {
        let salon = self.0;
        let now = salon.clock.now();
        let credential = Credential::new(user.clone(), salon.random.secret());
        let session = Session {
            id: credential.session_id(),
            user_id: user.clone(),
            app,
            issuer: salon.settings.oidc_issuer.clone(),
            created_at: now,
            updated_at: now,
            expires_at: now.plus(LIFETIME),
            ip_address: origin.ip_address,
            user_agent: origin.user_agent.map(|agent| agent.chars().take(256).collect()),
        };
        let mut unit = Unit::new(&salon.random);
        unit.changes.create(&session);
        unit.commit(&salon.table).await?;
        Ok((credential, session))
    }

    /// Once a day of use a session is given its full life again; says so when it was. When that fails, tomorrow will do.
    pub async fn extend(&self, signed_in: &SignedIn) -> bool {
        let salon = self.0;
        let Some(extended) = signed_in.session.extended(salon.clock.now()) else {
            return false;
        };
        let mut unit = Unit::new(&salon.random);
        unit.changes.replace(&signed_in.session, &extended);
        match unit.commit(&salon.table).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "a session was not extended");
                false
            }
        }
    }
}
