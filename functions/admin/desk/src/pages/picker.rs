//! Finding a customer while typing, inside a form: the script asks the directory and offers whom it finds.

use maud::{Markup, html};
use parlour::id::UserId;

/// What a form asks for when it asks for a person.
pub struct Picker<'a> {
    /// A prefix of its ids: the form's.
    pub within: &'a str,
    /// What the choice is sent as.
    pub name: &'a str,
    pub label: &'a str,
    pub hint: &'a str,
    /// Who is not to be found: the person whose page it is.
    pub except: Option<&'a UserId>,
    /// Only those who never signed in.
    pub only_walk_ins: bool,
}

impl maud::Render for Picker<'_> {
    fn render(&self) -> Markup {
        let id = format!("{}-customer", self.within);
        html! {
            div.field.picker data-pick=(self.name) data-except=[self.except.map(UserId::as_str)] data-walk-ins[self.only_walk_ins] {
                label for=(id) { (self.label) }
                p.hint id=(format!("{id}-hint")) { (self.hint) }
                input id=(id) name="find" type="search" autocomplete="off" data-as="" maxlength="120"
                    aria-describedby=(format!("{id}-hint {id}-error"));
                p.error id=(format!("{id}-error")) hidden {}
                p.fine.picked-count role="status" {}
                ul.picks id=(format!("{id}-picks")) {}
            }
        }
    }
}
