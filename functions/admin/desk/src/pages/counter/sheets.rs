//! The sheets of one line and of a discount on the whole bill. The script fills them in when they are opened.

use maud::{Markup, Render as _, html};
use parlour_pages::Asked;
use parlour_pages::parts::{Form, in_dialog, submit};

use super::{Calls, REASONS, select};

/// A form that names its call where it has one of its own; else the script keeps what it says.
fn form(id: &str, calls: &Calls, fields: Markup) -> Markup {
    match &calls.edit {
        Some(call) => Form::new(id, call.clone(), fields).render(),
        None => html! { form.form id=(id) { (fields) } },
    }
}

/// Presets beside **Other**; what is chosen or typed is sent as `reason`.
fn reasons(within: &str, sent_as: &str) -> Markup {
    let (id, error) = (format!("{within}-reason"), format!("{within}-reason-error"));
    let other = format!("{within}-why-other");
    html! {
        fieldset.field.reasons data-reasons {
            legend { "Reason" }
            div.chips {
                @for (at, reason) in REASONS.iter().enumerate() {
                    @let id = format!("{within}-why-{at}");
                    div.chip {
                        input id=(id) type="radio" name="why" data-as="" value=(reason);
                        label for=(id) { (reason) }
                    }
                }
                div.chip { input id=(other) type="radio" name="why" data-as="" value=""; label for=(other) { "Other" } }
            }
            input id=(id) type="text" name="reason" data-as=(sent_as) maxlength="200" autocomplete="off"
                aria-label="Other reason" aria-describedby=(error) hidden;
            p.error id=(error) hidden {}
        }
    }
}

/// An amount in rupees of a sheet.
fn amount(id: &str, name: &str, label: &str, hint: Option<&str>) -> Markup {
    let (hint_id, error) = (format!("{id}-hint"), format!("{id}-error"));
    let described = if hint.is_some() { format!("{hint_id} {error}") } else { error.clone() };
    html! {
        div.field {
            label for=(id) { (label) }
            @if let Some(hint) = hint { p.hint id=(hint_id) { (hint) } }
            input id=(id) name=(name) type="number" inputmode="decimal" min="0" max="100000" step="0.01"
                data-type="rupees" aria-describedby=(described);
            p.error id=(error) hidden {}
        }
    }
}

/// One line: price, discount, person, how many of a product, and taking it off.
pub fn line_sheet(asked: &Asked, calls: &Calls, people: &[(String, String)]) -> Markup {
    let fields = html! {
        // Which line it is of; kept with what is typed.
        input type="text" name="lineId" data-as="" aria-label="Line" hidden;
        div.pair {
            (amount("line-price", "pricePaise", "Price", Some("Rupees, for one.")))
            div.field data-quantity {
                label for="line-quantity" { "Quantity" }
                p.hint id="line-quantity-hint" { "Pieces." }
                input id="line-quantity" name="quantity" type="number" inputmode="numeric" min="1" max="99" step="1"
                    data-type="number" aria-describedby="line-quantity-hint line-quantity-error";
                p.error id="line-quantity-error" hidden {}
            }
            (amount("line-discount", "discountPaise", "Discount", Some("Rupees off this line.")))
        }
        (reasons("line", "reason"))
        (select("line-staff", "staffId", "Person", Some("Nobody"), people))
        div.actions {
            (submit("Save"))
            button.ghost.button type="button" data-remove { "Remove" }
        }
    };
    in_dialog(&asked.words, "line", "Line", form("line-form", calls, fields))
}

/// Something off the whole bill, as a percentage or an amount.
pub fn discount_sheet(asked: &Asked, calls: &Calls) -> Markup {
    let fields = html! {
        fieldset.field {
            legend { "Take off" }
            div.chips {
                div.chip { input id="discount-percent" type="radio" name="of" data-as="" value="percent" checked; label for="discount-percent" { "Percent" } }
                div.chip { input id="discount-amount" type="radio" name="of" data-as="" value="amount"; label for="discount-amount" { "Rupees" } }
            }
        }
        div.field {
            label for="discount-value" { "How much" }
            // A percentage is sent in hundredths, as rupees are.
            input id="discount-value" name="value" type="number" inputmode="decimal" min="0.01" max="100" step="0.01" required
                data-as="discount.percentBps" data-type="rupees" aria-describedby="discount-value-error";
            p.error id="discount-value-error" hidden {}
        }
        (reasons("discount", "discount.reason"))
        div.actions {
            (submit("Take off"))
            button.ghost.button type="button" data-drop-discount { "No discount" }
        }
    };
    in_dialog(&asked.words, "discount", "Discount", form("discount-form", calls, fields))
}
