//! `?dryRun=true`: every admin write and every customer booking write says what it would answer, and does nothing.
//!
//! The gate calls the route's handler with a salon that cannot write or send ([`Salon::dry_run`]), so no handler knows of
//! it. What that salon draws is marked, and whatever carries the mark is `null` in the answer.
//!
//! [`Salon::dry_run`]: parlour_storage::salon::Salon::dry_run

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use futures::future::BoxFuture;
use http::{HeaderValue, Uri};
use http_body_util::BodyExt as _;
use serde_json::Value;

use super::errors::Refusal;
use parlour_storage::salon::Salon;
use parlour_values::dry_run::DryRunMark;

pub(super) const PARAMETER: &str = "dryRun";

/// Calls a route's handler with another salon than the router's own.
pub(super) type Call = Arc<dyn Fn(Request, Salon) -> BoxFuture<'static, Response> + Send + Sync>;

/// Whether the request asks for a dry run.
pub(super) fn asked(uri: &Uri) -> Result<bool, Refusal> {
    let query = uri.query().unwrap_or_default();
    let mut given = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == PARAMETER);
    let answer = match given.next() {
        None => return Ok(false),
        Some((_, value)) if value == "true" => true,
        Some((_, value)) if value == "false" => false,
        Some(_) => return Err(Refusal::invalid_field(PARAMETER, "must be true or false")),
    };
    match given.next() {
        None => Ok(answer),
        Some(_) => Err(Refusal::invalid_field(PARAMETER, "must be given once")),
    }
}

const HEADER: &str = "dry-run";

/// Says in the response that nothing was done.
pub(super) fn said(mut response: Response) -> Response {
    response.headers_mut().insert(HEADER, HeaderValue::from_static("true"));
    response
}

/// Whether this is the response of a dry run.
pub(super) fn is_one(response: &Response) -> bool {
    response.headers().contains_key(HEADER)
}

/// The response with `null` for whatever was only drawn for the dry run.
pub(super) async fn blanked(mut response: Response, mark: &DryRunMark) -> Response {
    if let Some(refusal) = response.extensions_mut().get_mut::<Refusal>() {
        if let Some(details) = &mut refusal.details {
            mark.blank(details);
        }
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(collected) = body.collect().await else {
        return Refusal::internal("the body of a dry run broke off").into_response();
    };
    match serde_json::from_slice::<Value>(&collected.to_bytes()) {
        Ok(mut value) => {
            mark.blank(&mut value);
            Response::from_parts(parts, Body::from(value.to_string()))
        }
        Err(error) => Refusal::internal(format!("the answer of a dry run is not JSON: {error}")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_true_and_false_are_values_and_only_once() {
        let asked = |query: &str| asked(&format!("/api/x?{query}").parse().unwrap());
        assert!(matches!(asked("dryRun=true&x=1"), Ok(true)));
        assert!(matches!(asked("dryRun=false"), Ok(false)));
        assert!(matches!(asked("dryrun=true"), Ok(false)), "names are told apart by case, like all others");
        for query in ["dryRun", "dryRun=", "dryRun=TRUE", "dryRun=1", "dryRun=true&dryRun=true", "dryRun=true&dryRun="]
        {
            assert!(asked(query).is_err(), "{query}");
        }
    }
}
