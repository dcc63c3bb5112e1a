//! Lists the leads, newest first.

use axum::extract::State;
use parlour::leads::{LeadList, ListLeadsRequest};
use parlour::paging::Room;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, listed};

pub async fn list(State(salon): State<Salon>, room: Room, Query(request): Query<ListLeadsRequest>) -> Answer<LeadList> {
    let found = salon.leads().list(&request, room).await?;
    listed(LeadList { leads: found.rows }, found.meta)
}
