//! A staff member's own schedule.

use std::collections::{BTreeMap, BTreeSet};

use super::board::planned_day;
use super::{MeAnswer, MyBooking, MyDay, MyUser, Schedule, ScheduleError, SpanRequest};
use crate::bookings::Booking;
use crate::slots::Rosters;
use parlour_people::auth::Caller;
use parlour_people::customers::CustomerCard;
use parlour_people::staff::{Staff, StaffMember, StaffView};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::failure::Failure;
use parlour_storage::table::{Stored, TableError, keys};
use parlour_values::id::{BranchId, StaffId, UserId};

/// The person whose leave it is: a staff member, or a user without a staff record, who is known by their user id.
#[derive(Clone, Debug)]
pub struct LeaveTaker {
    pub id: StaffId,
    pub name: String,
    pub is_member: bool,
}

impl LeaveTaker {
    /// The id that the leave of a user without a place in the team is kept under.
    pub fn without_place(user: &UserId) -> StaffId {
        StaffId::from(user.as_str())
    }

    fn new(caller: &Caller, member: Option<&StaffMember>) -> Self {
        match member {
            Some(member) => Self { id: member.id.clone(), name: member.display_name.clone(), is_member: true },
            None => Self { id: Self::without_place(&caller.user.id), name: caller.user.name.clone(), is_member: false },
        }
    }
}

impl Schedule<'_> {
    pub async fn me(&self, caller: &Caller) -> Result<MeAnswer, TableError> {
        let member = self.member(caller).await?;
        Ok(MeAnswer { user: MyUser::from(&caller.user), staff: member.map(|member| StaffView::from(&member.record)) })
    }

    /// The staff member the caller is, if they are one.
    pub async fn member(&self, caller: &Caller) -> Result<Option<Stored<StaffMember>>, TableError> {
        let staff = Staff::of(self.0).all().await?;
        Ok(staff.iter().find(|member| member.user_id.as_ref() == Some(&caller.user.id)).cloned())
    }

    /// The id and name that the caller's leave is stored under.
    pub(super) async fn leave_taker(&self, caller: &Caller) -> Result<LeaveTaker, TableError> {
        Ok(LeaveTaker::new(caller, self.member(caller).await?.as_deref()))
    }

    pub async fn my_days(&self, caller: &Caller, request: &SpanRequest) -> Result<Vec<MyDay>, Failure<ScheduleError>> {
        let salon = self.0;
        let member = self.member(caller).await?;
        let own = LeaveTaker::new(caller, member.as_deref()).id;
        let (from, to) = request.days(salon.clock.today());
        let roster_key = keys::roster(&own);
        let (ledgers, branches) =
            tokio::try_join!(self.days_between(&own, from, to), async { Branches::of(salon).all().await })?;
        let places: &[BranchId] = member.as_ref().map_or(&[], |member| &member.branch_ids);
        let places: Vec<&Stored<Branch>> = branches.iter().filter(|branch| places.contains(&branch.id)).collect();
        let ids = ledgers.iter().flat_map(|ledger| ledger.bookings()).map(keys::booking);
        let mut found = salon.table.get_many(ids.chain([roster_key.clone()])).await?;
        let rosters = found.take::<Rosters>(&roster_key)?;
        let mut visits = Vec::new();
        for (date, booking) in ledgers.iter().flat_map(|ledger| ledger.bookings().map(|id| (ledger.date, id))) {
            visits.extend(found.take::<Booking>(&keys::booking(booking))?.map(|booking| (date, booking)));
        }
        visits.sort_by_key(|(date, booking)| (*date, booking.part_of(&own).1));
        let cards = self.cards_of(visits.iter().map(|(_, booking)| &booking.customer_id)).await?;
        let mut days = Vec::new();
        for date in from.through(to) {
            // They are at work while any of their branches is open; without a branch there is no shift to show.
            let openings = places.iter().filter_map(|branch| branch.opening_on(date));
            let planned = planned_day(date, rosters.as_ref().map(|rosters| &rosters.record), &ledgers, openings);
            let visits = visits.iter().filter(|(on, _)| *on == date).map(|(_, booking)| booking);
            let bookings =
                visits.map(|booking| MyBooking::new(booking, &own, cards.get(&booking.customer_id))).collect();
            days.push(MyDay {
                date,
                shifts: planned.shifts,
                breaks: planned.breaks,
                leave: planned.is_on_leave,
                bookings,
            });
        }
        Ok(days)
    }

    /// The cards of these customers, in one batch.
    async fn cards_of(
        &self,
        customers: impl Iterator<Item = &UserId>,
    ) -> Result<BTreeMap<UserId, CustomerCard>, TableError> {
        let customers: BTreeSet<&UserId> = customers.collect();
        let mut found = self.0.table.get_many(customers.iter().map(|id| keys::customer_card(id))).await?;
        let mut cards = BTreeMap::new();
        for id in customers {
            if let Some(card) = found.take::<CustomerCard>(&keys::customer_card(id))? {
                cards.insert(id.clone(), card.record);
            }
        }
        Ok(cards)
    }
}
