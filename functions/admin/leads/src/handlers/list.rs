//! Lists the leads, newest first.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, listed};
use parlour_people::leads::{LeadList, Leads, ListLeadsRequest};
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(size_limit): Given<SizeLimit>,
    Query(request): Query<ListLeadsRequest>,
) -> Answer<LeadList> {
    let found = Leads::of(&salon).list(&request, size_limit).await?;
    listed(LeadList { leads: found.rows }, found.meta)
}
