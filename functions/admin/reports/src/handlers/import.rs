//! Takes rows of one kind in.

use axum::extract::State;
use parlour_http::{Answer, Given, ValidUpTo, ok};
use parlour_people::auth::Caller;
use parlour_platform::imports::{ImportAnswer, ImportRows, Imports, MOST_BYTES};
use parlour_storage::salon::Salon;
use parlour_values::input::Body;

pub async fn import<R: Body + Into<ImportRows>>(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    ValidUpTo(request): ValidUpTo<MOST_BYTES, R>,
) -> Answer<ImportAnswer> {
    ok(Imports::of(&salon).import(&caller, request.into()).await?)
}
