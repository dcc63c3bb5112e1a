//! A tip, for one person; whoever did the visit is chosen.

use maud::{Markup, html};
use parlour_pages::Asked;
use parlour_pages::parts::{Form, submit};
use parlour_values::id::StaffId;

use crate::pages::counter::Calls;

pub fn sheet(asked: &Asked, calls: &Calls, people: &[(String, String)], usual: Option<&StaffId>) -> Markup {
    let chosen = usual.map(StaffId::as_str);
    let fields = html! {
        div.field {
            label for="tip-staff" { "Person" }
            select id="tip-staff" name="staffId" data-as="tips.0.staffId" required aria-describedby="tip-staff-error" {
                @for (id, name) in people { option value=(id) selected[chosen == Some(id)] { (name) } }
            }
            p.error id="tip-staff-error" hidden {}
        }
        fieldset.field {
            legend { "Share" }
            div.chips {
                @for share in [5, 10] {
                    @let id = format!("tip-{share}");
                    div.chip { input id=(id) type="radio" name="share" data-as="" value=(share); label for=(id) { (share) " %" } }
                }
                div.chip { input id="tip-other" type="radio" name="share" data-as="" value="" checked; label for="tip-other" { "Other" } }
            }
        }
        div.field {
            label for="tip-amount" { "Amount" }
            input id="tip-amount" name="amount" data-as="tips.0.amountPaise" type="number" inputmode="decimal" min="1" max="100000" step="0.01"
                required data-type="rupees" autocomplete="off" aria-describedby="tip-amount-error";
            p.error id="tip-amount-error" hidden {}
        }
        div.actions { (submit("Add tip")) }
    };
    let call = calls.edit.clone().unwrap_or_default();
    let form = Form::new("tip-form", call, fields);
    form.in_dialog(&asked.words, "tip", "Tip")
}
