//! Lists the staff members.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::staff::{ListStaffRequest, StaffList};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListStaffRequest>) -> Answer<StaffList> {
    let (staff, meta) = salon.staff().list(&request).await?;
    paged(StaffList { staff }, meta)
}
