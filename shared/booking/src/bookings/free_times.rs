//! The times and people of a day that the desk is offered for services, whatever the branch's policy.

use super::{Booking, Bookings};
use crate::slots::availability::{Slot, slots};
use crate::slots::day::{BranchDay, FURTHEST};
use crate::slots::need::Need;
use crate::slots::plan::free_people;
use crate::teams::{Teams, WantedRooms};
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::table::TableError;
use parlour_values::id::{BranchId, ServiceId, StaffId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// The times and people the desk is offered on a day.
#[derive(Clone, Debug, Default)]
pub struct DayOffer {
    /// When those who are chosen could do it.
    pub times: Vec<TimeOfDay>,
    /// The people who could do all of it alone at the time asked about.
    pub free: Vec<StaffId>,
}

/// The desk's choices so far for a visit that is not booked yet.
#[derive(Clone, Copy, Debug)]
pub struct VisitSketch<'a> {
    pub branch: &'a BranchId,
    pub date: IstDate,
    pub time: TimeOfDay,
    /// Services whose people are chosen, one after the other.
    pub plan: &'a [(ServiceId, StaffId)],
    /// Services that one person is looked for.
    pub services: &'a [ServiceId],
}

impl Bookings<'_> {
    pub async fn offer_for(&self, sketch: &VisitSketch<'_>, now: Instant) -> Result<DayOffer, TableError> {
        let catalogue = CatalogueStore::of(self.0).read().await?;
        let known = sketch.plan.iter().filter_map(|(id, staff)| Some((&catalogue.service(id)?.record, staff)));
        let mut need = Need::of(known.clone().map(|(service, _)| service));
        for (asked, (_, staff)) in need.services.iter_mut().zip(known) {
            asked.wished = Some(staff.clone());
        }
        let alone = sketch.services.iter().filter_map(|id| Some(&catalogue.service(id)?.record));
        let alone = (Need::of(alone), sketch.time);
        self.offer_on(sketch.branch, sketch.date, &need, &alone, now).await
    }

    /// When the booking could be on a day, by this person or else by those who have it, and who could do it at a time.
    pub async fn offer_to_move(
        &self,
        booking: &Booking,
        (date, time): (IstDate, TimeOfDay),
        staff: Option<&StaffId>,
        now: Instant,
    ) -> Result<DayOffer, TableError> {
        let mut need = booking.need();
        need.services.iter_mut().for_each(|asked| asked.rooms.clear());
        let mut alone = need.clone();
        alone.services.iter_mut().for_each(|asked| asked.wished = None);
        for asked in &mut need.services {
            asked.wished = staff.cloned().or(asked.wished.take());
        }
        self.offer_on(&booking.branch_id, date, &need, &(alone, time), now).await
    }

    async fn offer_on(
        &self,
        branch: &BranchId,
        date: IstDate,
        need: &Need,
        (alone, time): &(Need, TimeOfDay),
        now: Instant,
    ) -> Result<DayOffer, TableError> {
        let is_asked = !need.services.is_empty() || !alone.services.is_empty();
        let Some(branch) = Branches::of(self.0).get(branch).await?.filter(|_| is_asked) else {
            return Ok(DayOffer::default());
        };
        let rooms = WantedRooms::of(need);
        let (team, _) = Teams::of(self.0).team_and(&branch.id, SlotPolicy::Staffed, date, rooms, Vec::new()).await?;
        let day = BranchDay { policy: SlotPolicy::Staffed, days_ahead: FURTHEST, ..team.day(&branch, now) };
        let people = team.people(&day);
        let mut offer = DayOffer::default();
        if !need.services.is_empty() {
            let slots = slots(&day, &people, &team.rooms(), need);
            offer.times = slots.into_iter().filter(Slot::is_available).map(|slot| slot.time.start).collect();
        }
        if !alone.services.is_empty() {
            offer.free = free_people(&day, &people, *time, alone).into_iter().cloned().collect();
        }
        Ok(offer)
    }
}
