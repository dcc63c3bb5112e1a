//! Changes a lead's status or its owner.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::leads::{LeadAnswer, Leads, PatchLeadRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::LeadId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeadId>,
    Valid(body): Valid<PatchLeadRequest>,
) -> Answer<LeadAnswer> {
    ok(LeadAnswer { lead: Leads::of(&salon).patch(&caller, &id, &body).await? })
}
