//! Lists the open invites, newest first.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::users::{InviteList, InviteListRequest};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<InviteListRequest>) -> Answer<InviteList> {
    let (invites, meta) = salon.users().invites(&request).await?;
    paged(InviteList { invites }, meta)
}
