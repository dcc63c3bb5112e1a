//! The PIN with which a manager approves at the desk of somebody else.

use maud::{Markup, html};
use parlour_pages::Asked;
use parlour_pages::parts::{Form, Input, submit};

pub fn dialog(asked: &Asked, has_pin: bool) -> Markup {
    let form = html! {
        p {
            "With it you approve a discount at checkout without signing in there. "
            @if has_pin { "You have one; a new one takes its place." } @else { "You have none yet." }
        }
        (Input::new("pin", "PIN").kind("password").required().autocomplete("new-password")
            .hint("Six digits. Five wrong ones lock it for a quarter of an hour.")
            .with("inputmode", "numeric").with("pattern", "[0-9]{6}").with("maxlength", "6")
            .wrong("Six digits, please."))
        div.actions { (submit("Save PIN")) }
    };
    let form = Form::new("pin-form", "PUT /api/me/pin", form).then("reload").say("Your PIN is set.");
    form.in_dialog(&asked.words, "pin-dialog", "My PIN")
}
