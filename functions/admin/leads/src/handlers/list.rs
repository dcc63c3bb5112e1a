//! Lists the leads, newest first.

use axum::extract::State;
use parlour::leads::{LeadList, ListLeadsRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListLeadsRequest>) -> Answer<LeadList> {
    ok(LeadList { leads: salon.leads().list(request.status).await? })
}
