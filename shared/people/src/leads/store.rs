//! Leads in the table.

use std::convert::Infallible;

use serde_json::json;

use super::request::MANUAL;
use super::status::LeadStatus;
use super::{
    CaptureRequest, Captured, Lead, LeadDetail, LeadDetailAnswer, LeadError, LeadListRow, LeadNote, LeadNoteRequest,
    LeadRow, ListLeadsRequest, NoteRow, NoteView, PatchLeadRequest,
};
use crate::auth::{Caller, User};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::month_index::MonthIndex;
use parlour_storage::paging::{CursorList, ListError, ListPart, Listed, SizeLimit};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{LeadId, UserId};

pub struct Leads<'a>(pub(super) &'a Salon);

impl<'a> Leads<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Leads<'_> {
    /// From the landing page.
    pub async fn capture(&self, act: &Act, request: CaptureRequest) -> Result<Captured, Failure<LeadError>> {
        let source = request.source.as_deref().unwrap_or(&self.0.settings.lead_default_source).to_owned();
        self.create(act, request, source).await
    }

    /// From the desk.
    pub async fn capture_manually(&self, act: &Act, request: CaptureRequest) -> Result<Captured, Failure<LeadError>> {
        self.create(act, request, MANUAL.to_owned()).await
    }

    async fn create(&self, act: &Act, request: CaptureRequest, source: String) -> Result<Captured, Failure<LeadError>> {
        let utm = request.utm();
        let lead = Lead {
            id: self.0.random.id(),
            name: request.name.into(),
            phone: Some(request.phone),
            email: request.email,
            service_interested_id: request.service_interested_id,
            status: LeadStatus::New,
            source,
            utm,
            assigned_to: None,
            converted_booking_id: None,
            converted_booking_number: None,
            last_contacted_at: None,
            created_at: act.at,
            updated_at: act.at,
        };
        let captured = Captured { lead_id: lead.id.clone() };
        let mut transaction = self.0.transaction(act);
        transaction.create(&lead);
        let (months, month) = (MonthIndex::of(self.0, MonthlyList::Leads), act.at.ist_date().calendar_month());
        if months.lacks(month).await? {
            months.add(&mut transaction, month);
        }
        transaction.audit(
            EventType::LeadCaptured,
            Lead::KIND,
            lead.id.as_str(),
            json!({ "source": label(&lead.source) }),
        );
        transaction.keep_response(&captured);
        transaction.commit().await?;
        Ok(captured)
    }

    /// Newest first; of one status, or all; whole, or a page of it.
    pub async fn list(
        &self,
        request: &ListLeadsRequest,
        size_limit: SizeLimit,
    ) -> Result<Listed<LeadListRow>, ListError> {
        let part = ListPart::asked(CursorList::Leads, request.limit, request.cursor.as_ref())?;
        let read = async {
            let queries = self.queries(request.status, part.after()).await?;
            part.read(&self.0.table, queries, size_limit, |lead: &Lead| Some(LeadListRow::least_bytes(lead))).await
        };
        let (found, catalogue) = tokio::try_join!(read, async { Ok(CatalogueStore::of(self.0).read().await?) })?;
        let now = self.0.clock.now();
        Ok(found.map(|lead| {
            let service = lead.service_interested_id.as_ref().and_then(|id| catalogue.service(id));
            let service_name = service.map(|service| service.name.clone());
            LeadListRow::new(lead.record, service_name, now)
        }))
    }

    async fn queries(&self, status: Option<LeadStatus>, after: Option<&str>) -> Result<Vec<Partition>, TableError> {
        if let Some(status) = status {
            return Ok(vec![Partition::g2(keys::leads_of_status(status.as_str())).newest_first()]);
        }
        let months = MonthIndex::of(self.0, MonthlyList::Leads).until(after).await?;
        Ok(months.into_iter().map(|month| Partition::g1(keys::leads_of_month(month)).newest_first()).collect())
    }

    pub async fn detail(&self, id: &LeadId) -> Result<LeadDetailAnswer, Failure<LeadError>> {
        let salon = self.0;
        let (items, catalogue) =
            tokio::try_join!(salon.table.query_items(Partition::of(keys::lead_partition(id))), async {
                CatalogueStore::of(salon).read().await
            },)?;
        let lead: Lead =
            items.starting::<Lead>(&keys::lead(id).sk)?.into_iter().next().ok_or(LeadError::Unknown)?.record;
        let mut notes = items.starting::<LeadNote>(keys::NOTE_PREFIX)?;
        notes.sort_by(|a, b| b.id.cmp(&a.id));
        let notes: Vec<NoteView> = notes.iter().map(|note| NoteView::from(&note.record)).collect();
        let assigned_to_name = match &lead.assigned_to {
            Some(user) => salon.table.get::<User>(&keys::user(user)).await?.map(|user| user.record.name),
            None => None,
        };
        let service_name = lead
            .service_interested_id
            .as_ref()
            .and_then(|id| catalogue.service(id))
            .map(|service| service.name.clone());
        let detail = LeadDetail {
            lead: LeadRow::from(&lead),
            service_name,
            assigned_to_name,
            converted_booking_number: lead.converted_booking_number,
            notes: notes.clone(),
        };
        Ok(LeadDetailAnswer { lead: detail, notes })
    }

    /// Changes status, assignee or both; a reason is stored as a note.
    pub async fn patch(
        &self,
        caller: &Caller,
        id: &LeadId,
        request: &PatchLeadRequest,
    ) -> Result<LeadRow, Failure<LeadError>> {
        self.0
            .retry_on_conflict(|| async move {
                let act = &caller.act;
                let (read, assignee) = tokio::try_join!(self.get(id), self.assignee(request.assigned_to.as_ref()))?;
                let read = read.ok_or(LeadError::Unknown)?;
                let mut lead = read.record.clone();
                if let Some(assignee) = assignee {
                    lead = lead.assigned(assignee, act.at);
                }
                if let Some(status) = request.status {
                    lead = lead.moved(status, act.at).map_err(LeadError::from)?;
                }
                let reason = request.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
                if reason.is_none() && is_unchanged(&read.record, &lead) {
                    return Ok(LeadRow::from(&read.record));
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &lead);
                if let Some(reason) = reason {
                    transaction.create(&self.note_of(caller, id, reason.to_owned()));
                }
                let is_moved = lead.status != read.status;
                transaction.audit(
                    if is_moved { EventType::LeadMoved } else { EventType::LeadUpdated },
                    Lead::KIND,
                    id.as_str(),
                    json!({ "status": lead.status, "assignedTo": lead.assigned_to }),
                );
                transaction.commit().await?;
                Ok(LeadRow::from(&lead))
            })
            .await
    }

    /// The open leads of somebody who no longer works here become nobody's, one by one.
    pub async fn unassign(&self, act: &Act, from: &UserId) -> Result<(), Setback> {
        let open = LeadStatus::ALL.iter().filter(|status| !status.is_over());
        let lists = open.map(|status| Partition::g2(keys::leads_of_status(status.as_str()))).collect();
        let mut theirs: Vec<LeadId> = Vec::new();
        let see = |lead: Lead| theirs.extend((lead.assigned_to.as_ref() == Some(from)).then_some(lead.id));
        self.0.table.visit(lists, see).await?;
        for id in &theirs {
            self.0.retry_on_conflict(|| self.write_unassigned(act, id, from)).await?;
        }
        Ok(())
    }

    async fn write_unassigned(&self, act: &Act, id: &LeadId, from: &UserId) -> Result<(), Failure<Infallible>> {
        let read = self.0.table.get::<Lead>(&keys::lead(id)).await?;
        let Some(read) = read.filter(|lead| lead.assigned_to.as_ref() == Some(from)) else { return Ok(()) };
        let lead = read.unassigned(act.at);
        let mut transaction = self.0.transaction(act);
        transaction.replace(&read, &lead);
        transaction.audit(
            EventType::LeadUpdated,
            Lead::KIND,
            id.as_str(),
            json!({ "status": lead.status, "assignedTo": lead.assigned_to }),
        );
        Ok(transaction.commit().await?)
    }

    async fn get(&self, id: &LeadId) -> Result<Option<Stored<Lead>>, Failure<LeadError>> {
        Ok(self.0.table.get(&keys::lead(id)).await?)
    }

    async fn assignee(&self, id: Option<&UserId>) -> Result<Option<UserId>, Failure<LeadError>> {
        let Some(id) = id else { return Ok(None) };
        match self.0.table.get::<User>(&keys::user(id)).await? {
            Some(user) if user.works_here() => Ok(Some(id.clone())),
            _ => Err(LeadError::UnknownAssignee.into()),
        }
    }

    pub async fn note(
        &self,
        caller: &Caller,
        id: &LeadId,
        request: LeadNoteRequest,
    ) -> Result<NoteRow, Failure<LeadError>> {
        let note = self.note_of(caller, id, request.content.into());
        let row = NoteRow::from(&note);
        let mut transaction = self.0.transaction(&caller.act);
        transaction.check(Lead::KIND, keys::lead(id), Condition::Present);
        transaction.create(&note);
        transaction.audit(EventType::LeadNoted, Lead::KIND, id.as_str(), json!({ "noteId": note.id }));
        transaction.keep_response(&super::LeadNoteAnswer { note: row.clone() });
        match transaction.commit().await {
            Err(setback) if setback.failed_at(Lead::KIND) => Err(LeadError::NoteForUnknownLead.into()),
            committed => committed.map(|()| row).map_err(Failure::from),
        }
    }

    fn note_of(&self, caller: &Caller, lead: &LeadId, content: String) -> LeadNote {
        LeadNote {
            id: self.0.random.id(),
            lead_id: lead.clone(),
            content,
            author_id: caller.user.id.clone(),
            author_name: caller.user.name.clone(),
            created_at: caller.act.at,
        }
    }
}

/// A source as an event may carry it. Anybody may write anything into the form, and events go to every webhook and stay for
/// years: what is no plain label is left out.
fn label(source: &str) -> Option<&str> {
    Some(source).filter(|source| source.bytes().all(|byte| byte.is_ascii_lowercase() || b"_-".contains(&byte)))
}
