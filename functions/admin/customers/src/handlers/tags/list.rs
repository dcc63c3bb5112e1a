//! Lists the tags.

use axum::extract::State;
use parlour::customers::TagList;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<TagList> {
    ok(TagList { tags: salon.customers().tags().await? })
}
