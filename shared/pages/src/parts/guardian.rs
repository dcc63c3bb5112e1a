//! The guardian of somebody under 18: asked where the date of birth in the same form says so.

use maud::{Markup, html};

use super::field::Input;
use crate::words::Words;
use parlour_values::contact::Phone;
use parlour_values::time::IstDate;

/// The values that a form knows before anybody types.
pub struct GuardianFields<'a> {
    /// A prefix of the fields' ids.
    pub within: &'a str,
    pub name: Option<&'a str>,
    pub phone: Option<&'a Phone>,
    /// Whether the date of birth that is filled in is a minor's.
    pub is_minor: bool,
    /// Anybody born after this day is one.
    pub of_age: IstDate,
}

/// A script shows and hides it as the date changes; what is hidden is not sent.
pub fn guardian_fields(words: &Words, given: &GuardianFields<'_>) -> Markup {
    let off = !given.is_minor;
    html! {
        fieldset.field data-of-age=(given.of_age) hidden[off] disabled[off] {
            legend { (words.guardian()) }
            p.hint { (words.guardian_hint()) }
            (Input::new("guardian.name", &words.guardian_name()).within(given.within).required().with("maxlength", "120")
                .autocomplete("off").value(given.name.map(str::to_owned)))
            (Input::new("guardian.phone", &words.guardian_phone()).within(given.within).kind("tel").required().autocomplete("off")
                .with("inputmode", "tel").wrong(words.phone_wrong()).value(given.phone.map(|phone| phone.as_str().to_owned())))
        }
    }
}
