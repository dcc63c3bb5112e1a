//! Staff are reminded, once a day, of their leads that nobody has spoken with for two days.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, processed, tally};
use crate::leads::Lead;
use crate::leads::status::LeadStatus;
use crate::notifications::{Telling, Ways};
use crate::outbound::templates::{LeadFacts, Notice};
use crate::table::{Partition, Stored, keys};
use crate::time::{Instant, Minutes};

const SILENCE: TimeDelta = TimeDelta::hours(48);

/// How long nobody has spoken with them, where that is too long and somebody is to be told.
fn silence(lead: &Lead, now: Instant) -> Option<TimeDelta> {
    let silent_for = now.since(lead.last_contacted_at.unwrap_or(lead.created_at));
    let due = lead.status == LeadStatus::FollowUp && lead.assigned_to.is_some() && silent_for >= SILENCE;
    due.then_some(silent_for)
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let partition = Partition::g2(keys::leads_of_status(LeadStatus::FollowUp.as_str()));
    let catalogue = run.salon.catalogue();
    let (leads, catalogue) = tokio::try_join!(run.salon.table.query::<Lead>(partition), catalogue.read())?;
    let due: Vec<(Stored<Lead>, Option<String>)> = leads
        .into_iter()
        .filter(|lead| silence(lead, run.now()).is_some())
        .map(|lead| {
            let service = lead.service_interested_id.as_ref().and_then(|id| catalogue.service(id));
            let name = service.map(|service| service.name.clone());
            (lead, name)
        })
        .collect();
    Ok(processed(tally(due, |(lead, service)| remind(run, lead, service)).await?))
}

async fn remind(run: &Run<'_>, listed: Stored<Lead>, service_name: Option<String>) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let Some(lead) = run.salon.table.get::<Lead>(&keys::lead(&listed.id)).await? else { return Ok(0) };
    let (Some(silent_for), Some(assignee)) = (silence(&lead, run.now()), &lead.assigned_to) else { return Ok(0) };
    let Some(recipient) = notifications.recipient(assignee).await? else { return Ok(0) };
    let facts = LeadFacts {
        lead_name: lead.name.clone(),
        service_name,
        silent_for: Minutes(u32::try_from(silent_for.num_minutes()).unwrap_or(u32::MAX)),
    };
    let occasion = format!("{}#{}", lead.id, run.today());
    let telling =
        Telling::new(recipient, Notice::Lead(facts), occasion, Ways::Push).about("leads", json!({ "leadId": lead.id }));
    Ok(notifications.tell(telling).await?.count())
}
