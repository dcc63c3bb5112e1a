//! Memberships, found by what they were called elsewhere. A tier that is not there is made from the first row that names it.

use std::sync::Arc;

use super::identity::{RowIdentity, look_up};
use super::outcome::RowOutcome;
use super::refusals::settled;
use super::waves::{in_their_order, waves_of};
use super::{ImportRow, Imports};
use parlour_money::memberships::{
    ActiveMembership, Correction, CreateTierRequest, ImportMembershipRequest, ImportTerms, Membership, MembershipError,
    Memberships, Tier,
};
use parlour_people::auth::Caller;
use parlour_people::customers::FoundCustomer;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::at_once;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::month_index::MonthIndex;
use parlour_storage::table::keys::{MonthlyList, Unique};
use parlour_storage::table::{Found, Key, Stored, TableError, UniqueValue, keys};
use parlour_values::id::MembershipId;
use parlour_values::input::Problems;

/// A row whose fields are what they should be.
struct ReadMembership {
    identity: RowIdentity,
    request: ImportMembershipRequest,
}

impl ReadMembership {
    fn external_key(&self) -> Key {
        keys::unique_value(Unique::MembershipExternalId, &self.request.external_id)
    }

    /// Its id if it was sold here: an export calls it by that.
    fn own_id(&self) -> MembershipId {
        MembershipId::from(self.request.external_id.to_string())
    }

    fn number_key(&self) -> Option<Key> {
        self.request.membership_number.as_ref().map(|number| keys::unique_value(Unique::MembershipNumber, number))
    }

    /// One customer's rows follow one another too: only one of them can be active.
    fn marks(&self) -> Vec<String> {
        let own = format!("#{}", &*self.request.external_id);
        let number = self.request.membership_number.as_ref().map(|number| format!("N{}", &**number));
        std::iter::once(own).chain(number).chain(self.identity.marks()).collect()
    }
}

/// Data that the rows of an import share.
struct Shared<'a> {
    tiers: Arc<Vec<Stored<Tier>>>,
    branches: &'a [Stored<Branch>],
    is_new_month: bool,
}

fn read(row: &ImportRow, caller: &Caller) -> Result<ReadMembership, Problems> {
    let request = row.read_alone::<ImportMembershipRequest>(caller.act.at.ist_date())?;
    let (phone, email) = (request.customer_phone.clone(), request.customer_email.clone());
    Ok(ReadMembership { identity: RowIdentity { phone, email, name: None }, request })
}

impl Imports<'_> {
    pub(super) async fn memberships(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let read: Vec<Result<ReadMembership, Problems>> = rows.iter().map(|row| read(row, caller)).collect();
        let store = Memberships::of(self.0);
        let (branches, months) = (Branches::of(self.0), MonthIndex::of(self.0, MonthlyList::Memberships));
        let month = caller.act.at.ist_date().calendar_month();
        let (tiers, branches, is_new_month) = tokio::try_join!(store.all_tiers(), branches.all(), months.lacks(month))?;
        let mut shared = Shared { tiers, branches: &branches, is_new_month };

        let mut done = Vec::with_capacity(read.len());
        for wave in waves_of(&read, ReadMembership::marks) {
            let together: Vec<&ReadMembership> = wave.iter().map(|(_, row)| *row).collect();
            let found = self.found_memberships(&together).await?;
            // Only a row that will be written makes the tier that it names.
            for row in &together {
                let planned = planned(caller, row, &shared, &found)?;
                if planned.is_ok_and(|planned| planned.names_another_tier()) && shared.tier_of(row).is_none() {
                    shared.tiers = self.make_tier(caller, row).await?;
                }
            }
            let writes: Vec<_> = together.iter().map(|row| self.membership(caller, row, &shared, &found)).collect();
            done.extend(wave.iter().map(|(at, _)| *at).zip(at_once::try_all(writes).await?));
        }
        Ok(in_their_order(read, done))
    }

    /// The tiers there are, with the one that a row names.
    async fn make_tier(&self, caller: &Caller, row: &ReadMembership) -> Result<Arc<Vec<Stored<Tier>>>, Setback> {
        let (store, request) = (Memberships::of(self.0), &row.request);
        let tier = CreateTierRequest {
            name: request.tier_name.clone(),
            default_hours_minutes: request.hours_minutes,
            default_price_paise: request.price_paise,
            default_validity_days: request.validity_days,
            description: None,
            translations: None,
            is_active: None,
            display_order: None,
        };
        match store.create_tier(&caller.act, &tier).await {
            // Another import was faster.
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(Failure::Setback(setback)) => return Err(setback),
        }
        self.0.table.forget_versions().await;
        Ok(store.all_tiers().await?)
    }

    /// Their customers, themselves, and who holds their numbers.
    async fn found_memberships(&self, rows: &[&ReadMembership]) -> Result<Found, TableError> {
        let identities: Vec<&RowIdentity> = rows.iter().map(|row| &row.identity).collect();
        let people = look_up(&self.0.table, &identities, keys::active_membership);
        let numbers = self.0.table.get_many(rows.iter().filter_map(|row| row.number_key()));
        let (mut found, numbers) = tokio::try_join!(people, numbers)?;
        found.join(numbers);
        // Afterwards: what took a number or the place of the active one meanwhile has its external id too, and is known by it.
        let own = rows.iter().flat_map(|row| [row.external_key(), keys::membership(&row.own_id())]);
        found.join(self.0.table.get_many(own).await?);
        let mut imported = Vec::new();
        for row in rows {
            imported.extend(held_at(&found, &row.external_key())?.map(|id| keys::membership(&id)));
        }
        found.join(self.0.table.get_many(imported).await?);
        Ok(found)
    }

    /// Decides on what was read for all of its wave, and after a lost race on what it reads itself.
    async fn membership(
        &self,
        caller: &Caller,
        row: &ReadMembership,
        shared: &Shared<'_>,
        found: &Found,
    ) -> Result<RowOutcome, Setback> {
        let mut first = Some(found);
        let written = self
            .0
            .retry_on_conflict(|| {
                let first = first.take();
                async move {
                    let again;
                    let found = match first {
                        Some(found) => found,
                        None => {
                            again = self.found_memberships(&[row]).await?;
                            &again
                        }
                    };
                    self.write_membership(caller, row, shared, found).await
                }
            })
            .await;
        settled(written)
    }

    async fn write_membership(
        &self,
        caller: &Caller,
        row: &ReadMembership,
        shared: &Shared<'_>,
        found: &Found,
    ) -> Result<RowOutcome, Failure<MembershipError>> {
        let (store, request) = (Memberships::of(self.0), &row.request);
        match planned(caller, row, shared, found)? {
            Err(outcome) => Ok(outcome),
            Ok(PlannedMembership::Corrected { known, after }) => {
                store.write_correction(caller, &known, &after).await?;
                Ok(RowOutcome::updated(&known.id))
            }
            Ok(PlannedMembership::New { customer, branch }) => {
                let tier = shared.tier_of(row).ok_or(MembershipError::UnknownTier)?;
                let terms = ImportTerms { customer: &customer.user, tier, branch, is_new_month: shared.is_new_month };
                let membership = store.write_imported(caller, request, terms).await?;
                Ok(RowOutcome::created(&membership.id))
            }
        }
    }
}

/// What a row comes to, before anything is written.
enum PlannedMembership<'a> {
    New { customer: Box<FoundCustomer>, branch: &'a Branch },
    Corrected { known: Box<Stored<Membership>>, after: Box<Membership> },
}

impl PlannedMembership<'_> {
    /// One that keeps its tier's name stays on its tier, whatever that is called by now.
    fn names_another_tier(&self) -> bool {
        match self {
            Self::New { .. } => true,
            Self::Corrected { known, after } => known.tier_name != after.tier_name,
        }
    }
}

/// What a row comes to with what was read; the error is the outcome of one that writes nothing.
fn planned<'a>(
    caller: &Caller,
    row: &ReadMembership,
    shared: &Shared<'a>,
    found: &Found,
) -> Result<Result<PlannedMembership<'a>, RowOutcome>, TableError> {
    let refused = |field: &str, message: &str| Ok(Err(RowOutcome::refused(field, message)));
    let request = &row.request;
    let imported = held_at(found, &row.external_key())?;
    let known: Option<Stored<Membership>> = found.read(&keys::membership(&imported.unwrap_or(row.own_id())))?;
    let Some(customer) = row.identity.customer(found)? else {
        return refused(row.customer_column(), "must be that of a customer");
    };
    if let Some(known) = known {
        if known.customer_id != customer.user.id {
            return refused(row.customer_column(), "is not that of the membership's customer");
        }
        return Ok(match known.corrected(request, shared.tier_of(row), caller.act.at) {
            Correction::Unchanged => Err(RowOutcome::unchanged(&known.id)),
            Correction::Refused(problems) => Err(RowOutcome::Invalid(problems)),
            Correction::Corrected(after) => Ok(PlannedMembership::Corrected { known: Box::new(known), after }),
        });
    }
    let Some(branch) = branch_of(row, caller, shared.branches) else {
        return refused("branchCode", "cannot be given: the salon has no branch yet, so add one first");
    };
    if row.number_key().is_some_and(|key| found.keys().any(|found| *found == key)) {
        return refused("membershipNumber", "is that of another membership");
    }
    let active = found.read::<ActiveMembership>(&keys::active_membership(&customer.user.id))?;
    if active.is_some() && request.is_active_at(caller.act.at) {
        return refused(row.customer_column(), "is that of a customer with an active membership");
    }
    Ok(Ok(PlannedMembership::New { customer: Box::new(customer), branch }))
}

impl Shared<'_> {
    /// By the name it has now: its slug is that of the name it began with.
    fn tier_of(&self, row: &ReadMembership) -> Option<&Tier> {
        self.tiers.iter().find(|tier| tier.is_named(&row.request.tier_name)).map(|tier| &tier.record)
    }
}

impl ReadMembership {
    fn customer_column(&self) -> &'static str {
        if self.identity.phone.is_some() { "customerPhone" } else { "customerEmail" }
    }
}

/// The membership that a guard belongs to.
fn held_at(found: &Found, key: &Key) -> Result<Option<MembershipId>, TableError> {
    Ok(found.read::<UniqueValue>(key)?.map(|held| MembershipId::from(held.record.holder)))
}

/// The one that is named; where it is another salon's, or none is named, the caller's own where they have exactly one, else
/// the primary one.
fn branch_of<'b>(row: &ReadMembership, caller: &Caller, branches: &'b [Stored<Branch>]) -> Option<&'b Branch> {
    let named = row.request.branch_code.as_deref();
    let named = named.and_then(|code| branches.iter().find(|branch| branch.code == code));
    let own = || match caller.user.branch_ids.as_slice() {
        [only] => branches.iter().find(|branch| branch.id == *only),
        _ => None,
    };
    let primary = || branches.iter().find(|branch| branch.is_primary);
    named.or_else(own).or_else(primary).map(|branch| &branch.record)
}
