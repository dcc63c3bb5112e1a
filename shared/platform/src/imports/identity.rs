//! The person a row means: by the phone, then by the email.

use std::collections::BTreeSet;

use parlour_people::auth::User;
use parlour_people::customers::{EmailHolder, FoundCustomer, MergedWalkIn, NewHolders, OpeningBalances, PhoneHolders};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Found, Key, Table, TableError, UniqueValue, keys};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::UserId;

#[derive(Clone, Debug, Default)]
pub(super) struct RowIdentity {
    pub phone: Option<Phone>,
    pub email: Option<EmailAddress>,
    /// Their name in the row.
    pub name: Option<String>,
}

impl RowIdentity {
    /// The phone and the email: two rows of the same person have one of them in common.
    pub fn marks(&self) -> Vec<String> {
        let phone = self.phone.as_ref().map(|phone| phone.as_str().to_owned());
        phone.into_iter().chain(self.email.as_ref().map(EmailAddress::for_matching)).collect()
    }

    fn guards(&self) -> Vec<Key> {
        let phone = self.phone.iter().flat_map(PhoneHolders::keys);
        let email = self.email.iter().flat_map(|email| [account_key(email), EmailHolder::key(email)]);
        phone.chain(email).collect()
    }

    fn by_phone(&self, found: &Found) -> Result<Vec<UserId>, TableError> {
        let mut ids = Vec::new();
        for key in self.phone.iter().flat_map(PhoneHolders::keys) {
            ids.extend(found.read::<UniqueValue>(&key)?.map(|held| UserId::from(held.record.holder)));
        }
        Ok(ids)
    }

    fn by_email(&self, found: &Found) -> Result<Vec<UserId>, TableError> {
        let Some(email) = &self.email else { return Ok(Vec::new()) };
        let account = found.read::<UniqueValue>(&account_key(email))?.map(|held| UserId::from(held.record.holder));
        Ok(account.into_iter().chain(EmailHolder::among(found, email)?.id()).collect())
    }

    /// The customer who is meant, if they are among what was read. Nobody has shown that a phone they signed up with is
    /// theirs: where the desk wrote down somebody else with it, it is whoever has the row's email or name, else the latter.
    pub fn customer(&self, found: &Found) -> Result<Option<FoundCustomer>, TableError> {
        let mut holders = self.people(found, self.by_phone(found)?)?;
        let have_phone = holders.len();
        holders.extend(self.people(found, self.by_email(found)?)?.into_iter().filter(|customer| self.may_be(customer)));
        let (by_phone, by_email) = holders.split_at(have_phone);
        let has_email = by_phone.iter().position(|holder| self.is_email_of(holder));
        let has_name = || by_phone.iter().rposition(|holder| self.is_name_of(&holder.user));
        let last = || have_phone.checked_sub(1).or((!by_email.is_empty()).then_some(0));
        let Some(meant) = has_email.or_else(has_name).or_else(last) else { return Ok(None) };
        let meant = self.who_brought(&holders, have_phone, meant).unwrap_or(meant);
        Ok(Some(holders.swap_remove(meant)))
    }

    /// The customers to whom the phone leads, or the email. What a walk-in held leads to whom they have become only as long
    /// as nobody else holds it, and only a row that may mean either of them.
    fn people(&self, found: &Found, ids: Vec<UserId>) -> Result<Vec<FoundCustomer>, TableError> {
        let mut people = Vec::new();
        for id in ids {
            people.extend(FoundCustomer::among(found, &id)?);
        }
        let is_held = people.iter().any(|person| person.walk_in.is_none());
        people.retain(|person| match &person.walk_in {
            Some(walk_in) => !is_held && self.may_be_walk_in(person, walk_in),
            None => true,
        });
        Ok(people)
    }

    fn may_be_walk_in(&self, customer: &FoundCustomer, walk_in: &UserId) -> bool {
        let known = merged_into(customer).find(|merged| merged.id == *walk_in);
        let walk_in = known.and_then(|merged| merged.name.as_ref());
        self.name.is_none() || self.is_name_of(&customer.user) || walk_in.is_none_or(|name| self.is_named(name))
    }

    /// Of others who hold the phone too, or of those found by email alone, the one who has the balances of an earlier row, if
    /// whoever is meant has none: signing up with the phone of a walk-in makes nobody bring them along twice. A row that has
    /// the name of whoever is meant, and neither the name nor the email of the other, is another person's with the same
    /// phone. An email is shared by families: by it alone, the row has the other's name, or none and no phone but theirs.
    fn who_brought(&self, holders: &[FoundCustomer], have_phone: usize, meant: usize) -> Option<usize> {
        let is_by_phone = meant < have_phone;
        let meant = holders.get(meant)?;
        if has_brought(meant) {
            return None;
        }
        let is_named = self.is_name_of(&meant.user);
        let is_the_same = |other: &FoundCustomer| match is_by_phone {
            true => !is_named || self.is_email_of(other) || self.is_name_of(&other.user),
            false => self.is_name_of(&other.user) || (self.name.is_none() && !self.has_another_phone(other)),
        };
        let others = if is_by_phone { 0..have_phone } else { have_phone..holders.len() };
        others.into_iter().find(|at| holders.get(*at).is_some_and(|other| has_brought(other) && is_the_same(other)))
    }

    /// The walk-in whom the row means, where it is one who has become this customer.
    pub fn walk_in<'a>(&self, customer: &'a FoundCustomer) -> Option<&'a UserId> {
        let merged = merged_into(customer).rev().find(|merged| self.leads_to(merged));
        customer.walk_in.as_ref().or_else(|| merged.map(|merged| &merged.id))
    }

    /// Whether the name of the row is that of a walk-in who has become this customer, who has a name of their own.
    pub fn has_name_of_walk_in(&self, customer: &FoundCustomer) -> bool {
        let mut merged = merged_into(customer).filter(|merged| self.leads_to(merged));
        !self.is_name_of(&customer.user) && merged.any(|it| it.name.as_ref().is_some_and(|name| self.is_named(name)))
    }

    fn leads_to(&self, walk_in: &MergedWalkIn) -> bool {
        match &self.phone {
            Some(phone) => walk_in.phone.as_ref() == Some(phone),
            None => self.email.is_some() && walk_in.email == self.email,
        }
    }

    /// Families share an email: whoever has another phone and another name is somebody else.
    fn may_be(&self, customer: &FoundCustomer) -> bool {
        !self.has_another_phone(customer) || self.name.is_none() || self.is_name_of(&customer.user)
    }

    fn has_another_phone(&self, customer: &FoundCustomer) -> bool {
        let phones = self.phone.as_ref().zip(customer.profile.phone.as_ref());
        phones.is_some_and(|(asked, own)| asked != own)
    }

    fn is_name_of(&self, user: &User) -> bool {
        self.is_named(&user.name)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.as_ref().is_some_and(|own| own.trim().to_lowercase() == name.trim().to_lowercase())
    }

    fn is_email_of(&self, customer: &FoundCustomer) -> bool {
        let Some(email) = &self.email else { return false };
        customer.user.email.eq_ignore_ascii_case(&email.for_matching())
            || customer.profile.email.as_ref() == Some(email)
    }

    /// The holders of the phone and the email that somebody is to get.
    pub fn holders(&self, found: &Found) -> Result<NewHolders, TableError> {
        let mut holders = NewHolders::default();
        if let Some(phone) = &self.phone {
            let [signed_up, written_down] = PhoneHolders::keys(phone);
            let held = PhoneHolders { signed_up: found.read(&signed_up)?, written_down: found.read(&written_down)? };
            holders.phone = Some(held);
        }
        if let Some(email) = &self.email {
            let holder = EmailHolder::among(found, email)?;
            let leads = holder.id().map(|id| FoundCustomer::among(found, &id)).transpose()?.flatten();
            holders.email = leads.is_none_or(|leads| leads.walk_in.is_some()).then_some(holder);
        }
        Ok(holders)
    }
}

fn account_key(email: &EmailAddress) -> Key {
    keys::unique_value(Unique::Email, &email.for_matching())
}

/// The walk-ins who have become this customer.
fn merged_into(customer: &FoundCustomer) -> impl DoubleEndedIterator<Item = &MergedWalkIn> {
    customer.profile.opening.iter().flat_map(|opening| &opening.merged)
}

fn has_brought(customer: &FoundCustomer) -> bool {
    customer.profile.opening.as_ref().is_some_and(OpeningBalances::is_given)
}

/// Everybody whom these may mean, in two round trips, and a further one for those whom walk-ins have become; `more` is read of
/// each of them too.
pub(super) async fn look_up(
    table: &Table,
    wanted: &[&RowIdentity],
    more: fn(&UserId) -> Key,
) -> Result<Found, TableError> {
    let guards: Vec<Key> = wanted.iter().flat_map(|identity| identity.guards()).collect();
    let mut found = table.get_many(guards).await?;
    let mut ids = BTreeSet::new();
    for identity in wanted {
        ids.extend(identity.by_phone(&found)?);
        ids.extend(identity.by_email(&found)?);
    }
    let mut seen = BTreeSet::new();
    while !ids.is_empty() {
        let people = ids.iter().flat_map(|id| FoundCustomer::keys(id).into_iter().chain([more(id)]));
        found.join(table.get_many(people).await?);
        let mut next = BTreeSet::new();
        for id in &ids {
            next.extend(FoundCustomer::became(&found, id)?);
        }
        seen.append(&mut ids);
        ids = next.difference(&seen).cloned().collect();
    }
    Ok(found)
}
