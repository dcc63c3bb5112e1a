//! Whom a row means: by the phone, then by the email.

use parlour_people::auth::User;
use parlour_people::customers::{EmailHolder, FoundCustomer, NewHolders, PhoneHolders};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Found, Key, Table, TableError, UniqueValue, keys};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::UserId;

#[derive(Clone, Debug, Default)]
pub(super) struct Identity {
    pub phone: Option<Phone>,
    pub email: Option<EmailAddress>,
    /// What the row calls them.
    pub name: Option<String>,
}

impl Identity {
    /// What two rows of the same person have in common.
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

    /// The customer who is meant, if they are among what was read.
    pub fn customer(&self, found: &Found) -> Result<Option<FoundCustomer>, TableError> {
        for id in self.by_phone(found)? {
            if let Some(customer) = FoundCustomer::among(found, &id)? {
                return Ok(Some(customer));
            }
        }
        for id in self.by_email(found)? {
            if let Some(customer) = FoundCustomer::among(found, &id)?.filter(|customer| self.may_be(customer)) {
                return Ok(Some(customer));
            }
        }
        Ok(None)
    }

    /// Families share an email: whoever has another phone and another name is somebody else.
    fn may_be(&self, customer: &FoundCustomer) -> bool {
        let is_other_phone = self.phone.is_some() && customer.profile.phone.is_some();
        !is_other_phone || self.name.as_ref().is_none_or(|name| is_called(&customer.user, name))
    }

    /// Who holds the phone and the email that somebody is to get.
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

fn is_called(user: &User, name: &str) -> bool {
    user.name.trim().to_lowercase() == name.trim().to_lowercase()
}

/// Everybody whom these may mean, in two round trips; `more` is read of each of them too.
pub(super) async fn look_up(
    table: &Table,
    wanted: &[&Identity],
    more: fn(&UserId) -> Key,
) -> Result<Found, TableError> {
    let guards: Vec<Key> = wanted.iter().flat_map(|identity| identity.guards()).collect();
    let mut found = table.get_many(guards).await?;
    let mut ids = Vec::new();
    for identity in wanted {
        ids.extend(identity.by_phone(&found)?);
        ids.extend(identity.by_email(&found)?);
    }
    let people: Vec<Key> = ids.iter().flat_map(|id| FoundCustomer::keys(id).into_iter().chain([more(id)])).collect();
    found.join(table.get_many(people).await?);
    Ok(found)
}
