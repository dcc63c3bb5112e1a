//! The days themselves: hours, and who is coming.

use maud::{Markup, html};
use parlour_booking::schedule::{MyBooking, MyDay};
use parlour_pages::{Asked, format, paths};
use parlour_people::auth::Caller;
use parlour_values::role::Role;
use parlour_values::time::TimeOfDay;

use crate::pages::hours::listed;
use crate::pages::{cards, statuses};

pub fn days(asked: &Asked, caller: &Caller, days: &[MyDay]) -> Markup {
    html! {
        ol.my-days {
            @for day in days {
                li.card.my-day {
                    div.my-date aria-hidden="true" {
                        span { (format::weekday(&asked.words, day.date)) }
                        strong { (day.date.day()) }
                        span { (format::month(&asked.words, day.date)) }
                    }
                    div.my-hours {
                        h3 { time datetime=(day.date) { (format::near_day(&asked.words, day.date, asked.today)) } }
                        @if day.leave { p { strong { "On leave" } } }
                        @else if day.shifts.is_empty() { p.quiet { "Off" } }
                        @else {
                            p { (listed(&asked.words, &day.shifts)) }
                            @if !day.breaks.is_empty() { p.fine { "Break " (listed(&asked.words, &day.breaks)) } }
                        }
                        @if !day.bookings.is_empty() {
                            ul.my-bookings { @for booking in &day.bookings { (visit(asked, caller, booking)) } }
                        }
                    }
                }
            }
        }
    }
}

fn visit(asked: &Asked, caller: &Caller, booking: &MyBooking) -> Markup {
    let clock = |text: &str| text.get(..5).and_then(|text| text.parse::<TimeOfDay>().ok());
    html! {
        li {
            span.my-time {
                @if let (Some(start), Some(end)) = (clock(&booking.start_time), clock(&booking.end_time)) {
                    (format::hours(&asked.words, start, end))
                }
            }
            span {
                strong { (booking.customer_name) } ", " (booking.services.join(", ")) " "
                span.fine {
                    // A booking's own page is the desk's.
                    @if caller.user.role.satisfies(Role::Receptionist) { a href=(paths::booking(&booking.id)) { (booking.booking_number) } }
                    @else { (booking.booking_number) }
                }
            }
            (statuses::badge(booking.status))
            (cards::card(&booking.customer))
        }
    }
}
