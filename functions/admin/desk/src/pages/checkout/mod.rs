//! `/bookings/{id}/checkout`: what a visit comes to, taking the payment, and then its invoice.

mod bill;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::status::{Action, BookingStatus};
use parlour_booking::bookings::{Booking, Bookings};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_money::checkout::{Checkout, OpenBill};
use parlour_money::invoices::{Invoice, Invoices};
use parlour_money::pricing::{CheckoutError, Perk};
use parlour_pages::parts::{Form, Select, breadcrumb, icon, needs_script};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

use super::invoice::{paper, tools};
use super::states::payment_methods;
use super::{customers, invoice, statuses};
use crate::assets::CHECKOUT;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BookingId>,
) -> PageAnswer {
    let booking = Bookings::of(&salon).find(&id).await?.record;
    let main = if let Some(invoice) = &booking.invoice_id {
        let paid = Invoices::of(&salon).get(invoice).await?.ok_or_else(|| Refusal::not_found("The invoice"))?;
        paid_page(&asked, &booking, &paid, Billing::of(&salon).can_be_mailed(&paid).await?)
    } else if booking.status.after(Action::Complete).is_ok() {
        let (perk, refused) = match wanted(&asked.query) {
            Ok(perk) => (perk, None),
            Err(refused) => (Perk::None, Some(refused)),
        };
        let bill = Checkout::of(&salon).open_bill(&booking, &perk, caller.act.at).await?;
        open_page(&asked, &booking, &bill, &perk, refused)
    } else {
        closed_page(&asked, &booking)
    };
    Page::private(&caller, format!("Checkout {}", booking.number), main)
}

/// What the address asks to take off; named as the API names it.
fn wanted(query: &str) -> Result<Perk, CheckoutError> {
    let (mut offer, mut service, mut gems) = (None, None, None);
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()).filter(|(_, value)| !value.is_empty()) {
        match &*name {
            "offerId" => offer = Some((&*value).into()),
            "gemsRedeemedServiceId" => service = Some((&*value).into()),
            "redeemGems" => gems = Some(value == "true"),
            _ => {}
        }
    }
    Perk::wanted(offer, service, gems)
}

fn head(asked: &Asked, booking: &Booking, title: &str) -> Markup {
    let words = &asked.words;
    html! {
        (breadcrumb(words, &paths::booking(&booking.id), &booking.number))
        div.checkout-head {
            h1 { (title) }
            p.quiet {
                a href=(customers::href(booking.customer_id.as_str())) { (booking.customer_name) } " · "
                (format::near_day(words, booking.date, asked.today)) ", " (format::time(words, booking.start)) " · " (booking.branch_name)
            }
        }
    }
}

fn open_page(asked: &Asked, booking: &Booking, bill: &OpenBill, perk: &Perk, refused: Option<CheckoutError>) -> Markup {
    let fields = html! {
        div.checkout {
            div.stack {
                (lines(asked, booking))
                section.card aria-labelledby="off" {
                    h2 id="off" { (icon("tag")) "Taken off" }
                    div.stack { (offer(bill, perk)) (gems(booking, bill, perk)) }
                }
            }
            section.card.bill-card aria-labelledby="bill-title" {
                h2 id="bill-title" { "The bill" }
                (bill::bill(booking, bill, refused))
                (Select {
                    name: "paymentMethod",
                    label: "Payment method",
                    hint: None,
                    options: payment_methods(),
                    chosen: None,
                    none: Some("Choose"),
                    within: None,
                    is_required: true,
                })
                button.button.large type="submit" { "Take payment" }
            }
        }
    };
    let call = format!("POST /api/bookings/{}/complete", paths::encoded(booking.id.as_str()));
    html! {
        (head(asked, booking, "Checkout"))
        (needs_script(&asked.words))
        (Form::new("checkout", call, fields).then("reload").say("Paid. Thank you.").class("checkout-form"))
        (CHECKOUT.run())
    }
}

fn lines(asked: &Asked, booking: &Booking) -> Markup {
    html! {
        section.card aria-labelledby="lines" {
            h2 id="lines" { (icon("list")) "Services" }
            div.table-wrap tabindex="0" role="group" aria-labelledby="lines" {
                table {
                    thead { tr { th scope="col" { "Service" } th scope="col" { "Person" } th.amount scope="col" { "Price" } } }
                    tbody {
                        @for service in &booking.services {
                            tr {
                                th scope="row" { (service.name) span.fine { (format::span(&asked.words, service.duration)) } }
                                td { (service.staff_name.as_deref().unwrap_or("nobody yet")) }
                                td.amount { (service.price) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Only the offers that apply, each with what it would save.
fn offer(bill: &OpenBill, perk: &Perk) -> Markup {
    let chosen = match perk {
        Perk::Offer(id) => Some(id.as_str()),
        Perk::None | Perk::Gems(_) => None,
    };
    let text = |offer: &parlour_money::checkout::ApplicableOffer| format!("{}: saves {}", offer.name, offer.saves);
    html! {
        (Select {
            name: "offerId",
            label: "Offer",
            hint: bill.offers.is_empty().then_some("No offer applies to this visit."),
            options: bill.offers.iter().map(|offer| (offer.id.to_string(), text(offer))).collect(),
            chosen,
            none: Some("No offer"),
            within: None,
            is_required: false,
        })
    }
}

/// One line can be had for gems: the dearest, unless the desk names another. Offer and gems exclude each other.
fn gems(booking: &Booking, bill: &OpenBill, perk: &Perk) -> Markup {
    let (is_on, named) = match perk {
        Perk::Gems(service) => (true, service.as_ref()),
        Perk::None | Perk::Offer(_) => (false, None),
    };
    let can = !bill.redeemable.is_empty();
    html! {
        div.check {
            input id="redeemGems" type="checkbox" name="redeemGems" role="switch" checked[is_on && can] disabled[!can] aria-describedby="redeemGems-hint";
            div {
                label for="redeemGems" { "Use gems" }
                p.hint id="redeemGems-hint" {
                    (booking.customer_name) " has " (bill.gems) "."
                    @match bill.redeemable.as_slice() {
                        [] => " Nothing of this visit can be had for that.",
                        [only] => { " " (only.description) " for " (only.gems_required.unwrap_or_default()) "." },
                        _ => " One service can be had for them, not together with an offer.",
                    }
                }
            }
        }
        @if bill.redeemable.len() > 1 {
            div.field {
                label for="gemsRedeemedServiceId" { "Service for gems" }
                select id="gemsRedeemedServiceId" name="gemsRedeemedServiceId" disabled[!is_on] aria-describedby="gemsRedeemedServiceId-error" {
                    option value="" { "The dearest" }
                    @for line in &bill.redeemable {
                        option value=(line.item.service().map_or("", |service| service.as_str())) selected[named.is_some() && named == line.item.service()] { (line.description) ", " (line.gems_required.unwrap_or_default()) }
                    }
                }
                p.error id="gemsRedeemedServiceId-error" hidden {}
            }
        }
    }
}

fn paid_page(asked: &Asked, booking: &Booking, paid: &Invoice, can_mail: bool) -> Markup {
    html! {
        div.no-print {
            (head(asked, booking, if paid.is_void() { "Void" } else { "Paid" }))
            (needs_script(&asked.words))
            div.actions.paid-actions {
                a.ghost.button.small href="/" { "Day board" }
                a.ghost.button.small href=(invoice::href(&paid.id)) { "In billing" }
                (tools(paid, can_mail))
            }
        }
        (paper::paper(asked, paid))
    }
}

/// Nothing to pay here, and why.
fn closed_page(asked: &Asked, booking: &Booking) -> Markup {
    let why = match booking.status {
        BookingStatus::Pending => "It has to be approved before it can be paid.",
        BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed => {
            "There is no invoice for it."
        }
        BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected => "There is nothing to pay.",
    };
    html! {
        (head(asked, booking, "Checkout"))
        div.narrow.plate {
            p.lead { "This booking is " (statuses::word(booking.status).to_lowercase()) ". " (why) }
            p.actions { a.button href=(paths::booking(&booking.id)) { "See the booking" } }
        }
    }
}
