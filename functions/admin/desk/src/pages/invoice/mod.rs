//! `/billing/{id}`: an invoice on paper, and what can still be done about it.

mod credit;
mod payments;
pub mod sheet;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_money::invoices::{CreditNote, Invoice};
use parlour_pages::parts::{Form, breadcrumb, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::InvoiceId;
use parlour_values::money::Paise;
use parlour_values::role::Role;

use super::customers;
use super::fields::reason;
use super::states::payment_badge;

/// Why an invoice is void, mostly.
const VOIDED: [&str; 3] = ["It was typed wrong.", "It was billed twice.", "It was somebody else's bill."];

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<InvoiceId>,
) -> PageAnswer {
    let (invoice, notes) = Billing::of(&salon).whole(&id).await?.ok_or_else(|| Refusal::not_found("The invoice"))?;
    let can_send = Billing::of(&salon).can_be_sent(&invoice).await?;
    let name = BrandingStore::of(&salon).read().await?.name;
    Page::private(&caller, invoice.number.to_string(), render(&asked, &caller, &name, &invoice, &notes, can_send))
}

fn call(invoice: &Invoice, what: &str) -> String {
    format!("/api/billing/invoices/{}/{what}", paths::encoded(invoice.id.as_str()))
}

fn render(
    asked: &Asked,
    caller: &Caller,
    salon: &str,
    invoice: &Invoice,
    notes: &[Stored<CreditNote>],
    can_send: bool,
) -> Markup {
    let is_manager = caller.user.role.satisfies(Role::Manager);
    let can_void = is_manager && !invoice.is_void() && invoice.refunded == Paise::ZERO && invoice.day() == asked.today;
    let can_credit = is_manager && !invoice.is_void() && invoice.refundable() > Paise::ZERO;
    html! {
        div.no-print {
            (breadcrumb(&asked.words, "/billing", "Billing"))
            div.toolbar {
                div.title-line { h1.number { (invoice.number) } (payment_badge(invoice.payment_status)) }
                @if invoice.is_owed() { (opener("pay", "Take payment", "button small")) }
                @if can_void { (opener("void", "Void", "ghost button small")) }
                @if can_credit { (opener("credit", "Credit note", "ghost button small")) }
                (tools(invoice, can_send))
            }
            (needs_script(&asked.words))
            (beside(asked, invoice, can_send))
        }
        (payments::section(asked, invoice))
        (sheet::sheet(asked, salon, invoice))
        (sheet::credit_notes(asked, notes))
        @if invoice.is_owed() { (payments::dialog(asked, invoice)) }
        @if can_void { (void_dialog(asked, invoice)) }
        @if can_credit { (credit::dialog(asked, invoice)) }
    }
}

/// Printing it, sending it again where there is an address, and its PDF where there is one.
pub fn tools(invoice: &Invoice, can_send: bool) -> Markup {
    let send = html! { button.ghost.button.small type="submit" { "Send again" } };
    html! {
        @if invoice.pdf_key.is_some() { a.ghost.button.small.no-prefetch href=(call(invoice, "pdf")) { "PDF" } }
        @if !invoice.is_void() && can_send {
            (Form::new("send", format!("POST {}", call(invoice, "send")), send).say("The invoice will be sent again.").class("inline"))
        }
        button.button.small type="button" data-print { "Print" }
    }
}

/// The facts that the paper does not say.
fn beside(asked: &Asked, invoice: &Invoice, can_send: bool) -> Markup {
    html! {
        p.fine.beside {
            (customers::link(invoice.customer_id.as_ref(), &invoice.customer_name))
            @if let Some(id) = &invoice.booking_id { a href=(paths::booking(id)) { (invoice.booking_number.as_deref().unwrap_or("The booking")) } }
            @if let Some(id) = &invoice.membership_id { a href=(paths::membership(id)) { "The membership" } }
            @if let Some(paid) = invoice.paid_at() { span { "Paid " (format::moment(&asked.words, paid, asked.today)) } }
            @else if invoice.is_owed() { span { "Still to pay: " strong { (invoice.due) } } }
            @if !can_send { span { "No email address to send it to." } }
            @if invoice.pdf_key.is_none() && !invoice.is_void() { span { "The PDF is being made." } }
        }
        @if let (Some(at), Some(reason)) = (invoice.voided_at, &invoice.void_reason) {
            p.notice.bad { "Void since " (format::moment(&asked.words, at, asked.today)) ": " (reason) }
        }
    }
}

/// The customer and the invoice that a dialog is about.
fn about(asked: &Asked, invoice: &Invoice) -> Markup {
    html! {
        p.ask-about {
            strong { (invoice.customer_name) } ", " (invoice.number) ", " (format::moment(&asked.words, invoice.issued_at, asked.today))
            ", " span.amount { (invoice.total) }
        }
    }
}

fn void_dialog(asked: &Asked, invoice: &Invoice) -> Markup {
    let fields = html! {
        (about(asked, invoice))
        p { "The number stays, the amount becomes nothing: gems, offer, visit, minutes and what was due are as if it had not been. What was paid is given back. A visit can be completed again. Possible on the day itself only." }
        (reason("reason", "void", &VOIDED, None))
        div.actions { (submit("Void")) }
    };
    Form::new("void-form", format!("POST {}", call(invoice, "void")), fields)
        .then("reload")
        .say("The invoice is void.")
        .in_dialog(&asked.words, "void", "Void this invoice")
}
