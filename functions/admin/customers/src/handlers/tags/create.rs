//! Creates a tag.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CreateTagRequest, Customers, TagAnswer};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateTagRequest>,
) -> Answer<TagAnswer> {
    ok(TagAnswer { tag: Customers::of(&salon).create_tag(&caller.act, &body).await? })
}
