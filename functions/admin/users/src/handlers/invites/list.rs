//! Lists the open invites, newest first.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_people::users::{InviteList, InviteListRequest, Users};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<InviteListRequest>) -> Answer<InviteList> {
    let (invites, meta) = Users::of(&salon).invites(&request).await?;
    paged(InviteList { invites }, meta)
}
