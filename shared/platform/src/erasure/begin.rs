//! The first step of an erasure, after which nobody is there, and the last one.

use std::collections::BTreeSet;
use std::convert::Infallible;

use serde_json::json;

use super::{Erasures, PersonToErase};
use parlour_booking::bookings::Bookings;
use parlour_people::auth::{User, UserAccount};
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::{EmailHolder, ErasedContact, Erasure, Profile};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Key, Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::contact::Phone;
use parlour_values::id::UserId;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// How far the first step came.
pub(super) enum ErasureStart {
    /// It is done, now or by an earlier run.
    Now(ErasedContact),
    /// Something stands in the way: it is tried again the next day.
    PutOff,
    /// It was taken back, put off, or done already.
    NotDue,
}

impl Erasures<'_> {
    /// Makes the user nobody, on condition that nothing has changed since it was looked at.
    pub(super) async fn begin(
        &self,
        act: &Act,
        id: &UserId,
        erase_on: Instant,
    ) -> Result<ErasureStart, Failure<Infallible>> {
        let wanted = [keys::user(id), keys::profile(id), keys::erasure(id)];
        let [user_key, profile_key, erasure_key] = wanted.clone();
        let mut found = self.0.table.get_many(wanted).await?;
        let Some(erasure) = found.take::<Erasure>(&erasure_key)? else { return Ok(ErasureStart::NotDue) };
        if let Some(contact) = erasure.record.begun {
            return Ok(ErasureStart::Now(contact));
        }
        let user = found.take::<User>(&user_key)?.filter(|_| erasure.erase_on == erase_on);
        let Some(user) = user else { return Ok(ErasureStart::NotDue) };
        if user.role != Role::Customer {
            // They work here by now: somebody who works here is not erased.
            let mut transaction = self.0.transaction(act);
            transaction.remove(&erasure);
            let data = json!({ "role": user.role });
            transaction.audit(EventType::CustomerErasureWithdrawn, Profile::KIND, id.as_str(), data);
            transaction.commit().await?;
            return Ok(ErasureStart::NotDue);
        }
        let person = PersonToErase { user, profile: found.take::<Profile>(&profile_key)?, erasure: None };
        let bookings = Bookings::of(self.0);
        let (open, links, held) = tokio::try_join!(
            bookings.open_of(id),
            self.0.table.query::<UserAccount>(Partition::of(keys::user_partition(id)).starting(keys::ACCOUNT_PREFIX)),
            self.held(&person),
        )?;
        if !open.is_empty() || person.due() > Paise::ZERO {
            let (bookings, due) = (open.len(), person.due().0);
            tracing::warn!(user = %id, bookings, due, "an erasure is put off by a day: something stands in its way");
            let later = erasure.put_off();
            let mut transaction = self.0.transaction(act);
            transaction.replace(&erasure, &later);
            transaction.enqueue(later.message());
            transaction.commit().await?;
            return Ok(ErasureStart::PutOff);
        }
        let contact = ErasedContact::of(&person.user, person.profile.as_deref());
        let mut transaction = self.0.transaction(act);
        transaction.replace(&erasure, &erasure.begun(contact.clone()));
        self.write_nobody(&mut transaction, act, &person);
        for link in &links {
            UserAccount::unlink(link, &mut transaction);
        }
        let merged: Vec<&UserId> = person.merged().map(|walk_in| &walk_in.id).collect();
        let is_theirs = |holder: &str| holder == id.as_str() || merged.iter().any(|merged| merged.as_str() == holder);
        for value in held.iter().filter(|value| is_theirs(&value.holder)) {
            transaction.remove(value);
        }
        transaction.commit().await?;
        Ok(ErasureStart::Now(contact))
    }

    fn write_nobody(&self, transaction: &mut Transaction<'_>, act: &Act, person: &PersonToErase) {
        let nobody = person.user.erased(act.at);
        let figures = person.profile.as_ref().map(|profile| profile.erased(act.at));
        transaction.replace(&person.user, &nobody);
        if let Some((read, figures)) = person.profile.as_ref().zip(figures.as_ref()) {
            transaction.replace(read, figures);
        }
        DirectoryChange::of(&nobody.id).erased(&nobody, figures.as_ref()).write(transaction);
    }

    /// The guards of the phones and the addresses that they may hold, or walk-ins who have become them.
    async fn held(&self, person: &PersonToErase) -> Result<Vec<Stored<UniqueValue>>, TableError> {
        let own = person.profile.as_ref();
        let phones = own.and_then(|profile| profile.phone.as_ref()).into_iter();
        let phones: BTreeSet<&Phone> = phones.chain(person.merged().filter_map(|it| it.phone.as_ref())).collect();
        let phones = phones.into_iter().flat_map(|phone| {
            [Unique::Phone, Unique::WalkinPhone].map(|what| keys::unique_value(what, phone.as_str()))
        });
        let mut emails = vec![person.user.email.clone(), person.user.email.to_ascii_lowercase()];
        emails.dedup();
        let emails = emails.iter().filter(|email| !email.is_empty());
        let emails = emails.map(|email| keys::unique_value(Unique::Email, email));
        let left = own.and_then(|profile| profile.email.as_ref()).into_iter();
        let left = left.chain(person.merged().filter_map(|it| it.email.as_ref())).map(EmailHolder::key);
        let wanted: Vec<Key> = phones.chain(emails).chain(left).collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = self.0.table.get_many(wanted.clone()).await?;
        let mut held = Vec::new();
        for key in &wanted {
            held.extend(found.take::<UniqueValue>(key)?);
        }
        Ok(held)
    }

    /// Nothing is left to do, and it is said so. A request that had begun before may still have written something: what is
    /// kept of the wish looks again for it a little later, then it goes too.
    pub(super) async fn finish(&self, act: &Act, id: &UserId) -> Result<(), Failure<Infallible>> {
        let Some(erasure) = self.0.table.get::<Erasure>(&keys::erasure(id)).await? else { return Ok(()) };
        let mut transaction = self.0.transaction(act);
        match erasure.looks_again(act.at) {
            Some(later) => {
                transaction.replace(&erasure, &later);
                transaction.enqueue(later.message());
                transaction.audit(EventType::CustomerErased, Profile::KIND, id.as_str(), json!({}));
            }
            None => transaction.remove(&erasure),
        }
        Ok(transaction.commit().await?)
    }
}
