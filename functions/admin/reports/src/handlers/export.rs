//! A page of everything of one kind.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use parlour_http::{CSV, Given, NEXT_CURSOR, PathParam, Query, Refusal, file};
use parlour_people::auth::Caller;
use parlour_platform::exports::{ExportFormat, ExportKind, ExportRequest, Exports};
use parlour_storage::salon::Salon;

pub async fn export(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(list): PathParam<String>,
    Query(request): Query<ExportRequest>,
) -> Result<Response, Refusal> {
    let kind: ExportKind = list.parse().map_err(|_| Refusal::not_found("The export"))?;
    let page = Exports::of(&salon).page(&caller, kind, &request).await?;
    let (media_type, ending) = match request.format.unwrap_or(ExportFormat::Ndjson) {
        ExportFormat::Ndjson => ("application/x-ndjson", "ndjson"),
        ExportFormat::Csv => (CSV, "csv"),
    };
    let next = page.next.map(|cursor| [(NEXT_CURSOR, cursor.to_string())]);
    Ok((next, file(media_type, &format!("{kind}.{ending}"), page.text)).into_response())
}
