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
        let mut holders: Vec<FoundCustomer> = Vec::new();
        for id in self.by_phone(found)? {
            holders.extend(FoundCustomer::among(found, &id)?);
        }
        let have_phone = holders.len();
        for id in self.by_email(found)? {
            holders.extend(FoundCustomer::among(found, &id)?.filter(|customer| self.may_be(customer)));
        }
        let (by_phone, by_email) = holders.split_at(have_phone);
        let has_email = by_phone.iter().position(|holder| self.is_email_of(holder));
        let has_name = || by_phone.iter().rposition(|holder| self.is_name_of(&holder.user));
        let last = || have_phone.checked_sub(1).or((!by_email.is_empty()).then_some(0));
        let Some(meant) = has_email.or_else(has_name).or_else(last) else { return Ok(None) };
        let meant = self.who_brought(&holders, meant).unwrap_or(meant);
        Ok(Some(holders.swap_remove(meant)))
    }

    /// Of others who hold the phone or the email too, the one who has the balances of an earlier row, if whoever is meant has
    /// none: signing up with the phone of a walk-in makes nobody bring them along twice. A row that has the name of whoever
    /// is meant, and neither the name nor the email of the other, is another person's with the same phone.
    fn who_brought(&self, holders: &[FoundCustomer], meant: usize) -> Option<usize> {
        let meant = holders.get(meant)?;
        if has_brought(meant) {
            return None;
        }
        let is_named = self.is_name_of(&meant.user);
        let is_the_same = |other: &FoundCustomer| {
            let may_be = !self.has_another_phone(other) && (!is_named || self.is_email_of(other));
            may_be || self.is_name_of(&other.user)
        };
        holders.iter().position(|other| has_brought(other) && is_the_same(other))
    }

    /// The walk-in whom the row means, where it is one who has become this customer.
    pub fn walk_in<'a>(&self, customer: &'a FoundCustomer) -> Option<&'a UserId> {
        let merged = customer.profile.opening.iter().flat_map(|opening| &opening.merged);
        let is_meant = |walk_in: &&MergedWalkIn| match &self.phone {
            Some(phone) => walk_in.phone.as_ref() == Some(phone),
            None => self.email.is_some() && walk_in.email == self.email,
        };
        customer.walk_in.as_ref().or_else(|| merged.rev().find(is_meant).map(|walk_in| &walk_in.id))
    }

    /// Whether the row speaks of the customer as they are now, and not of a walk-in whom they were.
    pub fn is_own_of(&self, customer: &FoundCustomer) -> bool {
        let has_name = self.name.is_none() || self.is_name_of(&customer.user);
        self.walk_in(customer).is_none() || (customer.walk_in.is_none() && has_name)
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
        self.name.as_ref().is_some_and(|name| user.name.trim().to_lowercase() == name.trim().to_lowercase())
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
            holders.email = leads.is_none().then_some(holder);
        }
        Ok(holders)
    }
}

fn account_key(email: &EmailAddress) -> Key {
    keys::unique_value(Unique::Email, &email.for_matching())
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
