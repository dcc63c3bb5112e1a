//! The field that adds to a bill: by name while typing, or by the barcode that a scanner types.

use maud::{Markup, html};

/// `what` says what can be found.
pub fn add(what: &str) -> Markup {
    html! {
        div.field.adder data-adder {
            label for="add" { "Add" }
            div.with-button {
                div.finder {
                    input id="add" type="text" role="combobox" aria-autocomplete="list" aria-expanded="false"
                        aria-controls="add-found" aria-describedby="add-hint" autocomplete="off" autocapitalize="off"
                        spellcheck="false" enterkeyhint="enter" maxlength="120" placeholder=(what);
                    ul.picks id="add-found" role="listbox" aria-label="Services and products found" hidden {}
                }
                button.ghost.button type="button" data-add { "Add" }
            }
            p.hint id="add-hint" { "Type a name, or scan a barcode." }
            p.fine.picked-count role="status" {}
        }
    }
}
