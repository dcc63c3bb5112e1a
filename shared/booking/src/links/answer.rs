//! Actions by a link: the same as by the customer's own routes, and by the same rules.

use super::error::by;
use super::{LinkError, Linked, Links};
use crate::bookings::{Booked, Booking, Bookings, RescheduleRequest};
use crate::waitlist::{AcceptOfferRequest, Waitlist, WaitlistError, WishView};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_values::id::WishId;

impl Links<'_> {
    pub async fn cancel(&self, act: &Act, token: &str, reason: Option<&str>) -> Result<Booking, Failure<LinkError>> {
        let link = self.open(act, token).await?;
        let booking = link.to.booking()?;
        Bookings::of(self.0).cancel(&link.caller, &booking.id, reason).await.map_err(by)
    }

    pub async fn reschedule(
        &self,
        act: &Act,
        token: &str,
        request: &RescheduleRequest,
    ) -> Result<Booking, Failure<LinkError>> {
        let link = self.open(act, token).await?;
        let booking = link.to.booking()?;
        Bookings::of(self.0).reschedule(&link.caller, &booking.id, request).await.map_err(by)
    }

    pub async fn accept(&self, act: &Act, token: &str) -> Result<Booked, Failure<LinkError>> {
        let link = self.open(act, token).await?;
        // A link is one to this offer and to no other.
        let seen = AcceptOfferRequest { date: None, start_time: None };
        Waitlist::of(self.0).accept(&link.caller, wish_of(&link.to)?, &seen).await.map_err(by)
    }

    pub async fn decline(&self, act: &Act, token: &str) -> Result<WishView, Failure<LinkError>> {
        let link = self.open(act, token).await?;
        Waitlist::of(self.0).decline(&link.caller, wish_of(&link.to)?).await.map_err(by)
    }
}

fn wish_of(linked: &Linked) -> Result<&WishId, LinkError> {
    match linked {
        Linked::Offer { wish, .. } => Ok(&wish.id),
        Linked::Booking(_) => Err(WaitlistError::NoLiveOffer.into()),
    }
}
