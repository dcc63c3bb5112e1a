//! Managing staff: adding, changing and deactivating members.

use serde_json::json;

use super::{AddStaffRequest, ListStaffRequest, PatchStaffRequest, Staff, StaffMember, StaffView};
use crate::act::Act;
use crate::auth::{Caller, Invite};
use crate::bookings::Booking;
use crate::failure::{Failure, Refused};
use crate::id::{BookingId, BranchId, ServiceId, StaffId, UserId};
use crate::input::Problems;
use crate::paging::{Meta, page_of};
use crate::role::Role;
use crate::slots::Rosters;
use crate::slots::ledger::DayLedger;
use crate::table::keys::Unique;
use crate::table::{Condition, Partition, Record as _, Stored, TableError, UniqueValue, keys};

/// Where one person can work: a person and their rosters have a copy at each branch, and moving from this many branches to
/// as many others fits one transaction.
const MOST_BRANCHES: usize = 15;

#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    #[error("no such staff member")]
    Unknown,
    #[error("already a staff member")]
    AlreadyStaff,
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    #[error("the replacement is unknown, inactive or the same person")]
    UnknownReplacement,
    /// Future bookings that have to be reassigned first.
    #[error("future bookings are in the way")]
    HoldsBookings(Vec<BookingId>),
}

impl Refused for StaffError {}

impl Staff<'_> {
    pub async fn list(&self, request: &ListStaffRequest) -> Result<(Vec<StaffView>, Meta), TableError> {
        let wanted = |member: &StaffMember| {
            request.branch_id.as_ref().is_none_or(|branch| member.branch_ids.contains(branch))
                && request.service_id.as_ref().is_none_or(|service| member.service_ids.contains(service))
                && request.is_active.is_none_or(|active| member.is_active == active)
        };
        let staff = self.all().await?;
        let staff: Vec<StaffView> =
            staff.iter().filter(|member| wanted(member)).map(|member| StaffView::from(&member.record)).collect();
        Ok(page_of(staff.into_iter(), request.page, request.page_size))
    }

    pub async fn view(&self, id: &StaffId) -> Result<StaffView, Failure<StaffError>> {
        self.get(id).await?.map(|member| StaffView::from(&member.record)).ok_or(StaffError::Unknown.into())
    }

    /// Adds a staff member; an email without a user is invited as `staff`.
    pub async fn add(&self, caller: &Caller, request: &AddStaffRequest) -> Result<StaffView, Failure<StaffError>> {
        self.0.retry_on_conflict(|| self.write_member(caller, request)).await
    }

    async fn write_member(&self, caller: &Caller, request: &AddStaffRequest) -> Result<StaffView, Failure<StaffError>> {
        let salon = self.0;
        let (act, email) = (&caller.act, request.email.for_matching());
        let (email_key, invite_key) =
            (keys::unique_value(Unique::Email, &email), keys::unique_value(Unique::Invite, &email));
        let (holders, ()) = tokio::try_join!(
            async { salon.table.get_many([email_key.clone(), invite_key.clone()]).await.map_err(Failure::from) },
            self.check_ids(Some(&request.branch_ids), Some(&request.service_ids)),
        )?;
        let mut holders = holders;
        let user = holders.take::<UniqueValue>(&email_key)?.map(|taken| UserId::from(taken.record.holder));
        let invited = holders.take::<UniqueValue>(&invite_key)?;
        let member = StaffMember {
            id: salon.random.id(),
            user_id: user.clone(),
            email: email.clone(),
            name: request.name.to_string(),
            display_name: request.display_name.as_ref().map_or_else(|| request.name.to_string(), ToString::to_string),
            branch_ids: distinct(&request.branch_ids),
            service_ids: distinct(&request.service_ids),
            is_active: true,
            joined_on: request.joined_on.unwrap_or(act.at.ist_date()),
            created_at: act.at,
            updated_at: act.at,
        };
        let view = StaffView::from(&member);
        let mut transaction = salon.transaction(act);
        transaction.create(&UniqueValue::held_by(&member.id, Unique::StaffEmail, email.clone()));
        if let Some(user) = &user {
            transaction.create(&UniqueValue::held_by(&member.id, Unique::StaffUser, user.as_str()));
        }
        transaction.create(&member);
        // If a user or an invite of this email appears or disappears meanwhile, the transaction loses and is retried.
        match (&user, &invited) {
            (Some(_), _) => {}
            (None, Some(invited)) => transaction.check("invite", invite_key, Condition::Version(invited.version)),
            (None, None) => transaction.check("email", email_key, Condition::Absent),
        }
        if user.is_none() && invited.is_none() {
            let invite = Invite {
                id: salon.random.id(),
                email: email.clone(),
                role: Role::Staff,
                branch_ids: member.branch_ids.clone(),
                invited_by: caller.user.id.clone(),
                created_at: act.at,
            };
            invite.send(&mut transaction);
        }
        transaction.audit(
            "staff.add",
            StaffMember::KIND,
            member.id.as_str(),
            json!({ "branchIds": member.branch_ids, "serviceIds": member.service_ids }),
        );
        transaction.keep_response(&super::StaffAnswer { staff: view.clone() });
        match transaction.commit().await {
            // The guard of the invite has the same label, so look up whose guard was lost.
            Err(setback) if setback.failed_at(UniqueValue::KIND) && self.is_staff(&email, user.as_ref()).await? => {
                Err(StaffError::AlreadyStaff.into())
            }
            committed => committed.map(|()| view).map_err(Failure::from),
        }
    }

    async fn is_staff(&self, email: &str, user: Option<&UserId>) -> Result<bool, TableError> {
        let user = user.map(|user| keys::unique_value(Unique::StaffUser, user.as_str()));
        let guards = [keys::unique_value(Unique::StaffEmail, email)].into_iter().chain(user);
        Ok(!self.0.table.get_many(guards).await?.is_empty())
    }

    pub async fn patch(
        &self,
        act: &Act,
        id: &StaffId,
        request: &PatchStaffRequest,
    ) -> Result<StaffView, Failure<StaffError>> {
        self.0.retry_on_conflict(|| self.write_patch(act, id, request)).await
    }

    async fn write_patch(
        &self,
        act: &Act,
        id: &StaffId,
        request: &PatchStaffRequest,
    ) -> Result<StaffView, Failure<StaffError>> {
        self.check_ids(request.branch_ids.as_ref(), request.service_ids.as_ref()).await?;
        let (member_key, roster_key) = (keys::staff(id), keys::roster(id));
        let mut found = self.0.table.get_many([member_key.clone(), roster_key.clone()]).await?;
        let read = found.take::<StaffMember>(&member_key)?.ok_or(StaffError::Unknown)?;
        let rosters = found.take::<Rosters>(&roster_key)?;
        let current = read.record.clone();
        let leaves = current.is_active && request.is_active == Some(false);
        if leaves {
            self.hand_over_all(act, id, None).await?;
        }
        let member = StaffMember {
            name: request.name.as_ref().map_or(current.name, ToString::to_string),
            display_name: request.display_name.as_ref().map_or(current.display_name, ToString::to_string),
            branch_ids: request.branch_ids.as_deref().map_or(current.branch_ids, distinct),
            service_ids: request.service_ids.as_deref().map_or(current.service_ids, distinct),
            joined_on: request.joined_on.unwrap_or(current.joined_on),
            is_active: request.is_active.unwrap_or(current.is_active),
            updated_at: act.at,
            ..read.record.clone()
        };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&read, &member);
        // The rosters have a copy at each of the person's branches.
        match rosters.as_ref().filter(|rosters| rosters.branch_ids != member.branch_ids) {
            Some(rosters) => transaction
                .replace(rosters, &Rosters { branch_ids: member.branch_ids.clone(), ..rosters.record.clone() }),
            None if rosters.is_none() && member.branch_ids != read.branch_ids => {
                transaction.check(Rosters::KIND, roster_key, Condition::Absent)
            }
            None => {}
        }
        transaction.audit(
            "staff.patch",
            StaffMember::KIND,
            id.as_str(),
            json!({ "branchIds": member.branch_ids, "serviceIds": member.service_ids, "isActive": member.is_active }),
        );
        transaction.commit().await?;
        if leaves {
            self.gone_or_back(act, id, None).await?;
        }
        Ok(StaffView::from(&member))
    }

    /// Deactivates a staff member. Future bookings are assigned to the replacement first, one by one, so that a request
    /// that failed halfway can be repeated.
    pub async fn deactivate(
        &self,
        caller: &Caller,
        id: &StaffId,
        replacement: Option<&StaffId>,
    ) -> Result<StaffView, Failure<StaffError>> {
        let act = &caller.act;
        let (read, replacement) = tokio::try_join!(self.get(id), self.replacement(id, replacement))?;
        read.ok_or(StaffError::Unknown)?;
        let to = replacement.transpose().map_err(|()| StaffError::UnknownReplacement)?;
        self.hand_over_all(act, id, to.as_ref()).await?;
        let member = self.set_active(act, id, false).await?;
        self.gone_or_back(act, id, to.as_ref()).await?;
        Ok(StaffView::from(&member))
    }

    /// Assigns each future booking to the replacement; refuses with those that could not be assigned.
    async fn hand_over_all(&self, act: &Act, from: &StaffId, to: Option<&StaffId>) -> Result<(), Failure<StaffError>> {
        let held = self.future_bookings(from, act).await?;
        let mut left = Vec::new();
        for booking in held {
            let handed_over = match to {
                Some(to) => Some(self.0.bookings().assign(act, &booking, to).await),
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

    /// Reassigns bookings that were made while the member was being deactivated; if that fails, activates them
    /// again. None can follow later: a booking's transaction checks that the staff member has not changed.
    async fn gone_or_back(&self, act: &Act, id: &StaffId, to: Option<&StaffId>) -> Result<(), Failure<StaffError>> {
        let handed_over = self.hand_over_all(act, id, to).await;
        if handed_over.is_err() {
            self.set_active(act, id, true).await?;
        }
        handed_over
    }

    async fn set_active(&self, act: &Act, id: &StaffId, is_active: bool) -> Result<StaffMember, Failure<StaffError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(id).await?.ok_or(StaffError::Unknown)?;
                let member = StaffMember { is_active, updated_at: act.at, ..read.record.clone() };
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &member);
                let action = if is_active { "staff.reactivate" } else { "staff.deactivate" };
                transaction.audit(action, StaffMember::KIND, id.as_str(), json!({ "isActive": is_active }));
                transaction.commit().await?;
                Ok(member)
            })
            .await
    }

    async fn replacement(
        &self,
        leaving: &StaffId,
        id: Option<&StaffId>,
    ) -> Result<Option<Result<StaffId, ()>>, TableError> {
        let Some(id) = id else { return Ok(None) };
        let found = self.get(id).await?.filter(|member| member.is_active && member.id != *leaving);
        Ok(Some(found.map(|member| member.record.id).ok_or(())))
    }

    /// Future open bookings of a staff member, found through their ledgers.
    async fn future_bookings(&self, id: &StaffId, act: &Act) -> Result<Vec<BookingId>, TableError> {
        let today = act.at.ist_date();
        let days: Vec<Stored<DayLedger>> = self
            .0
            .table
            .query(
                Partition::of(keys::staff_partition(id))
                    .between(keys::staff_day(id, today).sk, format!("{}~", keys::DAY_PREFIX)),
            )
            .await?;
        let mut ids: Vec<BookingId> = days
            .iter()
            .flat_map(|day| {
                day.busy().iter().filter(|busy| day.date > today || day.date.at(busy.hold().start) > act.at)
            })
            .map(|busy| busy.booking_id.clone())
            .collect();
        ids.sort();
        ids.dedup();
        // A completed booking stays in the ledger, but needs nobody any more.
        let mut found = self.0.table.get_many(ids.iter().map(keys::booking)).await?;
        let mut open = Vec::new();
        for booking in ids {
            if found.take::<Booking>(&keys::booking(&booking))?.is_some_and(|booking| booking.status.is_open()) {
                open.push(booking);
            }
        }
        Ok(open)
    }

    async fn check_ids(
        &self,
        branches: Option<&Vec<BranchId>>,
        services: Option<&Vec<ServiceId>>,
    ) -> Result<(), Failure<StaffError>> {
        let (known_branches, catalogue) =
            tokio::try_join!(async { self.0.branches().all().await }, async { self.0.catalogue().read().await })?;
        let known = |id: &BranchId| known_branches.iter().any(|branch| branch.id == *id);
        let mut problems = Problems::default();
        if !branches.into_iter().flatten().all(known) {
            problems.add("branchIds", "must all be existing branches");
        } else if branches.is_some_and(|ids| distinct(ids).len() > MOST_BRANCHES) {
            problems.add("branchIds", format!("must be at most {MOST_BRANCHES} branches"));
        }
        if !services.into_iter().flatten().all(|id| catalogue.service(id).is_some()) {
            problems.add("serviceIds", "must all be existing services");
        }
        if problems.is_empty() { Ok(()) } else { Err(StaffError::Invalid(problems).into()) }
    }
}

fn distinct<T: Clone + PartialEq>(ids: &[T]) -> Vec<T> {
    let mut seen: Vec<T> = Vec::with_capacity(ids.len());
    for id in ids {
        if !seen.contains(id) {
            seen.push(id.clone());
        }
    }
    seen
}
