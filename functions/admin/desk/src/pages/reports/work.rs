//! Bookings by outcome, and the work of each person.

use parlour_booking::bookings::status::BookingStatus;
use parlour_http::Refusal;
use parlour_money::reports::{BookingsReport, Reports, StaffReport};
use parlour_pages::Asked;
use parlour_storage::salon::Salon;
use parlour_values::money::Paise;

use super::figures::{Figure, More, share};
use super::period::{self, Ahead};
use super::{ReportPage, WantedReport, compared, signed, table};
use crate::chart::{Chart, ChartSeries, Unit};
use crate::pages::states::spoken;

fn of_status(report: &BookingsReport, status: BookingStatus) -> i64 {
    signed(report.by_status.get(status.as_str()).copied().unwrap_or(0))
}

pub async fn bookings(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Counts);
    let is_over = period::is_over(wanted.range, asked.today);
    let (reports, now, then) = (Reports::of(salon), wanted.request(wanted.range), wanted.request(before));
    let (now, then) = tokio::try_join!(reports.bookings(&now), reports.bookings(&then))?;
    let figure = |name, status, more| {
        let (here, there) = (of_status(&now, status), of_status(&then, status));
        let share = format!("{} of all", share(here, signed(now.total)));
        // What has come of a booking is known of the days that are over only.
        let figure = Figure::new(name, Unit::Count, here);
        let figure = if is_over { Figure::compared(name, Unit::Count, here, there, more) } else { figure };
        figure.note(share)
    };
    let counts = |report: &BookingsReport| {
        BookingStatus::ALL.iter().map(|status| of_status(report, *status)).collect::<Vec<_>>()
    };
    let chart = Chart {
        id: "bookings",
        title: "Bookings by status".to_owned(),
        says: format!("{} bookings in all. The table below has every number.", now.total),
        unit: Unit::Count,
        labels: BookingStatus::ALL.iter().map(|status| spoken(status.as_str())).collect(),
        series: vec![
            ChartSeries::new("This period", counts(&now)),
            ChartSeries::new("The period before", counts(&then)),
        ],
    };
    let rows = BookingStatus::ALL.iter().map(|status| {
        let (here, there) = (of_status(&now, *status), of_status(&then, *status));
        let numbers = [Unit::Count.exact(here), share(here, signed(now.total)), Unit::Count.exact(there)];
        std::iter::once(spoken(status.as_str())).chain(numbers).collect()
    });
    let totals =
        ["All".to_owned(), Unit::Count.exact(signed(now.total)), String::new(), Unit::Count.exact(signed(then.total))];
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures: vec![
            Figure::compared("Bookings", Unit::Count, signed(now.total), signed(then.total), More::Better),
            figure("Completed", BookingStatus::Completed, More::Better),
            figure("No-shows", BookingStatus::NoShow, More::Worse),
            figure("Cancelled", BookingStatus::Cancelled, More::Worse),
        ],
        chart: chart.bars(),
        table: table(
            "Bookings by status",
            &["Status", "Bookings", "Share", "Before"],
            rows.collect(),
            Some(totals.to_vec()),
        ),
    })
}

/// The sums of everybody's work.
struct Together {
    bookings: i64,
    booked: i64,
    rostered: i64,
    revenue: Paise,
}

impl Together {
    fn of(report: &StaffReport) -> Self {
        Self {
            bookings: signed(report.staff.iter().map(|row| row.bookings).sum()),
            booked: signed(report.staff.iter().map(|row| row.minutes_booked).sum()),
            rostered: signed(report.staff.iter().map(|row| row.minutes_rostered).sum()),
            revenue: report.staff.iter().map(|row| row.revenue_paise).sum(),
        }
    }
}

pub async fn people(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Counts);
    let (reports, now, then) = (Reports::of(salon), wanted.request(wanted.range), wanted.request(before));
    let (now, then) = tokio::try_join!(reports.staff(&now), reports.staff(&then))?;
    let (all, earlier) = (Together::of(&now), Together::of(&then));
    let revenue = if period::is_over(wanted.range, asked.today) {
        Figure::compared("Revenue", Unit::Money, all.revenue.0, earlier.revenue.0, More::Better)
    } else {
        Figure::new("Revenue", Unit::Money, all.revenue.0)
    };
    let chart = Chart {
        id: "people",
        title: "Revenue by person".to_owned(),
        says: format!("{} people earned {}. The table below has every number.", now.staff.len(), all.revenue),
        unit: Unit::Money,
        labels: now.staff.iter().map(|row| row.name.clone()).collect(),
        series: vec![ChartSeries::new("Revenue", now.staff.iter().map(|row| row.revenue_paise.0))],
    };
    let cells = |name: &str, bookings: i64, booked: i64, rostered: i64, revenue: Paise| {
        vec![
            name.to_owned(),
            Unit::Count.exact(bookings),
            Unit::Minutes.exact(booked),
            Unit::Minutes.exact(rostered),
            share(booked, rostered),
            revenue.to_string(),
        ]
    };
    let rows = now.staff.iter().map(|row| {
        let (booked, rostered) = (signed(row.minutes_booked), signed(row.minutes_rostered));
        cells(&row.name, signed(row.bookings), booked, rostered, row.revenue_paise)
    });
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures: vec![
            revenue,
            Figure::compared("Bookings", Unit::Count, all.bookings, earlier.bookings, More::Better),
            Figure::compared("Time booked", Unit::Minutes, all.booked, earlier.booked, More::Better),
            Figure::text("Utilisation", share(all.booked, all.rostered))
                .note(format!("before {}", share(earlier.booked, earlier.rostered))),
        ],
        chart: chart.rows(),
        table: table(
            "Work and revenue of each person",
            &["Person", "Bookings", "Booked", "Rostered", "Utilisation", "Revenue"],
            rows.collect(),
            Some(cells("All", all.bookings, all.booked, all.rostered, all.revenue)),
        ),
    })
}
