//! Lists the staff members.

use axum::extract::State;
use parlour_booking::employment::Employment;
use parlour_http::{Answer, Query, paged};
use parlour_people::staff::{ListStaffRequest, StaffList};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListStaffRequest>) -> Answer<StaffList> {
    let (staff, meta) = Employment::of(&salon).list(&request).await?;
    paged(StaffList { staff }, meta)
}
