//! Somebody stops working here: their bookings go to somebody else, and what let them in ends with their place.

use serde_json::json;

use super::{Employment, StaffError};
use crate::ahead::bookings_ahead;
use crate::bookings::{Booking, Bookings};
use parlour_people::auth::{Caller, EarlierInvite, Invite, User};
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::leads::Leads;
use parlour_people::staff::{Staff, StaffMember, StaffView};
use parlour_setup::branches::Branches;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, BranchId, StaffId};
use parlour_values::role::Role;

/// The access that ended with a deactivation, to be given back where that is undone.
#[derive(Debug, Default)]
pub(super) struct EndedAccess {
    pub(super) was_staff: bool,
    invite: Option<Invite>,
}

impl Employment<'_> {
    /// Deactivates a staff member; somebody inactive stays as they are. Future bookings are assigned to the replacement and
    /// leads are taken from them first, one by one, so that a request that failed halfway can be repeated.
    pub async fn deactivate(
        &self,
        caller: &Caller,
        id: &StaffId,
        replacement: Option<&StaffId>,
    ) -> Result<StaffView, Failure<StaffError>> {
        let act = &caller.act;
        let staff = Staff::of(self.0);
        let (read, replacement) = tokio::try_join!(staff.get(id), self.replacement(id, replacement))?;
        let read = read.ok_or(StaffError::Unknown)?;
        let to = replacement.transpose().map_err(|()| StaffError::UnknownReplacement)?;
        if !read.is_active {
            return Ok(StaffView::from(&read.record));
        }
        self.hand_over_all(act, id, to.as_ref()).await?;
        self.hand_back_leads(act, &read).await?;
        let (member, ended) = self.let_go(caller, id).await?;
        Branches::of(self.0).outdate_plans(act, &member.branch_ids).await?;
        self.gone_or_back(act, id, to.as_ref(), &ended).await?;
        Ok(StaffView::from(&member))
    }

    /// Assigns each future booking to the replacement; refuses with those that could not be assigned.
    pub(super) async fn hand_over_all(
        &self,
        act: &Act,
        from: &StaffId,
        to: Option<&StaffId>,
    ) -> Result<(), Failure<StaffError>> {
        let held = self.future_bookings(from, act).await?;
        let mut left = Vec::new();
        for booking in held.into_iter().map(|booking| booking.id) {
            let handed_over = match to {
                Some(to) => Some(Bookings::of(self.0).hand_over(act, &booking, from, to).await),
                None => None,
            };
            match handed_over {
                Some(Ok(_)) => {}
                // A setback says nothing about the booking, so it must not be reported as one that cannot be
                // reassigned.
                Some(Err(Failure::Setback(setback))) => return Err(setback.into()),
                Some(Err(Failure::Refused(_))) | None => left.push(booking),
            }
        }
        if left.is_empty() { Ok(()) } else { Err(StaffError::HoldsBookings(left).into()) }
    }

    /// Their open leads are nobody's.
    pub(super) async fn hand_back_leads(&self, act: &Act, member: &StaffMember) -> Result<(), Setback> {
        match &member.user_id {
            Some(user) => Ok(Leads::of(self.0).unassign(act, user).await?),
            None => Ok(()),
        }
    }

    /// Refuses while the member has bookings ahead at one of these branches.
    pub(super) async fn refuse_while_booked_at(
        &self,
        branches: &[&BranchId],
        id: &StaffId,
        act: &Act,
    ) -> Result<(), Failure<StaffError>> {
        let held = self.future_bookings(id, act).await?;
        let there = held.into_iter().filter(|booking| branches.contains(&&booking.branch_id));
        let there: Vec<BookingId> = there.map(|booking| booking.id).collect();
        if there.is_empty() { Ok(()) } else { Err(StaffError::HoldsBookings(there).into()) }
    }

    /// Reassigns bookings that were made while the member was being deactivated; if that fails, activates them
    /// again. None can follow later: a booking's transaction checks that neither the staff member nor the branch has
    /// changed.
    pub(super) async fn gone_or_back(
        &self,
        act: &Act,
        id: &StaffId,
        to: Option<&StaffId>,
        ended: &EndedAccess,
    ) -> Result<(), Failure<StaffError>> {
        let handed_over = self.hand_over_all(act, id, to).await;
        if handed_over.is_err() {
            self.take_back(act, id, ended).await?;
        }
        handed_over
    }

    async fn let_go(&self, caller: &Caller, id: &StaffId) -> Result<(StaffMember, EndedAccess), Failure<StaffError>> {
        let act = &caller.act;
        self.0
            .retry_on_conflict(|| async move {
                let read = Staff::of(self.0).get(id).await?.ok_or(StaffError::Unknown)?;
                let mut transaction = self.0.transaction(act);
                let ended = self.end_access(&mut transaction, caller, &read).await?;
                let (is_active, had_role) = (false, ended.was_staff);
                let member = StaffMember { is_active, had_role, updated_at: act.at, ..read.record.clone() };
                transaction.replace(&read, &member);
                transaction.audit(
                    EventType::StaffDeactivated,
                    StaffMember::KIND,
                    id.as_str(),
                    json!({ "isActive": false }),
                );
                transaction.commit().await?;
                Ok((member, ended))
            })
            .await
    }

    /// Ends what lets the member in: their sessions, an invite that nobody took up, the role of staff. A higher role is the
    /// owner's to change, and whoever is above the caller keeps all of it.
    pub(super) async fn end_access(
        &self,
        transaction: &mut Transaction<'_>,
        caller: &Caller,
        member: &StaffMember,
    ) -> Result<EndedAccess, TableError> {
        let act = &caller.act;
        let is_above = |role: Role| role.level() > caller.user.role.level();
        let Some(id) = &member.user_id else {
            let guard = keys::unique_value(Unique::Invite, &member.email.to_ascii_lowercase());
            let earlier = EarlierInvite::behind(self.0.table.get(&guard).await?, &self.0.table).await?;
            if earlier.invite.as_ref().is_some_and(|invite| is_above(invite.role)) {
                return Ok(EndedAccess::default());
            }
            earlier.withdraw(transaction);
            let invite = earlier.invite.map(|invite| invite.record);
            // Whoever signs up meanwhile, as a customer, is staff once they are active again.
            let was_staff = invite.as_ref().is_some_and(|invite| invite.role == Role::Staff);
            return Ok(EndedAccess { was_staff, invite });
        };
        let user = self.0.table.get::<User>(&keys::user(id)).await?;
        let Some(user) = user.filter(|user| !is_above(user.role)) else {
            return Ok(EndedAccess::default());
        };
        let was_staff = user.role == Role::Staff;
        let signed_out = user.without_sessions(act.at);
        if was_staff {
            change_role(transaction, &user, User { role: Role::Customer, updated_at: act.at, ..signed_out });
        } else {
            transaction.replace(&user, &signed_out);
        }
        Ok(EndedAccess { was_staff, invite: None })
    }

    /// Undoes a deactivation. Whoever was signed out signs in again.
    async fn take_back(&self, act: &Act, id: &StaffId, ended: &EndedAccess) -> Result<(), Failure<StaffError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = Staff::of(self.0).get(id).await?.ok_or(StaffError::Unknown)?;
                let (is_active, had_role) = (true, false);
                let member = StaffMember { is_active, had_role, updated_at: act.at, ..read.record.clone() };
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &member);
                if ended.was_staff {
                    self.give_role_back(&mut transaction, act, &member).await?;
                }
                if let Some(invite) = &ended.invite {
                    let [email, guard] =
                        [Unique::Email, Unique::Invite].map(|what| keys::unique_value(what, &invite.email));
                    // Nobody has signed up or was invited with the email since.
                    if self.0.table.get_many([email.clone(), guard]).await?.is_empty() {
                        transaction.check("email", email, Condition::Absent);
                        invite.send(&EarlierInvite::default(), &mut transaction);
                    }
                }
                transaction.audit(
                    EventType::StaffReactivated,
                    StaffMember::KIND,
                    id.as_str(),
                    json!({ "isActive": true }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// The member's user, who became a customer when they left, works here again.
    pub(super) async fn give_role_back(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        member: &StaffMember,
    ) -> Result<(), TableError> {
        let Some(id) = &member.user_id else { return Ok(()) };
        let user: Option<Stored<User>> = self.0.table.get(&keys::user(id)).await?;
        if let Some(user) = user.filter(|user| user.role == Role::Customer) {
            change_role(transaction, &user, User { role: Role::Staff, updated_at: act.at, ..user.record.clone() });
        }
        Ok(())
    }

    async fn replacement(
        &self,
        leaving: &StaffId,
        id: Option<&StaffId>,
    ) -> Result<Option<Result<StaffId, ()>>, TableError> {
        let Some(id) = id else { return Ok(None) };
        let found = Staff::of(self.0).get(id).await?.filter(|member| member.is_active && member.id != *leaving);
        Ok(Some(found.map(|member| member.record.id).ok_or(())))
    }

    /// Future open bookings of a staff member, found through their ledgers.
    async fn future_bookings(&self, id: &StaffId, act: &Act) -> Result<Vec<Booking>, TableError> {
        bookings_ahead(self.0, keys::staff_partition(id), act.at).await
    }
}

/// The customers' directory lists by role.
fn change_role(transaction: &mut Transaction<'_>, read: &Stored<User>, user: User) {
    transaction.replace(read, &user);
    DirectoryChange::of(&user.id).person(&user).write(transaction);
}
