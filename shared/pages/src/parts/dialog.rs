//! Dialogs, opened and closed by `command` and `commandfor`; the script steps in where a browser does not know them.

use maud::{Markup, html};

use crate::words::Words;

/// A dialog with a heading and a way out.
pub fn in_dialog(words: &Words, id: &str, title: &str, body: Markup) -> Markup {
    let heading = format!("{id}-title");
    html! {
        dialog id=(id) aria-labelledby=(heading) closedby="any" {
            h2 id=(heading) { (title) }
            (body)
            // Last, so that the first field has the focus.
            button.ghost.close type="button" commandfor=(id) command="close" aria-label=(words.close()) {
                (super::icon("close"))
            }
        }
    }
}

/// The button that opens a dialog.
pub fn opener(dialog: &str, label: &str, class: &str) -> Markup {
    html! { button class=(class) type="button" commandfor=(dialog) command="show-modal" { (label) } }
}
