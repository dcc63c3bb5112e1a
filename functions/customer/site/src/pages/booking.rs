//! `/bookings/{id}`: one booking, how it stands, and what can still be done about it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::status::{Action, BookingStatus};
use parlour_booking::bookings::{Booking, Bookings};
use parlour_http::{Given, PathParam};
use parlour_pages::parts::{Dialog, Field, Form, TextArea, breadcrumb, facts, icon, needs_script, opener, submit};
use parlour_pages::paths::{self, Choices};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

use super::visits::{status_badge, status_word};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BookingId>,
) -> PageAnswer {
    let booking = Bookings::of(&salon).own(&caller.user.id, &id).await?;
    Page::private(&caller, booking.number.clone(), render(&asked, &booking, caller.act.at))
}

fn render(asked: &Asked, booking: &Booking, now: Instant) -> Markup {
    let words = &asked.words;
    let is_ahead = booking.starts_at() > now;
    let may = |action| is_ahead && booking.status.after(action).is_ok();
    html! {
        (breadcrumb(words, "/bookings", &words.bookings()))
        div.page-head {
            p.overline {
                (format::near_day(words, booking.date, asked.today)) ", " (format::time(words, booking.start))
            }
            h1.number { (booking.number) }
            p { (status_badge(words, booking.status)) }
            @if booking.status == BookingStatus::Pending { p.lead { (words.pending_explained()) } }
        }
        div.two {
            div {
                (about(asked, booking))
                (actions(words, booking, &may))
            }
            section aria-labelledby="history" {
                h2 id="history" { (words.so_far()) }
                (timeline(asked, booking))
            }
        }
        @if may(Action::Reschedule) { (move_dialog(asked, booking)) }
        @if may(Action::CancelByCustomer) { (cancel_dialog(words, booking)) }
    }
}

fn about(asked: &Asked, booking: &Booking) -> Markup {
    let words = &asked.words;
    let mut rows = vec![
        (
            words.when(),
            html! {
                (format::day(words, booking.date, asked.today)) ", "
                (words.hours_from_to(format::time(words, booking.start), format::time(words, booking.end)))
            },
        ),
        (words.branch(), html! { (booking.branch_name) }),
    ];
    if let Some(name) = booking.services.iter().find_map(|service| service.staff_name.clone()) {
        rows.push((words.with_whom(), html! { (name) }));
    }
    if let Some(notes) = booking.notes.as_deref().filter(|notes| !notes.is_empty()) {
        rows.push((words.notes(), html! { span.as-written { (notes) } }));
    }
    html! {
        (facts(&rows))
        ul.bill {
            @for service in &booking.services {
                li { span { (service.name) " " span.fine { (format::span(words, service.duration)) } } span { (service.price) } }
            }
            li.bill-total { span { (words.total()) " " span.fine { (format::span(words, booking.total_duration)) } } strong { (booking.total_amount) } }
            @if let Some(paid) = booking.paid { li.bill-total { span { (words.paid()) } strong { (paid) } } }
        }
    }
}

fn actions(words: &Words, booking: &Booking, may: &dyn Fn(Action) -> bool) -> Markup {
    let again =
        Choices { services: booking.service_ids(), branch: Some(booking.branch_id.clone()), ..Choices::default() };
    html! {
        (needs_script(words))
        div.actions {
            @if may(Action::Reschedule) { (opener("move", &words.move_booking(), "button")) }
            @if may(Action::CancelByCustomer) { (opener("cancel", &words.cancel_booking(), "ghost button")) }
            @if booking.status.is_open() {
                a.ghost.button.no-prefetch href=(paths::booking_calendar(&booking.id)) download { (icon("calendar")) (words.add_to_calendar()) }
            }
            @if booking.invoice_id.is_some() {
                a.ghost.button.no-prefetch href=(paths::booking_invoice(&booking.id)) { (words.invoice()) }
            }
            @if !booking.status.is_open() { a.button href=(again.href()) { (words.book_again()) } }
            @else { a.ghost.button href=(again.href()) { (words.book_again()) } }
        }
    }
}

fn timeline(asked: &Asked, booking: &Booking) -> Markup {
    let words = &asked.words;
    let missed = (booking.status == BookingStatus::NoShow).then(|| booking.missed_at.unwrap_or(booking.updated_at));
    let steps = [
        (words.step_requested(), Some(booking.created_at), None),
        (words.status_confirmed(), booking.confirmed_at, None),
        (words.status_in_progress(), booking.checked_in_at, None),
        (words.status_completed(), booking.completed_at, None),
        (words.status_no_show(), missed, None),
        (words.status_rejected(), booking.rejected_at, booking.rejection_reason.as_deref()),
        (words.status_cancelled(), booking.cancelled_at, booking.cancellation_reason.as_deref()),
    ];
    html! {
        ol.timeline {
            @for (name, at, reason) in steps {
                @if let Some(at) = at {
                    li {
                        strong { (name) }
                        time datetime=(at) { (format::moment(words, at, asked.today)) }
                        @if let Some(reason) = reason.filter(|reason| !reason.is_empty()) { p.as-written { (reason) } }
                    }
                }
            }
            @if booking.reschedule_count > 0 { li.timeline-note { (words.moved_times(booking.reschedule_count)) } }
            @if booking.status == BookingStatus::Pending {
                li.timeline-next { strong { (status_word(words, BookingStatus::Confirmed)) } span { (words.next_confirmation()) } }
            }
        }
    }
}

fn move_dialog(asked: &Asked, booking: &Booking) -> Markup {
    let words = &asked.words;
    let (date, time) = (words.date(), words.time());
    let hint = words.now_it_is(format!(
        "{}, {}",
        format::day(words, booking.date, asked.today),
        format::time(words, booking.start)
    ));
    let form = html! {
        p { (hint) }
        (Field::new("bookingDate", &date).kind("date").within("move").required()
            .value(booking.date.to_string()).with("min", asked.today.to_string()))
        (Field::new("startTime", &time).kind("time").within("move").required()
            .value(booking.start.to_string()).with("step", "300"))
        div.actions { (submit(&words.move_it())) }
    };
    let call = format!("POST /api/bookings/{}/reschedule", paths::encoded(booking.id.as_str()));
    let form = html! { (Form::new("move-form", call, form).then("reload").say(words.said_moved())) };
    html! { (Dialog { id: "move", title: &words.move_booking(), close: &words.close(), body: form }) }
}

fn cancel_dialog(words: &Words, booking: &Booking) -> Markup {
    let form = html! {
        p { (words.cancel_explained()) }
        (TextArea {
            name: "reason",
            label: &words.reason(),
            hint: Some(&words.reason_hint()),
            value: None,
            most: 500,
            within: Some("cancel"),
            is_required: false,
        })
        div.actions { (submit(&words.yes_cancel())) }
    };
    let call = format!("POST /api/bookings/{}/cancel", paths::encoded(booking.id.as_str()));
    let form = html! { (Form::new("cancel-form", call, form).then("reload").say(words.said_cancelled())) };
    html! { (Dialog { id: "cancel", title: &words.cancel_booking(), close: &words.close(), body: form }) }
}
