//! Adds a note to a lead.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::leads::{LeadNoteAnswer, LeadNoteRequest, Leads};
use parlour_storage::salon::Salon;
use parlour_values::id::LeadId;

pub async fn note(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeadId>,
    Valid(body): Valid<LeadNoteRequest>,
) -> Answer<LeadNoteAnswer> {
    ok(LeadNoteAnswer { note: Leads::of(&salon).note(&caller, &id, body).await? })
}
