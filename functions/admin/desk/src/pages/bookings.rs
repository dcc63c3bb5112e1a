//! `/bookings`: the list, by the filters of its API, with how many there are of each status.

use std::collections::BTreeMap;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Bookings, DeskBookingView, ListBookingsRequest};
use parlour_http::Given;
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Input, ListTable, PagesBy, empty, pager};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::ServiceType;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError};
use parlour_values::id::{BranchId, StaffId};
use parlour_values::time::IstDate;

use super::fields::{branch_options, named};
use super::services::side_word;
use super::statuses;

const PAGE: usize = 50;
/// A list of up to this many is counted by status. A longer one is read no further than its page.
const COUNTED: usize = 1_000;

/// The filters in the address.
#[derive(Clone, Debug, Default)]
struct BookingFilters {
    status: Option<BookingStatus>,
    service_type: Option<ServiceType>,
    date: Option<IstDate>,
    branch: Option<BranchId>,
    page: u64,
}

impl BookingFilters {
    /// A form sends its empty fields too; what makes no sense is not asked for.
    fn read(query: &str) -> Self {
        let mut filters = Self { page: 1, ..Self::default() };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "status" => filters.status = value.parse().ok(),
                "serviceType" => filters.service_type = value.parse().ok(),
                "date" => filters.date = value.parse().ok(),
                "branchId" => filters.branch = Some(BranchId::from(&*value)).filter(|_| !value.is_empty()),
                "page" => filters.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        filters
    }

    fn href(&self) -> String {
        let pairs = [
            self.status.map(|status| format!("status={status}")),
            self.service_type.map(|side| format!("serviceType={side}")),
            self.date.map(|date| format!("date={date}")),
            self.branch.as_ref().map(|branch| format!("branchId={}", paths::encoded(branch.as_str()))),
            (self.page > 1).then(|| format!("page={}", self.page)),
        ];
        let pairs: Vec<String> = pairs.into_iter().flatten().collect();
        if pairs.is_empty() { "/bookings".to_owned() } else { format!("/bookings?{}", pairs.join("&")) }
    }

    /// The status that is read: a day and the whole list are counted by status, so they are read with every status. An
    /// open status without a day is a list of its own, which is read alone.
    fn read_status(&self) -> Option<BookingStatus> {
        self.status.filter(|status| status.is_open() && self.date.is_none())
    }

    fn request(&self, status: Option<BookingStatus>) -> ListBookingsRequest {
        ListBookingsRequest {
            status,
            service_type: self.service_type,
            date: self.date,
            branch_id: self.branch.clone(),
            limit: None,
            cursor: None,
        }
    }

    fn before(&self) -> usize {
        usize::try_from(self.page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(PAGE)
    }

    /// How many rows show whether there is another page.
    fn needed(&self) -> usize {
        self.before().saturating_add(PAGE + 1)
    }
}

/// The list as it was read.
struct FoundBookings {
    rows: Vec<DeskBookingView>,
    /// Whether what was asked for was read to its end, so that it can be counted.
    is_whole: bool,
}

/// A list that is too long to be counted is read once more with its status alone, no further than its page.
async fn find(salon: &Salon, filters: &BookingFilters) -> Result<FoundBookings, TableError> {
    let read = filters.read_status();
    let most = if read == filters.status { filters.needed().max(COUNTED) } else { COUNTED };
    let (rows, is_whole) = Bookings::of(salon).newest(&filters.request(read), most).await?;
    if is_whole || read == filters.status {
        return Ok(FoundBookings { rows, is_whole });
    }
    let (rows, _) = Bookings::of(salon).newest(&filters.request(filters.status), filters.needed()).await?;
    Ok(FoundBookings { rows, is_whole: false })
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = BookingFilters::read(&asked.query);
    let (found, staff, branches) =
        tokio::try_join!(find(&salon, &filters), async { Staff::of(&salon).all().await }, async {
            Branches::of(&salon).all().await
        },)?;
    Page::private(&caller, "Bookings", render(&asked, &filters, &found, &staff, &branches))
}

fn render(
    asked: &Asked,
    filters: &BookingFilters,
    found: &FoundBookings,
    staff: &[Stored<StaffMember>],
    branches: &[Stored<Branch>],
) -> Markup {
    let mut counts: BTreeMap<BookingStatus, usize> = BTreeMap::new();
    for row in &found.rows {
        let count = counts.entry(row.booking.core.status).or_default();
        *count = count.saturating_add(1);
    }
    let wanted = found.rows.iter().filter(|row| filters.status.is_none_or(|status| row.booking.core.status == status));
    let mut wanted: Vec<&DeskBookingView> = wanted.collect();
    // A day is read as it goes by.
    if filters.date.is_some() {
        wanted.sort_by_key(|row| row.booking.core.start_time.0);
    }
    let rows: Vec<&DeskBookingView> = wanted.iter().copied().skip(filters.before()).take(PAGE).collect();
    let has_more = wanted.len() >= filters.needed();
    html! {
        div.toolbar { h1 { "Bookings" } }
        (fields(filters, branches))
        (tabs(filters, found.is_whole.then_some(&counts)))
        @if rows.is_empty() {
            (empty(pictures::drawn(Motif::Mirror), "No bookings like that.", html! { a.ghost.button href="/bookings" { "Show all" } }))
        } @else {
            (table(asked, &rows, staff))
        }
        (pager(&asked.words, PagesBy::Age, filters.page, has_more, |page| BookingFilters { page, ..filters.clone() }.href()))
    }
}

fn fields(filters: &BookingFilters, branches: &[Stored<Branch>]) -> Markup {
    html! {
        form.filters method="get" action="/bookings" {
            (Input::new("date", "Date").kind("date").value(filters.date.map(|date| date.to_string())))
            (Input::choice("status", "Status", named(BookingStatus::ALL, statuses::word),
                filters.status.map(BookingStatus::as_str)).or("Any"))
            (Input::choice("serviceType", "Service type", named(ServiceType::ALL, side_word),
                filters.service_type.map(ServiceType::as_str)).or("Any"))
            @if branches.len() > 1 {
                (Input::choice("branchId", "Branch", branch_options(branches),
                    filters.branch.as_ref().map(|branch| branch.as_str())).or("Any"))
            }
            button.button type="submit" { "Show" }
        }
    }
}

/// Each status, with its count where it was read whole.
fn tabs(filters: &BookingFilters, counts: Option<&BTreeMap<BookingStatus, usize>>) -> Markup {
    let has_every_status = filters.read_status().is_none();
    let link = |status: Option<BookingStatus>, name: &str, count: Option<usize>| {
        let is_here = filters.status == status;
        html! {
            li {
                a href=(BookingFilters { status, page: 1, ..filters.clone() }.href()) aria-current=[is_here.then_some("true")] {
                    (name) @if let Some(count) = count.filter(|_| has_every_status || is_here) { " " span.status-count { (count) } }
                }
            }
        }
    };
    let count = |status: &BookingStatus| counts.map(|counts| counts.get(status).copied().unwrap_or_default());
    html! {
        nav aria-label="By status" {
            ul.status-tabs {
                (link(None, "All", counts.map(|counts| counts.values().sum())))
                @for status in BookingStatus::ALL {
                    (link(Some(*status), statuses::word(*status), count(status)))
                }
            }
        }
    }
}

/// Everybody who does some of it, each once.
fn people<'a>(row: &'a DeskBookingView, name: impl Fn(&'a StaffId) -> Option<&'a str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for staff in row.booking.services.iter().filter_map(|service| service.staff_id.as_ref()).filter_map(name) {
        if !names.contains(&staff) {
            names.push(staff);
        }
    }
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

fn table(asked: &Asked, rows: &[&DeskBookingView], staff: &[Stored<StaffMember>]) -> Markup {
    let name = |id: &StaffId| staff.iter().find(|member| member.id == *id).map(|member| member.display_name.as_str());
    html! {
        (ListTable::new(&[Text("Day"), Text("Time"), Text("Customer"), Text("Booking"), Text("Services"), Text("Person"),
            Text("Status"), Amount("Amount")], html! {
            @for row in rows {
                @let core = &row.booking.core;
                tr {
                    td { (format::near_day(&asked.words, core.booking_date, asked.today)) }
                    td { (format::time(&asked.words, core.start_time.0)) }
                    td { a href=(paths::booking(&core.id)) { (row.customer_name) } }
                    th scope="row" { a href=(paths::booking(&core.id)) { (core.booking_number) } }
                    td { @for (at, service) in row.booking.services.iter().enumerate() { @if at > 0 { ", " } (service.service_name_snapshot) } }
                    td { (people(row, name)) }
                    td { (statuses::badge(core.status)) }
                    td.amount { (core.paid_amount_paise.unwrap_or(core.total_amount_paise)) }
                }
            }
        }).class("booking-rows"))
    }
}
