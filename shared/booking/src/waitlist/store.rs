//! Wishes in the table: reading them, and the changes that all of them share.

use serde_json::{Value, json};

use super::WaitlistError;
use super::view::{WishView, position};
use super::wish::{CustomerWishes, TimeOffer, Wish};
use crate::bookings::PlanTime;
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
use parlour_values::time::{Instant, IstDate};

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
        let line = self.stored_line(branch, date).await?;
        Ok(line.iter().map(|wish| wish.at(now)).filter(|wish| wish.state.is_open()).collect())
    }

    pub(super) async fn stored_line(&self, branch: &BranchId, date: IstDate) -> Result<Vec<Stored<Wish>>, TableError> {
        self.0.table.query::<Wish>(Partition::of(keys::line(branch, date))).await
    }

    /// The people and rooms that an offer holds time of.
    pub(super) async fn team_of(&self, branch: &BranchId, offer: &TimeOffer) -> Result<Team, TableError> {
        let ids = offer.plan.iter().flat_map(|part| part.resource_ids.iter().cloned()).collect();
        let rooms = WantedRooms::Some { groups: Vec::new(), ids };
        Ok(Teams::of(self.0).team_and(branch, SlotPolicy::Staffed, offer.date, rooms, Vec::new()).await?.0)
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

/// Gives back what an offer holds, and says so to whoever is next.
pub(super) fn free(transaction: &mut Transaction<'_>, team: &Team, wish: &Wish, offer: &TimeOffer, now: Instant) {
    let mut time = PlanTime::of(team);
    time.release(&offer.booking_id, &plan_of(offer));
    time.write(transaction);
    transaction.enqueue(fill(&wish.branch_id, offer, None, now));
}

/// The task that looks at the line of an offer's day again.
pub(super) fn fill(branch: &BranchId, offer: &TimeOffer, wish: Option<&WishId>, due: Instant) -> OutboxMessage {
    let task = Task::FillGap {
        branch_id: branch.clone(),
        date: Some(offer.date),
        start: Some(offer.start),
        wish_id: wish.cloned(),
    };
    OutboxMessage::new(task, due)
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
