//! The bill as it will be. Every row is there from the start, so that the script only fills in what the API's dry run
//! answers.

use maud::{Markup, html};
use parlour_booking::bookings::Booking;
use parlour_money::checkout::OpenBill;
use parlour_money::pricing::{CheckoutError, Receipt};
use parlour_values::gems::Gems;
use parlour_values::money::Paise;

pub fn bill(booking: &Booking, bill: &OpenBill, refused: Option<CheckoutError>) -> Markup {
    let problem = refused.or(bill.receipt.as_ref().err().copied());
    html! {
        div.bill-sums id="bill" aria-live="polite" aria-atomic="true" {
            p.error id="bill-problem" hidden[problem.is_none()] { @if let Some(problem) = problem { (told(problem)) } }
            @match &bill.receipt {
                Ok(receipt) => (rows(&Shown::of(receipt, bill.state_tax))),
                // Without what was asked: the services at their price.
                Err(_) => (rows(&plain(booking, bill.state_tax))),
            }
        }
    }
}

/// A refusal as a sentence.
fn told(problem: CheckoutError) -> String {
    let text = problem.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// What the rows show of a receipt.
struct Shown {
    lines: Vec<(String, Paise)>,
    sums: [(&'static str, &'static str, Paise); 6],
    total: Paise,
    earned: Gems,
    spent: Gems,
}

impl Shown {
    fn of(receipt: &Receipt, state_tax: &'static str) -> Self {
        Self {
            lines: receipt.lines.iter().map(|line| (line.description.clone(), line.total())).collect(),
            sums: [
                ("subtotal", "Subtotal", receipt.subtotal),
                ("discount", "Offer", Paise(receipt.discount.0.saturating_neg())),
                ("taxable", "Taxable value", receipt.tax.taxable),
                ("cgst", "CGST", receipt.tax.cgst),
                ("sgst", state_tax, receipt.tax.sgst),
                ("round", "Round off", receipt.round_off),
            ],
            total: receipt.total,
            earned: receipt.gems_earned,
            spent: receipt.gems_spent,
        }
    }
}

fn plain(booking: &Booking, state_tax: &'static str) -> Shown {
    Shown {
        lines: booking.services.iter().map(|service| (service.name.clone(), service.price)).collect(),
        sums: [
            ("subtotal", "Subtotal", booking.total_amount),
            ("discount", "Offer", Paise::ZERO),
            ("taxable", "Taxable value", Paise::ZERO),
            ("cgst", "CGST", Paise::ZERO),
            ("sgst", state_tax, Paise::ZERO),
            ("round", "Round off", Paise::ZERO),
        ],
        total: booking.total_amount,
        earned: Gems::ZERO,
        spent: Gems::ZERO,
    }
}

fn rows(shown: &Shown) -> Markup {
    html! {
        ul.bill {
            @for (name, amount) in &shown.lines { li { span { (name) } span data-line { (amount) } } }
        }
        dl.sums {
            @for (key, name, amount) in &shown.sums {
                div data-sum=(key) hidden[*amount == Paise::ZERO] { dt { (name) } dd { (amount) } }
            }
            div.sum-total data-sum="total" { dt { "Total" } dd { (shown.total) } }
        }
        p.fine data-gems="spent" hidden[shown.spent == Gems::ZERO] { "Uses " strong { (shown.spent) } }
        p.fine data-gems="earned" hidden[shown.earned == Gems::ZERO] { "Earns " strong { (shown.earned) } }
    }
}
