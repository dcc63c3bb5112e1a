//! A manager's word at the desk of somebody else: their name and PIN.

use maud::{Markup, html};
use parlour_pages::Asked;
use parlour_pages::parts::{Input, in_dialog, submit};
use parlour_people::users::Approver;

/// `12.5 %`, of hundredths of a percent.
fn percent(bps: u32) -> String {
    let (whole, part) = (bps / 100, bps % 100);
    let part = format!("{part:02}");
    match part.trim_end_matches('0') {
        "" => format!("{whole} %"),
        part => format!("{whole}.{part} %"),
    }
}

/// The discount taken off by hand, and how much it may be.
pub fn off_in_words(limit_bps: u32, effective_bps: u32) -> String {
    format!("{} is taken off by hand; the desk may take off {}.", percent(effective_bps), percent(limit_bps))
}

/// The dialog around a form that `form` makes of the fields. `about` says whose bill it is.
pub fn ask(
    asked: &Asked,
    about: &Markup,
    told: &str,
    approvers: &[Approver],
    form: impl FnOnce(Markup) -> Markup,
) -> Markup {
    let fields = html! {
        p.ask-about { (about) }
        p data-told { (told) }
        (Input::choice("approverId", "Manager", approvers.iter().map(|one| (one.id.to_string(), one.name.clone())),
            None))
        (Input::new("pin", "PIN").kind("password").required().autocomplete("off")
            .hint("The manager types it. It approves this bill only.")
            .with("inputmode", "numeric").with("pattern", "[0-9]{6}").with("maxlength", "6")
            .wrong("Six digits, please."))
        div.actions { (submit("Approve")) }
    };
    let body = form(fields);
    in_dialog(&asked.words, "ask", "Ask a manager", body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_said_in_percent() {
        assert_eq!([1000, 1250, 1205, 7, 10_000].map(percent), ["10 %", "12.5 %", "12.05 %", "0.07 %", "100 %"]);
        assert_eq!(off_in_words(1000, 2501), "25.01 % is taken off by hand; the desk may take off 10 %.");
    }
}
