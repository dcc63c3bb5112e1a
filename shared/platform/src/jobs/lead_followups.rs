//! Reminds staff, once a day, of their leads that nobody has contacted for two days, or noted anything on for one.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::notifications::{Channels, Notifications, OutgoingNotice};
use parlour_people::leads::status::LeadStatus;
use parlour_people::leads::{Lead, LeadNote};
use parlour_senders::templates::{LeadFacts, Notice};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::id::LeadId;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Minutes};

const SILENCE: TimeDelta = TimeDelta::hours(48);
/// Somebody who writes a note is at it.
const AFTER_NOTE: TimeDelta = TimeDelta::hours(24);

/// How long nobody has contacted the lead, if its assignee is to be reminded.
fn silence(lead: &Lead, now: Instant) -> Option<TimeDelta> {
    let silent_for = now.since(lead.last_contacted_at.unwrap_or(lead.created_at));
    let due = lead.status == LeadStatus::FollowUp && lead.assigned_to.is_some() && silent_for >= SILENCE;
    due.then_some(silent_for)
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let catalogue = CatalogueStore::of(run.salon).read().await?;
    let leads = Partition::g2(keys::leads_of_status(LeadStatus::FollowUp.as_str()));
    let is_due = |lead: Stored<Lead>| silence(&lead, run.now()).map(|_| lead.record.id);
    let mut tally = Tally::default();
    tally.pages(run.salon.table.pages::<Lead>(leads), is_due, |id| remind(run, id, &catalogue)).await?;
    Ok(processed(tally.end()?))
}

/// Whether somebody wrote a note on it lately: ids sort by their time.
async fn was_noted(run: &Run<'_>, lead: &LeadId) -> Result<bool, JobError> {
    let notes = Partition::of(keys::lead_partition(lead)).starting(keys::NOTE_PREFIX).newest_first().at_most(1);
    let last = run.salon.table.query::<LeadNote>(notes).await?;
    Ok(last.first().is_some_and(|note| run.now().since(note.created_at) < AFTER_NOTE))
}

async fn remind(run: &Run<'_>, id: LeadId, catalogue: &Catalogue) -> Result<usize, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(lead) = run.salon.table.get::<Lead>(&keys::lead(&id)).await? else { return Ok(0) };
    let (Some(silent_for), Some(assignee)) = (silence(&lead, run.now()), &lead.assigned_to) else { return Ok(0) };
    let Some(recipient) = notifications.recipient(assignee).await? else { return Ok(0) };
    let is_staff = recipient.user.is_active && recipient.user.role.satisfies(Role::Staff);
    if !is_staff || was_noted(run, &lead.id).await? {
        return Ok(0);
    }
    let service = lead.service_interested_id.as_ref().and_then(|id| catalogue.service(id));
    let facts = LeadFacts {
        lead_name: lead.name.clone(),
        service_name: service.map(|service| service.name.clone()),
        silent_for: Minutes(u32::try_from(silent_for.num_minutes()).unwrap_or(u32::MAX)),
    };
    let occasion = format!("{}#{}", lead.id, run.today());
    let notice = OutgoingNotice::new(recipient, Notice::Lead(facts), occasion, Channels::Push).about_lead(&lead.id);
    Ok(notifications.send(notice.published("leads", json!({ "leadId": lead.id }))).await?.count())
}
