//! Keeps a picture that somebody uploads.

use axum::extract::State;
use parlour_http::{Answer, Given, Upload, ok};
use parlour_people::auth::Caller;
use parlour_pictures::{MOST_BYTES, PictureView, Pictures};
use parlour_storage::salon::Salon;

pub async fn upload(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Upload(picture): Upload<MOST_BYTES>,
) -> Answer<PictureView> {
    ok(Pictures::of(&salon).keep(&caller.act, picture).await?)
}
