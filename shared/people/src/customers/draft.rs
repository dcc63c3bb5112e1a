//! A customer whom an import writes: somebody new, or somebody known with what a row says of them. What else the row brings
//! (gems, tags) is written in the same transaction by whoever imports.

use super::at_desk::{CustomerRecords, Edit};
use super::directory::{Customers, DirectoryRow};
use super::{CustomerCard, CustomerError, CustomerProfileRequest, EmailHolder, NewCustomer, PhoneHolders, Profile};
use crate::auth::User;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Found, Key, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{Random, UserId};
use parlour_values::role::Role;
use parlour_values::time::{Instant, IstDate};

/// A customer as they were read, with what the desk knows of them.
#[derive(Clone, Debug)]
pub struct FoundCustomer {
    pub user: Stored<User>,
    pub profile: Stored<Profile>,
    pub card: Option<Stored<CustomerCard>>,
    pub row: Option<Stored<DirectoryRow>>,
    /// The walk-in by whom they were found, who has become them.
    pub walk_in: Option<UserId>,
}

/// How often a walk-in is followed who became somebody who became somebody else.
const MOST_MERGES: usize = 8;

impl FoundCustomer {
    /// The keys that must be read to know them.
    pub fn keys(id: &UserId) -> [Key; 4] {
        [keys::user(id), keys::profile(id), keys::customer_card(id), keys::directory_row(id)]
    }

    /// The customer of this id among what was read, active or suspended, or the one whom they have become.
    pub fn among(found: &Found, id: &UserId) -> Result<Option<Self>, TableError> {
        let mut now = id.clone();
        for _ in 0..MOST_MERGES {
            let Some(next) = Self::became(found, &now)? else { break };
            now = next;
        }
        let [user, profile, card, row] = Self::keys(&now);
        let row = found.read::<DirectoryRow>(&row)?;
        let is_merged = row.as_ref().is_some_and(|row| row.merged_into.is_some());
        let user = found.read::<User>(&user)?;
        let user = user.filter(|user| user.role == Role::Customer && !user.is_erased() && !is_merged);
        let (Some(user), Some(profile)) = (user, found.read::<Profile>(&profile)?) else { return Ok(None) };
        let walk_in = (now != *id).then(|| id.clone());
        Ok(Some(Self { user, profile, card: found.read(&card)?, row, walk_in }))
    }

    /// Whom a walk-in among what was read has become, and who must be read too.
    pub fn became(found: &Found, id: &UserId) -> Result<Option<UserId>, TableError> {
        Ok(found.read::<DirectoryRow>(&keys::directory_row(id))?.and_then(|row| row.record.merged_into))
    }
}

/// The holders of the phone and the email of a row, as they were read.
#[derive(Clone, Debug, Default)]
pub struct NewHolders {
    pub phone: Option<PhoneHolders>,
    /// None where the email leads to somebody, who keeps it.
    pub email: Option<EmailHolder>,
}

pub struct CustomerDraft(DraftState);

enum DraftState {
    New(Box<CustomerRecords>),
    Known(Box<Edit>),
}

impl CustomerDraft {
    /// Somebody who is not known yet.
    pub fn of_new(random: &Random, facts: &CustomerProfileRequest, now: Instant) -> Self {
        let user = User::new(random.id(), String::new(), String::new(), Role::Customer, now);
        let profile = Profile::bare(random.id(), user.id.clone(), now);
        let known = CustomerRecords { card: CustomerCard::empty(&user.id), user, profile };
        Self(DraftState::New(Box::new(known.with(facts, now))))
    }

    /// Somebody known, with what a row says of them, if it says anything of them. The email of whoever signs in is theirs and
    /// stays.
    pub fn of_known(found: FoundCustomer, facts: Option<&CustomerProfileRequest>, now: Instant) -> Self {
        let FoundCustomer { user, profile, card, .. } = found;
        let before = CustomerRecords {
            card: card.as_deref().cloned().unwrap_or_else(|| CustomerCard::empty(&user.id)),
            user: user.record.clone(),
            profile: profile.record.clone(),
        };
        let after = match facts {
            Some(facts) => before.with(facts, now),
            None => before,
        };
        Self(DraftState::Known(Box::new(Edit { user, profile, card, after })))
    }

    fn known(&self) -> &CustomerRecords {
        match &self.0 {
            DraftState::New(known) => known,
            DraftState::Known(edit) => &edit.after,
        }
    }

    pub fn id(&self) -> &UserId {
        &self.known().user.id
    }

    pub fn profile(&self) -> &Profile {
        &self.known().profile
    }

    /// For what the desk itself does not write.
    pub fn change_profile(&mut self, now: Instant, change: impl FnOnce(&mut Profile)) {
        let profile = match &mut self.0 {
            DraftState::New(known) => &mut known.profile,
            DraftState::Known(edit) => &mut edit.after.profile,
        };
        let before = profile.clone();
        change(profile);
        if *profile != before {
            profile.updated_at = now;
        }
    }

    pub fn is_new(&self) -> bool {
        matches!(self.0, DraftState::New(_))
    }

    /// Whether it should be said who answers for them, and is not.
    pub fn lacks_guardian(&self, today: IstDate) -> bool {
        let changed = self.changed();
        let is_asked = self.is_new() || ["dateOfBirth", "guardian"].iter().any(|field| changed.contains(field));
        is_asked && self.profile().lacks_guardian(today)
    }

    /// The names of the fields that change of somebody known.
    pub fn changed(&self) -> Vec<&'static str> {
        match &self.0 {
            DraftState::New(_) => Vec::new(),
            DraftState::Known(edit) => edit.changed(),
        }
    }
}

impl Customers<'_> {
    /// Writes a draft in this transaction.
    pub async fn write_draft(
        &self,
        transaction: &mut Transaction<'_>,
        draft: &CustomerDraft,
        holders: NewHolders,
    ) -> Result<(), Failure<CustomerError>> {
        if draft.lacks_guardian(transaction.now().ist_date()) {
            return Err(CustomerError::GuardianMissing.into());
        }
        match &draft.0 {
            DraftState::New(known) => {
                let left = holders.phone.and_then(|phone| phone.written_down);
                let new = NewCustomer { user: known.user.clone(), profile: known.profile.clone(), left };
                new.write(transaction);
                if let Some((email, holder)) = known.profile.email.as_ref().zip(holders.email) {
                    holder.give(transaction, &known.user.id, email);
                }
                if known.card.alerts.is_some() {
                    transaction.create(&known.card);
                }
            }
            DraftState::Known(edit) => {
                let changed = edit.changed();
                if changed.contains(&"phone") {
                    self.move_phone_at_desk(transaction, edit, holders.phone).await?;
                }
                if changed.contains(&"email") {
                    self.move_email(transaction, edit).await?;
                }
                edit.write(transaction);
            }
        }
        Ok(())
    }
}
