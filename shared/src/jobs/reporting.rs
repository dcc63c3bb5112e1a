//! Sending a report once for its period, to the team's chat and to each recipient.

use std::time::Duration;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, tally};
use crate::bookings::status::BookingStatus;
use crate::branches::Branch;
use crate::failure::Setback;
use crate::notifications::brand;
use crate::outbound::templates::{BranchSales, Report, SalesFacts, ServiceSales};
use crate::summaries::DaySummary;
use crate::table::{AtomicWrite, Key, Places, Record, Stored, WriteError, keys};
use crate::time::{Deadline, Instant, IstDate};

const MOST_LOVED: usize = 5;

/// How long a sender may take before another run takes over.
const CLAIM: TimeDelta = TimeDelta::seconds(60);
const KEPT: TimeDelta = TimeDelta::days(400);

/// One report of one period to one recipient: claimed, then sent, then noted. Only a crash between the last two sends it
/// again, once the claim has run out.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ReportSent {
    key: String,
    claimed_until: Instant,
    sent_at: Option<Instant>,
    created_at: Instant,
}

impl Record for ReportSent {
    const KIND: &'static str = "report_sent";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.created_at.plus(KEPT)), ..Places::default() }
    }
}

/// Sends to everybody who has not had it yet.
pub async fn send(run: &Run<'_>, report: &Report, period: &str) -> Result<Value, JobError> {
    let mut targets: Vec<Option<String>> = vec![None];
    targets.extend(run.salon.settings.report_recipients.iter().cloned().map(Some));
    tally(targets, |target| send_to(run, report, period, target)).await?;
    Ok(json!({ "success": true }))
}

async fn send_to(run: &Run<'_>, report: &Report, period: &str, recipient: Option<String>) -> Result<usize, JobError> {
    let to = recipient.as_deref().unwrap_or("chat");
    let key = format!("{}#{period}#{to}", report.kind());
    let (deadline, mut looks) = (Deadline::after(PATIENCE), 0_u32);
    let claim = loop {
        match claim(run, &key).await? {
            Claim::Ours(claim) => break claim,
            Claim::Sent => return Ok(0),
            Claim::Elsewhere if deadline.passed() => return Err(JobError::UnderWay),
            Claim::Elsewhere => {
                looks = looks.saturating_add(1);
                tokio::time::sleep(crate::table::backoff(looks, &run.salon.random)).await;
            }
        }
    };
    let outbound = &run.salon.outbound;
    let sent = match &recipient {
        None => outbound.chat(&report.chat()).await,
        Some(address) => {
            let texts = report.texts(&brand(&run.salon.settings));
            outbound.email(&texts.email_to(address, Vec::new())).await
        }
    };
    let now = run.salon.clock.now();
    let noted = match &sent {
        Ok(_) => ReportSent { sent_at: Some(now), ..claim.record.clone() },
        // Nothing left: the next run need not wait for the claim to run out.
        Err(_) => ReportSent { claimed_until: now, ..claim.record.clone() },
    };
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(&claim, &noted);
    let written = write.commit(&run.salon.table).await;
    sent?;
    match written {
        // Whoever took over after our claim ran out notes the outcome.
        Ok(()) | Err(WriteError::Lost(_)) => Ok(1),
        Err(error) => Err(Setback::from(error).into()),
    }
}

/// How long somebody else's sending is waited for: as long as their chat or mail may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who is to send it.
enum Claim {
    Ours(Stored<ReportSent>),
    Elsewhere,
    Sent,
}

async fn claim(run: &Run<'_>, key: &str) -> Result<Claim, JobError> {
    let (salon, now) = (run.salon, run.salon.clock.now());
    let known = salon.table.get::<ReportSent>(&keys::sent(key)).await?;
    match &known {
        Some(known) if known.sent_at.is_some() => return Ok(Claim::Sent),
        Some(known) if known.claimed_until > now => return Ok(Claim::Elsewhere),
        Some(_) | None => {}
    }
    let created_at = known.as_ref().map_or(now, |known| known.created_at);
    let claim = ReportSent { key: key.to_owned(), claimed_until: now.plus(CLAIM), sent_at: None, created_at };
    let mut write = AtomicWrite::new(&salon.random);
    write.changes.save(known.as_ref(), &claim);
    match write.commit(&salon.table).await {
        Ok(()) => Ok(Claim::Ours(Stored { record: claim, version: known.map_or(1, |known| known.version + 1) })),
        Err(WriteError::Lost(_) | WriteError::Contended) => Ok(Claim::Elsewhere),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

/// The sales of some days, over all branches.
pub async fn sales(
    run: &Run<'_>,
    from: IstDate,
    to: IstDate,
    before: (IstDate, IstDate),
) -> Result<SalesFacts, JobError> {
    let salon = run.salon;
    let branches = salon.branches().all().await?;
    let ids: Vec<_> = branches.iter().map(|branch| branch.id.clone()).collect();
    let summaries = salon.summaries();
    let (days, previous) = tokio::try_join!(summaries.days(&ids, from, to), summaries.days(&ids, before.0, before.1))?;
    let mut bookings = Vec::new();
    for status in BookingStatus::ALL {
        bookings.push((status.as_str().to_owned(), 0_u64));
    }
    for booking in salon.bookings().of_days(from, to).await? {
        if let Some((_, count)) = bookings.iter_mut().find(|(status, _)| status == booking.status.as_str()) {
            *count = count.saturating_add(1);
        }
    }
    bookings.retain(|(_, count)| *count > 0);
    let mut facts = added_up(from, to, &days, &branches, run);
    facts.bookings = bookings;
    facts.previous_total = Some(previous.iter().map(|day| day.sales.total_paise).sum());
    Ok(facts)
}

fn added_up(from: IstDate, to: IstDate, days: &[DaySummary], branches: &[Stored<Branch>], run: &Run<'_>) -> SalesFacts {
    let Some(first) = branches.first() else { return nothing(from, to) };
    let mut whole = DaySummary::empty(first.id.clone(), from, run.now());
    for day in days {
        whole.join(day);
    }
    let by_branch = branches.iter().map(|branch| {
        let own = days.iter().filter(|day| day.branch_id == branch.id);
        let tally: crate::summaries::SalesTally = own.map(|day| day.sales).sum();
        BranchSales { name: branch.name.clone(), invoices: tally.count, total: tally.total_paise }
    });
    let mut services = whole.by_service.clone();
    services.sort_by(|a, b| b.tally.count.cmp(&a.tally.count).then_with(|| a.name.cmp(&b.name)));
    let top = services.into_iter().take(MOST_LOVED);
    SalesFacts {
        total: whole.sales.total_paise,
        gst: whole.sales.gst(),
        discounts: whole.sales.discount_paise,
        invoices: whole.sales.count,
        by_payment_method: whole
            .by_payment_method
            .iter()
            .map(|group| (group.key.clone(), group.tally.total_paise))
            .collect(),
        by_branch: by_branch.collect(),
        top_services: top
            .map(|group| ServiceSales { name: group.name, count: group.tally.count, total: group.tally.total_paise })
            .collect(),
        ..nothing(from, to)
    }
}

fn nothing(from: IstDate, to: IstDate) -> SalesFacts {
    use crate::money::Paise;
    SalesFacts {
        from,
        to,
        total: Paise::ZERO,
        gst: Paise::ZERO,
        discounts: Paise::ZERO,
        invoices: 0,
        by_payment_method: Vec::new(),
        by_branch: Vec::new(),
        bookings: Vec::new(),
        top_services: Vec::new(),
        previous_total: None,
    }
}
