//! A customer takes the time that is held for them: one transaction makes it their booking.

use serde_json::json;

use super::WaitlistError;
use super::fit::need_of;
use super::state::WishState;
use super::store::{Waitlist, write};
use super::wish::TimeOffer;
use crate::bookings::{Booked, Booking, BookingCustomer, Bookings, PlannedVisit};
use crate::slots::need::Need;
use crate::slots::plan::best_plan;
use crate::teams::{Teams, WantedRooms};
use parlour_people::auth::Caller;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::Record as _;
use parlour_values::id::WishId;

impl Waitlist<'_> {
    pub async fn accept(&self, caller: &Caller, id: &WishId) -> Result<Booked, Failure<WaitlistError>> {
        self.0.retry_on_conflict(|| self.write_accepted(caller, id)).await
    }

    /// The offer must be live still, and the plan possible: somebody may be ill by now, or the branch closed.
    async fn write_accepted(&self, caller: &Caller, id: &WishId) -> Result<Booked, Failure<WaitlistError>> {
        let (salon, act, now) = (self.0, &caller.act, self.0.clock.now());
        let read = self.find_own(&caller.user.id, id).await?;
        let wish = read.at(now);
        let offer = wish.live_offer(now).filter(|_| wish.state == WishState::Offered);
        let offer = offer.filter(|offer| caller.may_answer(&offer.booking_id)).ok_or(WaitlistError::NoLiveOffer)?;
        let accepted = wish.accepted(now).map_err(WaitlistError::from)?;
        let (branch, catalogue) =
            (Branches::of(salon).get(&wish.branch_id).await?, CatalogueStore::of(salon).read().await?);
        let branch = branch.filter(|branch| branch.is_operational()).ok_or(WaitlistError::NoLiveOffer)?;
        let need = as_offered(need_of(&wish, &catalogue).ok_or(WaitlistError::NoLiveOffer)?, offer);
        let rooms = WantedRooms::of(&need);
        let (team, _) =
            Teams::of(salon).team_and(&branch.id, SlotPolicy::Staffed, offer.date, rooms, Vec::new()).await?;
        let day = team.day(&branch, now);
        let plan = best_plan(&day, &team.people(&day), &team.rooms(), offer.start, &need);
        let plan = plan.map_err(|_| WaitlistError::NoLiveOffer)?;
        let services: Vec<_> = wish
            .service_ids
            .iter()
            .filter_map(|id| catalogue.service(id))
            .map(|service| (&service.record, wish.staff_id.as_ref()))
            .collect();
        let visit = PlannedVisit {
            id: offer.booking_id.clone(),
            branch: &branch,
            customer: BookingCustomer::from(&caller.user),
            service_type: wish.service_type,
            date: offer.date,
            services: &services,
            plan: &plan,
            team: &team,
            notes: None,
            repeat_id: None,
        };
        let bookings = Bookings::of(salon);
        let (booking, mut transaction) = bookings.confirming(act, visit).await.map_err(|failure| match failure {
            Failure::Refused(_) => Failure::Refused(WaitlistError::NoLiveOffer),
            Failure::Setback(setback) => setback.into(),
        })?;
        let booked = Booked::from(&booking);
        transaction.enqueue(booking.confirmed_event().message(act.at));
        let details = json!({
            "bookingNumber": booking.number, "branchId": booking.branch_id, "staffId": booking.staff_id(),
        });
        transaction.audit(EventType::BookingConfirmed, Booking::KIND, booking.id.as_str(), details);
        write(&mut transaction, EventType::WishAccepted, &read, &accepted, json!({ "bookingId": booking.id }));
        transaction.keep_response(&booked);
        transaction.commit().await?;
        salon.outbound.metrics.booking(BookedAs::Request);
        Ok(booked)
    }
}

/// With the people and rooms that were offered; what is held for it does not stand in its way.
fn as_offered(mut need: Need, offer: &TimeOffer) -> Need {
    for (service, part) in need.services.iter_mut().zip(&offer.plan) {
        service.wished = Some(part.staff_id.clone());
        service.rooms.clone_from(&part.resource_ids);
    }
    Need { own: Some(offer.booking_id.clone()), ..need }
}
