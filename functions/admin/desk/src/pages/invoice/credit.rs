//! Writing a credit note: how much, of which payments, of which lines, and what goes back on the shelf.

use maud::{Markup, html};
use parlour_money::invoices::{Invoice, InvoiceLine, LineKind, Payment};
use parlour_pages::Asked;
use parlour_pages::parts::{Form, Input, in_dialog, submit};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

use super::{about, call};
use crate::assets::CREDIT;
use crate::pages::fields::{reason, rupees};

/// Why money is given back, mostly.
const OFTEN: [&str; 3] = ["A service fell short.", "A product came back.", "It was billed twice."];

pub fn dialog(asked: &Asked, invoice: &Invoice) -> Markup {
    let most = rupees(invoice.refundable());
    let lines: Vec<&InvoiceLine> = invoice.lines.iter().filter(|line| line.remaining().total() > Paise::ZERO).collect();
    let products: Vec<&InvoiceLine> =
        invoice.lines.iter().filter(|line| line.kind() == LineKind::Product && pieces_left(line) > 0).collect();
    let fields = html! {
        (about(asked, invoice))
        p { "At most " strong { (invoice.refundable()) } " can be given back. The note has a number of its own." }
        @if invoice.is_owed() { p.notice { strong { (invoice.due) } " is still to pay: that falls first, only the rest goes back." } }
        (Input::new("amountPaise", "Amount in rupees").kind("number").within("credit").sent_type("rupees").required()
            .value(most.clone()).with("min", "0.01").with("max", most).with("step", "0.01").with("inputmode", "decimal"))
        (refunds(invoice))
        @if lines.len() > 1 { (lines_of(&lines)) }
        @if !products.is_empty() { (shelf(&products)) }
        (reason("reason", "credit", &OFTEN, None))
        div.actions { (submit("Credit note")) }
    };
    let call = format!("POST {}", call(invoice, "credit-notes"));
    let body = html! {
        div data-due=(invoice.due.0) {
            (Form::new("credit-form", call, fields).then("reload").say("The credit note is written."))
        }
        (CREDIT.run())
    };
    in_dialog(&asked.words, "credit", "Write a credit note", body)
}

fn pieces_left(line: &InvoiceLine) -> u32 {
    line.quantity.saturating_sub(line.restocked)
}

/// A row of the form: sent only where it says something, under a number that the script gives it.
fn row(list: &str, place: usize, id_name: &str, id: &str, rest: &Markup) -> Markup {
    html! {
        div.credit-row data-row=(list) {
            input type="hidden" name=(format!("{list}-{place}-id")) data-part=(id_name) data-as="" value=(id);
            (rest)
        }
    }
}

/// An amount or a number of pieces in a row.
struct RowInput<'a> {
    list: &'a str,
    place: usize,
    part: &'a str,
    kind: &'a str,
    value: Option<String>,
    most: String,
    step: &'a str,
    most_paise: Option<i64>,
}

impl RowInput<'_> {
    fn control(&self, label: &str) -> Markup {
        let id = format!("credit-{}-{}", self.list, self.place);
        html! {
            label for=(id) { (label) }
            input id=(id) name=(format!("{}-{}", self.list, self.place)) type="number" inputmode="decimal" min="0"
                max=(self.most) step=(self.step) value=[self.value.as_deref()] data-amount data-part=(self.part)
                data-type=(self.kind) data-as="" data-most=[self.most_paise] aria-describedby=(format!("{id}-error"));
            p.error id=(format!("{id}-error")) hidden {}
        }
    }
}

/// Spread over the payments by what is left of each, as long as nobody says otherwise.
fn refunds(invoice: &Invoice) -> Markup {
    let left: Vec<Paise> = invoice.payments.iter().map(Payment::refundable).collect();
    let shares = invoice.refundable().minus(invoice.due).max(Paise::ZERO).spread(&left, &left);
    html! {
        fieldset.credit-rows {
            legend { "Given back" }
            input type="hidden" name="refunds" data-list;
            @for (place, (payment, share)) in invoice.payments.iter().zip(shares).enumerate() {
                (row("refunds", place, "paymentId", payment.id.as_str(), &refund(place, payment, share)))
            }
            @if invoice.payments.is_empty() { p.fine { "Nothing was paid." } }
        }
    }
}

fn refund(place: usize, payment: &Payment, share: Paise) -> Markup {
    let input = RowInput {
        list: "refunds",
        place,
        part: "amountPaise",
        kind: "rupees",
        value: (share > Paise::ZERO).then(|| rupees(share)),
        most: rupees(payment.refundable()),
        step: "0.01",
        most_paise: Some(payment.refundable().0),
    };
    let by = format!("credit-method-{place}");
    html! {
        (input.control(&format!("{} {}", payment.method.label(), payment.amount)))
        select id=(by) aria-label=(format!("How {} goes back", payment.method.label())) name=(format!("refunds-{place}-method")) data-part="method" data-as="" {
            @for method in PaymentMethod::ALL {
                option value=(method.as_str()) selected[*method == payment.method] { "by " (method.label()) }
            }
        }
    }
}

fn lines_of(lines: &[&InvoiceLine]) -> Markup {
    html! {
        details {
            summary { "Only some lines" }
            fieldset.credit-rows {
                legend { "Given back of each line" }
                @for (place, line) in lines.iter().enumerate() {
                    @let left = line.remaining().total();
                    @let input = RowInput {
                        list: "lines",
                        place,
                        part: "amountPaise",
                        kind: "rupees",
                        value: None,
                        most: rupees(left),
                        step: "0.01",
                        most_paise: None,
                    };
                    (row("lines", place, "lineId", line.id.as_str(), &input.control(&format!("{}, at most {left}", line.description))))
                }
            }
        }
    }
}

fn shelf(lines: &[&InvoiceLine]) -> Markup {
    html! {
        fieldset.credit-rows {
            legend { "Back on the shelf" }
            @for (place, line) in lines.iter().enumerate() {
                @let input = RowInput {
                    list: "restock",
                    place,
                    part: "quantity",
                    kind: "number",
                    value: None,
                    most: pieces_left(line).to_string(),
                    step: "1",
                    most_paise: None,
                };
                (row("restock", place, "lineId", line.id.as_str(), &input.control(&format!("{}, at most {}", line.description, pieces_left(line)))))
            }
        }
    }
}
