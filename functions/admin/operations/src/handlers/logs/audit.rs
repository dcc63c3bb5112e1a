//! Reads the audit log.

use axum::extract::State;
use parlour::operations::{AuditAnswer, AuditRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn audit(State(salon): State<Salon>, Query(request): Query<AuditRequest>) -> Answer<AuditAnswer> {
    ok(salon.operations().audit(&request).await?)
}
