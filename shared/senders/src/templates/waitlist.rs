//! About the waitlist, to whoever waits.

use super::label::Label;
use super::{Brand, NoticeDraft, Said, greeting, phrasing, place};
use crate::NotificationType;
use parlour_values::language::Language;
use parlour_values::time::{IstDate, TimeOfDay};
use parlour_values::wording;

/// Time that is held for somebody until they answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitlistFacts {
    pub customer_first_name: String,
    pub service_names: Vec<String>,
    pub date: IstDate,
    pub start: TimeOfDay,
    pub end: TimeOfDay,
    pub branch_name: String,
    pub staff_names: Vec<String>,
    /// The wall clock's time at which the offer ends.
    pub held_until: TimeOfDay,
}

impl WaitlistFacts {
    pub(super) fn draft(&self, brand: &Brand, language: Language) -> NoticeDraft {
        let said = match language {
            Language::English => self.in_english(),
            Language::Hindi => self.in_hindi(),
        };
        let (day, hours) = (wording::day(language, self.date), wording::from_to(language, self.start, self.end));
        let mut facts = vec![
            Label::When.of(language, format!("{day}\n{hours}")),
            Label::What.of(language, wording::list(language, &self.service_names)),
            place(&self.branch_name, brand, language),
        ];
        let staff = wording::list(language, &self.staff_names);
        facts.extend((!staff.is_empty()).then(|| Label::With.of(language, staff)));
        facts.push(Label::HeldUntil.of(language, wording::time(language, self.held_until)));
        said.with(NotificationType::WaitlistOffer, facts, None)
    }

    fn in_english(&self) -> Said {
        let (when, services) = (phrasing::day_and_time(self.date, self.start), phrasing::list(&self.service_names));
        let (hello, until) = (greeting(&self.customer_first_name), phrasing::time(self.held_until));
        Said {
            title: "A time has come free".to_owned(),
            body: format!("{services} on {when} at {}. Held for you until {until}.", self.branch_name),
            subject: format!("A time has come free: {when}"),
            before: format!(
                "{hello} a time you are waiting for has come free. It is yours if you accept it by {until}; after that it is \
                 offered to whoever is next."
            ),
            after: None,
            button: Some("Accept or decline"),
            footnote: None,
        }
    }
}
