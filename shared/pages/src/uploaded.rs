//! Pictures that the salon uploaded, served by both apps on their own host.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{Uri, header};
use parlour_http::{PathParam, Refusal};
use parlour_pictures::{PictureName, Pictures, Size};
use parlour_storage::salon::Salon;

/// Named by what it is: whoever has it never needs to ask again.
const KEPT_FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// `GET /pictures/{name}?w=320|640|1280`. No other size is made, and none is guessed.
pub async fn serve(
    State(salon): State<Salon>,
    uri: Uri,
    PathParam(name): PathParam<String>,
) -> Result<Response, Refusal> {
    let nowhere = || Refusal::not_found("This picture");
    let name: PictureName = name.parse().map_err(|_| nowhere())?;
    let size = size(uri.query().unwrap_or_default()).ok_or_else(nowhere)?;
    let copy = Pictures::of(&salon).copy(&name, size).await.map_err(Refusal::internal)?.ok_or_else(nowhere)?;
    let headers = [(header::CONTENT_TYPE, name.format.media_type()), (header::CACHE_CONTROL, KEPT_FOR_GOOD)];
    Ok((headers, copy).into_response())
}

fn size(query: &str) -> Option<Size> {
    match url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "w") {
        Some((_, width)) => Size::asked(&width),
        None => Some(Size::Large),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_shown_unless_another_one_is_asked_for() {
        assert_eq!([size(""), size("v=2"), size("w=1280")], [Some(Size::Large); 3]);
        assert_eq!((size("w=320"), size("x=1&w=640")), (Some(Size::Small), Some(Size::Medium)));
        assert_eq!([size("w="), size("w=9000"), size("w")], [None; 3]);
    }
}
