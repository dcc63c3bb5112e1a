//! A note on a customer.

use axum::extract::State;
use parlour::customers::{CustomerNoteAnswer, NoteRequest};
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, PathParam, Valid, created};

pub async fn note(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<NoteRequest>,
) -> Answer<CustomerNoteAnswer> {
    created(CustomerNoteAnswer { note: salon.customers().note(&caller, &id, body).await? })
}
