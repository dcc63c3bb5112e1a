//! The person a row means: by the phone, then by the email.

use parlour_people::auth::User;
use parlour_people::customers::{EmailHolder, FoundCustomer, NewHolders, PhoneHolders};
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
        let mut holders = Vec::new();
        for id in self.by_phone(found)? {
            holders.extend(FoundCustomer::among(found, &id)?);
        }
        let by_email = holders.iter().position(|holder| self.is_email_of(holder));
        let by_name = || holders.iter().rposition(|holder| self.is_name_of(&holder.user));
        if let Some(at) = by_email.or_else(by_name).or(holders.len().checked_sub(1)) {
            return Ok(Some(holders.swap_remove(at)));
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
        !is_other_phone || self.name.is_none() || self.is_name_of(&customer.user)
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

/// Everybody whom these may mean, in two round trips; `more` is read of each of them too.
pub(super) async fn look_up(
    table: &Table,
    wanted: &[&RowIdentity],
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
