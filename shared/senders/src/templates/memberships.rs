//! About spa memberships, to their owners.

use super::letter::{App, Fact, Letter, LetterPart};
use super::{Draft, greeting, paragraph, phrasing};
use crate::NotificationType;
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Minutes};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MembershipFacts {
    pub number: String,
    pub tier_name: String,
    pub customer_first_name: String,
    pub remaining: Minutes,
    pub total: Minutes,
    /// The last day it can be used.
    pub expires_on: IstDate,
    /// From today to its end: a warning may come late.
    pub days_left: u64,
    pub price: Paise,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembershipNotice {
    Created,
    SessionUsed,
    Expiry30d,
    Expiry7d,
    Expiry1d,
    Expired,
    UsageNudge,
}

impl MembershipNotice {
    pub(super) fn draft(self, facts: &MembershipFacts) -> Draft {
        let (tier, hello) = (&facts.tier_name, greeting(&facts.customer_first_name));
        let (left, last_day) = (phrasing::duration(facts.remaining), phrasing::day(facts.expires_on));
        let in_days = || format!("in {}", phrasing::count(facts.days_left, "day"));
        let expiring = |kind, span: String| {
            let title = format!("Your membership ends {span}");
            let words = if facts.remaining == Minutes(0) {
                format!("{hello} your {tier} membership ends on {last_day}. Renew it at the salon whenever you like.")
            } else {
                format!("{hello} your {tier} membership ends on {last_day}, and you still have {left} to enjoy.")
            };
            (kind, title, format!("{tier}: {left} left, until {last_day}."), words)
        };
        let (kind, title, body, words) = match self {
            Self::Created => (
                NotificationType::MembershipCreated,
                "Welcome to your membership".to_owned(),
                format!("{tier}: {left} to enjoy until {last_day}."),
                format!("{hello} your {tier} membership is ready. You have {left} to enjoy until {last_day}."),
            ),
            Self::SessionUsed => (
                NotificationType::MembershipSessionUsed,
                "A session of your membership".to_owned(),
                format!("{tier}: {left} left, until {last_day}."),
                format!(
                    "{hello} thank you for your visit. You have {left} left in your {tier} membership, until {last_day}."
                ),
            ),
            Self::Expiry30d => expiring(NotificationType::MembershipExpiry30d, in_days()),
            Self::Expiry7d => expiring(NotificationType::MembershipExpiry7d, in_days()),
            // It ends at the midnight that begins tomorrow.
            Self::Expiry1d => expiring(NotificationType::MembershipExpiry1d, "tonight".to_owned()),
            Self::Expired => (
                NotificationType::MembershipExpired,
                "Your membership has ended".to_owned(),
                format!("Thank you for being a {tier} member. Renew it whenever you like."),
                format!(
                    "{hello} your {tier} membership ended on {last_day}. Thank you for spending this time with us. If you \
                     would like to go on, ask at the salon or reply to this email, and we will renew it for you."
                ),
            ),
            Self::UsageNudge => (
                NotificationType::MembershipUsageNudge,
                "Time for yourself?".to_owned(),
                format!("You have {left} left in your {tier} membership, until {last_day}."),
                format!(
                    "{hello} you still have {left} in your {tier} membership, until {last_day}. Treat yourself: you have earned it."
                ),
            ),
        };
        let mut shown = vec![("Membership", tier.clone()), ("Number", facts.number.clone())];
        match self {
            Self::Created => {
                shown.push(("Hours", phrasing::duration(facts.total)));
                shown.push(("Paid", facts.price.to_string()));
                shown.push(("Valid until", last_day));
            }
            Self::Expired => shown.push(("Ended on", last_day)),
            Self::SessionUsed | Self::Expiry30d | Self::Expiry7d | Self::Expiry1d | Self::UsageNudge => {
                shown.push(("Left", format!("{left} of {}", phrasing::duration(facts.total))));
                shown.push(("Valid until", last_day));
            }
        }
        let footnote = (!matches!(self, Self::Created | Self::SessionUsed))
            .then_some("You get this because membership alerts are on. You can change that in your profile.");
        Draft {
            kind,
            subject: title.clone(),
            letter: Letter {
                heading: title.clone(),
                parts: vec![paragraph(words), LetterPart::Facts(shown.into_iter().map(Fact::from).collect())],
                action: Some(("Open my membership", App::Customer)),
                footnote,
            },
            title,
            body,
            booking: None,
        }
    }
}
