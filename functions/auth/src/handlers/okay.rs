//! Says that sign-in is up.

use parlour::web::Bare;
use serde::Serialize;

#[derive(Serialize)]
pub struct Okay {
    ok: bool,
}

pub async fn okay() -> Bare<Okay> {
    Bare::of(Okay { ok: true })
}
