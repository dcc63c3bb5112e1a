//! Reads one lead with its notes.

use axum::extract::State;
use parlour::id::LeadId;
use parlour::leads::LeadDetailAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<LeadId>) -> Answer<LeadDetailAnswer> {
    ok(salon.leads().detail(&id).await?)
}
