//! Erasing the person whose page it is, at their wish.

use maud::{Markup, html};
use parlour_money::customer_overview::CustomerOverview;
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::customers::ErasureView;

fn call(method: &str, person: &CustomerOverview) -> String {
    format!("{method} /api/customers/{}/erasure", paths::encoded(person.user.id.as_str()))
}

pub fn dialog(asked: &Asked, person: &CustomerOverview) -> Markup {
    let fields = html! {
        p {
            "In two days the profile, sign-in, notes, tags and messages of " strong { (person.user.name) } " are deleted, "
            "and their visits are those of a former customer. Until then it can be taken back. Bills keep the name, as tax "
            "law wants. Bookings ahead have to be cancelled, and what is due has to be paid, first."
        }
        (Input::lines("reason", "Reason", 500).within("erase").hint("Optional: how they asked for it."))
        div.actions { (submit("Erase in two days")) }
    };
    let form = Form::new("erase-form", call("POST", person), fields);
    form.then("reload").say("They will be erased in two days.").in_dialog(&asked.words, "erase", "Erase this customer")
}

/// That they are to be erased, with the way back.
pub fn notice(asked: &Asked, person: &CustomerOverview, erasure: &ErasureView) -> Markup {
    let when = format::moment(&asked.words, erasure.erase_on, asked.today);
    html! {
        div.notice {
            p { "This customer will be erased: " strong { (when) } "." }
            (Form::new("keep-form", call("DELETE", person), html! {
                button.ghost.button.small type="submit" { "Keep their data" }
            }).then("reload").say("They stay.").class("inline"))
        }
    }
}
