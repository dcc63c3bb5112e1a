//! Reads the invoice of one of the caller's bookings.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::BookingId;
use parlour::invoices::InvoiceAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn invoice(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Answer<InvoiceAnswer> {
    ok(InvoiceAnswer { invoice: salon.billing().of_own_booking(&caller, &id).await? })
}
