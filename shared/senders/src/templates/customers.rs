//! About gems, birthdays and leads.

use super::label::Label;
use super::{NEWS, NoticeDraft, Said, greeting, paragraph, phrasing};
use crate::NotificationType;
use parlour_values::language::Language;
use parlour_values::time::{IstDate, Minutes};
use parlour_values::wording;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GemsFacts {
    pub customer_first_name: String,
    /// How many expire, or have expired.
    pub gems: u64,
    /// The gems left in the account, with those still in it.
    pub balance: u64,
    pub expires_on: IstDate,
    /// From today to that day: a reminder may come late.
    pub days_left: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GemsNotice {
    Expiry7d,
    Expired,
}

impl GemsNotice {
    pub(super) fn draft(self, facts: &GemsFacts, language: Language) -> NoticeDraft {
        let (kind, label) = match self {
            Self::Expiry7d => (NotificationType::GemsExpiry7d, Label::ExpireOn),
            Self::Expired => (NotificationType::GemsExpired, Label::ExpiredOn),
        };
        let (said, balance) = match language {
            Language::English => (self.in_english(facts), phrasing::count(facts.balance, "gem")),
            Language::Hindi => (self.in_hindi(facts), phrasing::gems_in_hindi(facts.balance)),
        };
        let shown = vec![
            Label::Gems.of(language, facts.gems.to_string()),
            label.of(language, wording::day(language, facts.expires_on)),
            Label::Balance.of(language, balance),
        ];
        said.with(kind, shown, None)
    }

    fn in_english(self, facts: &GemsFacts) -> Said {
        let (hello, gems) = (greeting(&facts.customer_first_name), phrasing::count(facts.gems, "gem"));
        let (day, verb) = (phrasing::day(facts.expires_on), if facts.gems == 1 { "expires" } else { "expire" });
        let when = match facts.days_left {
            7 => "a week".to_owned(),
            days => phrasing::count(days, "day"),
        };
        let (title, body, before) = match self {
            Self::Expiry7d => (
                format!("{gems} {verb} in {when}"),
                format!("Use {gems} by {day} for a treat on us."),
                format!(
                    "{hello} {gems} of yours {verb} on {day}. Trade them for a treat on your next visit: just tell us at the counter."
                ),
            ),
            Self::Expired => (
                format!("{gems} expired"),
                format!("{gems} from last year expired on {day}. You collect new ones with every visit."),
                format!("{hello} {gems} from last year expired on {day}. You collect new ones with every visit."),
            ),
        };
        Said { subject: title.clone(), title, body, before, after: None, button: Some("See my gems"), footnote: None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BirthdayFacts {
    pub customer_first_name: String,
    /// The offers that run just now: a wish promises nothing that the counter does not know of.
    pub offers: Vec<String>,
}

impl BirthdayFacts {
    pub(super) fn draft(&self, language: Language) -> NoticeDraft {
        let said = match language {
            Language::English => self.in_english(),
            Language::Hindi => self.in_hindi(),
        };
        said.with(NotificationType::Birthday, Vec::new(), None)
    }

    fn in_english(&self) -> Said {
        let name = self.customer_first_name.trim();
        let title = if name.is_empty() { "Happy birthday!".to_owned() } else { format!("Happy birthday, {name}!") };
        let invitation = if self.offers.is_empty() {
            "Come and celebrate with us: some time for yourself is a fine present.".to_owned()
        } else {
            format!("Come and celebrate with us. On offer just now: {}.", phrasing::list(&self.offers))
        };
        Said {
            body: format!("All of us wish you a wonderful day. {invitation}"),
            subject: title.clone(),
            title,
            before: "All of us wish you a wonderful day and a year full of good moments.".to_owned(),
            after: Some(invitation),
            button: Some("Book some time for myself"),
            footnote: Some(NEWS),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadFacts {
    pub lead_name: String,
    pub service_name: Option<String>,
    /// How long nobody has spoken with them.
    pub silent_for: Minutes,
}

impl LeadFacts {
    pub(super) fn draft(&self) -> NoticeDraft {
        let about = self.service_name.as_ref().map(|service| format!(" about {service}")).unwrap_or_default();
        let silent = phrasing::count(u64::from(self.silent_for.0 / (24 * 60)), "day");
        let body = format!("{} asked{about}. The last contact was {silent} ago.", self.lead_name);
        let words = format!(
            "{} asked{about}. The last contact was {silent} ago: a short call may be all it takes.",
            self.lead_name
        );
        let (title, subject) =
            ("A lead is waiting to hear from you", format!("Please follow up with {}", self.lead_name));
        NoticeDraft::for_team(
            NotificationType::LeadFollowup,
            title,
            body,
            subject,
            vec![paragraph(words)],
            "Open my leads",
        )
    }
}
