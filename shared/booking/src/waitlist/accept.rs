//! A customer takes the time that is held for them: one transaction makes it their booking.

use serde_json::json;

use super::WaitlistError;
use super::request::AcceptOfferRequest;
use super::state::WishState;
use super::store::{Waitlist, write};
use super::wish::{TimeOffer, Wish};
use crate::bookings::{Booked, Booking, BookingCustomer, Bookings, PlannedVisit};
use parlour_people::auth::Caller;
use parlour_settings::metrics::BookedAs;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Record as _, Stored};
use parlour_values::id::WishId;

impl Waitlist<'_> {
    pub async fn accept(
        &self,
        caller: &Caller,
        id: &WishId,
        request: &AcceptOfferRequest,
    ) -> Result<Booked, Failure<WaitlistError>> {
        self.0.retry_on_conflict(|| self.write_accepted(caller, id, request)).await
    }

    /// The offer must be live still, and the one that was seen where that is said. One that the salon cannot keep is
    /// withdrawn.
    async fn write_accepted(
        &self,
        caller: &Caller,
        id: &WishId,
        request: &AcceptOfferRequest,
    ) -> Result<Booked, Failure<WaitlistError>> {
        let (salon, act, now) = (self.0, &caller.act, self.0.clock.now());
        let read = self.find_own(&caller.user.id, id).await?;
        let wish = read.at(now);
        let offer = wish.live_offer(now).filter(|_| wish.state == WishState::Offered);
        let offer = offer.filter(|offer| caller.may_answer(&offer.booking_id)).ok_or(WaitlistError::NoLiveOffer)?;
        if !request.means(offer) {
            return Err(WaitlistError::Withdrawn.into());
        }
        let accepted = wish.accepted(now).map_err(WaitlistError::from)?;
        let facts = self.facts_of(&wish, offer).await?;
        let plan = facts.as_ref().and_then(|facts| facts.plan(offer, now));
        let Some((facts, plan)) = facts.zip(plan) else {
            self.withdraw(act, &read, offer).await?;
            return Err(WaitlistError::Withdrawn.into());
        };
        let services: Vec<_> = wish
            .service_ids
            .iter()
            .filter_map(|id| facts.catalogue.service(id))
            .map(|service| (&service.record, wish.staff_id.as_ref()))
            .collect();
        let visit = PlannedVisit {
            id: offer.booking_id.clone(),
            branch: &facts.branch,
            customer: BookingCustomer::from(&caller.user),
            service_type: wish.service_type,
            date: offer.date,
            services: &services,
            plan: &plan,
            team: &facts.team,
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

    /// The customer keeps their place, and another time is looked for.
    async fn withdraw(&self, act: &Act, read: &Stored<Wish>, offer: &TimeOffer) -> Result<(), Failure<WaitlistError>> {
        let withdrawn = read.withdrawn(act.at).map_err(WaitlistError::from)?;
        let mut transaction = self.0.transaction(act);
        let data = json!({ "bookingId": offer.booking_id });
        write(&mut transaction, EventType::WishWithdrawn, read, &withdrawn, data);
        self.free(&mut transaction, &withdrawn, offer, act.at).await?;
        Ok(transaction.commit().await?)
    }
}
