//! Records elsewhere: leads that became this customer, and what others were told of them.

use std::collections::BTreeSet;
use std::convert::Infallible;

use super::own::Led;
use super::{EraseError, Erasures};
use parlour_people::customers::{ErasedContact, Profile};
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_storage::at_once;
use parlour_storage::events::{EventItem, EventType};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{AtomicWrite, Key, Partition, Record as _, TableError, keys};
use parlour_values::id::{LeadId, UserId};

impl Erasures<'_> {
    /// The leads with their phone or an address of theirs, among all there are: a few pages at a time.
    pub(super) async fn leads_of(&self, contact: &ErasedContact) -> Result<Vec<LeadId>, TableError> {
        if contact.phone.is_none() && contact.emails.is_empty() {
            return Ok(Vec::new());
        }
        let all = LeadStatus::ALL.iter().map(|status| Partition::g2(keys::leads_of_status(status.as_str())));
        let mut theirs = Vec::new();
        let see = |lead: Lead| {
            let email = lead.email.as_ref().map(|email| email.to_string());
            if contact.is_theirs(lead.phone.as_ref(), email.as_deref()) {
                theirs.push(lead.id);
            }
        };
        self.0.table.visit(all.collect(), see).await?;
        Ok(theirs)
    }

    /// Without who it was, and without what was noted of them.
    pub(super) async fn erase_leads(&self, leads: &BTreeSet<LeadId>) -> Result<(), EraseError> {
        for id in leads {
            self.0.retry_on_conflict(|| self.write_lead(id)).await.map_err(Setback::from)?;
            self.delete_all(Partition::of(keys::lead_partition(id)).starting(keys::NOTE_PREFIX)).await?;
        }
        Ok(())
    }

    async fn write_lead(&self, id: &LeadId) -> Result<(), Failure<Infallible>> {
        let read = self.0.table.get::<Lead>(&keys::lead(id)).await?;
        let Some(read) = read.filter(|read| read.erased() != read.record) else { return Ok(()) };
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.replace(&read, &read.erased());
        Ok(write.commit(&self.0.table).await.map_err(Setback::from)?)
    }

    /// The walk-ins who were found to be this customer, as the audit log tells: it is kept longer than any message is.
    async fn merged(&self, id: &UserId) -> Result<Vec<UserId>, TableError> {
        let mut pages = self.0.table.pages::<EventItem>(Partition::g1(keys::events_of(Profile::KIND, id.as_str())));
        let mut merged = Vec::new();
        while let Some(page) = pages.next().await? {
            let merges = page.iter().filter(|event| event.what == EventType::CustomerMerged);
            merged.extend(merges.filter_map(|event| event.data.get("from")?.as_str().map(UserId::from)));
        }
        Ok(merged)
    }

    /// Notifications to others that speak of them, and answers that are kept for a repeat.
    pub(super) async fn erase_told(&self, id: &UserId, led: &Led) -> Result<(), EraseError> {
        let merged = self.merged(id).await?;
        for walk_in in &merged {
            for prefix in [keys::NOTIFICATION_PREFIX, keys::UNREAD_PREFIX] {
                self.delete_all(Partition::of(keys::user_partition(walk_in)).starting(prefix)).await?;
            }
        }
        let leads = led.leads.iter().map(keys::lead_partition);
        let repeats = led.repeats.iter().map(|repeat| keys::repeat(repeat).pk);
        let people = [id].into_iter().chain(&merged).map(keys::user_partition);
        let all: Vec<String> = people.chain(leads).chain(repeats).collect();
        for told in all.iter().map(|partition| keys::about(partition)) {
            let indexes = [Partition::g1(&told), Partition::g2(&told), Partition::g3(&told)];
            let found = at_once::try_all(indexes.map(|index| self.0.table.query_items(index))).await?;
            let gone =
                found.iter().flat_map(|found| found.keys()).flat_map(|key| [Some(key.clone()), unread_mark(key)]);
            let gone: BTreeSet<(String, String)> = gone.flatten().map(|key| (key.pk, key.sk)).collect();
            self.delete(gone.into_iter().map(|(pk, sk)| Key { pk, sk }).collect()).await?;
        }
        Ok(())
    }
}

/// The mark beside a notification while it is unread.
fn unread_mark(key: &Key) -> Option<Key> {
    let id = key.sk.strip_prefix(keys::NOTIFICATION_PREFIX)?;
    Some(Key { pk: key.pk.clone(), sk: format!("{}{id}", keys::UNREAD_PREFIX) })
}
