//! Adds a note to a customer.

use axum::extract::State;
use parlour_booking::bookings::Bookings;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerNoteAnswer, CustomerNoteRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn note(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<CustomerNoteRequest>,
) -> Answer<CustomerNoteAnswer> {
    ok(CustomerNoteAnswer { note: Bookings::of(&salon).note_customer(&caller, &id, body).await? })
}
