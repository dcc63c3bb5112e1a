//! Verifies the audit chain.

use axum::extract::State;
use parlour::operations::{VerifyAnswer, VerifyRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn verify(State(salon): State<Salon>, Query(request): Query<VerifyRequest>) -> Answer<VerifyAnswer> {
    ok(salon.operations().verify(&request).await?)
}
