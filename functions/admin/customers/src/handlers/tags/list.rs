//! Lists the tags.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_people::customers::{Customers, TagList};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<TagList> {
    ok(TagList { tags: Customers::of(&salon).tags().await? })
}
