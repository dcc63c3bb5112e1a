//! Ends marketing mail from a link in it, without a sign-in. Mail programs post by themselves (RFC 8058); those that
//! only follow links are led to the page.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour_http::{Answer, Given, PathParam, Refusal, ok};
use parlour_platform::notifications::{MarketingEnded, Notifications, UnsubscribeError};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

pub async fn end_marketing(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    PathParam(token): PathParam<String>,
) -> Answer<MarketingEnded> {
    ok(Notifications::of(&salon).end_marketing(&act, &token).await?)
}

/// Links are followed by programs that look for harm, too: only the page's button ends anything.
pub async fn to_page(PathParam(token): PathParam<String>) -> Result<Response, Refusal> {
    let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    if !is_plain {
        return Err(UnsubscribeError::WrongToken.into());
    }
    Ok((StatusCode::FOUND, [(header::LOCATION, format!("/unsubscribe/{token}"))]).into_response())
}
