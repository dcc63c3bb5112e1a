//! Staff, filtered.

use axum::extract::State;
use parlour::paging::page_of;
use parlour::salon::Salon;
use parlour::staff::{ListStaffRequest, StaffList};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListStaffRequest>) -> Answer<StaffList> {
    let (staff, meta) = page_of(salon.staff().list(&request).await?.into_iter(), request.page, request.page_size);
    paged(StaffList { staff }, meta)
}
