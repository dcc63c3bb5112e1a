//! Creates a tag.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{CreateTagRequest, TagAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateTagRequest>,
) -> Answer<TagAnswer> {
    ok(TagAnswer { tag: salon.customers().create_tag(&caller.act, &body).await? })
}
