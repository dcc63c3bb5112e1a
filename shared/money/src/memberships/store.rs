//! Memberships in the table: reading and ending them.

use serde_json::json;

use super::request::{CancelMembershipRequest, ListMembershipsRequest};
use super::rules::{MembershipAction, MembershipStatus, notes_with_reason};
use super::view::{MembershipDetail, MembershipListRow, MembershipRow, OwnMembership, TierView};
use super::{ActiveMembership, Membership, MembershipError, Tier};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, MembershipSessionView};
use parlour_people::auth::Caller;
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::paging::{CursorList, ListError, ListPart, Listed, SizeLimit};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Condition, Found, Key, Partition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, MembershipId, TierId, UserId};
use parlour_values::input::Problems;

pub struct Memberships<'a>(pub(super) &'a Salon);

impl<'a> Memberships<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Memberships<'_> {
    pub async fn get(&self, id: &MembershipId) -> Result<Option<Stored<Membership>>, TableError> {
        self.0.table.get(&keys::membership(id)).await
    }

    /// Newest first; whole, or a page of it.
    pub async fn list(
        &self,
        request: &ListMembershipsRequest,
        size_limit: SizeLimit,
    ) -> Result<Listed<MembershipListRow>, ListError> {
        let part = ListPart::asked(CursorList::Memberships, request.limit, request.cursor.as_ref())?;
        let size = |membership: &Membership| {
            let is_wanted = request.tier.as_ref().is_none_or(|tier| membership.tier_id == *tier)
                && request.status.is_none_or(|status| membership.status == status);
            is_wanted.then(|| MembershipListRow::least_bytes(membership))
        };
        let read = async {
            let queries = self.queries(request.status, part.after()).await?;
            part.read(&self.0.table, queries, size_limit, size).await
        };
        let (found, tiers) = tokio::try_join!(read, async { Ok(self.all_tiers().await?) })?;
        Ok(found.map(|membership| {
            let tier_name = tier_name(&tiers, &membership.tier_id);
            MembershipListRow::new(membership.record, tier_name)
        }))
    }

    /// Active memberships have an index of their own; others are read month by month.
    async fn queries(
        &self,
        status: Option<MembershipStatus>,
        after: Option<&str>,
    ) -> Result<Vec<Partition>, TableError> {
        if status == Some(MembershipStatus::Active) {
            return Ok(vec![Partition::g2(keys::ACTIVE_MEMBERSHIPS).newest_first()]);
        }
        let months = MonthIndex::of(self.0, MonthlyList::Memberships).until(after).await?;
        Ok(months.into_iter().map(|month| Partition::g1(keys::memberships_of_month(month)).newest_first()).collect())
    }

    pub async fn detail(&self, id: &MembershipId) -> Result<MembershipDetail, Failure<MembershipError>> {
        let partition = Partition::of(keys::membership_partition(id)).newest_first();
        let (mut items, tiers) = tokio::try_join!(self.0.table.query_items(partition), self.all_tiers())?;
        let membership = items.take::<Membership>(&keys::membership(id))?.ok_or(MembershipError::Unknown)?;
        let sessions = items.starting::<Booking>(keys::SESSION_PREFIX)?;
        let tier = tiers.iter().find(|tier| tier.id == membership.tier_id);
        Ok(MembershipDetail {
            membership: MembershipRow::from(&membership.record),
            customer_name: membership.customer_name.clone(),
            customer_email: membership.customer_email.clone(),
            tier: tier.map(|tier| TierView::from(&tier.record)),
            opening_used_minutes: membership.imported.as_ref().map(|imported| imported.used),
            sessions: taken(sessions),
        })
    }

    /// The customer's own memberships, with one query of their partition.
    pub async fn of_customer(&self, customer: &UserId) -> Result<OwnMembership, TableError> {
        let partition = Partition::of(keys::user_partition(customer)).starting(keys::MEMBERSHIP_PREFIX).newest_first();
        let mut items = self.0.table.query_items(partition).await?;
        let memberships = memberships_among(&mut items)?;
        let (active, past): (Vec<&Membership>, Vec<&Membership>) =
            memberships.iter().partition(|membership| membership.is_active());
        let sessions = match active.first() {
            Some(active) => items.starting::<Booking>(&keys::customer_membership_sessions(&active.id))?,
            None => Vec::new(),
        };
        Ok(OwnMembership {
            active: active.first().map(|membership| MembershipRow::from(*membership)),
            past: past.into_iter().map(MembershipRow::from).collect(),
            sessions: taken(sessions),
        })
    }

    pub async fn cancel(
        &self,
        act: &Act,
        id: &MembershipId,
        request: &CancelMembershipRequest,
    ) -> Result<MembershipRow, Failure<MembershipError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(id).await?.ok_or(MembershipError::Unknown)?;
                let mut transaction = self.0.transaction(act);
                let ended = end(&mut transaction, &read, MembershipAction::Cancel, Some(&request.reason), act)
                    .map_err(MembershipError::from)?;
                transaction.audit(
                    EventType::MembershipCancelled,
                    Membership::KIND,
                    id.as_str(),
                    json!({ "status": ended.status }),
                );
                let row = MembershipRow::from(&ended);
                transaction.commit().await?;
                Ok(row)
            })
            .await
    }

    /// Ends a membership that has expired; false if it is not active or not expired.
    pub async fn expire(&self, act: &Act, id: &MembershipId) -> Result<bool, Failure<MembershipError>> {
        self.0
            .retry_on_conflict(|| async move {
                let Some(read) = self.get(id).await? else { return Ok(false) };
                if !read.is_active() || !super::rules::is_over(read.expires_at, act.at) {
                    return Ok(false);
                }
                let mut transaction = self.0.transaction(act);
                let ended =
                    end(&mut transaction, &read, MembershipAction::Expire, None, act).map_err(MembershipError::from)?;
                transaction.audit(
                    EventType::MembershipExpired,
                    Membership::KIND,
                    id.as_str(),
                    json!({ "status": ended.status }),
                );
                transaction.commit().await?;
                Ok(true)
            })
            .await
    }
}

/// Ends a membership in this transaction, and deletes the guard so that the customer can buy another one.
fn end(
    transaction: &mut Transaction<'_>,
    read: &Stored<Membership>,
    action: MembershipAction,
    reason: Option<&str>,
    act: &Act,
) -> Result<Membership, super::rules::Ended> {
    let mut ended = Membership { status: read.status.after(action)?, updated_at: act.at, ..read.record.clone() };
    if let Some(reason) = reason {
        ended.notes = Some(notes_with_reason(read.notes.as_deref(), reason));
    }
    transaction.replace(read, &ended);
    transaction.delete(ActiveMembership::KIND, keys::active_membership(&read.customer_id), Condition::Any);
    Ok(ended)
}

/// Ends a membership that is not paid for any more, in the transaction that says so; one that has ended stays as it is.
pub(crate) fn cancel_among(transaction: &mut Transaction<'_>, read: &Stored<Membership>, reason: &str, act: &Act) {
    if let Ok(ended) = end(transaction, read, MembershipAction::Cancel, Some(reason), act) {
        let details = json!({ "status": ended.status });
        transaction.audit(EventType::MembershipCancelled, Membership::KIND, ended.id.as_str(), details);
    }
}

/// The memberships of a customer's partition without the sessions, newest first.
fn memberships_among(items: &mut Found) -> Result<Vec<Membership>, TableError> {
    let own: Vec<Key> = items.keys().filter(|key| !keys::is_membership_session(key)).cloned().collect();
    let mut memberships = Vec::with_capacity(own.len());
    for key in own {
        memberships.extend(items.take::<Membership>(&key)?.map(|membership| membership.record));
    }
    memberships.sort_by(|a, b| b.id.cmp(&a.id));
    Ok(memberships)
}

/// Those that stand: a session whose record is void was not taken.
fn taken(sessions: Vec<Stored<Booking>>) -> Vec<MembershipSessionView> {
    let standing = sessions.into_iter().filter(|session| session.status == BookingStatus::Completed);
    standing.map(|session| MembershipSessionView::from(session.record)).collect()
}

/// The branch where it is sold or used, which must be open to bookings: the one that was named; else the caller's own
/// where they have exactly one, else the primary one.
pub(super) fn branch_for<'a>(
    branches: &'a [Stored<Branch>],
    caller: &Caller,
    named: Option<&BranchId>,
    problems: &mut Problems,
) -> Option<&'a Stored<Branch>> {
    let operational = |id: &BranchId| branches.iter().find(|branch| branch.id == *id && branch.is_operational());
    if let Some(named) = named {
        let branch = operational(named);
        if branch.is_none() {
            problems.add("branchId", "must be a branch that takes bookings");
        }
        return branch;
    }
    let own = match caller.user.branch_ids.as_slice() {
        [only] => operational(only),
        _ => None,
    };
    own.or_else(|| branches.iter().find(|branch| branch.is_primary && branch.is_operational()))
}

fn tier_name(tiers: &[Stored<Tier>], id: &TierId) -> Option<String> {
    tiers.iter().find(|tier| tier.id == *id).map(|tier| tier.name.clone())
}
