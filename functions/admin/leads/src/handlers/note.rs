//! Adds a note to a lead.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::LeadId;
use parlour::leads::{LeadNoteAnswer, LeadNoteRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn note(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeadId>,
    Valid(body): Valid<LeadNoteRequest>,
) -> Answer<LeadNoteAnswer> {
    ok(LeadNoteAnswer { note: salon.leads().note(&caller, &id, body).await? })
}
