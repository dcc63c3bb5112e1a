//! A report as JSON or CSV, depending on the `format` parameter, and other files.

use axum::response::{IntoResponse, Response};
use http::header;

use super::envelope::ok;
use parlour_money::reports::{CsvReport, ReportFormat};

/// `name` is the file name without its extension.
pub fn report(report: impl CsvReport, format: Option<ReportFormat>, name: &str) -> Response {
    match format {
        None | Some(ReportFormat::Json) => ok(report).into_response(),
        Some(ReportFormat::Csv) => file(CSV, &format!("{name}.csv"), report.csv().into_text()),
    }
}

/// The words in place of a file that is too long for an answer: what can be done to get it all the same.
#[derive(Clone, Copy)]
pub struct TooLong(pub &'static str);

/// The header that says where the next page of a file begins; absent at the end.
pub const NEXT_CURSOR: &str = "x-next-cursor";
pub const CSV: &str = "text/csv; charset=utf-8";

/// A file to be kept under its name.
pub fn file(media_type: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let name = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)], content).into_response()
}
