//! Lists the users, newest first.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::users::{ListUsersRequest, UserList};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListUsersRequest>) -> Answer<UserList> {
    let (users, meta) = salon.users().list(&request).await?;
    paged(UserList { users }, meta)
}
