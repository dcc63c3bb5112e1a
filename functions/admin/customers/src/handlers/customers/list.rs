//! Searches the customer directory.

use axum::extract::State;
use parlour::customers::{CustomerList, ListCustomersRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCustomersRequest>) -> Answer<CustomerList> {
    let (customers, meta) = salon.customers().list(&query).await?;
    paged(CustomerList { customers }, meta)
}
