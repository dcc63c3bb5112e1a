//! Managing staff: adding and changing members. Leaving is in `leaving.rs`.

use std::collections::HashSet;

use serde_json::json;

use crate::schedule::{LeaveBook, LeaveTaker};
use crate::slots::Rosters;
use parlour_people::auth::{Caller, EarlierInvite, Invite};
use parlour_people::staff::{
    AddStaffRequest, ListStaffRequest, PatchStaffRequest, ServiceIds, Staff, StaffAnswer, StaffMember, StaffView,
};
use parlour_setup::branches::{BranchIds, Branches};
use parlour_setup::catalogue::{CatalogueStore, ImageUrl};
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Record as _, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, BranchId, StaffId, UserId};
use parlour_values::input::Problems;
use parlour_values::role::Role;

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

/// The leave that somebody who joins the team asked for before. What it takes of their days is kept under the id that they
/// were known by, so they keep that id as a member.
enum EarlierLeave {
    /// There is no user yet.
    OfNobody,
    None(StaffId),
    Asked(StaffId),
}

impl EarlierLeave {
    fn id(&self) -> Option<StaffId> {
        match self {
            Self::OfNobody | Self::None(_) => None,
            Self::Asked(taker) => Some(taker.clone()),
        }
    }

    /// None is asked for meanwhile.
    fn must_stay(&self, transaction: &mut Transaction<'_>) {
        if let Self::None(taker) = self {
            transaction.check(LeaveBook::KIND, keys::leave_book(taker), Condition::Absent);
        }
    }
}

/// Managing the staff.
pub struct Employment<'a>(pub(super) &'a Salon);

impl<'a> Employment<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Employment<'_> {
    pub async fn list(&self, request: &ListStaffRequest) -> Result<(Vec<StaffView>, Meta), TableError> {
        let wanted = |member: &StaffMember| {
            request.branch_id.as_ref().is_none_or(|branch| member.branch_ids.contains(branch))
                && request.service_id.as_ref().is_none_or(|service| member.service_ids.contains(service))
                && request.is_active.is_none_or(|active| member.is_active == active)
        };
        let staff = Staff::of(self.0).all().await?;
        let staff: Vec<StaffView> =
            staff.iter().filter(|member| wanted(member)).map(|member| StaffView::from(&member.record)).collect();
        Ok(page_of(staff.into_iter(), request.page, request.page_size))
    }

    pub async fn view(&self, id: &StaffId) -> Result<StaffView, Failure<StaffError>> {
        Staff::of(self.0).get(id).await?.map(|member| StaffView::from(&member.record)).ok_or(StaffError::Unknown.into())
    }

    /// Adds a staff member; an email without a user is invited as `staff`.
    pub async fn add(&self, caller: &Caller, request: &AddStaffRequest) -> Result<StaffView, Failure<StaffError>> {
        self.0.retry_on_conflict(|| self.write_member(caller, request)).await
    }

    /// Invites a member without a user, unless an invite is open or somebody has the email.
    async fn invite(
        &self,
        transaction: &mut Transaction<'_>,
        caller: &Caller,
        member: &StaffMember,
    ) -> Result<(), TableError> {
        let [email, guard] = [Unique::Email, Unique::Invite].map(|what| keys::unique_value(what, &member.email));
        let mut found = self.0.table.get_many([email.clone(), guard.clone()]).await?;
        let earlier = EarlierInvite::behind(found.take::<UniqueValue>(&guard)?, &self.0.table).await?;
        if found.take::<UniqueValue>(&email)?.is_some() || earlier.open(caller.act.at).is_some() {
            return Ok(());
        }
        let invite = self.invite_of(transaction, caller, member, &earlier);
        let (what, told) = (EventType::UserInvited, json!({ "role": invite.role }));
        transaction.audit(what, Invite::KIND, invite.id.as_str(), told);
        Ok(())
    }

    /// In place of an earlier one, while nobody has the email.
    fn invite_of(
        &self,
        transaction: &mut Transaction<'_>,
        caller: &Caller,
        member: &StaffMember,
        earlier: &EarlierInvite,
    ) -> Invite {
        let invite = Invite {
            id: self.0.random.id(),
            email: member.email.clone(),
            role: Role::Staff,
            branch_ids: member.branch_ids.clone(),
            invited_by: caller.user.id.clone(),
            created_at: caller.act.at,
        };
        transaction.check("email", keys::unique_value(Unique::Email, &member.email), Condition::Absent);
        invite.send(earlier, transaction);
        invite
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
        let (earlier, leave) = tokio::try_join!(
            EarlierInvite::behind(holders.take::<UniqueValue>(&invite_key)?, &salon.table),
            self.leave_without_place(user.as_ref()),
        )?;
        let member = StaffMember {
            id: leave.id().unwrap_or_else(|| salon.random.id()),
            user_id: user.clone(),
            email: email.clone(),
            name: request.name.to_string(),
            display_name: request.display_name.as_ref().map_or_else(|| request.name.to_string(), ToString::to_string),
            image_url: request.image_url.as_ref().and_then(ImageUrl::given),
            branch_ids: request.branch_ids.distinct(),
            service_ids: request.service_ids.distinct(),
            is_active: true,
            had_role: false,
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
        leave.must_stay(&mut transaction);
        // If a user or an invite of this email appears or disappears meanwhile, the transaction loses and is retried.
        match (&user, &earlier.guard) {
            (Some(_), _) => {}
            (None, Some(guard)) if earlier.open(act.at).is_some() => {
                transaction.check("invite", invite_key, Condition::Version(guard.version));
            }
            (None, _) => {
                self.invite_of(&mut transaction, caller, &member, &earlier);
            }
        }
        transaction.audit(
            EventType::StaffAdded,
            StaffMember::KIND,
            member.id.as_str(),
            json!({ "branchIds": member.branch_ids, "serviceIds": member.service_ids }),
        );
        transaction.keep_response(&StaffAnswer { staff: view.clone() });
        match transaction.commit().await {
            // The guard of the invite has the same label, so look up whose guard was lost.
            Err(setback) if setback.failed_at(UniqueValue::KIND) && self.is_staff(&email, user.as_ref()).await? => {
                Err(StaffError::AlreadyStaff.into())
            }
            committed => committed.map(|()| view).map_err(Failure::from),
        }
    }

    /// The leave of a user who has had no place in the team so far.
    async fn leave_without_place(&self, user: Option<&UserId>) -> Result<EarlierLeave, TableError> {
        let Some(taker) = user.map(LeaveTaker::without_place) else { return Ok(EarlierLeave::OfNobody) };
        let book = self.0.table.get::<LeaveBook>(&keys::leave_book(&taker)).await?;
        Ok(if book.is_some() { EarlierLeave::Asked(taker) } else { EarlierLeave::None(taker) })
    }

    async fn is_staff(&self, email: &str, user: Option<&UserId>) -> Result<bool, TableError> {
        let user = user.map(|user| keys::unique_value(Unique::StaffUser, user.as_str()));
        let guards = [keys::unique_value(Unique::StaffEmail, email)].into_iter().chain(user);
        Ok(!self.0.table.get_many(guards).await?.is_empty())
    }

    pub async fn patch(
        &self,
        caller: &Caller,
        id: &StaffId,
        request: &PatchStaffRequest,
    ) -> Result<StaffView, Failure<StaffError>> {
        self.0.retry_on_conflict(|| self.write_patch(caller, id, request)).await
    }

    async fn write_patch(
        &self,
        caller: &Caller,
        id: &StaffId,
        request: &PatchStaffRequest,
    ) -> Result<StaffView, Failure<StaffError>> {
        let act = &caller.act;
        self.check_ids(request.branch_ids.as_ref(), request.service_ids.as_ref()).await?;
        let (member_key, roster_key) = (keys::staff(id), keys::roster(id));
        let mut found = self.0.table.get_many([member_key.clone(), roster_key.clone()]).await?;
        let read = found.take::<StaffMember>(&member_key)?.ok_or(StaffError::Unknown)?;
        let rosters = found.take::<Rosters>(&roster_key)?;
        let current = read.record.clone();
        let leaves = current.is_active && request.is_active == Some(false);
        let comes_back = !current.is_active && request.is_active == Some(true);
        if comes_back && current.is_erased() {
            let message = "must stay false: whoever worked here was erased, and is added as somebody new";
            return Err(StaffError::Invalid(Problems::of("isActive", message)).into());
        }
        if leaves {
            self.hand_over_all(act, id, None).await?;
            self.hand_back_leads(act, &current).await?;
        }
        let member = StaffMember {
            name: request.name.as_ref().map_or(current.name, ToString::to_string),
            display_name: request.display_name.as_ref().map_or(current.display_name, ToString::to_string),
            image_url: request
                .image_url
                .clone()
                .map(|url| url.as_str().to_owned())
                .over(current.image_url)
                .filter(|url| !url.is_empty()),
            branch_ids: request.branch_ids.as_ref().map_or(current.branch_ids, BranchIds::distinct),
            service_ids: request.service_ids.as_ref().map_or(current.service_ids, ServiceIds::distinct),
            joined_on: request.joined_on.unwrap_or(current.joined_on),
            is_active: request.is_active.unwrap_or(current.is_active),
            updated_at: act.at,
            ..read.record.clone()
        };
        if is_unchanged(&read.record, &member) {
            return Ok(StaffView::from(&read.record));
        }
        let gone: Vec<&BranchId> = read.branch_ids.iter().filter(|id| !member.branch_ids.contains(id)).collect();
        if !gone.is_empty() {
            self.refuse_while_booked_at(&gone, id, act).await?;
        }
        let mut transaction = self.0.transaction(act);
        let ended = if leaves { Some(self.end_access(&mut transaction, caller, &member).await?) } else { None };
        let had_role = ended.as_ref().map_or(member.had_role && !comes_back, |ended| ended.was_staff);
        let member = StaffMember { had_role, ..member };
        transaction.replace(&read, &member);
        if comes_back && read.had_role {
            self.give_role_back(&mut transaction, act, &member).await?;
        }
        if comes_back && member.user_id.is_none() {
            self.invite(&mut transaction, caller, &member).await?;
        }
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
            EventType::StaffUpdated,
            StaffMember::KIND,
            id.as_str(),
            json!({ "branchIds": member.branch_ids, "serviceIds": member.service_ids, "isActive": member.is_active }),
        );
        transaction.commit().await?;
        let plans_of = |member: &StaffMember| (member.is_active, member.branch_ids.clone(), member.service_ids.clone());
        if plans_of(&read) != plans_of(&member) {
            Branches::of(self.0).outdate_plans(act, &read.branch_ids).await?;
        }
        if let Some(ended) = ended {
            self.gone_or_back(act, id, None, &ended).await?;
        }
        Ok(StaffView::from(&member))
    }

    async fn check_ids(
        &self,
        branches: Option<&BranchIds>,
        services: Option<&ServiceIds>,
    ) -> Result<(), Failure<StaffError>> {
        let (known_branches, catalogue) = tokio::try_join!(async { Branches::of(self.0).all().await }, async {
            CatalogueStore::of(self.0).read().await
        })?;
        let known_branches: HashSet<&BranchId> = known_branches.iter().map(|branch| &branch.id).collect();
        let known_services = catalogue.by_id();
        let mut problems = Problems::default();
        if !branches.into_iter().flat_map(|ids| ids.iter()).all(|id| known_branches.contains(id)) {
            problems.add("branchIds", "must all be existing branches");
        }
        if !services.into_iter().flat_map(|ids| ids.iter()).all(|id| known_services.contains_key(id)) {
            problems.add("serviceIds", "must all be existing services");
        }
        if problems.is_empty() { Ok(()) } else { Err(StaffError::Invalid(problems).into()) }
    }
}
