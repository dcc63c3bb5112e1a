//! Cash that somebody puts in or takes out by hand.

use maud::{Markup, html};
use parlour_money::drawer::HandKind;
use parlour_pages::Asked;
use parlour_pages::parts::{Dialog, Form, Input, Select, submit};
use parlour_setup::branches::Branch;

use super::{amount, movement_word};
use crate::pages::fields::choice;

const CALL: &str = "POST /api/drawer/movements";

pub fn money_in(asked: &Asked, branch: &Branch) -> Markup {
    let fields = html! {
        input type="hidden" name="branchId" value=(branch.id);
        input type="hidden" name="kind" value=(HandKind::In);
        (amount("amountPaise", "Amount in rupees", "in", "0.01"))
        (reason("in", "Such as change from the bank."))
        div.actions { (submit("Put in")) }
    };
    let form = Form::new("in-form", CALL, fields).then("reload").say("Noted.");
    html! { (Dialog { id: "money-in", title: "Money in", close: &asked.words.close(), body: html! { (form) } }) }
}

pub fn money_out(asked: &Asked, branch: &Branch) -> Markup {
    let kinds = [HandKind::Out, HandKind::Bank, HandKind::TipPaid];
    let kinds = kinds.map(|kind| (kind.to_string(), movement_word(kind.into()).to_owned()));
    let fields = html! {
        input type="hidden" name="branchId" value=(branch.id);
        (Select { within: Some("out"), ..choice("kind", "What for", kinds, Some(HandKind::Out.as_str())) })
        (amount("amountPaise", "Amount in rupees", "out", "0.01"))
        (reason("out", "Such as milk for tea, or whose tip."))
        div.actions { (submit("Take out")) }
    };
    let form = Form::new("out-form", CALL, fields).then("reload").say("Noted.");
    html! { (Dialog { id: "money-out", title: "Money out", close: &asked.words.close(), body: html! { (form) } }) }
}

fn reason<'a>(within: &'a str, hint: &'a str) -> Input<'a> {
    super::note(within, hint).required()
}
