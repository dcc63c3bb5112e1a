//! How long leads are kept that came to nothing, and how they are erased.

use std::convert::Infallible;

use serde_json::json;

use super::{Lead, LeadNote, Leads};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{AtomicWrite, Partition, Record as _, Stored, keys};
use parlour_values::id::LeadId;
use parlour_values::time::{Instant, IstDate};

/// Years without anybody touching it after which a lead is erased.
const KEPT_YEARS: i32 = 2;

/// How many notes are deleted in one transaction, beside the lead, its event and what the event brings along.
const NOTES_AT_ONCE: usize = 90;

impl Lead {
    /// Leads that nobody has touched since this moment are erased on a day.
    pub fn kept_since(today: IstDate) -> Instant {
        today.years_before(KEPT_YEARS).start()
    }

    /// Whether nobody has changed it since; its notes are looked at besides.
    pub fn is_untouched_since(&self, moment: Instant) -> bool {
        self.updated_at < moment && self.last_contacted_at.is_none_or(|contacted| contacted < moment)
    }
}

impl Leads<'_> {
    /// Erases a lead with its notes, unless somebody has touched it since this moment. What its events say has nothing of
    /// the person. A lead that was half erased is found again: its notes go before it.
    pub async fn erase_untouched(&self, act: &Act, id: &LeadId, since: Instant) -> Result<bool, Setback> {
        let erased = self.0.retry_on_conflict(|| self.write_erased(act, id, since)).await.map_err(Setback::from)?;
        if erased {
            // Somebody may have been writing a note while it went; nobody can any more.
            let late = self.notes_of(id).await?;
            self.remove_notes(&late).await?;
        }
        Ok(erased)
    }

    async fn write_erased(&self, act: &Act, id: &LeadId, since: Instant) -> Result<bool, Failure<Infallible>> {
        let Some(lead) = self.0.table.get::<Lead>(&keys::lead(id)).await? else { return Ok(false) };
        let notes = self.notes_of(id).await?;
        let is_untouched = lead.is_untouched_since(since) && notes.iter().all(|note| note.created_at < since);
        if !is_untouched {
            return Ok(false);
        }
        let (first, last) = notes.split_at(notes.len().saturating_sub(NOTES_AT_ONCE));
        self.remove_notes(first).await?;
        let mut transaction = self.0.transaction(act);
        transaction.remove(&lead);
        for note in last {
            transaction.remove(note);
        }
        transaction.audit(EventType::LeadErased, Lead::KIND, id.as_str(), json!({}));
        transaction.commit().await?;
        Ok(true)
    }

    async fn notes_of(&self, id: &LeadId) -> Result<Vec<Stored<LeadNote>>, Setback> {
        let notes = Partition::of(keys::lead_partition(id)).starting(keys::NOTE_PREFIX);
        Ok(self.0.table.query(notes).await?)
    }

    async fn remove_notes(&self, notes: &[Stored<LeadNote>]) -> Result<(), Setback> {
        for some in notes.chunks(NOTES_AT_ONCE) {
            let mut write = AtomicWrite::new(&self.0.random);
            for note in some {
                write.changes.remove(note);
            }
            write.commit(&self.0.table).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_kept_for_two_years() {
        let kept = |today: &str| Lead::kept_since(today.parse().unwrap()).ist_date().to_string();
        assert_eq!(kept("2026-11-01"), "2024-11-01");
        assert_eq!(kept("2028-02-29"), "2026-02-28");
    }
}
