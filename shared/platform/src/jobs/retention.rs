//! Erases what is no longer needed, as part of the monthly run: leads that nobody has touched for 24 months, and what
//! customers wrote back to messages more than 12 months ago. What was sent to them expires by itself (`notification.rs`), and so
//! does who looked at them. What is erased is no longer listed: a run that was killed, or had too much to do, is gone on with by
//! the next one.

use super::JobError;
use super::run::{Run, Tally};
use parlour_people::customers::CustomerNote;
use parlour_people::leads::status::LeadStatus;
use parlour_people::leads::{Lead, Leads};
use parlour_storage::failure::Setback;
use parlour_storage::table::{AtomicWrite, Partition, Stored, WriteError, keys};
use parlour_values::id::{LeadId, first_id_of};

/// How many leads, and how many messages, a run looks at to erase them: it shares the time of a function with a report.
const MOST_A_RUN: usize = 20_000;
/// Years for which messages are kept.
const MESSAGES_KEPT_YEARS: i32 = 1;

pub async fn run(run: &Run<'_>) -> Result<(), JobError> {
    let mut tally = Tally::default();
    erase_leads(run, &mut tally).await?;
    erase_replies(run, &mut tally).await?;
    let erased = tally.end()?;
    tracing::info!(erased, "what was kept long enough is erased");
    Ok(())
}

async fn erase_leads(run: &Run<'_>, tally: &mut Tally) -> Result<(), JobError> {
    let since = Lead::kept_since(run.today());
    let mut left = MOST_A_RUN;
    for status in LeadStatus::ALL {
        // The oldest first: no lead is touched before it is captured.
        let old = Partition::g2(keys::leads_of_status(status.as_str())).through(since);
        let mut pages = run.salon.table.pages::<Lead>(old);
        while left > 0
            && let Some(page) = pages.next().await?
        {
            let due = page.into_iter().filter(|lead| lead.is_untouched_since(since)).map(|lead| lead.record.id);
            let due: Vec<LeadId> = due.take(left).collect();
            left = left.saturating_sub(due.len());
            tally.work(due, |id| erase_lead(run, id)).await;
        }
    }
    Ok(())
}

async fn erase_lead(run: &Run<'_>, id: LeadId) -> Result<usize, JobError> {
    let since = Lead::kept_since(run.today());
    Ok(usize::from(Leads::of(run.salon).erase_untouched(&run.act, &id, since).await?))
}

async fn erase_replies(run: &Run<'_>, tally: &mut Tally) -> Result<(), JobError> {
    let since = run.today().years_before(MESSAGES_KEPT_YEARS).start();
    let old = Partition::g1(keys::REPLIES).between("0", first_id_of(since));
    let mut pages = run.salon.table.pages::<CustomerNote>(old);
    let mut left = MOST_A_RUN;
    while left > 0
        && let Some(page) = pages.next().await?
    {
        let due: Vec<Stored<CustomerNote>> = page.into_iter().take(left).collect();
        left = left.saturating_sub(due.len());
        tally.work(due, |reply| erase_reply(run, reply)).await;
    }
    Ok(())
}

async fn erase_reply(run: &Run<'_>, reply: Stored<CustomerNote>) -> Result<usize, JobError> {
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.remove(&reply);
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(1),
        // It became somebody else's meanwhile: the next run finds it there.
        Err(WriteError::ConditionsFailed(_)) => Ok(0),
        Err(error) => Err(Setback::from(error).into()),
    }
}
