//! A directory row, and the changes that other writes make to it in their own transactions.
//!
//! A row is made of parts that different writers know: who the person is, what their visits added up to, their gems,
//! their tags. A [`DirectoryChange`] sets the parts its writer has just decided and leaves the others alone, so that no
//! writer has to read the row and none can undo another's part.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::log::LoggedChange;
use crate::auth::User;
use crate::customers::Profile;
use parlour_storage::table::keys::names;
use parlour_storage::table::{Condition, Key, Record, Update, is_default, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::gems::Gems;
use parlour_values::id::{TagId, UserId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DirectoryRow {
    pub id: UserId,
    pub person: Option<DirectoryPerson>,
    /// Absent while there is no profile: such a row is not listed.
    pub visits: Option<Visits>,
    /// None while there is no loyalty account.
    pub gems: Option<Gems>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty", with = "serde_dynamo::string_set")]
    pub tags: BTreeSet<TagId>,
    /// Set when a walk-in's history was moved to somebody else: the row stays, so that readers notice, unlisted.
    pub merged_into: Option<UserId>,
    /// Set when they were erased: the row is counted in reports, and listed nowhere.
    #[serde(default, skip_serializing_if = "is_default")]
    pub erased: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectoryPerson {
    pub name: String,
    pub email: String,
    pub role: Role,
    pub created_at: Instant,
}

impl From<&User> for DirectoryPerson {
    fn from(user: &User) -> Self {
        Self { name: user.name.clone(), email: user.email.clone(), role: user.role, created_at: user.created_at }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visits {
    pub phone: Option<Phone>,
    /// The email that somebody without an account left at the desk.
    #[serde(default, skip_serializing_if = "is_default")]
    pub email: Option<EmailAddress>,
    pub total_visits: u32,
    pub total_spent: Paise,
    pub noshow_count: u32,
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
}

impl From<&Profile> for Visits {
    fn from(profile: &Profile) -> Self {
        Self {
            phone: profile.phone.clone(),
            email: profile.email.clone(),
            total_visits: profile.total_visits,
            total_spent: profile.total_spent,
            noshow_count: profile.noshow_count,
            first_visit_at: profile.first_visit_at,
            last_visit_at: profile.last_visit_at,
        }
    }
}

impl DirectoryRow {
    /// That nobody has claimed whom the row is of; also of somebody without a row.
    pub const UNMERGED: Condition = Condition::Lacks("merged_into");

    /// A whole row at once, for data that is loaded rather than lived. Everybody else makes a [`DirectoryChange`].
    pub fn of(user: &User, profile: &Profile, gems: Option<Gems>, tags: impl IntoIterator<Item = TagId>) -> Self {
        Self {
            id: user.id.clone(),
            person: Some(user.into()),
            visits: Some(profile.into()),
            gems,
            tags: tags.into_iter().collect(),
            merged_into: None,
            erased: user.is_erased(),
        }
    }

    /// The two parts of a row that is listed: a customer's, with a profile, neither merged into another nor erased.
    pub fn listed(&self) -> Option<(&DirectoryPerson, &Visits)> {
        self.counted().filter(|(person, _)| person.role == Role::Customer && !self.erased)
    }

    /// The same of a row that reports count: whoever came stays counted, also when they work here later.
    pub(super) fn counted(&self) -> Option<(&DirectoryPerson, &Visits)> {
        let (person, visits) = (self.person.as_ref()?, self.visits.as_ref()?);
        let is_counted = person.role == Role::Customer || visits.first_visit_at.is_some();
        (is_counted && self.merged_into.is_none()).then_some((person, visits))
    }
}

impl Record for DirectoryRow {
    const KIND: &'static str = "directory_row";

    fn key(&self) -> Key {
        keys::directory_row(&self.id)
    }
}

/// The changes that a write makes to a customer's directory row, as part of its own transaction:
///
/// ```ignore
/// DirectoryChange::of(&user.id).person(&user).profile(&profile).write(&mut transaction); // onboarding, a new walk-in
/// DirectoryChange::of(&id).profile(&profile).gems(account.balance).write(&mut transaction); // completion
/// DirectoryChange::of(&id).person(&user).write(&mut transaction); // another name, email or role
/// ```
///
/// Several changes of one customer in one transaction are combined.
#[must_use]
#[derive(Clone, Debug)]
pub struct DirectoryChange {
    id: UserId,
    update: Update,
}

impl DirectoryChange {
    pub fn of(id: &UserId) -> Self {
        let update = Update::new().set("id", id).set(names::KIND, DirectoryRow::KIND).add(names::VERSION, 1);
        Self { id: id.clone(), update }
    }

    fn set(mut self, attribute: &'static str, value: impl Serialize) -> Self {
        self.update = self.update.set(attribute, value);
        self
    }

    /// Name, email or role. Whoever creates a profile says this too.
    pub fn person(self, user: &User) -> Self {
        self.set("person", DirectoryPerson::from(user))
    }

    /// Phone, visits, spend, no-shows.
    pub fn profile(self, profile: &Profile) -> Self {
        self.set("visits", Visits::from(profile))
    }

    /// The balance of the loyalty account, from the moment there is one.
    pub fn gems(self, balance: Gems) -> Self {
        self.set("gems", balance)
    }

    pub fn tagged(mut self, tag: &TagId) -> Self {
        self.update = self.update.include("tags", tag.as_str());
        self
    }

    pub fn untagged(mut self, tag: &TagId) -> Self {
        self.update = self.update.exclude("tags", tag.as_str());
        self
    }

    /// Takes the row out of the list: its history is somebody else's now.
    pub fn merged_into(self, other: &UserId) -> Self {
        self.set("merged_into", other)
    }

    /// Leaves nothing of a merged walk-in but where they are now.
    pub fn emptied(mut self, nobody: &User) -> Self {
        self.update = self.update.remove("visits").remove("tags");
        self.person(nobody)
    }

    /// Takes the row out of every list; what they came to is counted still.
    pub fn erased(mut self, user: &User, profile: Option<&Profile>) -> Self {
        self.update = self.update.remove("tags");
        let row = self.person(user).set("erased", true);
        match profile {
            Some(profile) => row.profile(profile),
            None => row,
        }
    }

    pub fn write(self, transaction: &mut Transaction<'_>) {
        self.log(transaction);
        transaction.merge_update(DirectoryRow::KIND, keys::directory_row(&self.id), self.update);
    }

    /// The same, unless somebody else has claimed whom the row is of.
    pub fn write_unmerged(self, transaction: &mut Transaction<'_>) {
        self.log(transaction);
        let key = keys::directory_row(&self.id);
        transaction.update(DirectoryRow::KIND, key, self.update, DirectoryRow::UNMERGED);
    }

    /// Under the moment it is written, not the act's beginning: readers look back over a bounded stretch.
    fn log(&self, transaction: &mut Transaction<'_>) {
        let (at, attempt) = transaction.stamp();
        transaction.put_once(&LoggedChange { customer: self.id.clone(), at, attempt });
    }
}
