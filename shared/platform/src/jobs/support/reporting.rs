//! Reports of a period: adding up their figures, and sending each once to the team's chat and to each recipient.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::jobs::JobError;
use crate::jobs::run::{Run, tally};
use crate::notifications::{SendLog, claim, record_outcome};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Bookings};
use parlour_money::summaries::{DaySummary, Group, ROUND_OFF, SalesTally, Summaries};
use parlour_senders::templates::{BranchSales, Brand, Report, SalesFacts, ServiceSales};
use parlour_senders::{Delivery, SendError};
use parlour_setup::branches::{Branch, BranchStatus, Branches};
use parlour_setup::branding::BrandingStore;
use parlour_storage::table::{Changes, Key, Places, Record, Stored, keys};
use parlour_values::id::AttemptId;
use parlour_values::time::{Instant, IstDate};

/// How many of the best-selling services a report names.
const TOP_SERVICES: usize = 5;
const KEPT: TimeDelta = TimeDelta::days(400);

/// The log of one report of one period to one recipient; it is sent once (see `notifications/claim.rs`).
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ReportLog {
    key: String,
    claimed_until: Instant,
    sent_at: Option<Instant>,
    created_at: Instant,
}

impl SendLog for ReportLog {
    fn is_done(&self) -> bool {
        self.sent_at.is_some()
    }

    fn is_claimed(&self, now: Instant) -> bool {
        self.claimed_until > now
    }

    fn claimed(&self, _by: AttemptId, until: Instant) -> Self {
        Self { claimed_until: until, ..self.clone() }
    }
}

impl Record for ReportLog {
    const KIND: &'static str = "report_sent";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.created_at.plus(KEPT)), ..Places::default() }
    }
}

/// A recipient of a report.
enum ReportTarget {
    Chat,
    Email(String),
}

/// Sends the report to the team's chat and to each recipient who has not got it yet.
pub async fn send(run: &Run<'_>, report: &Report, period: &str) -> Result<Value, JobError> {
    let mut targets = vec![ReportTarget::Chat];
    targets.extend(run.salon.settings.report_recipients.iter().cloned().map(ReportTarget::Email));
    let brand = BrandingStore::of(run.salon).brand(None).await?;
    tally(targets, |target| send_to(run, report, &brand, period, target)).await?;
    Ok(json!({ "success": true }))
}

async fn send_to(
    run: &Run<'_>,
    report: &Report,
    brand: &Brand,
    period: &str,
    target: ReportTarget,
) -> Result<usize, JobError> {
    let outbound = &run.salon.outbound;
    let to = match &target {
        ReportTarget::Chat => "chat",
        ReportTarget::Email(address) => address,
    };
    send_once(run, format!("{}#{period}#{to}", report.kind()), async {
        match &target {
            ReportTarget::Chat => outbound.chat(&report.chat().signed(&brand.name)).await,
            ReportTarget::Email(address) => outbound.email(&report.texts(brand).email_to(address, Vec::new())).await,
        }
    })
    .await
}

/// Sends what goes to no feed, unless the log under this key says that it was sent.
pub async fn send_once(
    run: &Run<'_>,
    key: String,
    sending: impl Future<Output = Result<Delivery, SendError>>,
) -> Result<usize, JobError> {
    let salon = run.salon;
    let begin = |claimed_until: Instant, _: &mut Changes| ReportLog {
        key: key.clone(),
        claimed_until,
        sent_at: None,
        created_at: salon.clock.now(),
    };
    let Some(claim) = claim(salon, &keys::sent(&key), begin).await? else { return Ok(0) };
    let sent = sending.await;
    let now = salon.clock.now();
    let log = match &sent {
        Ok(_) => ReportLog { sent_at: Some(now), ..claim.log.record.clone() },
        // Nothing was sent: the next run need not wait for the claim to run out.
        Err(_) => ReportLog { claimed_until: now, ..claim.log.record.clone() },
    };
    let recorded = record_outcome(salon, &claim.log, log, |_| {}).await;
    sent?;
    recorded?;
    Ok(1)
}

/// The sales of some days, over all branches.
pub async fn sales(
    run: &Run<'_>,
    from: IstDate,
    to: IstDate,
    before: (IstDate, IstDate),
) -> Result<SalesFacts, JobError> {
    let salon = run.salon;
    let branches = Branches::of(salon).all().await?;
    let ids: Vec<_> = branches.iter().map(|branch| branch.id.clone()).collect();
    let summaries = Summaries::of(salon);
    let (days, previous) = tokio::try_join!(summaries.days(&ids, from, to), summaries.days(&ids, before.0, before.1))?;
    let mut bookings = Vec::new();
    for status in BookingStatus::ALL {
        bookings.push((status.as_str().to_owned(), 0_u64));
    }
    let count = |booking: Booking| {
        if let Some((_, count)) = bookings.iter_mut().find(|(status, _)| status == booking.status.as_str()) {
            *count = count.saturating_add(1);
        }
    };
    Bookings::of(salon).each_of_days(None, from, to, count).await?;
    bookings.retain(|(_, count)| *count > 0);
    let mut facts = added_up(from, to, &days, &branches, run);
    facts.bookings = bookings;
    let previous: SalesTally = previous.iter().map(|day| day.sales).sum();
    (facts.previous_total, facts.previous_refunded) = (Some(previous.total_paise), previous.refunded_paise);
    Ok(facts)
}

fn added_up(from: IstDate, to: IstDate, days: &[DaySummary], branches: &[Stored<Branch>], run: &Run<'_>) -> SalesFacts {
    let Some(first) = branches.first() else { return empty_report(from, to) };
    let mut whole = DaySummary::empty(first.id.clone(), from, run.now());
    for day in days {
        whole.join(day);
    }
    // A branch that has not opened, or closed before these days, has nothing to tell.
    let by_branch = branches.iter().filter_map(|branch| {
        let own = days.iter().filter(|day| day.branch_id == branch.id);
        let tally: SalesTally = own.map(|day| day.sales).sum();
        let is_told = branch.status == BranchStatus::Operational || tally != SalesTally::default();
        is_told.then(|| BranchSales { name: branch.name.clone(), invoices: tally.count, total: tally.total_paise })
    });
    let sold = whole.by_service.iter().filter(|group| group.key != ROUND_OFF);
    let mut sold: Vec<(u64, &Group)> = sold.map(|group| (pieces(&whole, group), group)).collect();
    sold.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.name.cmp(&other.name)));
    let top = sold.into_iter().take(TOP_SERVICES);
    SalesFacts {
        total: whole.sales.total_paise,
        refunded: whole.sales.refunded_paise,
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
            .map(|(count, group)| ServiceSales { name: group.name.clone(), count, total: group.tally.total_paise })
            .collect(),
        ..empty_report(from, to)
    }
}

/// How many were sold: of a product the pieces, of anything else the lines, as a service is one of each.
fn pieces(whole: &DaySummary, group: &Group) -> u64 {
    let products = whole.detail.iter().flat_map(|detail| &detail.products);
    let product = products.into_iter().find(|product| product.product_id.as_str() == group.key);
    product.map_or(group.tally.count, |product| u64::try_from(product.pieces).unwrap_or(0))
}

fn empty_report(from: IstDate, to: IstDate) -> SalesFacts {
    use parlour_values::money::Paise;
    SalesFacts {
        from,
        to,
        total: Paise::ZERO,
        refunded: Paise::ZERO,
        gst: Paise::ZERO,
        discounts: Paise::ZERO,
        invoices: 0,
        by_payment_method: Vec::new(),
        by_branch: Vec::new(),
        bookings: Vec::new(),
        top_services: Vec::new(),
        previous_total: None,
        previous_refunded: Paise::ZERO,
        low_products: Vec::new(),
        audit_head: None,
    }
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_golden_row_of_a_sent_report_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "SENT#daily_report#2026-11-16#chat" }, "SK": { "S": "SENT" },
            "kind": { "S": "report_sent" }, "format": { "N": "1" }, "v": { "N": "1" },
            "key": { "S": "daily_report#2026-11-16#chat" }, "claimed_until": { "S": "2026-11-16T04:30:00.000Z" },
            "sent_at": { "S": "2026-11-16T04:30:00.000Z" }, "created_at": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<ReportLog>(golden.clone()).unwrap(), golden);
    }
}
