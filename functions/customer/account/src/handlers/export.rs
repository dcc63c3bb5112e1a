//! Everything that is held about the caller, as a file.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Given, Refusal, file};
use parlour_people::auth::Caller;
use parlour_platform::own_data::OwnData;
use parlour_storage::salon::Salon;

pub async fn export(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Result<Response, Refusal> {
    let archive = OwnData::of(&salon).archive(&caller).await?;
    Ok(file("application/zip", "my-data.zip", archive))
}
