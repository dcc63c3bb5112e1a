//! Somebody who is notified: who they are, what they have agreed to, and which browsers their pushes go to.

use super::subscriptions::pushed_to;
use super::{Notifications, Subscription};
use parlour_people::auth::User;
use parlour_people::customers::Profile;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::contact::Phone;
use parlour_values::id::{BranchId, UserId};
use parlour_values::language::Language;
use parlour_values::role::Role;
use parlour_values::time::IstDate;

/// Messages that a customer can switch off, or must have switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    Reminders,
    MembershipAlerts,
    Marketing,
}

#[derive(Clone, Debug)]
pub struct Recipient {
    pub user: User,
    pub profile: Option<Profile>,
    pub subscriptions: Vec<Stored<Subscription>>,
}

impl Recipient {
    pub fn id(&self) -> &UserId {
        &self.user.id
    }

    /// Somebody who has not finished onboarding gets reminders and no marketing; a minor never gets any.
    pub fn agrees_to(&self, switch: Switch, today: IstDate) -> bool {
        match (switch, &self.profile) {
            (Switch::Reminders, Some(profile)) => profile.appointment_reminders_enabled,
            (Switch::MembershipAlerts, Some(profile)) => profile.membership_alerts_enabled,
            (Switch::Marketing, Some(profile)) => profile.may_market(today),
            (Switch::Reminders | Switch::MembershipAlerts, None) => true,
            (Switch::Marketing, None) => false,
        }
    }

    pub fn phone(&self) -> Option<&Phone> {
        self.profile.as_ref().and_then(|profile| profile.phone.as_ref())
    }

    /// The language they want to be written to in.
    pub fn language(&self) -> Language {
        self.profile.as_ref().map(|profile| profile.preferred_language).unwrap_or_default()
    }

    /// None for a walk-in who left no email address.
    pub fn address(&self) -> Option<&str> {
        self.user.mail_address()
    }
}

impl Notifications<'_> {
    /// Everything about one person in one round trip; None if that person no longer exists, or is erased.
    pub async fn recipient(&self, id: &UserId) -> Result<Option<Recipient>, TableError> {
        let table = &self.0.table;
        let (user_key, profile_key) = (keys::user(id), keys::profile(id));
        let (mut items, subscriptions) = tokio::try_join!(
            table.get_many([user_key.clone(), profile_key.clone()]),
            table.query::<Subscription>(Partition::of(keys::user_partition(id)).starting(keys::PUSH_PREFIX)),
        )?;
        let Some(user) = items.take::<User>(&user_key)?.filter(|user| !user.is_erased()) else {
            return Ok(None);
        };
        let profile = items.take::<Profile>(&profile_key)?.map(|found| found.record);
        Ok(Some(Recipient { user: user.record, profile, subscriptions: pushed_to(subscriptions) }))
    }

    /// The receptionists of a branch: those whose branches name it, and those without any, who look after all.
    pub async fn receptionists(&self, branch: &BranchId) -> Result<Vec<UserId>, TableError> {
        let receptionists = self.active(Role::Receptionist).await?.into_iter();
        let of_branch = |user: &User| user.branch_ids.is_empty() || user.branch_ids.contains(branch);
        Ok(receptionists.filter(of_branch).map(|user| user.id).collect())
    }

    /// Everybody of this role who can sign in.
    pub async fn active(&self, role: Role) -> Result<Vec<User>, TableError> {
        let role = keys::users_of_role(role.as_str());
        let users = self.0.table.query::<User>(Partition::g1(role)).await?;
        Ok(users.into_iter().map(|user| user.record).filter(|user| user.is_active).collect())
    }
}
