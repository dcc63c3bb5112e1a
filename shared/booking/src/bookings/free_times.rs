//! The times of a day that the desk is offered for people and services, whatever the branch's policy.

use super::{Booking, Bookings};
use crate::slots::availability::{BranchDay, FURTHEST, Slot, slots};
use crate::slots::need::Need;
use crate::teams::{Teams, WantedRooms};
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::table::TableError;
use parlour_values::id::{BranchId, ServiceId, StaffId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

impl Bookings<'_> {
    /// When these people could do these services, one after the other.
    pub async fn free_times(
        &self,
        branch: &BranchId,
        date: IstDate,
        services: &[(ServiceId, StaffId)],
        now: Instant,
    ) -> Result<Vec<TimeOfDay>, TableError> {
        let catalogue = CatalogueStore::of(self.0).read().await?;
        let known = services.iter().filter_map(|(id, staff)| Some((&catalogue.service(id)?.record, staff)));
        let mut need = Need::of(known.clone().map(|(service, _)| service));
        for (asked, (_, staff)) in need.services.iter_mut().zip(known) {
            asked.wished = Some(staff.clone());
        }
        self.times_of(branch, date, &need, now).await
    }

    /// When the booking could be on a day, by this person or else by those who have it.
    pub async fn times_to_move(
        &self,
        booking: &Booking,
        date: IstDate,
        staff: Option<&StaffId>,
        now: Instant,
    ) -> Result<Vec<TimeOfDay>, TableError> {
        let mut need = booking.need();
        for asked in &mut need.services {
            asked.rooms.clear();
            asked.wished = staff.cloned().or(asked.wished.take());
        }
        self.times_of(&booking.branch_id, date, &need, now).await
    }

    async fn times_of(
        &self,
        branch: &BranchId,
        date: IstDate,
        need: &Need,
        now: Instant,
    ) -> Result<Vec<TimeOfDay>, TableError> {
        let Some(branch) = Branches::of(self.0).get(branch).await?.filter(|_| !need.services.is_empty()) else {
            return Ok(Vec::new());
        };
        let rooms = WantedRooms::of(need);
        let (team, _) = Teams::of(self.0).team_and(&branch.id, SlotPolicy::Staffed, date, rooms, Vec::new()).await?;
        let day = BranchDay { policy: SlotPolicy::Staffed, days_ahead: FURTHEST, ..team.day(&branch, now) };
        let slots = slots(&day, &team.people(&day), &team.rooms(), need);
        Ok(slots.into_iter().filter(Slot::is_available).map(|slot| slot.time.start).collect())
    }
}
