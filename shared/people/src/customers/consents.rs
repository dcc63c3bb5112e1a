//! Customers' consents: to what, in which words, when and by which way; a ledger that is only added to.
//!
//! The lines of a walk-in who is merged into somebody else stand in the latter's ledger from then on, marked as the
//! walk-in's: what they had agreed to at the desk stays provable. The switches do not follow: an account has those that its
//! holder set.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Profile, Profiles};
use parlour_storage::act::Actor;
use parlour_storage::table::{Key, Partition, Places, Record, Stored, TableError, is_default, keys};
use parlour_values::id::UserId;
use parlour_values::language::Language;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

/// The lines of the ledger that are shown: the newest ones.
const SHOWN: usize = 1_000;

text_enum! {
    /// Purposes that something of a person may be used for.
    pub enum ConsentPurpose {
        Terms => "terms",
        Marketing => "marketing",
        Whatsapp => "whatsapp",
        Photos => "photos",
        HealthNotes => "health_notes",
    }
}

text_enum! {
    /// By which way a consent was given or withdrawn.
    pub enum ConsentSource {
        /// By the customer themselves, signed in.
        Profile => "profile",
        /// At the desk, which wrote down what they said.
        Desk => "desk",
        /// By the link of a mail.
        Unsubscribe => "unsubscribe",
        /// By an answer to a message.
        Message => "message",
    }
}

impl ConsentPurpose {
    /// Which words the switches and papers have today. Whoever changes what they say counts this up, so that the ledger
    /// tells what was agreed to.
    const VERSION: &'static str = "2026-11";

    fn is_given(self, profile: &Profile) -> bool {
        match self {
            Self::Terms => profile.is_onboarded,
            Self::Marketing => profile.marketing_consent,
            Self::Whatsapp => profile.whatsapp_consent,
            Self::Photos => profile.photos_consent,
            Self::HealthNotes => profile.health_notes_consent,
        }
    }
}

impl ConsentSource {
    fn of(actor: &Actor, customer: &UserId) -> Self {
        match actor {
            Actor::User { id, .. } if id == customer => Self::Profile,
            Actor::User { .. } | Actor::Token { .. } | Actor::Operator => Self::Desk,
            Actor::Link { .. } | Actor::Visitor => Self::Unsubscribe,
            Actor::Job(_) => Self::Message,
        }
    }
}

/// One line of the ledger. A withdrawal is a line of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentEntry {
    pub user_id: UserId,
    /// Of the profile that it changed: its lines are in the order in which they were written.
    pub profile_version: u64,
    pub purpose: ConsentPurpose,
    pub version: String,
    pub language: Language,
    pub source: ConsentSource,
    pub at: Instant,
    pub is_withdrawal: bool,
    /// The walk-in whose line it was, before they became this customer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub walk_in: Option<UserId>,
}

impl Record for ConsentEntry {
    const KIND: &'static str = "consent";

    fn key(&self) -> Key {
        keys::consent(&self.user_id, self.profile_version, self.purpose.as_str(), self.walk_in.as_ref())
    }

    fn places(&self) -> Places {
        Places::default()
    }
}

impl ConsentEntry {
    /// The entries that a change of a profile adds to the ledger.
    pub fn of_change(read: Option<&Stored<Profile>>, profile: &Profile, actor: &Actor, at: Instant) -> Vec<Self> {
        let was_given = |purpose: ConsentPurpose| read.is_some_and(|read| purpose.is_given(read));
        let changed = ConsentPurpose::ALL.iter().copied();
        let changed = changed.filter(|purpose| purpose.is_given(profile) != was_given(*purpose));
        changed
            .map(|purpose| Self {
                user_id: profile.user_id.clone(),
                profile_version: read.map_or(0, |read| read.version),
                purpose,
                version: ConsentPurpose::VERSION.to_owned(),
                language: profile.preferred_language,
                source: ConsentSource::of(actor, &profile.user_id),
                at,
                is_withdrawal: !purpose.is_given(profile),
                walk_in: None,
            })
            .collect()
    }

    /// The line of a walk-in who becomes this customer.
    pub fn move_to(&mut self, customer: UserId) {
        let before = std::mem::replace(&mut self.user_id, customer);
        self.walk_in.get_or_insert(before);
    }
}

/// A line of the ledger: that somebody agreed, or that they withdrew what they had agreed to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsentView {
    pub purpose: ConsentPurpose,
    /// Of the words that were agreed to.
    pub version: String,
    pub language: Language,
    pub source: ConsentSource,
    /// When it was agreed to; in a withdrawal, when that was which it withdraws.
    pub agreed_at: Option<Instant>,
    pub withdrawn_at: Option<Instant>,
}

/// The caller's consents, the newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Consents {
    pub consents: Vec<ConsentView>,
}

impl Consents {
    /// From the lines of the ledger, oldest first.
    fn of(lines: &[ConsentEntry]) -> Self {
        let line = |(number, line): (usize, &ConsentEntry)| {
            let is_of = |before: &&ConsentEntry| (before.purpose, &before.walk_in) == (line.purpose, &line.walk_in);
            let before = lines.iter().take(number).rev().find(is_of);
            let agreed_before = before.filter(|before| !before.is_withdrawal).map(|before| before.at);
            ConsentView {
                purpose: line.purpose,
                version: line.version.clone(),
                language: line.language,
                source: line.source,
                agreed_at: if line.is_withdrawal { agreed_before } else { Some(line.at) },
                withdrawn_at: line.is_withdrawal.then_some(line.at),
            }
        };
        Self { consents: lines.iter().enumerate().map(line).rev().collect() }
    }
}

impl Profiles<'_> {
    /// The consents that somebody has given and withdrawn.
    pub async fn consents(&self, user: &UserId) -> Result<Consents, TableError> {
        let lines = Partition::of(keys::user_partition(user)).starting(keys::CONSENT_PREFIX);
        let lines = self.salon().table.query::<ConsentEntry>(lines.newest_first().at_most(SHOWN)).await?;
        let mut lines: Vec<ConsentEntry> = lines.into_iter().rev().map(|line| line.record).collect();
        // Stable: those of one moment stay in the order of the profile's versions.
        lines.sort_by_key(|line| line.at);
        Ok(Consents::of(&lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::role::Role;

    fn stored(record: Profile, version: u64) -> Stored<Profile> {
        Stored { record, version }
    }

    #[test]
    fn each_change_is_a_line_and_a_withdrawal_says_what_it_withdraws() {
        let (monday, tuesday): (Instant, Instant) =
            ("2026-11-16T04:30:00Z".parse().unwrap(), "2026-11-17T04:30:00Z".parse().unwrap());
        let own = Actor::User { id: "u1".into(), role: Role::Customer };
        let bare = Profile::bare("p1".into(), "u1".into(), monday);
        assert_eq!(ConsentEntry::of_change(None, &bare, &own, monday), []);

        let joined =
            Profile { is_onboarded: true, marketing_consent: true, preferred_language: Language::Hindi, ..bare };
        let first = ConsentEntry::of_change(None, &joined, &own, monday);
        assert_eq!(
            first.iter().map(|line| (line.purpose, line.source, line.language, line.is_withdrawal)).collect::<Vec<_>>(),
            [ConsentPurpose::Terms, ConsentPurpose::Marketing].map(|purpose| (
                purpose,
                ConsentSource::Profile,
                Language::Hindi,
                false
            ))
        );
        let read = stored(joined.clone(), 1);
        assert_eq!(ConsentEntry::of_change(Some(&read), &joined, &own, tuesday), [], "nothing changed");

        let stopped = Profile { marketing_consent: false, photos_consent: true, ..joined };
        let desk = Actor::User { id: "u2".into(), role: Role::Receptionist };
        let second = ConsentEntry::of_change(Some(&read), &stopped, &desk, tuesday);
        let Consents { consents } = Consents::of(&[first, second].concat());
        let shown = consents
            .iter()
            .map(|line| (line.purpose.as_str(), line.source.as_str(), line.agreed_at, line.withdrawn_at));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("photos", "desk", Some(tuesday), None),
                ("marketing", "desk", Some(monday), Some(tuesday)),
                ("marketing", "profile", Some(monday), None),
                ("terms", "profile", Some(monday), None),
            ]
        );
    }

    #[test]
    fn a_withdrawal_is_of_what_the_same_person_agreed_to() {
        let at = |day: i64| Instant::from_millis(1_794_800_000_000 + day * 86_400_000);
        let line = |walk_in: Option<&str>, day, is_withdrawal| ConsentEntry {
            user_id: "asha".into(),
            profile_version: 0,
            purpose: ConsentPurpose::Marketing,
            version: ConsentPurpose::VERSION.to_owned(),
            language: Language::default(),
            source: ConsentSource::Desk,
            at: at(day),
            is_withdrawal,
            walk_in: walk_in.map(UserId::from),
        };
        let lines = [line(None, 1, false), line(Some("guest"), 2, false), line(None, 3, true)];
        let told: Vec<_> = Consents::of(&lines).consents.iter().map(|line| line.agreed_at).collect();
        assert_eq!(told, [Some(at(1)), Some(at(2)), Some(at(1))]);
        let mut moved = line(None, 1, false);
        moved.move_to("usha".into());
        moved.move_to("lata".into());
        assert_eq!((moved.user_id, moved.walk_in), ("lata".into(), Some("asha".into())));
    }

    #[test]
    fn the_way_is_told_by_who_acts() {
        let customer = UserId::from("u1");
        for (actor, source) in [
            (Actor::Visitor, ConsentSource::Unsubscribe),
            (Actor::Link { customer: customer.clone() }, ConsentSource::Unsubscribe),
            (Actor::Job("messages"), ConsentSource::Message),
        ] {
            assert_eq!(ConsentSource::of(&actor, &customer), source);
        }
    }
}
