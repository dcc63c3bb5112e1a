//! Lists the invoices, newest first, with their totals.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::billing::{InvoiceList, InvoiceListRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<InvoiceListRequest>,
) -> Answer<InvoiceList> {
    let (list, meta) = salon.billing().list(&caller.act, &request).await?;
    paged(list, meta)
}
