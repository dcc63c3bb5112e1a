//! Reads one lead with its notes.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_people::leads::{LeadDetailAnswer, Leads};
use parlour_storage::salon::Salon;
use parlour_values::id::LeadId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<LeadId>) -> Answer<LeadDetailAnswer> {
    ok(Leads::of(&salon).detail(&id).await?)
}
