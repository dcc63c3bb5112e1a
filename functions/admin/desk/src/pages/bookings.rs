//! `/bookings`: the list, by the filters of its API, with how many there are of each status.

use std::collections::BTreeMap;

use axum::extract::State;
use maud::{Markup, html};
use parlour::auth::Caller;
use parlour::bookings::status::BookingStatus;
use parlour::bookings::{DeskBookingView, ListBookingsRequest};
use parlour::catalogue::ServiceType;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::staff::StaffMember;
use parlour::table::Stored;
use parlour::time::{IstDate, TimeOfDay};
use parlour_pages::parts::{Field, Select, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};

use super::statuses;

const PAGE: usize = 50;

/// What is asked for, as the address says it.
#[derive(Clone, Copy, Debug, Default)]
struct Filters {
    status: Option<BookingStatus>,
    service_type: Option<ServiceType>,
    date: Option<IstDate>,
    page: usize,
}

impl Filters {
    /// A form sends its empty fields too; what makes no sense is not asked for.
    fn read(query: &str) -> Self {
        let mut filters = Self { page: 1, ..Self::default() };
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "status" => filters.status = value.parse().ok(),
                "serviceType" => filters.service_type = value.parse().ok(),
                "date" => filters.date = value.parse().ok(),
                "page" => filters.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        filters
    }

    fn href(self) -> String {
        let pairs = [
            self.status.map(|status| format!("status={status}")),
            self.service_type.map(|side| format!("serviceType={side}")),
            self.date.map(|date| format!("date={date}")),
            (self.page > 1).then(|| format!("page={}", self.page)),
        ];
        let pairs: Vec<String> = pairs.into_iter().flatten().collect();
        if pairs.is_empty() { "/bookings".to_owned() } else { format!("/bookings?{}", pairs.join("&")) }
    }

    /// What is read: a day and the whole list are counted by status, so they are read with every status. An open status
    /// without a day is a list of its own, which is read alone.
    fn request(self) -> ListBookingsRequest {
        let status = self.status.filter(|status| status.is_open() && self.date.is_none());
        ListBookingsRequest { status, service_type: self.service_type, date: self.date }
    }
}

pub async fn page(State(salon): State<Salon>, caller: Caller, asked: Asked) -> PageAnswer {
    let filters = Filters::read(&asked.query);
    let request = filters.request();
    let (found, staff) =
        tokio::try_join!(async { salon.bookings().list(&request).await }, async { salon.staff().all().await })?;
    Page::private(&caller, "Bookings", render(&asked, filters, &found, &staff))
}

fn render(asked: &Asked, filters: Filters, found: &[DeskBookingView], staff: &[Stored<StaffMember>]) -> Markup {
    let mut counts: BTreeMap<BookingStatus, usize> = BTreeMap::new();
    for row in found {
        let count = counts.entry(row.booking.core.status).or_default();
        *count = count.saturating_add(1);
    }
    let wanted: Vec<&DeskBookingView> =
        found.iter().filter(|row| filters.status.is_none_or(|status| row.booking.core.status == status)).collect();
    let skipped = filters.page.saturating_sub(1).saturating_mul(PAGE);
    let rows: Vec<&DeskBookingView> = wanted.iter().copied().skip(skipped).take(PAGE).collect();
    let has_more = wanted.len() > skipped.saturating_add(PAGE);
    html! {
        div.toolbar { h1 { "Bookings" } }
        (fields(filters))
        (tabs(filters, &counts))
        @if rows.is_empty() {
            (empty(pictures::drawn(Motif::Mirror), "No bookings like that.", html! { a.ghost.button href="/bookings" { "Show all" } }))
        } @else {
            (table(asked, &rows, staff))
        }
        (pager(filters, has_more))
    }
}

fn fields(filters: Filters) -> Markup {
    let statuses = BookingStatus::ALL.iter().map(|status| (status.to_string(), statuses::word(*status).to_owned()));
    let sides = ServiceType::ALL.iter().map(|side| (side.to_string(), side_name(*side).to_owned()));
    html! {
        form.filters method="get" action="/bookings" {
            (Field::new("date", "Date").kind("date").value(filters.date.map(|date| date.to_string())))
            (Select {
                name: "status",
                label: "Status",
                hint: None,
                options: statuses.collect(),
                chosen: filters.status.map(BookingStatus::as_str),
                none: Some("Any"),
                within: None,
                is_required: false,
            })
            (Select {
                name: "serviceType",
                label: "Service type",
                hint: None,
                options: sides.collect(),
                chosen: filters.service_type.map(ServiceType::as_str),
                none: Some("Any"),
                within: None,
                is_required: false,
            })
            button.button type="submit" { "Show" }
        }
    }
}

const fn side_name(side: ServiceType) -> &'static str {
    match side {
        ServiceType::Salon => "Salon",
        ServiceType::Spa => "Spa",
    }
}

/// Each status with its count, where the whole was read.
fn tabs(filters: Filters, counts: &BTreeMap<BookingStatus, usize>) -> Markup {
    let is_whole = filters.request().status.is_none();
    let all: usize = counts.values().sum();
    let link = |status: Option<BookingStatus>, name: &str, count: usize| {
        let is_here = filters.status == status;
        html! {
            li {
                a href=(Filters { status, page: 1, ..filters }.href()) aria-current=[is_here.then_some("true")] {
                    (name) @if is_whole || is_here { " " span.status-count { (count) } }
                }
            }
        }
    };
    html! {
        nav aria-label="By status" {
            ul.status-tabs {
                (link(None, "All", all))
                @for status in BookingStatus::ALL {
                    (link(Some(*status), statuses::word(*status), counts.get(status).copied().unwrap_or_default()))
                }
            }
        }
    }
}

fn table(asked: &Asked, rows: &[&DeskBookingView], staff: &[Stored<StaffMember>]) -> Markup {
    let name = |id: &StaffId| staff.iter().find(|member| member.id == *id).map(|member| member.display_name.as_str());
    html! {
        div.table-wrap {
            table.booking-rows {
                thead { tr {
                    th scope="col" { "Booking" } th scope="col" { "Day" } th scope="col" { "Time" } th scope="col" { "Customer" }
                    th scope="col" { "Services" } th scope="col" { "Person" } th scope="col" { "Status" } th.amount scope="col" { "Amount" }
                } }
                tbody {
                    @for row in rows {
                        @let core = &row.booking.core;
                        tr {
                            th scope="row" { a href=(paths::booking(&core.id)) { (core.booking_number) } }
                            td { (format::near_day(&asked.words, core.booking_date, asked.today)) }
                            td { (clock(asked, &core.start_time)) }
                            td { (row.customer_name) }
                            td { @for (at, service) in row.booking.services.iter().enumerate() { @if at > 0 { ", " } (service.service_name_snapshot) } }
                            td { (row.booking.services.first().and_then(|service| service.staff_id.as_ref()).and_then(name).unwrap_or("–")) }
                            td { (statuses::badge(core.status)) }
                            td.amount { (core.total_amount_paise) }
                        }
                    }
                }
            }
        }
    }
}

/// A time as the API writes it, `HH:mm:ss`, as people do.
fn clock(asked: &Asked, text: &str) -> String {
    let time = text.get(..5).and_then(|text| text.parse::<TimeOfDay>().ok());
    time.map_or_else(|| text.to_owned(), |time| format::time(&asked.words, time))
}

fn pager(filters: Filters, has_more: bool) -> Markup {
    let to = |page: usize| Filters { page, ..filters }.href();
    html! {
        @if filters.page > 1 || has_more {
            nav.pager aria-label="Pages" {
                @if filters.page > 1 { a.ghost.button rel="prev" href=(to(filters.page.saturating_sub(1))) { "Newer" } }
                @if has_more { a.ghost.button rel="next" href=(to(filters.page.saturating_add(1))) { "Older" } }
            }
        }
    }
}
