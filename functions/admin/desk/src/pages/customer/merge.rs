//! Merging a walk-in into the person whose page it is.

use maud::{Markup, html};
use parlour_money::customer_overview::CustomerOverview;
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, paths};

use crate::pages::picker::Picker;

pub fn dialog(asked: &Asked, person: &CustomerOverview) -> Markup {
    let fields = html! {
        p {
            "Somebody who came as a walk-in and later signed up is here twice. Choose the walk-in: their visits, invoices, "
            "membership, gems, notes and tags become those of " strong { (person.user.name) } "."
        }
        (Picker {
            within: "merge",
            name: "fromId",
            label: "Customer",
            hint: Some("The walk-in, by name or phone. Only those who never signed in are found."),
            except: Some(&person.user.id),
            only_walk_ins: true,
            ..Picker::default()
        })
        p.notice { "This cannot be undone." }
        div.actions { (submit("Merge")) }
    };
    let call = format!("POST /api/customers/{}/merge", paths::encoded(person.user.id.as_str()));
    Form::new("merge-form", call, fields).then("reload").say("The two are one now.").in_dialog(
        &asked.words,
        "merge",
        "Merge a walk-in",
    )
}
