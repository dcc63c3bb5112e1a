//! Lists the users, newest first.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_people::users::{ListUsersRequest, UserList, Users};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListUsersRequest>) -> Answer<UserList> {
    let (users, meta) = Users::of(&salon).list(&request).await?;
    paged(users, meta)
}
