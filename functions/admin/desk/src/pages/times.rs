//! Free times of a day as buttons, in the forms that ask for a time. The script asks for them again as the form changes.

use maud::{Markup, html};
use parlour_pages::parts::Input;
use parlour_pages::{Words, format};
use parlour_values::id::{ServiceId, StaffId};
use parlour_values::time::TimeOfDay;

/// Which times are known.
pub enum FreeTimes<'a> {
    /// Not asked for yet: nobody or nothing is chosen, or the dialog is closed.
    Unasked(&'static str),
    Known(&'a [TimeOfDay]),
}

/// The buttons, and a field for any other time. `sent_as` is empty where the time is not sent until it is touched.
pub fn render(words: &Words, within: &str, times: &FreeTimes<'_>, chosen: TimeOfDay, sent_as: &str) -> Markup {
    html! {
        div.field.free-times id=(format!("{within}-times")) role="group" aria-label="Free times" {
            p.label { "Free times" }
            @match times {
                FreeTimes::Unasked(hint) => p.fine { (hint) },
                FreeTimes::Known(times) if times.is_empty() => p.fine { "Nothing is free that day." },
                FreeTimes::Known(times) => div.time-buttons {
                    @for time in *times {
                        button.ghost.button.small type="button" data-time=(time) aria-pressed=(*time == chosen) {
                            (format::time(words, *time))
                        }
                    }
                },
            }
        }
        (Input::new("startTime", "Other time").kind("time").within(within).required().value(chosen.to_string())
            .with("step", "60").sent_as(sent_as))
    }
}

/// Services with their people, as an address names them: `service:person,service:person`.
pub fn plan_of(text: &str) -> Vec<(ServiceId, StaffId)> {
    let pairs = text.split(',').take(20).filter_map(|pair| pair.split_once(':'));
    pairs.map(|(service, staff)| (ServiceId::from(service), StaffId::from(staff))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_pair_by_pair() {
        assert_eq!(plan_of("cut:meera,wash:ravi"), [("cut".into(), "meera".into()), ("wash".into(), "ravi".into())]);
        assert_eq!(plan_of("cut"), []);
        assert_eq!(plan_of(""), []);
    }
}
