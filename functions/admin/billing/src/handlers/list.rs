//! Lists the invoices, newest first, with their totals.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, paged};
use parlour_money::billing::{Billing, InvoiceList, InvoiceListRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(request): Query<InvoiceListRequest>,
) -> Answer<InvoiceList> {
    let (list, meta) = Billing::of(&salon).list(&caller.act, &request).await?;
    paged(list, meta)
}
