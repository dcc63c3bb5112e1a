//! Finding a customer while typing, inside a form: the script asks the directory and offers whom it finds.

use maud::{Markup, html};
use parlour_values::id::UserId;

/// A form's question for a person.
#[derive(Clone, Copy, Default)]
pub struct Picker<'a> {
    /// A prefix of its ids: the form's.
    pub within: &'a str,
    /// The name that the choice is sent as.
    pub name: &'a str,
    pub label: &'a str,
    pub hint: Option<&'a str>,
    pub placeholder: Option<&'a str>,
    /// Id and name of whoever is chosen already.
    pub chosen: Option<(&'a str, &'a str)>,
    /// The person who is not to be found: the one whose page it is.
    pub except: Option<&'a UserId>,
    /// Only those who never signed in.
    pub only_walk_ins: bool,
    pub is_disabled: bool,
}

impl maud::Render for Picker<'_> {
    fn render(&self) -> Markup {
        let id = format!("{}-customer", self.within);
        let (error, found) = (format!("{id}-error"), format!("{id}-found"));
        let hint = self.hint.map(|text| (format!("{id}-hint"), text));
        let described = hint.as_ref().map_or_else(|| error.clone(), |(hint, _)| format!("{hint} {error}"));
        html! {
            div.field data-picker data-except=[self.except.map(UserId::as_str)] data-walk-ins[self.only_walk_ins] {
                label for=(id) { (self.label) }
                @if let Some((id, text)) = &hint { p.hint id=(id) { (text) } }
                div.finder {
                    input id=(id) name="find" type="text" data-as="" role="combobox" aria-autocomplete="list"
                        aria-expanded="false" aria-controls=(found) aria-describedby=(described) autocomplete="off"
                        maxlength="120" placeholder=[self.placeholder] value=[self.chosen.map(|(_, name)| name)]
                        disabled[self.is_disabled];
                    ul.picks id=(found) role="listbox" aria-label="People found" hidden {}
                }
                input type="hidden" data-typed name=(self.name) value=[self.chosen.map(|(id, _)| id)] aria-describedby=(error)
                    disabled[self.is_disabled];
                p.error id=(error) hidden {}
                p.fine.picked-count role="status" {}
            }
        }
    }
}

/// Somebody who is not in the directory, in place of the picker; the button changes between the two.
pub fn new_customer(name: Option<&str>, phone: Option<&str>, is_new: bool) -> Markup {
    html! {
        div.new-customer data-new hidden[!is_new] {
            div.field {
                label for="new-name" { "Name" }
                input id="new-name" name="customer.name" type="text" maxlength="120" required aria-describedby="new-name-error"
                    autocomplete="off" value=[name] disabled[!is_new];
                p.error id="new-name-error" hidden {}
            }
            div.field {
                label for="new-phone" { "Phone" }
                input id="new-phone" name="customer.phone" type="tel" required aria-describedby="new-phone-error"
                    autocomplete="off" value=[phone] disabled[!is_new];
                p.error id="new-phone-error" hidden {}
            }
        }
        button.ghost.button.small type="button" data-toggle-new aria-pressed=(is_new) { "New customer" }
    }
}
