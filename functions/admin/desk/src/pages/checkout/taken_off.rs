//! Possible deductions: minutes of a membership, an offer, gems. Each choice is an edit of the bill.

use maud::{Markup, html};
use parlour_money::checkout::{DeskBill, MembershipOption, ServiceForGems};
use parlour_pages::parts::icon;
use parlour_pages::{Asked, format};
use parlour_values::time::Minutes;

const NOT_ANY_MORE: &str = "The membership of this bill cannot be used any more.";

pub fn card(asked: &Asked, bill: &DeskBill) -> Markup {
    html! {
        section.card aria-labelledby="off-title" {
            h2 id="off-title" { (icon("tag")) "Membership, offers, gems" }
            div.stack id="off" data-part {
                @if let Some(membership) = &bill.view.can.membership { (uses(asked, bill, membership)) }
                @else if bill.view.use_membership { (uses_no_more()) }
                (offer(bill))
                (gems(bill))
            }
        }
    }
}

fn uses(asked: &Asked, bill: &DeskBill, membership: &MembershipOption) -> Markup {
    let span = |minutes: Minutes| format::span(&asked.words, minutes);
    let covers = membership.minutes > Minutes(0);
    html! {
        div.check {
            input id="useMembership" type="checkbox" role="switch" data-bill-switch="membership"
                checked[bill.view.use_membership] disabled[!covers && !bill.view.use_membership] aria-describedby="useMembership-hint";
            div {
                label for="useMembership" { "Use membership" }
                p.hint id="useMembership-hint" {
                    @if bill.uses_former_membership { (NOT_ANY_MORE) " Switch it off and on to use the one of today: " }
                    (membership.tier_name) ", " (span(membership.remaining_minutes)) " left"
                    @if covers { ": use " (membership.minutes.0) " min" } @else { ". It covers nothing of this visit." }
                }
            }
        }
    }
}

/// The membership that the bill uses has ended since: it stays to be seen, and to be taken off.
fn uses_no_more() -> Markup {
    html! {
        div.check {
            input id="useMembership" type="checkbox" role="switch" data-bill-switch="membership" checked
                aria-describedby="useMembership-hint";
            div {
                label for="useMembership" { "Use membership" }
                p.hint id="useMembership-hint" { (NOT_ANY_MORE) }
            }
        }
    }
}

/// Only the offers that apply, each with what it would save.
fn offer(bill: &DeskBill) -> Markup {
    let (view, offers) = (&bill.view, &bill.view.can.offers);
    // One that applied when it was chosen stays to be seen, and to be taken off.
    let gone = view.offer_id.as_ref().filter(|id| offers.iter().all(|offer| offer.id != **id));
    html! {
        div.field {
            label for="offerId" { "Offer" }
            @if offers.is_empty() { p.hint id="offerId-hint" { "No offer applies to this visit." } }
            select id="offerId" data-bill-offer aria-describedby=[offers.is_empty().then_some("offerId-hint")] {
                option value="" { "No offer" }
                @if let Some(id) = gone { option value=(id) selected { "The chosen offer" } }
                @for offer in offers {
                    option value=(offer.id) selected[view.offer_id.as_ref() == Some(&offer.id)] { (offer.name) ": saves " (offer.saves_paise) }
                }
            }
        }
    }
}

/// One line can be had for gems: the dearest, unless the desk names another. Offer and gems exclude each other.
fn gems(bill: &DeskBill) -> Markup {
    let (view, redeemed) = (&bill.view, bill.view.gems_redeemed_service_id.as_ref());
    let can = !bill.redeemable.is_empty();
    let text = |service: &ServiceForGems| format!("{}, {}", service.name, service.gems);
    html! {
        div.check {
            input id="redeemGems" type="checkbox" role="switch" data-bill-switch="gems"
                checked[redeemed.is_some()] disabled[!can && redeemed.is_none()] aria-describedby="redeemGems-hint";
            div {
                label for="redeemGems" { "Use gems" }
                p.hint id="redeemGems-hint" {
                    (bill.booking.customer_name) " has " (view.can.gems.balance) "."
                    @match bill.redeemable.as_slice() {
                        [] => " Nothing of this visit can be had for that.",
                        [only] => { " " (only.name) " for " (only.gems) "." },
                        _ => " One service can be had for them, not together with an offer.",
                    }
                }
            }
        }
        @if bill.redeemable.len() > 1 {
            div.field hidden[redeemed.is_none()] {
                label for="gemsRedeemedServiceId" { "Service for gems" }
                select id="gemsRedeemedServiceId" data-bill-gems {
                    @for service in &bill.redeemable {
                        option value=(service.id) selected[redeemed == Some(&service.id)] { (text(service)) }
                    }
                }
            }
        }
    }
}
