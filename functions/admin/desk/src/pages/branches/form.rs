//! The fields of a branch, new or not.

use maud::{Markup, html};
use parlour_pages::parts::Input;
use parlour_setup::branches::{Branch, BranchStatus};

use super::status_word;
use crate::pages::fields::{in_hindi, named};

pub fn fields(branch: Option<&Branch>) -> Markup {
    html! {
        (Input::new("name", "Name").required().value(branch.map(|branch| branch.name.clone())).with("maxlength", "120"))
        (in_hindi(None, branch.map(|branch| &branch.translations), None))
        (Input::choice("status", "State", named(BranchStatus::ALL, status_word),
            branch.map(|branch| branch.status.as_str())))
        div.whole { (Input::new("address", "Address").required().value(branch.map(|branch| branch.address.clone())).with("maxlength", "500")) }
        (Input::new("phone", "Phone").kind("tel").value(branch.and_then(|branch| branch.phone.as_ref()).map(ToString::to_string))
            .hint("Left empty, customers see the salon's own.").with("data-empty", "null"))
        (Input::new("openTime", "Opens").kind("time").required().value(branch.map(|branch| branch.open_time.to_string())))
        (Input::new("closeTime", "Closes").kind("time").required().value(branch.map(|branch| branch.close_time.to_string()))
            .hint("The usual hours, on every weekday that has none of its own."))
        (Input::new("code", "Code").required().value(branch.map(|branch| branch.code.clone()))
            .hint("In booking and invoice numbers: 1 to 12 of A-Z and 0-9. It stays once a number carries it.")
            .with("maxlength", "12").with("pattern", "[A-Z0-9]{1,12}")
            .wrong("Capital letters and digits only, please."))
        (Input::new("number", "Number").required().value(branch.map(|branch| branch.number.clone()))
            .hint("Two digits, in membership numbers.").with("maxlength", "2").with("pattern", "[0-9]{2}").with("inputmode", "numeric")
            .wrong("Two digits, please."))
        (Input::new("stateCode", "State code").required().value(branch.map(|branch| branch.state_code.clone()))
            .hint("As GST writes it: 29 is Karnataka.").with("maxlength", "2").with("pattern", "[A-Z0-9]{2}")
            .wrong("Two digits or capital letters, as GST writes them."))
        (Input::new("gstin", "GSTIN").value(branch.and_then(|branch| branch.gstin.clone()))
            .hint("15 characters, the first two being the state code; without one, no GST is charged.")
            .with("maxlength", "15").with("data-empty", "null"))
    }
}
