//! A month's papers for the portal of GST, or for Tally.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, TooLong, file};
use parlour_money::reports::{Gstr1Request, Reports, TaxFileFormat};
use parlour_storage::salon::Salon;

pub async fn gstr1(State(salon): State<Salon>, Query(request): Query<Gstr1Request>) -> Result<Response, Refusal> {
    let made = Reports::of(&salon).tax_file(&request).await?;
    let mut file = file(made.media_type, &made.name, made.content);
    file.extensions_mut().insert(otherwise(request.format));
    Ok(file)
}

/// How a month that is too long for an answer is had. A return is one file, whatever its length.
const fn otherwise(format: Option<TaxFileFormat>) -> TooLong {
    match format {
        Some(TaxFileFormat::Tally) => TooLong(
            "This month has too many vouchers for one answer. Please ask for some of its days at a time with from and to, or \
             take it compressed (accept-encoding: gzip).",
        ),
        Some(TaxFileFormat::Json) | None => TooLong(
            "This return is too long for one answer. Please take it compressed (accept-encoding: gzip), and where branches \
             have different GSTINs, one gstin at a time.",
        ),
    }
}
