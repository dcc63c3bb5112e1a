//! Adds a note to a customer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{CustomerNoteAnswer, CustomerNoteRequest};
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn note(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<CustomerNoteRequest>,
) -> Answer<CustomerNoteAnswer> {
    ok(CustomerNoteAnswer { note: salon.customers().note(&caller, &id, body).await? })
}
