//! Counting the drawer and closing it. Nothing here says what must be in it; the answer does.

use maud::{Markup, html};
use parlour_money::drawer::Denomination;
use parlour_pages::Asked;
use parlour_pages::parts::{Form, in_dialog, submit};
use parlour_setup::branches::Branch;
use parlour_values::money::Paise;

use super::{amount, href, note};

pub fn dialog(asked: &Asked, branch: &Branch) -> Markup {
    let fields = html! {
        input type="hidden" name="branchId" value=(branch.id);
        (amount("countedPaise", "Counted", "close", "0").hint("All the cash in the drawer, in rupees."))
        details.denominations {
            summary { "By notes and coins" }
            ul { @for value in Denomination::VALUES { (row(value)) } }
            p { "Sum " strong data-denominations-sum { (Paise::ZERO) } }
        }
        (amount("bankedPaise", "Taken to the bank", "close", "0").value("0".to_owned())
            .hint("The rest stays for the next drawer."))
        (note("close", "Needed where more than ₹100 are missing or too much."))
        div.actions { (submit("Close drawer")) }
    };
    let form = Form::new("close-form", "POST /api/drawer/close", fields).done("closed").say("The drawer is closed.");
    let body = html! {
        (form)
        div id="closed" hidden {
            h3 { "Counted and closed" }
            dl.figures {
                (figure("Expected", "expectedPaise"))
                (figure("Counted", "countedPaise"))
                (figure("Difference", "differencePaise"))
                (figure("Left", "leftPaise"))
            }
            div.actions { a.button href=(href(branch)) { "Done" } }
        }
    };
    in_dialog(&asked.words, "close-drawer", "Close drawer", body)
}

/// The script gives a row its place in the list once something is counted in it.
fn row(value: Paise) -> Markup {
    let id = format!("close-count-{}", value.0);
    html! {
        li data-denomination=(value.0) {
            label for=(id) { (value) " ×" }
            input type="hidden" name=(format!("value-{}", value.0)) value=(value.0) data-type="number" data-as="";
            input id=(id) name=(format!("count-{}", value.0)) type="number" min="0" max="100000" step="1"
                inputmode="numeric" data-type="number" data-as="";
        }
    }
}

fn figure(name: &str, field: &str) -> Markup {
    html! { div.figure { dt.fine { (name) } dd { strong data-paise=(field) {} } } }
}
