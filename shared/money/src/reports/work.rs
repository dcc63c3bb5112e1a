//! Reports on bookings and on the work of staff.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::{CsvReport, Range, ReportRequest, Reports, rate};
use crate::summaries::{DaySummary, Summaries};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Bookings};
use parlour_booking::schedule::{ClosureView, Schedule};
use parlour_booking::slots::Rosters;
use parlour_booking::slots::ledger::DayLedger;
use parlour_booking::slots::roster::plan;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::at_once;
use parlour_storage::table::{Stored, TableError, keys};
use parlour_values::id::StaffId;
use parlour_values::money::Paise;
use parlour_values::time::{Interval, IstDate};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingsReport {
    pub from: IstDate,
    pub to: IstDate,
    pub total: u64,
    pub by_status: BTreeMap<String, u64>,
    /// Of all bookings of those days, from 0 to 1.
    pub no_show_rate: f64,
    pub cancellation_rate: f64,
}

impl BookingsReport {
    fn of(range: Range, counts: &BTreeMap<BookingStatus, u64>) -> Self {
        let of = |status: BookingStatus| counts.get(&status).copied().unwrap_or(0);
        let total = counts.values().copied().fold(0, u64::saturating_add);
        Self {
            from: range.from,
            to: range.to,
            total,
            no_show_rate: rate(of(BookingStatus::NoShow), total),
            cancellation_rate: rate(of(BookingStatus::Cancelled), total),
            by_status: BookingStatus::ALL.iter().map(|status| (status.to_string(), of(*status))).collect(),
        }
    }
}

impl CsvReport for BookingsReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["status", "count"]);
        for (status, count) in &self.by_status {
            csv.row([Cell::text(status), (*count).into()]);
        }
        csv
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffReport {
    pub from: IstDate,
    pub to: IstDate,
    pub staff: Vec<StaffRow>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffRow {
    pub staff_id: StaffId,
    pub name: String,
    pub bookings: u64,
    pub minutes_booked: u64,
    /// By their rosters; a day without one counts the branch's opening hours, a closed day nothing.
    pub minutes_rostered: u64,
    pub utilisation: f64,
    pub revenue_paise: Paise,
}

impl CsvReport for StaffReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&[
            "staffId",
            "name",
            "bookings",
            "minutesBooked",
            "minutesRostered",
            "utilisation",
            "revenuePaise",
        ]);
        for row in &self.staff {
            csv.row([
                Cell::text(&row.staff_id),
                Cell::text(&row.name),
                row.bookings.into(),
                row.minutes_booked.into(),
                row.minutes_rostered.into(),
                row.utilisation.into(),
                row.revenue_paise.into(),
            ]);
        }
        csv
    }
}

/// Whether a booking takes or took somebody's time.
fn is_work(booking: &Booking) -> bool {
    !booking.status.frees_time() && booking.status != BookingStatus::Pending
}

fn minutes(intervals: &[Interval]) -> u64 {
    intervals.iter().map(|one| u64::from(one.end.minutes().saturating_sub(one.start.minutes()))).sum()
}

impl Reports<'_> {
    pub async fn bookings(&self, request: &ReportRequest) -> Result<BookingsReport, TableError> {
        let range = request.range(self.0.clock.today());
        let mut by_status = BTreeMap::new();
        let count = |booking: Booking| {
            let count: &mut u64 = by_status.entry(booking.status).or_default();
            *count = count.saturating_add(1);
        };
        Bookings::of(self.0).each_of_days(request.branch_id.as_ref(), range.from, range.to, count).await?;
        Ok(BookingsReport::of(range, &by_status))
    }

    pub async fn staff(&self, request: &ReportRequest) -> Result<StaffReport, TableError> {
        let range = request.range(self.0.clock.today());
        let (staff, branches) = (Staff::of(self.0), Branches::of(self.0));
        let (staff, branches) = tokio::try_join!(staff.all(), branches.all())?;
        // One after the other, so that their fan-outs do not add up.
        let mut work = self.work(range, request).await?;
        let schedule = Schedule::of(self.0);
        // Of the branch that is asked for, or of all.
        let asked: Vec<&Stored<Branch>> =
            branches.iter().filter(|branch| request.branch_id.as_ref().is_none_or(|id| branch.id == *id)).collect();
        let closures =
            at_once::try_all(asked.iter().map(|branch| schedule.closures_from(&branch.id, range.from))).await?;
        let workplaces: Vec<Workplace<'_>> =
            asked.into_iter().zip(&closures).map(|(branch, closures)| Workplace { branch, closures }).collect();
        let rostered = self.rostered(&staff, &workplaces, range).await?;
        let mut rows = Vec::with_capacity(staff.len());
        for (member, rostered) in staff.iter().zip(rostered) {
            let row = row(member, rostered, work.remove(member.id.as_str()).unwrap_or_default());
            // Former staff, and others where one branch is asked for, are listed for the work they did there.
            let is_there = workplaces.iter().any(|place| member.branch_ids.contains(&place.branch.id));
            let belongs = member.is_active && (request.branch_id.is_none() || is_there);
            if belongs || row.bookings > 0 || row.revenue_paise != Paise::ZERO {
                rows.push(row);
            }
        }
        rows.sort_by(|a, b| b.revenue_paise.cmp(&a.revenue_paise).then_with(|| a.staff_id.cmp(&b.staff_id)));
        Ok(StaffReport { from: range.from, to: range.to, staff: rows })
    }

    /// The work of each person, added up booking by booking and day by day: a year of a chain is never held.
    async fn work(&self, range: Range, request: &ReportRequest) -> Result<BTreeMap<String, PersonsWork>, TableError> {
        let mut work = BTreeMap::<String, PersonsWork>::new();
        let branch = request.branch_id.as_ref();
        let count = |booking: Booking| add_booking(&mut work, &booking);
        Bookings::of(self.0).each_of_days(branch, range.from, range.to, count).await?;
        let branches = self.branches(branch).await?;
        let earn = |day: DaySummary| {
            for group in day.by_staff {
                let revenue = &mut work.entry(group.key).or_default().revenue;
                *revenue = revenue.plus(group.tally.total_paise);
            }
        };
        Summaries::of(self.0).each_day(&branches, range.from, range.to, earn).await?;
        Ok(work)
    }

    /// The rostered minutes of each; their days are gone as soon as they are counted.
    async fn rostered(
        &self,
        staff: &[Stored<StaffMember>],
        workplaces: &[Workplace<'_>],
        range: Range,
    ) -> Result<Vec<u64>, TableError> {
        let mut found = self.0.table.get_many(staff.iter().map(|member| keys::roster(&member.id))).await?;
        let mut counts = Vec::with_capacity(staff.len());
        for member in staff {
            let rosters = found.take::<Rosters>(&keys::roster(&member.id))?;
            counts.push(self.rostered_minutes(member, rosters, workplaces, range));
        }
        at_once::try_all(counts).await
    }

    async fn rostered_minutes(
        &self,
        member: &StaffMember,
        rosters: Option<Stored<Rosters>>,
        workplaces: &[Workplace<'_>],
        range: Range,
    ) -> Result<u64, TableError> {
        let ledgers = Schedule::of(self.0).days_between(&member.id, range.from, range.to).await?;
        let own: Vec<&Workplace<'_>> =
            workplaces.iter().filter(|place| member.branch_ids.contains(&place.branch.id)).collect();
        Ok(rostered(member, rosters.as_deref(), &ledgers, &own, range))
    }
}

/// Somebody's work in the days of a report.
#[derive(Clone, Copy, Default)]
struct PersonsWork {
    bookings: u64,
    minutes: u64,
    revenue: Paise,
}

/// A booking counts once for everybody who has minutes in it.
fn add_booking(work: &mut BTreeMap<String, PersonsWork>, booking: &Booking) {
    if !is_work(booking) {
        return;
    }
    let mut of_each = BTreeMap::<&StaffId, u64>::new();
    for service in &booking.services {
        if let Some(staff) = &service.staff_id {
            let minutes = of_each.entry(staff).or_default();
            *minutes = minutes.saturating_add(u64::from(service.duration.0));
        }
    }
    for (staff, minutes) in of_each.into_iter().filter(|(_, minutes)| *minutes > 0) {
        let theirs = work.entry(staff.to_string()).or_default();
        theirs.bookings = theirs.bookings.saturating_add(1);
        theirs.minutes = theirs.minutes.saturating_add(minutes);
    }
}

/// A branch with the days it is closed on.
struct Workplace<'a> {
    branch: &'a Branch,
    closures: &'a [ClosureView],
}

impl Workplace<'_> {
    fn is_closed(&self, day: IstDate) -> bool {
        self.branch.opening_on(day).is_none() || self.closures.iter().any(|closure| closure.date == day)
    }
}

/// Rostered minutes: weekly rosters and exceptions from the day the person joined, without leave and without days on
/// which every branch of theirs is closed.
fn rostered(
    member: &StaffMember,
    rosters: Option<&Rosters>,
    ledgers: &[Stored<DayLedger>],
    workplaces: &[&Workplace<'_>],
    range: Range,
) -> u64 {
    let weekly = rosters.map_or(&[][..], |rosters| &rosters.weekly);
    let there = |day: &IstDate| member.joined_on <= *day;
    let days = range.from.through(range.to).filter(there).map(|day| {
        let ledger = ledgers.iter().find(|ledger| ledger.date == day);
        let open = workplaces.iter().find(|place| !place.is_closed(day));
        match (ledger, open) {
            (Some(ledger), _) if ledger.is_on_leave() => 0,
            (_, None) => 0,
            (ledger, Some(place)) => {
                let exception = ledger.and_then(|ledger| ledger.exception.as_ref());
                minutes(&plan(day, weekly, exception, place.branch.opening_on(day)).working())
            }
        }
    });
    days.sum()
}

fn row(member: &StaffMember, rostered: u64, work: PersonsWork) -> StaffRow {
    StaffRow {
        staff_id: member.id.clone(),
        name: member.display_name.clone(),
        bookings: work.bookings,
        minutes_booked: work.minutes,
        minutes_rostered: rostered,
        utilisation: rate(work.minutes, rostered),
        revenue_paise: work.revenue,
    }
}
