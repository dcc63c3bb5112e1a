//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::billing::{
    CreditNoteRequest, DayTakings, DayTakingsRequest, InvoiceList, InvoiceListRequest, Queued, VoidRequest,
};
use parlour::invoices::{CreditNoteAnswer, InvoiceDetailAnswer};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{credit::credit, day::day, detail::detail, list::list, pdf::pdf, send::send, void::void};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/billing/invoices",
            list,
            role(Role::Receptionist, "Invoices, newest first").asks::<InvoiceListRequest>().answers::<InvoiceList>(),
        )
        .get(
            "/api/billing/invoices/{id}",
            detail,
            role(Role::Receptionist, "An invoice with its credit notes").answers::<InvoiceDetailAnswer>(),
        )
        .get("/api/billing/invoices/{id}/pdf", pdf, role(Role::Receptionist, "Redirect to the document"))
        .post(
            "/api/billing/invoices/{id}/send",
            send,
            role(Role::Receptionist, "Send an invoice again").idempotent().answers::<Queued>(),
        )
        .post(
            "/api/billing/invoices/{id}/void",
            void,
            role(Role::Manager, "Void an invoice of today")
                .idempotent()
                .takes::<VoidRequest>()
                .answers::<InvoiceDetailAnswer>(),
        )
        .post(
            "/api/billing/invoices/{id}/credit-notes",
            credit,
            role(Role::Manager, "Refund with a credit note")
                .idempotent()
                .takes::<CreditNoteRequest>()
                .creates::<CreditNoteAnswer>(),
        )
        .get(
            "/api/billing/day",
            day,
            role(Role::Receptionist, "The takings of a day").asks::<DayTakingsRequest>().answers::<DayTakings>(),
        )
}
