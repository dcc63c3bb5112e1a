//! Tags, and who has them.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{AssignRequest, CreateTagRequest, TagAnswer, TagList};
use parlour::done::Done;
use parlour::id::{TagId, UserId};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<TagList> {
    ok(TagList { tags: salon.customers().tags().await? })
}

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateTagRequest>,
) -> Answer<TagAnswer> {
    ok(TagAnswer { tag: salon.customers().create_tag(&caller.act, &body).await? })
}

pub async fn assign(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<AssignRequest>,
) -> Answer<Done> {
    salon.customers().assign(&caller, &id, &body).await?;
    ok(Done::OK)
}

pub async fn unassign(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam((id, tag)): PathParam<(UserId, TagId)>,
) -> Answer<Done> {
    salon.customers().unassign(&caller.act, &id, &tag).await?;
    ok(Done::OK)
}
