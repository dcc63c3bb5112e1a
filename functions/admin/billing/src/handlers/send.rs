//! Sends an invoice again.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::billing::Queued;
use parlour::id::InvoiceId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn send(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<InvoiceId>) -> Answer<Queued> {
    ok(salon.billing().send(&caller.act, &id).await?)
}
