//! Changes a lead's status or its owner.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::LeadId;
use parlour::leads::{LeadAnswer, PatchLeadRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeadId>,
    Valid(body): Valid<PatchLeadRequest>,
) -> Answer<LeadAnswer> {
    ok(LeadAnswer { lead: salon.leads().patch(&caller, &id, &body).await? })
}
