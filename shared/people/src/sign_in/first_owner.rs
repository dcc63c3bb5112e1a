//! The first owner: whoever signs in on the admin app with the verified email that the settings name, while the salon
//! has no owner. Later owners are appointed by owners.

use serde_json::json;

use super::accounts::{Accounts, act_as};
use super::error::CallbackError;
use super::oidc::Identity;
use crate::auth::User;
use crate::customers::directory;
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// The value of the guard that allows one first owner.
const GUARD: &str = "owner";

impl Accounts<'_> {
    /// Whether this sign-in makes the first owner. The index may lag behind, but an owner made here is also recorded by
    /// the guard, which is read consistently and written in the same transaction.
    pub(super) async fn is_first_owner(&self, app: App, identity: &Identity) -> Result<bool, TableError> {
        let Some(named) = self.0.settings.first_owner_email.as_deref() else { return Ok(false) };
        if app != App::Admin || !identity.email_verified || identity.email.as_deref() != Some(named) {
            return Ok(false);
        }
        let guard = keys::unique_value(Unique::FirstOwner, GUARD);
        let owners = Partition::g1(keys::users_of_role(Role::Owner.as_str())).at_most(1);
        let (guard, owners) =
            tokio::try_join!(self.0.table.get::<UniqueValue>(&guard), self.0.table.query::<User>(owners))?;
        Ok(guard.is_none() && owners.is_empty())
    }

    /// Makes an existing user the first owner, if this sign-in qualifies.
    pub(super) async fn promote_first_owner(
        &self,
        app: App,
        act: &Act,
        identity: &Identity,
        user: Stored<User>,
    ) -> Result<User, Failure<CallbackError>> {
        if user.role.satisfies(Role::Owner) || !self.is_first_owner(app, identity).await? {
            return Ok(user.record);
        }
        let owner = as_owner(&user, act.at);
        let act = act_as(&owner, act);
        let mut transaction = self.0.transaction(&act);
        transaction.replace(&user, &owner);
        record_first_owner(&mut transaction, &owner);
        directory::DirectoryChange::of(&owner.id).person(&owner).write(&mut transaction);
        transaction.audit(EventType::FirstOwnerNamed, User::KIND, owner.id.as_str(), json!({ "role": owner.role }));
        transaction.commit().await?;
        Ok(owner)
    }
}

/// As with any change of role, earlier sessions end.
fn as_owner(user: &User, now: Instant) -> User {
    User { role: Role::Owner, updated_at: now, ..user.without_sessions(now) }
}

/// Records that there has been a first owner, even if that user is changed later.
pub(super) fn record_first_owner(transaction: &mut Transaction<'_>, owner: &User) {
    transaction.create(&UniqueValue::held_by(&owner.id, Unique::FirstOwner, GUARD));
}
