//! A note on a customer, which may name one of their bookings.

use super::{Booking, Bookings};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerError, CustomerNoteRequest, CustomerNoteView, Customers};
use parlour_storage::failure::Failure;
use parlour_storage::table::keys;
use parlour_values::id::UserId;

impl Bookings<'_> {
    pub async fn note_customer(
        &self,
        caller: &Caller,
        id: &UserId,
        request: CustomerNoteRequest,
    ) -> Result<CustomerNoteView, Failure<CustomerError>> {
        let customers = Customers::of(self.0);
        if let Some(booking) = &request.booking_id {
            let found = self.0.table.get::<Booking>(&keys::booking(booking)).await?;
            if found.is_none_or(|booking| booking.customer_id != *id) {
                // If the customer does not exist either, that is the more useful refusal.
                customers.detail(id).await?;
                return Err(CustomerError::UnknownBooking.into());
            }
        }
        customers.note(caller, id, request).await
    }
}
