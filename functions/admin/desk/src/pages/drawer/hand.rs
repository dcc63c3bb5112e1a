//! Cash that somebody puts in or takes out by hand.

use maud::{Markup, html};
use parlour_money::drawer::HandKind;
use parlour_pages::Asked;
use parlour_pages::parts::{Form, Input, submit};
use parlour_setup::branches::Branch;

use super::{amount, movement_word};

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
    form.in_dialog(&asked.words, "money-in", "Money in")
}

pub fn money_out(asked: &Asked, branch: &Branch) -> Markup {
    let kinds = [HandKind::Out, HandKind::Bank, HandKind::TipPaid];
    let kinds = kinds.map(|kind| (kind.to_string(), movement_word(kind.into()).to_owned()));
    let fields = html! {
        input type="hidden" name="branchId" value=(branch.id);
        (Input::choice("kind", "What for", kinds, Some(HandKind::Out.as_str())).within("out"))
        (amount("amountPaise", "Amount in rupees", "out", "0.01"))
        (reason("out", "Such as milk for tea, or whose tip."))
        div.actions { (submit("Take out")) }
    };
    let form = Form::new("out-form", CALL, fields).then("reload").say("Noted.");
    form.in_dialog(&asked.words, "money-out", "Money out")
}

fn reason<'a>(within: &'a str, hint: &'a str) -> Input<'a> {
    super::note(within, hint).required()
}
