//! A report as JSON or CSV, depending on the `format` parameter.

use axum::response::{IntoResponse, Response};
use http::header;

use super::envelope::ok;
use parlour_money::reports::{Format, Report};

/// `name` is the file name without its extension.
pub fn report(report: impl Report, format: Option<Format>, name: &str) -> Response {
    match format {
        None | Some(Format::Json) => ok(report).into_response(),
        Some(Format::Csv) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
                (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")),
            ];
            (headers, report.csv().into_text()).into_response()
        }
    }
}
