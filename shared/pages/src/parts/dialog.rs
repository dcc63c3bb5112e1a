//! Dialogs, opened and closed by `command` and `commandfor`; the script steps in where a browser does not know them.

use maud::{Markup, Render, html};

/// A dialog with a heading and a way out.
pub struct Dialog<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub close: &'a str,
    pub body: Markup,
}

impl Render for Dialog<'_> {
    fn render(&self) -> Markup {
        let heading = format!("{}-title", self.id);
        html! {
            dialog id=(self.id) aria-labelledby=(heading) closedby="any" {
                h2 id=(heading) { (self.title) }
                (self.body)
                // Last, so that the first field has the focus.
                button.ghost.close type="button" commandfor=(self.id) command="close" aria-label=(self.close) {
                    (super::icon("close"))
                }
            }
        }
    }
}

/// The button that opens a dialog.
pub fn opener(dialog: &str, label: &str, class: &str) -> Markup {
    html! { button class=(class) type="button" commandfor=(dialog) command="show-modal" { (label) } }
}
