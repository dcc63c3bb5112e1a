//! Reads the invoice of one of the caller's bookings.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::billing::Billing;
use parlour_money::invoices::InvoiceAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn invoice(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<InvoiceAnswer> {
    ok(InvoiceAnswer { invoice: Billing::of(&salon).of_own_booking(&caller, &id).await? })
}
