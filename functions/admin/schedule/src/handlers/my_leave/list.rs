//! Lists the caller's own leave requests.

use axum::extract::State;
use parlour_booking::schedule::{LeaveList, LeaveListRequest, Schedule};
use parlour_http::{Answer, Given, Query, paged};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(request): Query<LeaveListRequest>,
) -> Answer<LeaveList> {
    let (leave, meta) = Schedule::of(&salon).my_leave(&caller, &request).await?;
    paged(LeaveList { leave }, meta)
}
