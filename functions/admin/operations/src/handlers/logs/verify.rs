//! Verifies the audit chain.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_platform::operations::{Operations, VerifyAnswer, VerifyRequest};
use parlour_storage::salon::Salon;

pub async fn verify(State(salon): State<Salon>, Query(request): Query<VerifyRequest>) -> Answer<VerifyAnswer> {
    ok(Operations::of(&salon).verify(&request).await?)
}
