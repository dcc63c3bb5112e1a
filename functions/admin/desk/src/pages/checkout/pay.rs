//! Taking the payment, and asking a manager where too much is taken off for the desk alone.

use maud::{Markup, Render as _, html};
use parlour_money::checkout::DeskBill;
use parlour_pages::Asked;
use parlour_pages::parts::{Form, opener};
use parlour_values::money::Paise;

use super::bill::to_pay;
use super::{DeskRights, call};
use crate::pages::booking::about;
use crate::pages::counter::{self, Calls};

pub fn ways(calls: &Calls, bill: &DeskBill, desk: &DeskRights, upi_id: Option<&str>) -> Markup {
    let amount = to_pay(&bill.view.totals);
    let fields = html! {
        // The method of the button that is pressed; none where there is nothing to pay.
        input type="hidden" name="paymentMethod";
        div id="methods" data-part { (counter::methods(amount, "Complete")) }
        (counter::cash_given())
    };
    html! {
        (Form::new("pay", calls.pay.clone(), fields).then(calls.then).say(calls.said).class("pay"))
        @if upi_id.is_some() {
            details.given data-upi-box {
                summary { "UPI code to scan" }
                (counter::upi_code("pay-upi", upi_id))
            }
        }
        div.actions.ways id="ways" data-part {
            @if amount > Paise::ZERO {
                (opener("split", "Split", "ghost button small"))
                @if desk.is_manager { (opener("due", "Leave due", "ghost button small")) }
            }
        }
    }
}

/// There only where it is needed, so it comes and goes with the bill.
pub fn ask(asked: &Asked, bill: &DeskBill, desk: &DeskRights) -> Markup {
    let approval = &bill.view.approval;
    html! {
        div id="ask-part" data-part {
            @if approval.needed && !desk.is_manager {
                (counter::ask(
                    asked,
                    &about(asked, &bill.booking),
                    &counter::off_in_words(approval.limit_bps, approval.effective_bps),
                    &desk.approvers,
                    |fields| Form::new("ask-form", call("POST", &bill.booking, "/bill/approve"), fields).render(),
                ))
            }
        }
    }
}
