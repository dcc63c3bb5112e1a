//! The ways to pay: one button per method that carries the amount, several methods at once, and what is left due.

use maud::{Markup, html};
use parlour_pages::Asked;
use parlour_pages::parts::{Form, submit};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

use super::Calls;

/// A button per method with what it takes; one alone where there is nothing to take.
pub fn methods(amount: Paise, lead: &str) -> Markup {
    html! {
        @if amount > Paise::ZERO {
            div.methods {
                @for method in PaymentMethod::ALL {
                    button.button.method type="submit" data-method=(method) { span { (method.label()) } " " strong { (amount) } }
                }
            }
        } @else {
            button.button.large type="submit" data-method="" { (lead) " " (amount) }
        }
    }
}

/// The cash given, and the change. Left empty, cash is taken as it is.
pub fn cash_given() -> Markup {
    html! {
        details.given data-given {
            summary { "Cash given and change" }
            div.with-button {
                div.field {
                    label for="given" { "Given" }
                    input id="given" name="given" data-as="payments.0.tenderedPaise" type="number" inputmode="decimal" min="0" step="0.01"
                        data-type="rupees" autocomplete="off" aria-describedby="given-error";
                }
                p.change { "Change " output.amount for="given" data-change { "₹0" } }
            }
            p.error id="given-error" hidden {}
            div.chips.notes-given data-notes {}
        }
    }
}

/// The QR code, the address to copy and the amount, where the branch has an address. `id` tells them apart on the page.
pub fn upi_code(id: &str, upi_id: Option<&str>) -> Markup {
    html! {
        @if let Some(upi_id) = upi_id {
            div.upi-code id=(id) data-upi hidden {
                div.code data-code {}
                div {
                    p { "By UPI " strong.amount data-upi-amount {} }
                    p.upi-id { (upi_id) }
                    button.ghost.button.small type="button" data-copy=(upi_id) { "Copy address" }
                    p.fine { "Take the payment here once the money has come in." }
                }
            }
        }
    }
}

fn split_row(at: usize, chosen: PaymentMethod) -> Markup {
    let id = |field: &str| format!("split-{at}-{field}");
    let name = |field: &str| format!("payments.{at}.{field}");
    let error = |field: &str| format!("split-{at}-{field}-error");
    html! {
        div.split-row role="group" aria-label=(format!("Payment {}", at.saturating_add(1))) data-row {
            div.field {
                label for=(id("method")) { "Method" }
                select id=(id("method")) name=(name("method")) {
                    @for method in PaymentMethod::ALL {
                        option value=(method) selected[*method == chosen] { (method.label()) }
                    }
                }
            }
            div.field {
                label for=(id("amount")) { "Amount" }
                input id=(id("amount")) name=(name("amountPaise")) type="number" inputmode="decimal" min="0" step="0.01" data-type="rupees"
                    data-amount autocomplete="off" aria-describedby=(error("amount"));
            }
            div.field data-tendered hidden[chosen != PaymentMethod::Cash] {
                label for=(id("given")) { "Given" }
                input id=(id("given")) name=(name("tenderedPaise")) type="number" inputmode="decimal" min="0" step="0.01" data-type="rupees"
                    autocomplete="off" aria-describedby=(error("amount")) disabled[chosen != PaymentMethod::Cash];
            }
            button.ghost.close type="button" data-drop-row aria-label="Remove this payment" hidden { "×" }
            p.fine.row-change data-change hidden {}
            p.error id=(error("amount")) hidden {}
        }
    }
}

/// Several payments of one bill; the last that nobody has typed takes the rest.
pub fn split_sheet(asked: &Asked, calls: &Calls, upi_id: Option<&str>) -> Markup {
    let fields = html! {
        p { "To pay " strong.amount data-due {} }
        div.split-rows data-rows {
            (split_row(0, PaymentMethod::Cash))
            (split_row(1, PaymentMethod::Upi))
        }
        div.split-foot {
            button.ghost.button.small type="button" data-add-row { "Another payment" }
            p.split-left role="status" data-left {}
        }
        (upi_code("split-upi", upi_id))
        div.actions { button.button type="submit" { "Take " span data-take {} } }
    };
    let form = Form::new("split-form", calls.pay.clone(), fields).then(calls.then).say(calls.said);
    form.in_dialog(&asked.words, "split", "Split")
}

/// The rest that is not paid now stays due: a manager's decision.
pub fn due_sheet(asked: &Asked, calls: &Calls, who: &Markup) -> Markup {
    let fields = html! {
        p { "To pay " strong.amount data-due {} ". What is not paid now stays due from " span data-owes { (who) } "." }
        // Sent as true: whoever opens this sheet means it.
        input type="checkbox" name="leaveDue" aria-label="Leave due" checked hidden;
        div.pair {
            div.field {
                label for="due-amount" { "Paid now" }
                input id="due-amount" name="payments.0.amountPaise" type="number" inputmode="decimal" min="0" step="0.01" value="0"
                    data-type="rupees" autocomplete="off" aria-describedby="due-amount-error";
                p.error id="due-amount-error" hidden {}
            }
            div.field {
                label for="due-method" { "Method" }
                select id="due-method" name="payments.0.method" {
                    @for method in PaymentMethod::ALL { option value=(method) { (method.label()) } }
                }
            }
        }
        div.actions { (submit("Leave due")) p.amount data-left {} }
    };
    let form = Form::new("due-form", calls.pay.clone(), fields).then(calls.then).say(calls.said);
    form.in_dialog(&asked.words, "due", "Leave due")
}
