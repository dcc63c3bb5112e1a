//! The bill: its lines, each of which opens its sheet, and what they come to.

use maud::{Markup, html};
use parlour_money::checkout::{BillLineKind, BillLineView, BillTotals, BillView, CoveredBy, DeskBill};
use parlour_pages::parts::opener;
use parlour_pages::{Asked, format};
use parlour_values::gems::Gems;
use parlour_values::money::Paise;
use parlour_values::states::state_tax;

use super::DeskRights;
use crate::pages::counter;

pub fn lines(asked: &Asked, bill: &DeskBill) -> Markup {
    html! {
        div id="lines" data-part {
            ul.till-lines {
                @for line in &bill.view.lines { li { (line_button(asked, line)) } }
            }
            @if !bill.view.tips.is_empty() {
                ul.till-lines.tips {
                    @for tip in &bill.view.tips {
                        li.till-tip {
                            span { "Tip for " (tip.staff_name) }
                            span.amount { (tip.amount_paise) }
                            button.ghost.close type="button" data-drop-tip=(tip.staff_id) aria-label=(format!("Remove the tip for {}", tip.staff_name)) { "×" }
                        }
                    }
                }
            }
        }
    }
}

fn line_button(asked: &Asked, line: &BillLineView) -> Markup {
    let before = line.list_paise.times(line.quantity);
    html! {
        button.till-line type="button" id=(format!("on-bill-{}", line.id)) data-line=(line.id) {
            span.till-name {
                strong { (line.name) @if line.quantity > 1 { " × " (line.quantity) } }
                span.fine { (about(asked, line)) }
                @if let Some(reason) = &line.reason { span.fine { (reason) } }
            }
            span.till-price {
                @if before > line.net_paise { s.fine { span.unseen { "instead of " } (before) } " " }
                strong.amount { (line.net_paise) }
            }
        }
    }
}

/// The person who did it and what pays for it, if that is not money.
fn about(asked: &Asked, line: &BillLineView) -> String {
    let mut facts: Vec<String> = Vec::new();
    match &line.staff_name {
        Some(name) => facts.push(name.clone()),
        None if line.kind == BillLineKind::Service => facts.push("nobody yet".to_owned()),
        None => {}
    }
    if line.kind == BillLineKind::Service {
        facts.push(format::span(&asked.words, line.duration_minutes));
    }
    match line.covered_by {
        Some(CoveredBy::Membership) => facts.push("with the membership".to_owned()),
        Some(CoveredBy::Gems) => facts.push("for gems".to_owned()),
        None => {}
    }
    facts.join(" · ")
}

pub fn tools(bill: &DeskBill) -> Markup {
    html! {
        div.actions.till-tools id="tools" data-part {
            (opener("discount", "Discount", "ghost button small"))
            (opener("tip", "Tip", "ghost button small"))
            @if bill.view.version > 0 { (opener("again", "Start again", "ghost button small")) }
        }
    }
}

/// The sums of the bill. It carries the bill itself, which the script edits.
pub fn sums(bill: &DeskBill, desk: &DeskRights) -> Markup {
    let (view, totals) = (&bill.view, &bill.view.totals);
    let data = serde_json::to_string(view).unwrap_or_default();
    html! {
        div.bill-sums id="bill" data-part data-bill=(data) {
            @if let Some(problem) = &view.problem { p.error { (sentence(problem)) } }
            dl.sums {
                @for (key, name, amount) in rows(view, state_tax(&bill.branch.state_code)) {
                    @if amount != Paise::ZERO { div data-sum=(key) { dt { (name) } dd { (amount) } } }
                }
                div.sum-total data-sum="total" { dt { "Total" } dd { (totals.total_paise) } }
                @if totals.tip_paise > Paise::ZERO {
                    div data-sum="tip" { dt { "Tip" } dd { (totals.tip_paise) } }
                    div.sum-total data-sum="due" { dt { "To pay" } dd { (to_pay(totals)) } }
                }
            }
            @if let Some(discount) = &view.discount {
                p.fine { "Discount: " (discount.reason) }
            }
            @if bill.gems_spent > Gems::ZERO { p.fine data-gems="spent" { "Uses " strong { (bill.gems_spent) } } }
            @if bill.gems_earned > Gems::ZERO { p.fine data-gems="earned" { "Earns " strong { (bill.gems_earned) } } }
            (approval(bill, desk))
        }
    }
}

/// Total and tips: what the methods' buttons carry.
pub fn to_pay(totals: &BillTotals) -> Paise {
    totals.total_paise.plus(totals.tip_paise)
}

/// From the prices of the list to the total: what is paid in another way, what the desk changed and took off, the tax inside.
fn rows(view: &BillView, state_tax: &'static str) -> [(&'static str, &'static str, Paise); 9] {
    let totals = &view.totals;
    let taken = |amount: Paise| Paise(amount.0.saturating_neg());
    let listed = |line: &BillLineView| line.list_paise.times(line.quantity);
    let covered = |by: CoveredBy| view.lines.iter().filter(|line| line.covered_by == Some(by)).map(listed).sum();
    let paid = view.lines.iter().filter(|line| line.covered_by.is_none());
    let repriced = paid.map(|line| line.price_paise.times(line.quantity).minus(listed(line))).sum();
    [
        ("subtotal", "Subtotal", totals.list_paise),
        ("membership", "By the membership", taken(covered(CoveredBy::Membership))),
        ("gems", "For gems", taken(covered(CoveredBy::Gems))),
        ("price", "Other prices", repriced),
        ("discount", "Taken off", taken(totals.discount_paise)),
        ("taxable", "Taxable value", totals.taxable_paise),
        ("cgst", "CGST", totals.cgst_paise),
        ("sgst", state_tax, totals.sgst_paise),
        ("round", "Round off", totals.round_off_paise),
    ]
}

fn approval(bill: &DeskBill, desk: &DeskRights) -> Markup {
    let approval = &bill.view.approval;
    let told = counter::off_in_words(approval.limit_bps, approval.effective_bps);
    html! {
        @if approval.needed && desk.is_manager {
            p.notice { (told) " By taking the payment you approve it." }
        } @else if approval.needed {
            div.notice.approval {
                p { (told) }
                (opener("ask", "Ask a manager", "button small"))
            }
        } @else if approval.approved_by.is_some() {
            p.fine { "A manager has approved what is taken off." }
        }
    }
}

/// A refusal as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
