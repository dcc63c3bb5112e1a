//! Reports on customers, gems, memberships and leads.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::{CsvReport, Range, ReportRequest, Reports, rate};
use crate::memberships::Membership;
use parlour_people::customers::Customers;
use parlour_people::customers::directory::{Directory, DirectoryRow};
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::gems::Gems;
use parlour_values::id::{TierId, UserId};
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Minutes, months_between};

/// A customer whose last visit is this many days ago counts as lapsed; after more than a year as gone.
const LAPSED_DAYS: RangeInclusive<i64> = 90..=365;
/// How far back from its end a report has to look.
const LOOKS_BACK_DAYS: u64 = 365;
/// Longer than any chain of merges.
const MOST_MERGES: usize = 8;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersReport {
    pub from: IstDate,
    pub to: IstDate,
    /// Came for the first time in these days.
    pub new: u64,
    /// Came in these days, and before them.
    pub returning: u64,
    /// Had last come 90 to 365 days before the last of these days.
    pub lapsed: u64,
    /// Were customers by the last of these days.
    pub total: u64,
}

impl CustomersReport {
    fn range(&self) -> Range {
        Range { from: self.from, to: self.to }
    }

    /// Counts somebody by their first visit, and the last one until the end of these days.
    fn count(&mut self, first: IstDate, last: IstDate) {
        let range = self.range();
        self.new = self.new.saturating_add(u64::from(range.contains(first)));
        self.returning = self.returning.saturating_add(u64::from(first < range.from && range.contains(last)));
        self.lapsed = self.lapsed.saturating_add(u64::from(LAPSED_DAYS.contains(&range.to.days_since(last))));
    }
}

impl CsvReport for CustomersReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["kind", "customers"]);
        for (kind, count) in
            [("new", self.new), ("returning", self.returning), ("lapsed", self.lapsed), ("total", self.total)]
        {
            csv.row([Cell::text(kind), count.into()]);
        }
        csv
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipsReport {
    pub active: u64,
    pub minutes_owed: u64,
    pub by_tier: Vec<TierMemberships>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierMemberships {
    pub tier_id: TierId,
    pub tier_name: String,
    pub active: u64,
    pub minutes_owed: u64,
}

impl CsvReport for MembershipsReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["tierId", "tierName", "active", "minutesOwed"]);
        for tier in &self.by_tier {
            csv.row([
                Cell::text(&tier.tier_id),
                Cell::text(&tier.tier_name),
                tier.active.into(),
                tier.minutes_owed.into(),
            ]);
        }
        csv
    }
}

/// The gems that customers could still redeem.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemsReport {
    pub accounts: u64,
    pub outstanding_gems: Gems,
    /// At the best price a gem buys in the catalogue.
    pub liability_paise: Paise,
}

impl CsvReport for GemsReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["accounts", "outstandingGems", "liabilityPaise"]);
        csv.row([self.accounts.into(), self.outstanding_gems.0.into(), self.liability_paise.into()]);
        csv
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadsReport {
    pub from: IstDate,
    pub to: IstDate,
    pub total: u64,
    pub by_status: BTreeMap<String, u64>,
    pub by_source: Vec<LeadSource>,
    pub converted: u64,
    /// From 0 to 1.
    pub conversion_rate: f64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadSource {
    pub source: String,
    pub total: u64,
    pub converted: u64,
    pub conversion_rate: f64,
}

impl CsvReport for LeadsReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["source", "total", "converted", "conversionRate"]);
        for row in &self.by_source {
            csv.row([Cell::text(&row.source), row.total.into(), row.converted.into(), row.conversion_rate.into()]);
        }
        csv
    }
}

/// A lead that led to a booking.
fn is_converted(lead: &Lead) -> bool {
    lead.converted_booking_id.is_some() || matches!(lead.status, LeadStatus::Booked | LeadStatus::Won)
}

fn count<T>(items: impl Iterator<Item = T>) -> u64 {
    u64::try_from(items.count()).unwrap_or(u64::MAX)
}

impl Reports<'_> {
    /// Customers who have not come since the period are counted by their first and last visit. What those who came
    /// again later had done by its end is told by the days themselves, which no longer change.
    pub async fn customers(&self, request: &ReportRequest) -> Result<CustomersReport, TableError> {
        let range = request.range(self.0.clock.today());
        let mut report = CustomersReport { from: range.from, to: range.to, new: 0, returning: 0, lapsed: 0, total: 0 };
        let mut came_later: Vec<(UserId, IstDate)> = Vec::new();
        Customers::of(self.0).refresh().await?;
        Directory::of(self.0).each(|row| {
            if !row.is_counted {
                return;
            }
            let is_known = row.created_at.is_none_or(|at| at.ist_date() <= range.to);
            report.total = report.total.saturating_add(u64::from(is_known));
            let (first, last) = (row.first_visit.map(|at| at.ist_date()), row.last_visit.map(|at| at.ist_date()));
            match (first, last) {
                (Some(first), Some(last)) if last <= range.to => report.count(first, last),
                (Some(first), Some(_)) if first <= range.to => came_later.push((row.id(), first)),
                _ => {}
            }
        });
        if !came_later.is_empty() {
            let last_visits = self.last_visits_until(range.to).await?;
            for (id, first) in came_later {
                // Nobody's last visit is before their first; whoever did not come for a year has no other.
                let last = last_visits.get(&id).copied().unwrap_or(first).max(first);
                report.count(first, last);
            }
        }
        Ok(report)
    }

    /// The last day until this one on which each customer came, as far as it lies within a year.
    async fn last_visits_until(&self, end: IstDate) -> Result<HashMap<UserId, IstDate>, TableError> {
        let range = Range { from: end.minus_days(LOOKS_BACK_DAYS), to: end };
        let mut last_visits: HashMap<UserId, IstDate> = HashMap::new();
        for day in self.days(range, None).await? {
            for visitor in day.detail.into_iter().flat_map(|detail| detail.visitors) {
                let last = last_visits.entry(visitor).or_insert(day.date);
                *last = day.date.max(*last);
            }
        }
        self.follow_merges(&mut last_visits).await?;
        Ok(last_visits)
    }

    /// A day that was stored before a walk-in was merged names the walk-in.
    async fn follow_merges(&self, last_visits: &mut HashMap<UserId, IstDate>) -> Result<(), TableError> {
        for _ in 0..MOST_MERGES {
            let merged = Directory::of(self.0).merged(last_visits.keys());
            if merged.is_empty() {
                break;
            }
            let mut rows = self.0.table.get_many(merged.iter().map(keys::directory_row)).await?;
            for id in merged {
                let row = rows.take::<DirectoryRow>(&keys::directory_row(&id))?;
                let moved = last_visits.remove(&id);
                if let (Some(day), Some(into)) = (moved, row.and_then(|row| row.record.merged_into)) {
                    let last = last_visits.entry(into).or_insert(day);
                    *last = day.max(*last);
                }
            }
        }
        Ok(())
    }

    pub async fn memberships(&self) -> Result<MembershipsReport, TableError> {
        let active: Vec<Stored<Membership>> = self.0.table.query(Partition::g2(keys::ACTIVE_MEMBERSHIPS)).await?;
        let mut by_tier: Vec<TierMemberships> = Vec::new();
        for membership in &active {
            let Minutes(owed) = membership.hours().remaining();
            match by_tier.iter_mut().find(|tier| tier.tier_id == membership.tier_id) {
                Some(tier) => {
                    tier.active = tier.active.saturating_add(1);
                    tier.minutes_owed = tier.minutes_owed.saturating_add(owed.into());
                }
                None => by_tier.push(TierMemberships {
                    tier_id: membership.tier_id.clone(),
                    tier_name: membership.tier_name.clone(),
                    active: 1,
                    minutes_owed: owed.into(),
                }),
            }
        }
        Ok(MembershipsReport {
            active: count(active.iter()),
            minutes_owed: by_tier.iter().map(|tier| tier.minutes_owed).sum(),
            by_tier,
        })
    }

    pub async fn gems(&self) -> Result<GemsReport, TableError> {
        let (customers, catalogue) = (Customers::of(self.0), CatalogueStore::of(self.0));
        let ((), catalogue) = tokio::try_join!(customers.refresh(), catalogue.read())?;
        let mut balances: Vec<Gems> = Vec::new();
        Directory::of(self.0).each(|row| balances.extend(row.gems));
        let outstanding: Gems = balances.iter().copied().sum();
        let liability = catalogue
            .redeemable()
            .into_iter()
            .filter_map(|service| service.redeemable_for().filter(|gems| gems.0 > 0).map(|gems| (service.price, gems)))
            .map(|(price, gems)| Paise(price.0.saturating_mul(outstanding.0)).portion(1, gems.0))
            .max();
        Ok(GemsReport {
            accounts: count(balances.iter()),
            outstanding_gems: outstanding,
            liability_paise: liability.unwrap_or(Paise::ZERO),
        })
    }

    pub async fn leads(&self, request: &ReportRequest) -> Result<LeadsReport, TableError> {
        let range = request.range(self.0.clock.today());
        let months = months_between(range.from, range.to).into_iter().map(|(first, last)| {
            let end = last.plus_days(1).start().to_string();
            Partition::g1(keys::leads_of_month(first.calendar_month())).between(first.start().to_string(), end)
        });
        let mut leads: Vec<Lead> = Vec::new();
        self.0.table.visit(months.collect(), |lead| leads.push(lead)).await?;
        let mut by_status: BTreeMap<String, u64> =
            LeadStatus::ALL.iter().map(|status| (status.to_string(), 0)).collect();
        let mut by_source: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for lead in &leads {
            let count = by_status.entry(lead.status.to_string()).or_default();
            *count = count.saturating_add(1);
            let (total, converted) = by_source.entry(lead.source.clone()).or_default();
            *total = total.saturating_add(1);
            *converted = converted.saturating_add(u64::from(is_converted(lead)));
        }
        let (total, converted) = (count(leads.iter()), count(leads.iter().filter(|lead| is_converted(lead))));
        Ok(LeadsReport {
            from: range.from,
            to: range.to,
            total,
            by_status,
            by_source: by_source
                .into_iter()
                .map(|(source, (total, converted))| LeadSource {
                    source,
                    total,
                    converted,
                    conversion_rate: rate(converted, total),
                })
                .collect(),
            converted,
            conversion_rate: rate(converted, total),
        })
    }
}
