//! Reads the audit log.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_platform::operations::{AuditAnswer, AuditRequest, Operations};
use parlour_storage::salon::Salon;

pub async fn audit(State(salon): State<Salon>, Query(request): Query<AuditRequest>) -> Answer<AuditAnswer> {
    ok(Operations::of(&salon).audit(&request).await?)
}
