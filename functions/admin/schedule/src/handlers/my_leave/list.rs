//! Lists the caller's own leave requests.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{LeaveList, LeaveListRequest};
use parlour::web::{Answer, Query, paged};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<LeaveListRequest>,
) -> Answer<LeaveList> {
    let (leave, meta) = salon.schedule().my_leave(&caller, &request).await?;
    paged(LeaveList { leave }, meta)
}
