//! An invoice as it is handed over: on the screen and, printed, on paper.

use maud::{Markup, html};
use parlour_money::invoices::{CreditNote, Invoice, InvoiceLine};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::{Asked, format, paths};
use parlour_storage::table::Stored;
use parlour_values::amount_words::amount_in_words;
use parlour_values::gems::Gems;
use parlour_values::gst::tariff_of;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::InvoiceType;
use parlour_values::states::state_tax;

/// Headed by the salon where the branch's name does not say it, as the document is.
pub fn sheet(asked: &Asked, salon: &str, invoice: &Invoice) -> Markup {
    let words = &asked.words;
    let is_session = invoice.invoice_type == InvoiceType::MembershipSession;
    let (seller, is_taxed) = (&invoice.seller, invoice.seller.gstin.is_some() && !is_session);
    html! {
        article.paper.is-void[invoice.is_void()] aria-label=(format!("Invoice {}", invoice.number)) {
            header.paper-head {
                div {
                    @if seller.name.contains(salon) {
                        p.paper-name { (seller.name) }
                    } @else {
                        p.paper-name { (salon) }
                        p { strong { (seller.name) } }
                    }
                    p.as-written { (seller.address) }
                    @if let Some(gstin) = seller.gstin.as_ref().filter(|_| !is_session) { p { "GSTIN " (gstin) ", state " (seller.state_code) } }
                }
                div {
                    p.paper-kind { @if is_session { "Session record" } @else if is_taxed { "Tax invoice" } @else { "Bill of supply" } }
                    p { (invoice.number) }
                    p { (format::full_date(words, invoice.day())) }
                    @if let Some(number) = &invoice.booking_number { p.fine { (number) } }
                }
            }
            @if invoice.is_void() { p.void-mark { "Void" } }
            @let buyer = invoice.document().customer;
            p {
                "For " @if let Some(business) = &buyer.legal_name { strong { (business) } ", " (buyer.name) } @else { strong { (buyer.name) } }
                @if let Some(phone) = &invoice.customer_phone { ", " span.phone { (phone.spaced()) } }
                @if let Some(gstin) = buyer.gstin.as_ref().filter(|_| !is_session) { ", GSTIN " (gstin) }
            }
            div.table-wrap tabindex="0" role="group" aria-label="Lines" {
                table {
                    thead { tr {
                        (Text("Service")) @if !is_session { (Text("HSN/SAC")) } (Amount("Price")) (Amount("Discount"))
                        @if is_taxed { (Amount("Taxable")) (Amount("GST")) } (Amount("Amount"))
                    } }
                    tbody { @for line in &invoice.lines { (row(line, is_taxed, is_session)) } }
                }
            }
            dl.sums {
                (sum("Subtotal", invoice.subtotal))
                @if invoice.discount > Paise::ZERO { (sum("Discount", Paise(invoice.discount.0.saturating_neg()))) }
                @if is_taxed {
                    (sum("Taxable value", invoice.taxable))
                    (sum("CGST", invoice.cgst))
                    (sum(state_tax(&seller.state_code), invoice.sgst))
                }
                @if invoice.round_off != Paise::ZERO { (sum("Round off", invoice.round_off)) }
                div.sum-total { dt { "Total" } dd { (invoice.total) } }
            }
            p.fine { (amount_in_words(Language::English, invoice.total)) }
            @if is_session { p { "Paid for with the time of the membership." } }
            @else { p { (invoice.document().payment_in_words()) "." } }
            @if invoice.gems.earned > Gems::ZERO { p.fine { "Earned with this visit: " (invoice.gems.earned) "." } }
            @if invoice.gems.spent > Gems::ZERO { p.fine { "Used: " (invoice.gems.spent) "." } }
        }
    }
}

fn row(line: &InvoiceLine, is_taxed: bool, is_session: bool) -> Markup {
    html! {
        tr {
            th scope="row" {
                (line.description)
                @if let Some(name) = &line.staff_name { span.fine { "with " (name) } }
                @if let Some(gems) = line.redeemed { span.fine { "Redeemed with " (gems) } }
                @if let Some(minutes) = line.covered { span.fine { (minutes.0) " minutes of the membership" } }
            }
            @if !is_session { td { (tariff_of(&line.sac)) " " (line.sac) } }
            td.amount { @if line.quantity > 1 { (line.quantity) " × " } (line.price) }
            td.amount { (line.discount) }
            @if is_taxed { td.amount { (line.taxable) } td.amount { (line.cgst.plus(line.sgst)) } }
            td.amount { (line.total()) }
        }
    }
}

/// A name and an amount, one under the other.
pub fn sum(name: &str, amount: Paise) -> Markup {
    html! { div { dt { (name) } dd { (amount) } } }
}

fn document_of(note: &CreditNote) -> String {
    let (invoice, id) = (paths::encoded(note.invoice_id.as_str()), paths::encoded(note.id.as_str()));
    format!("/api/billing/invoices/{invoice}/credit-notes/{id}/pdf")
}

pub fn credit_notes(asked: &Asked, notes: &[Stored<CreditNote>]) -> Markup {
    html! {
        @if !notes.is_empty() {
            section.card.credit-notes aria-labelledby="credit-notes" {
                h2 id="credit-notes" { "Credit notes" }
                ul.rows {
                    @for note in notes {
                        li {
                            div {
                                strong { (note.number) } " " span.fine { (format::moment(&asked.words, note.created_at, asked.today)) ", " (note.refund_in_words()) }
                                p.as-written { (note.reason) }
                            }
                            @if note.pdf_key.is_some() {
                                a.ghost.button.small.no-prefetch href=(document_of(note)) { "PDF" }
                            }
                            strong.amount { (note.amount) }
                        }
                    }
                }
            }
        }
    }
}
