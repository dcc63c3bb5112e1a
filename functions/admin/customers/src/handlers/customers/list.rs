//! Searches the customer directory.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_people::customers::{CustomerList, Customers, ListCustomersRequest};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCustomersRequest>) -> Answer<CustomerList> {
    let (customers, meta) = Customers::of(&salon).list(&query).await?;
    paged(CustomerList { customers }, meta)
}
