//! The panel of a booking: customer, services, history.

use maud::{Markup, html};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking, BookingPanel};
use parlour_pages::parts::{Tone, badge, facts};
use parlour_pages::{Asked, Words, format, paths};
use parlour_people::customers::CustomerDetail;
use parlour_storage::events::{EventItem, EventType};
use parlour_values::id::StaffId;
use parlour_values::time::{Instant, Interval};

use super::{BookingExtras, actions};
use crate::pages::board::given_to_another;
use crate::pages::{cards, links, repeats, statuses};

pub fn render(asked: &Asked, panel: &BookingPanel, more: &BookingExtras<'_>, now: Instant) -> Markup {
    let (words, booking) = (&asked.words, &panel.booking);
    html! {
        article.panel id="booking" aria-labelledby="booking-title" data-booking=(booking.id)
            data-updated=(booking.updated_at.millis()) data-customer=(booking.customer_name)
            data-manager[more.is_manager] {
            div.panel-head {
                h1.number id="booking-title" tabindex="-1" { "Booking " span.nowrap { (booking.number) } }
                p.panel-when {
                    strong { (format::near_day(words, booking.date, asked.today)) ", " (format::hours(words, booking.start, booking.end)) }
                    " " (statuses::badge(booking.status))
                    @if booking.overlaps { " " (badge(Tone::Waiting, "Overlaps another")) }
                }
                @let people = people(booking);
                p.fine { (booking.branch_name) @if !people.is_empty() { " · with " (people) } @if booking.is_walkin { " · walk-in" } }
            }
            (cards::alerts(panel.customer.as_ref().and_then(|customer| customer.alerts.as_deref())))
            (actions::render(asked, panel, more.offer, now))
            div.columns {
                (customer(asked, panel))
                (services(words, panel))
                @if let Some(repeat) = more.repeat { (repeats::card(asked, panel, repeat)) }
                (history(asked, panel))
            }
        }
    }
}

/// Everybody who does some of it.
fn people(booking: &Booking) -> String {
    let mut names: Vec<&str> = booking.services.iter().filter_map(|service| service.staff_name.as_deref()).collect();
    names.dedup();
    let times: Vec<Interval> = booking.services.iter().filter_map(|service| booking.booked_time(service)).collect();
    let is_side_by_side = times.windows(2).any(|pair| matches!(pair, [one, next] if one.overlaps(*next)));
    names.join(if is_side_by_side { " and " } else { ", then " })
}

fn customer(asked: &Asked, panel: &BookingPanel) -> Markup {
    let booking = &panel.booking;
    html! {
        section.card aria-labelledby="of-customer" {
            h2 id="of-customer" { a href=(format!("/customers/{}", paths::encoded(booking.customer_id.as_str()))) { (booking.customer_name) } }
            @match &panel.customer {
                Some(customer) => { (flags(customer)) (known(asked, customer)) },
                None => p.fine { "Nothing is known of them yet." @if !booking.customer_email.is_empty() { " " (booking.customer_email) } },
            }
            (links::of_booking(asked, booking))
            @if !panel.notes.is_empty() {
                h3.small-title { "Notes" }
                ul.panel-notes {
                    @for note in &panel.notes {
                        li { (cards::note(note.kind, note.pinned, &note.content)) p.fine { (format::moment(&asked.words, note.created_at, asked.today)) } }
                    }
                }
            }
        }
    }
}

fn flags(customer: &CustomerDetail) -> Markup {
    let late = customer.late_cancellation_count;
    html! {
        p.flags {
            @if customer.booking_requires_approval { (badge(Tone::Bad, "Needs approval")) }
            (cards::due(customer.due_paise))
            @if customer.total_visits == 0 { (badge(Tone::Calm, "First visit")) }
            @if late > 0 { (badge(Tone::Waiting, &counted(late, "late cancellation"))) }
        }
    }
}

fn counted(count: u32, of: &str) -> String {
    if count == 1 { format!("1 {of}") } else { format!("{count} {of}s") }
}

fn known(asked: &Asked, customer: &CustomerDetail) -> Markup {
    let mut rows = Vec::new();
    if let Some(phone) = &customer.phone {
        rows.push(("Phone".to_owned(), html! { a href=(format!("tel:{}", phone.as_str())) { (phone.spaced()) } }));
    }
    if !customer.email.is_empty() {
        rows.push(("Email".to_owned(), html! { (customer.email) }));
    }
    let last = customer.last_visit_at.map(|at| format::near_day(&asked.words, at.ist_date(), asked.today));
    rows.push(("Visits".to_owned(), html! { (customer.total_visits) @if let Some(last) = last { ", last " (last) } }));
    rows.push(("No-shows".to_owned(), html! { (customer.noshow_count) }));
    rows.push(("Spent".to_owned(), html! { (customer.total_spent_paise) }));
    facts(&rows)
}

fn services(words: &Words, panel: &BookingPanel) -> Markup {
    let booking = &panel.booking;
    html! {
        section.card aria-labelledby="of-services" {
            h2 id="of-services" { "Services" }
            ul.bill {
                @for service in &booking.services {
                    li {
                        span {
                            (service.name) " " span.fine { (format::span(words, service.duration)) }
                            @if let Some(place) = place(words, panel, service) { br; span.fine { (place) } }
                            @if let Some(wished) = given_to_another(service) { br; span.fine.wish { "Asked for " (name_of(panel, wished)) } }
                        }
                        span { (service.price) }
                    }
                }
                li.bill-total {
                    span { @if booking.booked_services.is_some() { "As booked " } @else { "Total " } span.fine {
                        (format::span(words, booking.total_duration))
                        @if booking.total_buffer.0 > 0 { " and " (format::span(words, booking.total_buffer)) " after it" }
                    } }
                    strong { (booking.total_amount) }
                }
                @if let Some(billed) = booking.paid {
                    li.bill-total {
                        span { @match &booking.invoice_id { Some(id) => a href=(paths::invoice(id)) { "Billed" }, None => "Billed" } }
                        strong { (billed) }
                    }
                }
            }
            @if let Some(notes) = booking.notes.as_deref().filter(|notes| !notes.is_empty()) {
                h3.small-title { @if booking.is_walkin { "Notes" } @else { "What the customer wrote" } }
                p.as-written { (notes) }
            }
        }
    }
}

/// When, with whom and where, of a visit of which that is not said above: `12:00 pm with Asha, Lotus`.
fn place(words: &Words, panel: &BookingPanel, service: &BookedService) -> Option<String> {
    let rooms = service.part.resource_ids.iter().filter_map(|room| panel.team.resource(room));
    let rooms: Vec<&str> = rooms.map(|room| room.name.as_str()).collect();
    let is_shared = panel.booking.services.len() > 1;
    if !is_shared {
        return (!rooms.is_empty()).then(|| format!("in {}", rooms.join(", ")));
    }
    let who = service.staff_name.as_ref().map(|name| format!(" with {name}")).unwrap_or_default();
    let rooms = rooms.iter().map(|room| format!(", {room}")).collect::<String>();
    let when = panel.booking.booked_time(service).map(|time| format::time(words, time.start));
    Some(format!("{}{who}{rooms}", when.unwrap_or_else(|| "besides".to_owned())))
}

fn name_of<'a>(panel: &'a BookingPanel, id: &StaffId) -> &'a str {
    let found = panel.staff.iter().find(|member| member.id == *id);
    found.map_or("somebody who has left", |member| member.display_name.as_str())
}

/// One line of the history: when, what, and in whose words or by whom.
struct HistoryLine {
    at: Instant,
    what: &'static str,
    more: Option<String>,
}

fn history(asked: &Asked, panel: &BookingPanel) -> Markup {
    html! {
        section.card aria-labelledby="of-history" {
            h2 id="of-history" { "History" }
            ol.timeline {
                @for step in steps(panel) {
                    li {
                        strong { (step.what) }
                        time datetime=(step.at) { (format::moment(&asked.words, step.at, asked.today)) }
                        @if let Some(more) = step.more.filter(|more| !more.is_empty()) { p.as-written.fine { (more) } }
                    }
                }
            }
        }
    }
}

/// The steps that the booking itself remembers, and moves and assignments from the events.
fn steps(panel: &BookingPanel) -> Vec<HistoryLine> {
    let booking = &panel.booking;
    let by = |what: EventType| panel.events.iter().rev().find(|event| event.what == what).map(|event| by_whom(event));
    let is_by_desk = booking.is_walkin || booking.repeat_id.is_some();
    let asked_for = if is_by_desk { "Booked at the desk" } else { "Requested" };
    let missed = (booking.status == BookingStatus::NoShow).then(|| booking.missed_at.unwrap_or(booking.updated_at));
    let confirmed = booking.confirmed_at.filter(|_| !is_by_desk);
    let kept = [
        (Some(booking.created_at), asked_for, by(EventType::BookingWalkedIn)),
        (confirmed, "Approved", by(EventType::BookingConfirmed)),
        (booking.checked_in_at, "Checked in", by(EventType::BookingCheckedIn)),
        (booking.completed_at, "Completed", by(EventType::BookingCompleted)),
        (missed, "Marked as a no-show", by(EventType::BookingMissed)),
        (booking.rejected_at, "Rejected", booking.rejection_reason.clone()),
        (booking.cancelled_at, "Cancelled", booking.cancellation_reason.clone()),
    ];
    let logged = panel.events.iter().filter_map(|event| {
        let what = match event.what {
            EventType::BookingMoved => "Moved",
            EventType::BookingAssigned => "Given to somebody else",
            EventType::BookingCheckInUndone => "Check-in undone",
            EventType::BookingNoShowUndone => "No-show undone",
            EventType::BookingCompletionUndone => "Its invoice was voided",
            EventType::BookingLinkRenewed => "New link made",
            _ => return None,
        };
        Some(HistoryLine { at: event.at, what, more: Some(by_whom(event)) })
    });
    let kept = kept.into_iter().filter_map(|(at, what, more)| Some(HistoryLine { at: at?, what, more }));
    let mut steps: Vec<HistoryLine> = kept.chain(logged).collect();
    steps.sort_by_key(|step| step.at);
    steps
}

fn by_whom(event: &EventItem) -> String {
    match event.actor_role.as_str() {
        "link" => "by the customer's link".to_owned(),
        role => format!("by the {role}"),
    }
}
