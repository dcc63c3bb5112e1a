//! Says that sign-in is up.

use parlour_http::PlainJson;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct Okay {
    ok: bool,
}

pub async fn okay() -> PlainJson<Okay> {
    PlainJson::of(Okay { ok: true })
}
