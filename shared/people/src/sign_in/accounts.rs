//! Finds or creates the user of an identity: known account, linked by verified email, or new.

use serde_json::json;

use super::error::CallbackError;
use super::first_owner;
use super::oidc::Identity;
use crate::auth::{Account, EarlierInvite, Invite, Unlinked, User, UserAccount};
use crate::staff::{Staff, StaffMember};
use parlour_settings::App;
use parlour_storage::act::{Act, Actor};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::UserId;
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// A user who may begin a session.
pub struct Admitted {
    pub user: User,
    pub is_new: bool,
}

pub struct Accounts<'a>(pub(super) &'a Salon);

impl<'a> Accounts<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Accounts<'_> {
    /// Concurrent sign-ins of one person end in one user: all but one lose the race and are retried.
    pub async fn admit(&self, app: App, act: &Act, identity: &Identity) -> Result<Admitted, Failure<CallbackError>> {
        self.0.retry_on_conflict(|| self.find_or_create(app, act, identity)).await
    }

    async fn find_or_create(
        &self,
        app: App,
        act: &Act,
        identity: &Identity,
    ) -> Result<Admitted, Failure<CallbackError>> {
        let account = keys::account(&identity.issuer, &identity.subject);
        let email = identity.email.as_deref().unwrap_or_default();
        let (holder, invited) = (keys::unique_value(Unique::Email, email), keys::unique_value(Unique::Invite, email));
        let mut found = self.0.table.get_many([account.clone(), holder.clone(), invited.clone()]).await?;
        let known = match found.take::<Account>(&account)? {
            Some(account) => self.user(&account.user_id).await?,
            None => {
                identity.require_email().map_err(CallbackError::from)?;
                match found.take::<UniqueValue>(&holder)? {
                    Some(holder) => self.link(act, identity, &UserId::from(holder.record.holder)).await?,
                    None => return self.create(app, act, identity, email, found.take::<UniqueValue>(&invited)?).await,
                }
            }
        };
        Ok(Admitted { user: self.promote_first_owner(app, act, identity, known).await?, is_new: false })
    }

    /// Links an existing user to the provider. Only a verified email proves that it is the same person, and only while
    /// the provider knows no other subject as this user: the mailbox may have been given to somebody else since. Of a user
    /// without any known link that cannot be told, unless it was left to the next account.
    async fn link(&self, act: &Act, identity: &Identity, id: &UserId) -> Result<Stored<User>, Failure<CallbackError>> {
        let not_linked = || CallbackError::NotLinked(id.clone());
        if !identity.email_verified {
            return Err(not_linked().into());
        }
        let (user, links, unlinked) = tokio::try_join!(
            self.user(id),
            async {
                let links = Partition::of(keys::user_partition(id)).starting(keys::ACCOUNT_PREFIX);
                Ok(self.0.table.query::<UserAccount>(links).await?)
            },
            async { Ok(self.0.table.get::<Unlinked>(&keys::unlinked(id)).await?) },
        )?;
        let is_taken = links.iter().any(|link| link.account.issuer == identity.issuer);
        if is_taken || (links.is_empty() && unlinked.is_none()) {
            return Err(not_linked().into());
        }
        let act = act_as(&user, act);
        let mut transaction = self.0.transaction(&act);
        account_of(identity, &user, act.at).link(&mut transaction);
        if let Some(unlinked) = &unlinked {
            transaction.remove(unlinked);
        }
        transaction.check(User::KIND, keys::user(id), Condition::Version(user.version));
        transaction.audit(EventType::UserLinked, User::KIND, id.as_str(), json!({ "issuer": identity.issuer }));
        transaction.commit().await?;
        Ok(user)
    }

    /// Creates a user: a customer, the role of their invite, or the first owner. An unverified email is stored, but
    /// claims neither an invite nor the address: its real owner may still sign up with it.
    async fn create(
        &self,
        app: App,
        act: &Act,
        identity: &Identity,
        email: &str,
        invited: Option<Stored<UniqueValue>>,
    ) -> Result<Admitted, Failure<CallbackError>> {
        let (earlier, member, is_first_owner) = if identity.email_verified {
            tokio::try_join!(
                EarlierInvite::behind(invited, &self.0.table),
                self.member(email),
                self.is_first_owner(app, identity)
            )?
        } else {
            (EarlierInvite::default(), None, false)
        };
        let invite = earlier.open(act.at);
        let invited_as = invite.map_or(Role::Customer, |invite| invite.role);
        let name = identity.name.clone().unwrap_or_else(|| email.split('@').next().unwrap_or_default().to_owned());
        let role = if is_first_owner { Role::Owner } else { invited_as };
        let user = User {
            email_verified: identity.email_verified,
            image: identity.picture.clone(),
            branch_ids: invite.map(|invite| invite.branch_ids.clone()).unwrap_or_default(),
            ..User::new(self.0.random.id(), name, email.to_owned(), role, act.at)
        };
        let act = act_as(&user, act);
        let mut transaction = self.0.transaction(&act);
        transaction.create(&user);
        account_of(identity, &user, act.at).link(&mut transaction);
        if identity.email_verified {
            transaction.create(&UniqueValue::held_by(&user.id, Unique::Email, email));
            // Taken up or expired, the invite goes.
            match &earlier.guard {
                Some(_) => earlier.withdraw(&mut transaction),
                None => transaction.check(Invite::KIND, keys::unique_value(Unique::Invite, email), Condition::Absent),
            }
        }
        if is_first_owner {
            first_owner::record_first_owner(&mut transaction, &user);
        }
        if let Some(member) = member {
            link_staff(&mut transaction, &member, &user);
        }
        let changes = json!({ "role": user.role, "inviteId": invite.map(|invite| &invite.id) });
        transaction.audit(EventType::UserJoined, User::KIND, user.id.as_str(), changes);
        transaction.commit().await?;
        Ok(Admitted { user, is_new: true })
    }

    /// The user, who must be active.
    async fn user(&self, id: &UserId) -> Result<Stored<User>, Failure<CallbackError>> {
        let user: Option<Stored<User>> = self.0.table.get(&keys::user(id)).await?;
        user.filter(|user| user.is_active).ok_or_else(|| CallbackError::Inactive(id.clone()).into())
    }

    /// The staff member with this email who has no user yet.
    async fn member(&self, email: &str) -> Result<Option<Stored<StaffMember>>, TableError> {
        let staff = Staff::of(self.0).all().await?;
        Ok(staff.iter().find(|member| member.user_id.is_none() && member.email.eq_ignore_ascii_case(email)).cloned())
    }
}

fn account_of(identity: &Identity, user: &User, now: Instant) -> Account {
    Account {
        issuer: identity.issuer.clone(),
        subject: identity.subject.clone(),
        user_id: user.id.clone(),
        created_at: now,
    }
}

fn link_staff(transaction: &mut Transaction<'_>, member: &Stored<StaffMember>, user: &User) {
    let employed = StaffMember { user_id: Some(user.id.clone()), updated_at: user.created_at, ..member.record.clone() };
    transaction.replace(member, &employed);
    transaction.create(&UniqueValue::held_by(&member.id, Unique::StaffUser, user.id.as_str()));
}

pub(super) fn act_as(user: &User, act: &Act) -> Act {
    Act { actor: Actor::User { id: user.id.clone(), role: user.role }, ..act.clone() }
}
