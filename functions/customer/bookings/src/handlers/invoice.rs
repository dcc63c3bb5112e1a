//! What the customer was charged for a visit.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::BookingId;
use parlour::invoices::{InvoiceAnswer, InvoiceView};
use parlour::salon::Salon;
use parlour::settings::App;
use parlour::web::{Answer, PathParam, Refusal, ok};

pub async fn invoice(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Answer<InvoiceAnswer> {
    let found = salon.invoices().of_booking(&caller.user.id, &id).await?;
    let invoice = found.ok_or_else(|| Refusal::not_found("The invoice"))?;
    ok(InvoiceAnswer { invoice: InvoiceView::new(&invoice, App::Customer, &caller.act) })
}
