//! About spa memberships, to their owners.

use super::label::Label;
use super::{NoticeDraft, Said, greeting, phrasing};
use crate::NotificationType;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Minutes};
use parlour_values::wording;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MembershipFacts {
    pub number: String,
    pub tier_name: String,
    pub customer_first_name: String,
    pub remaining: Minutes,
    pub total: Minutes,
    /// The first day it can be used, where that is still to come.
    pub begins_on: Option<IstDate>,
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
    const fn kind(self) -> NotificationType {
        match self {
            Self::Created => NotificationType::MembershipCreated,
            Self::SessionUsed => NotificationType::MembershipSessionUsed,
            Self::Expiry30d => NotificationType::MembershipExpiry30d,
            Self::Expiry7d => NotificationType::MembershipExpiry7d,
            Self::Expiry1d => NotificationType::MembershipExpiry1d,
            Self::Expired => NotificationType::MembershipExpired,
            Self::UsageNudge => NotificationType::MembershipUsageNudge,
        }
    }

    /// Whether it comes because the member has membership alerts on.
    pub(super) const fn is_alert(self) -> bool {
        !matches!(self, Self::Created | Self::SessionUsed)
    }

    pub(super) fn draft(self, facts: &MembershipFacts, language: Language) -> NoticeDraft {
        let said = match language {
            Language::English => self.in_english(facts),
            Language::Hindi => self.in_hindi(facts),
        };
        let (left, total) = (wording::duration(language, facts.remaining), wording::duration(language, facts.total));
        let last_day = wording::day(language, facts.expires_on);
        let mut shown =
            vec![Label::Membership.of(language, &facts.tier_name), Label::Number.of(language, &facts.number)];
        match self {
            Self::Created => {
                shown.push(Label::Hours.of(language, total));
                shown.push(Label::Paid.of(language, facts.price.to_string()));
                shown.extend(facts.begins_on.map(|day| Label::ValidFrom.of(language, wording::day(language, day))));
                shown.push(Label::ValidUntil.of(language, last_day));
            }
            Self::Expired => shown.push(Label::EndedOn.of(language, last_day)),
            Self::SessionUsed | Self::Expiry30d | Self::Expiry7d | Self::Expiry1d | Self::UsageNudge => {
                let of_all = match language {
                    Language::English => format!("{left} of {total}"),
                    Language::Hindi => format!("{total} में से {left}"),
                };
                shown.push(Label::Left.of(language, of_all));
                shown.push(Label::ValidUntil.of(language, last_day));
            }
        }
        said.with(self.kind(), shown, None)
    }

    fn in_english(self, facts: &MembershipFacts) -> Said {
        let (tier, hello) = (&facts.tier_name, greeting(&facts.customer_first_name));
        let (left, last_day) = (phrasing::duration(facts.remaining), phrasing::day(facts.expires_on));
        let in_days = || format!("in {}", phrasing::count(facts.days_left, "day"));
        let expiring = |span: String| {
            let title = format!("Your membership ends {span}");
            let words = if facts.remaining == Minutes(0) {
                format!("{hello} your {tier} membership ends on {last_day}. Renew it at the salon whenever you like.")
            } else {
                format!("{hello} your {tier} membership ends on {last_day}, and you still have {left} to enjoy.")
            };
            (title, format!("{tier}: {left} left, until {last_day}."), words)
        };
        let (title, body, before) = match self {
            Self::Created => {
                let (title, from) = ("Welcome to your membership".to_owned(), facts.begins_on.map(phrasing::day));
                match from {
                    Some(from) => (
                        title,
                        format!("{tier}: {left} to enjoy from {from} until {last_day}."),
                        format!(
                            "{hello} your {tier} membership begins on {from}. You have {left} to enjoy from then until \
                             {last_day}."
                        ),
                    ),
                    None => (
                        title,
                        format!("{tier}: {left} to enjoy until {last_day}."),
                        format!("{hello} your {tier} membership is ready. You have {left} to enjoy until {last_day}."),
                    ),
                }
            }
            Self::SessionUsed => (
                "A session of your membership".to_owned(),
                format!("{tier}: {left} left, until {last_day}."),
                format!(
                    "{hello} thank you for your visit. You have {left} left in your {tier} membership, until {last_day}."
                ),
            ),
            Self::Expiry30d | Self::Expiry7d => expiring(in_days()),
            // It ends at the midnight that begins tomorrow.
            Self::Expiry1d => expiring("tonight".to_owned()),
            Self::Expired => (
                "Your membership has ended".to_owned(),
                format!("Thank you for being a {tier} member. Renew it whenever you like."),
                format!(
                    "{hello} your {tier} membership ended on {last_day}. Thank you for spending this time with us. If you \
                     would like to go on, ask at the salon or reply to this email, and we will renew it for you."
                ),
            ),
            Self::UsageNudge => (
                "Time for yourself?".to_owned(),
                format!("You have {left} left in your {tier} membership, until {last_day}."),
                format!(
                    "{hello} you still have {left} in your {tier} membership, until {last_day}. Treat yourself: you have earned it."
                ),
            ),
        };
        Said {
            subject: title.clone(),
            title,
            body,
            before,
            after: None,
            button: Some("Open my membership"),
            footnote: self
                .is_alert()
                .then_some("You get this because membership alerts are on. You can change that in your profile."),
        }
    }
}
