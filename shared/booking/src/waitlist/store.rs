//! Wishes in the table: reading them, and the changes that all of them share.

use serde_json::{Value, json};

use super::WaitlistError;
use super::state::WishState;
use super::view::{WishView, position};
use super::wish::{CustomerWishes, TimeOffer, Wish};
use crate::bookings::PlanTime;
use crate::freed::{self, Freed};
use crate::slots::plan::PlannedService;
use crate::teams::{Team, Teams, WantedRooms};
use parlour_setup::branches::SlotPolicy;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, UserId, WishId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

pub struct Waitlist<'a>(pub(super) &'a Salon);

impl<'a> Waitlist<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// The wishes of a customer, as they were read.
pub(super) struct KnownWishes {
    pub list: Option<Stored<CustomerWishes>>,
    /// As they stand now, the newest last.
    pub wishes: Vec<Wish>,
}

impl KnownWishes {
    pub fn open(&self) -> impl Iterator<Item = &Wish> {
        self.wishes.iter().filter(|wish| wish.state.is_open())
    }
}

impl Waitlist<'_> {
    pub(super) async fn find(&self, id: &WishId) -> Result<Stored<Wish>, Failure<WaitlistError>> {
        self.0.table.get::<Wish>(&keys::wish(id)).await?.ok_or(WaitlistError::Unknown.into())
    }

    /// Somebody else's is not found.
    pub(super) async fn find_own(
        &self,
        customer: &UserId,
        id: &WishId,
    ) -> Result<Stored<Wish>, Failure<WaitlistError>> {
        let found = self.find(id).await?;
        if found.customer_id == *customer { Ok(found) } else { Err(WaitlistError::Unknown.into()) }
    }

    pub(super) async fn known(&self, customer: &UserId, now: Instant) -> Result<KnownWishes, TableError> {
        let list = self.0.table.get::<CustomerWishes>(&keys::customer_wishes(customer)).await?;
        let ids = list.as_ref().map(|list| list.ids.as_slice()).unwrap_or_default();
        let mut found = self.0.table.get_many(ids.iter().map(keys::wish)).await?;
        let mut wishes = Vec::with_capacity(ids.len());
        for id in ids {
            wishes.extend(found.take::<Wish>(&keys::wish(id))?.map(|wish| wish.at(now)));
        }
        Ok(KnownWishes { list, wishes })
    }

    /// The customer's own, newest first, with their places in line.
    pub async fn of_customer(&self, customer: &UserId) -> Result<Vec<WishView>, TableError> {
        let now = self.0.clock.now();
        let known = self.known(customer, now).await?;
        let mut lines: Vec<(BranchId, IstDate)> = known.open().filter_map(|wish| line_of(wish, now)).collect();
        lines.sort_unstable();
        lines.dedup();
        let read = lines.iter().map(async |(branch, date)| self.read_line(branch, *date, now).await);
        let read = at_once::try_all(read.collect::<Vec<_>>()).await?;
        let view = |wish: &Wish| {
            let line = line_of(wish, now).and_then(|line| lines.iter().position(|known| *known == line));
            let place = line.and_then(|at| position(read.get(at)?, &wish.id));
            WishView::new(wish, place, now)
        };
        Ok(known.wishes.iter().rev().map(view).collect())
    }

    /// One wish as its customer sees it.
    pub(super) async fn view(&self, wish: &Wish) -> Result<WishView, TableError> {
        let now = self.0.clock.now();
        let place = match line_of(wish, now).filter(|_| wish.state.is_open()) {
            Some((branch, date)) => position(&self.read_line(&branch, date, now).await?, &wish.id),
            None => None,
        };
        Ok(WishView::new(wish, place, now))
    }

    /// The open wishes for a day, the first first, as they stand now.
    pub(super) async fn read_line(
        &self,
        branch: &BranchId,
        date: IstDate,
        now: Instant,
    ) -> Result<Vec<Wish>, TableError> {
        let seen = self.seen_on(branch, date, now).await?;
        Ok(seen.into_iter().filter(|wish| wish.waits_for(date)).collect())
    }

    /// The same, and whoever waits for another day and has an offer of this one.
    pub(super) async fn seen_on(
        &self,
        branch: &BranchId,
        date: IstDate,
        now: Instant,
    ) -> Result<Vec<Wish>, TableError> {
        let stored = self.stored_line(branch, date).await?;
        let seen = stored.iter().map(|wish| wish.at(now));
        Ok(seen.filter(|wish| wish.state.is_open() && wish.days().any(|day| day == date)).collect())
    }

    /// As it is stored: offers may have run out, and others than those who wait for the day may stand among them.
    pub(super) async fn stored_line(&self, branch: &BranchId, date: IstDate) -> Result<Vec<Stored<Wish>>, TableError> {
        self.0.table.query::<Wish>(Partition::of(keys::line(branch, date))).await
    }

    /// The people and rooms that an offer holds time of.
    pub(super) async fn team_of(&self, branch: &BranchId, offer: &TimeOffer) -> Result<Team, TableError> {
        let ids = offer.plan.iter().flat_map(|part| part.resource_ids.iter().cloned()).collect();
        let rooms = WantedRooms::Some { groups: Vec::new(), ids };
        Ok(Teams::of(self.0).team_and(branch, SlotPolicy::Staffed, offer.date, rooms, Vec::new()).await?.0)
    }

    /// Gives back what an offer holds, and says so to whoever is next; `after` is its wish without it.
    pub(super) async fn free(
        &self,
        transaction: &mut Transaction<'_>,
        after: &Wish,
        offer: &TimeOffer,
        now: Instant,
    ) -> Result<(), TableError> {
        let team = self.team_of(&after.branch_id, offer).await?;
        let mut time = PlanTime::of(&team);
        time.release(&offer.booking_id, &plan_of(offer));
        time.write(transaction);
        freed::tell(transaction, self.freed_by(&after.branch_id, offer, now).await?, now);
        look_again(transaction, after, Some(offer.date), now);
        Ok(())
    }

    /// The time that an offer holds no longer.
    pub(super) async fn freed_by(
        &self,
        branch: &BranchId,
        offer: &TimeOffer,
        now: Instant,
    ) -> Result<Vec<Freed>, TableError> {
        let parts: Vec<_> = offer.plan.iter().map(|part| (&part.staff_id, part.time.start)).collect();
        freed::of_parts(self.0, branch, offer.date, &parts, now).await
    }
}

/// The line in which the place of a wish is told: that of its next day.
fn line_of(wish: &Wish, now: Instant) -> Option<(BranchId, IstDate)> {
    wish.next_day(now.ist_date()).map(|date| (wish.branch_id.clone(), date))
}

/// Writes what has become of a wish, on condition that nothing else has.
pub(super) fn write(
    transaction: &mut Transaction<'_>,
    what: EventType,
    read: &Stored<Wish>,
    after: &Wish,
    more: Value,
) {
    transaction.replace(read, after);
    let mut data = json!({ "state": after.state, "branchId": after.branch_id });
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
    }
    transaction.audit(what, Wish::KIND, after.id.as_str(), data);
}

/// While a wish had an offer, time that came free on its other days passed it by: they are looked at again, but for one that
/// is looked at anyway.
pub(super) fn look_again(transaction: &mut Transaction<'_>, wish: &Wish, but: Option<IstDate>, now: Instant) {
    if wish.state != WishState::Waiting {
        return;
    }
    let today = now.ist_date();
    for date in wish.dates.iter().filter(|date| **date >= today && Some(**date) != but) {
        transaction.enqueue(look_at(&wish.branch_id, *date, None, now));
    }
}

/// The message that looks at the line of a day.
pub(super) fn look_at(branch: &BranchId, date: IstDate, start: Option<TimeOfDay>, due: Instant) -> OutboxMessage {
    OutboxMessage::new(Task::FillGap { branch_id: branch.clone(), date: Some(date), start, wish_id: None }, due)
}

/// The same when an offer runs out.
pub(super) fn look_at_end(wish: &Wish, offer: &TimeOffer) -> OutboxMessage {
    let task = Task::FillGap {
        branch_id: wish.branch_id.clone(),
        date: Some(offer.date),
        start: Some(offer.start),
        wish_id: Some(wish.id.clone()),
    };
    OutboxMessage::new(task, offer.expires_at)
}

pub(super) fn plan_of(offer: &TimeOffer) -> Vec<PlannedService> {
    let planned = offer.plan.iter().map(|part| PlannedService {
        service_id: part.service_id.clone(),
        staff_id: part.staff_id.clone(),
        time: part.time,
        resource_ids: part.resource_ids.clone(),
    });
    planned.collect()
}
