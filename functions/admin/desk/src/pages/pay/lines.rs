//! The lines of a person's pay, on their own page and on the manager's.

use maud::{Markup, html};
use parlour_money::pay::{PayLine, PayLineKind};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::ListTable;
use parlour_pages::{Asked, format, paths};
use parlour_values::money::Paise;

/// Whether numbers of invoices lead to them: not everybody who earns may read invoices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceLinks {
    Followed,
    Told,
}

pub fn figures(commission: Paise, tips: Paise, adjustments: Paise, total: Paise) -> Markup {
    let figure = |name: &str, amount: Paise, is_main: bool| {
        html! { div.figure.main-figure[is_main] { dt.fine { (name) } dd { strong { (amount) } } } }
    };
    html! {
        dl.figures {
            (figure("To pay", total, true))
            (figure("Commission", commission, false))
            (figure("Tips", tips, false))
            (figure("Adjustments", adjustments, false))
        }
    }
}

/// By time, what is of the whole month last.
pub fn lines(asked: &Asked, lines: &[PayLine], links: InvoiceLinks) -> Markup {
    html! {
        @if lines.is_empty() {
            p.quiet { "Nothing was earned in this month." }
        } @else {
            (ListTable::new(&[Text("For"), Amount("Amount"), Amount("Counted on"), Amount("Rate"), Text("When"),
                Text("Invoice")],
                html! { @for line in lines { (row(asked, line, links)) } }).labelled("Lines"))
        }
    }
}

fn row(asked: &Asked, line: &PayLine, links: InvoiceLinks) -> Markup {
    html! {
        tr {
            th scope="row" { (line.name) span.fine { (told(line)) } }
            td.amount { (line.amount_paise) }
            td.amount { @if let Some(base) = line.base_paise { (base) } }
            td.amount { @if let Some(bps) = line.bps { (percent(bps)) } }
            td.nowrap { @if let Some(at) = line.at { (format::moment(&asked.words, at, asked.today)) } @else { "The month" } }
            td.nowrap {
                @match (&line.invoice_id, &line.invoice_number) {
                    (Some(id), Some(number)) if links == InvoiceLinks::Followed => { a href=(paths::invoice(id)) { (number) } }
                    (_, Some(number)) => { (number) }
                    _ => {}
                }
            }
        }
    }
}

/// `12.5 %` of 1250.
pub fn percent(bps: u32) -> String {
    let (whole, part) = (bps / 100, bps % 100);
    match (part, part % 10) {
        (0, _) => format!("{whole} %"),
        (_, 0) => format!("{whole}.{} %", part / 10),
        _ => format!("{whole}.{part:02} %"),
    }
}

fn told(line: &PayLine) -> &'static str {
    match (line.kind, line.taken_back, line.credit_note_id.is_some()) {
        (_, true, true) => "Taken back by a credit note",
        (_, true, false) => "Taken back: the invoice is void",
        (PayLineKind::Service, false, _) => "Service",
        (PayLineKind::Product, false, _) => "Product",
        (PayLineKind::Session, false, _) => "Session of a membership",
        (PayLineKind::Tip, false, _) => "From the customer",
        (PayLineKind::Tiers, false, _) => "What the month earned beyond the usual rate",
        (PayLineKind::Adjustment, false, _) => "Adjustment",
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_rate_is_told_in_percent_without_idle_zeros() {
        let told: Vec<String> = [0, 1000, 1250, 1205].into_iter().map(percent).collect();
        assert_eq!(told, ["0 %", "10 %", "12.5 %", "12.05 %"]);
    }
}
