//! How an invoice was paid, and taking what is still due.

use maud::{Markup, html};
use parlour_money::invoices::{Invoice, Payment};
use parlour_pages::parts::{Form, Input, in_dialog, submit};
use parlour_pages::{Asked, format};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

use super::super::states::payment_methods;
use super::call;
use crate::assets::DUE;
use crate::pages::fields::rupees;

/// Left out where it is one payment of which the paper says everything.
pub fn section(asked: &Asked, invoice: &Invoice) -> Markup {
    let says_more = |payment: &Payment| payment.tendered.is_some() || payment.reference.is_some();
    let is_plain = invoice.payments.len() <= 1 && invoice.tips.is_empty() && !invoice.is_owed();
    if is_plain && !invoice.payments.iter().any(says_more) {
        return html! {};
    }
    html! {
        section.card.payments.no-print aria-labelledby="payments" {
            h2 id="payments" { "Payments" }
            ul.rows {
                @for payment in &invoice.payments { li { (told(asked, payment)) strong.amount { (payment.amount) } } }
                @for tip in &invoice.tips {
                    li { div { "Tip for " (tip.staff_name) " " span.fine { "of what was paid" } } span.amount { (tip.amount) } }
                }
                @if invoice.is_owed() { li.owed { div { strong { "Still to pay" } } strong.amount { (invoice.due) } } }
            }
        }
    }
}

fn told(asked: &Asked, payment: &Payment) -> Markup {
    html! {
        div {
            strong { (payment.method.label()) } " "
            span.fine { (format::moment(&asked.words, payment.at, asked.today)) }
            @if let (Some(given), Some(change)) = (payment.tendered, payment.change()) {
                p.fine { "Given " (given) ", change " (change) }
            }
            @if let Some(reference) = &payment.reference { p.fine.as-written { "Reference " (reference) } }
            @if payment.refunded > Paise::ZERO { p.fine { (payment.refunded) " given back" } }
        }
    }
}

/// A button for each method that takes all that is due, and a form for anything else.
pub fn dialog(asked: &Asked, invoice: &Invoice) -> Markup {
    let post = format!("POST {}", call(invoice, "payments"));
    let whole = |method: PaymentMethod, id: &'static str| {
        let fields = html! {
            input type="hidden" name="payments.0.method" value=(method.as_str());
            input type="hidden" name="payments.0.amountPaise" data-type="number" value=(invoice.due.0);
            button.button type="submit" { (method.label()) " " (invoice.due) }
        };
        html! { (Form::new(id, post.clone(), fields).then("reload").say("The payment is taken.").class("inline")) }
    };
    let most = rupees(invoice.due);
    let other = html! {
        (Input::new("payments.0.amountPaise", "Amount in rupees").kind("number").within("pay").sent_type("rupees").required()
            .value(most.clone()).with("min", "0.01").with("max", most).with("step", "0.01").with("inputmode", "decimal"))
        (Input::choice("payments.0.method", "Payment method", payment_methods(), None).within("pay"))
        (Input::new("payments.0.tenderedPaise", "Given in cash, in rupees").kind("number").within("pay").sent_type("rupees")
            .with("min", "0.01").with("step", "0.01").with("inputmode", "decimal"))
        (Input::new("payments.0.reference", "Reference").within("pay").with("maxlength", "60"))
        div.actions { (submit("Take payment")) }
    };
    let body = html! {
        p data-owed=(invoice.id) data-paid=(invoice.payments.len()) { strong { (invoice.due) } " is still to pay." }
        div.actions.pay-whole {
            (whole(PaymentMethod::Cash, "pay-cash"))
            (whole(PaymentMethod::Upi, "pay-upi"))
            (whole(PaymentMethod::Card, "pay-card"))
        }
        details {
            summary { "Another amount, or with a reference" }
            (Form::new("pay-form", post.clone(), other).then("reload").say("The payment is taken."))
        }
        (DUE.run())
    };
    in_dialog(&asked.words, "pay", "Take payment", body)
}
