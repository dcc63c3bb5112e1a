//! About the waitlist, to whoever waits.

use super::letter::{App, Fact, Letter, LetterPart};
use super::{Brand, Draft, greeting, paragraph, phrasing, place};
use crate::NotificationType;
use parlour_values::time::{IstDate, TimeOfDay};

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
    pub(super) fn draft(&self, brand: &Brand) -> Draft {
        let (when, services) = (phrasing::day_and_time(self.date, self.start), phrasing::list(&self.service_names));
        let (until, title) = (phrasing::time(self.held_until), "A time has come free");
        let hello = greeting(&self.customer_first_name);
        let span =
            format!("{}\n{} to {}", phrasing::day(self.date), phrasing::time(self.start), phrasing::time(self.end));
        let mut facts: Vec<Fact> = [("When", span), ("What", services.clone())].map(Fact::from).into();
        facts.push(place(&self.branch_name, brand));
        let staff = phrasing::list(&self.staff_names);
        facts.extend((!staff.is_empty()).then(|| Fact::from(("With", staff))));
        facts.push(Fact::from(("Held until", until.clone())));
        let words = format!(
            "{hello} a time you are waiting for has come free. It is yours if you accept it by {until}; after that it is \
             offered to whoever is next."
        );
        Draft {
            kind: NotificationType::WaitlistOffer,
            title: title.to_owned(),
            body: format!("{services} on {when} at {}. Held for you until {until}.", self.branch_name),
            subject: format!("A time has come free: {when}"),
            letter: Letter {
                heading: title.to_owned(),
                parts: vec![paragraph(words), LetterPart::Facts(facts)],
                action: Some(("Accept or decline", App::Customer)),
                footnote: None,
            },
            booking: None,
        }
    }
}
