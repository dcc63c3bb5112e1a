//! The person who answers for a customer under 18.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Profile;
use parlour_values::contact::Phone;
use parlour_values::input::{Name, body};
use parlour_values::time::IstDate;

/// From this age on nobody else answers for a customer.
const OF_AGE: i32 = 18;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guardian {
    pub name: String,
    pub phone: Phone,
}

body! {
    /// A parent, or whoever else answers for them.
    pub struct GuardianRequest {
        name: Name<1, 120>,
        phone: Phone,
    }
}

impl From<GuardianRequest> for Guardian {
    fn from(request: GuardianRequest) -> Self {
        Self { name: request.name.into(), phone: request.phone }
    }
}

/// A parent, or whoever else answers for them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GuardianView {
    pub name: String,
    pub phone: Phone,
}

impl From<&Guardian> for GuardianView {
    fn from(guardian: &Guardian) -> Self {
        Self { name: guardian.name.clone(), phone: guardian.phone.clone() }
    }
}

impl Profile {
    /// Whether somebody else answers for them: by the day they were born on, where it is known.
    pub fn is_minor(&self, today: IstDate) -> bool {
        self.date_of_birth.is_some_and(|born| born.age_on(today) < OF_AGE)
    }

    /// Whether it is not known who answers for them, although somebody must.
    pub(super) fn lacks_guardian(&self, today: IstDate) -> bool {
        self.guardian.is_none() && self.is_minor(today)
    }

    /// Whether offers, wishes and the like may be sent to them: never to a minor, whatever the switch says.
    pub fn may_market(&self, today: IstDate) -> bool {
        self.marketing_consent && !self.is_minor(today)
    }
}

/// A customer born after this day is a minor.
pub fn last_birthday_of_age(today: IstDate) -> IstDate {
    today.years_before(OF_AGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::time::Instant;

    fn born(on: &str) -> Profile {
        let at: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let bare = Profile::bare("p1".into(), "u1".into(), at);
        Profile { date_of_birth: on.parse().ok(), marketing_consent: true, ..bare }
    }

    #[test]
    fn nothing_is_marketed_to_somebody_before_their_eighteenth_birthday() {
        let today: IstDate = "2026-11-16".parse().unwrap();
        let (minor, adult) = (born("2008-11-17"), born("2008-11-16"));
        assert!(minor.is_minor(today) && !minor.may_market(today) && minor.may_market(today.plus_days(1)));
        assert!(!adult.is_minor(today) && adult.may_market(today));
        assert!(!Profile { marketing_consent: false, ..adult }.may_market(today));
        let unknown = Profile { date_of_birth: None, ..minor.clone() };
        assert!(!unknown.is_minor(today) && unknown.may_market(today));
        assert!(minor.lacks_guardian(today) && !unknown.lacks_guardian(today));
        let guardian = Guardian { name: "Meera".to_owned(), phone: "9876543210".parse().unwrap() };
        assert!(!Profile { guardian: Some(guardian), ..minor }.lacks_guardian(today));
    }

    #[test]
    fn the_day_that_a_form_compares_with_is_the_one_that_decides() {
        for today in ["2026-11-16", "2026-02-28", "2028-02-29", "2027-03-01"] {
            let today: IstDate = today.parse().unwrap();
            let last = last_birthday_of_age(today);
            assert!(last.age_on(today) >= OF_AGE, "{today}: {last}");
            assert!(last.plus_days(1).age_on(today) < OF_AGE, "{today}: {last}");
        }
    }
}
