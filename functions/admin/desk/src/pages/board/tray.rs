//! The tray beside the board: requests that wait for an answer, the oldest first.

use maud::{Markup, html};
use parlour_booking::bookings::{Booking, DeskDay};
use parlour_pages::{Asked, format, paths};
use parlour_values::time::Instant;

use super::grid::{can, services};

pub fn render(asked: &Asked, day: &DeskDay, now: Instant) -> Markup {
    html! {
        h2 id="tray-title" { "Requests" }
        a.fine href=(format!("/waitlist?date={}&branchId={}", day.date, paths::encoded(day.branch.id.as_str()))) { "Waitlist" }
        @if day.requests.is_empty() {
            p.fine { "Nothing waits for an answer." }
        } @else {
            p.fine { (waiting(day.requests.len())) }
            ol { @for request in &day.requests { li { (one(asked, day, &request.record, now)) } } }
        }
    }
}

fn waiting(count: usize) -> String {
    if count == 1 { "1 waits for an answer.".to_owned() } else { format!("{count} wait for an answer.") }
}

fn one(asked: &Asked, day: &DeskDay, request: &Booking, now: Instant) -> Markup {
    let words = &asked.words;
    let is_of_day = request.date == day.date;
    html! {
        a.waiting-card.of-day[is_of_day] href=(paths::booking(&request.id)) data-date=(request.date)
            data-start=(request.start.minutes()) data-min=(request.hold().minutes().0)
            data-updated=(request.updated_at.millis()) data-can=(can(request, now)) {
            b { (format::near_day(words, request.date, asked.today)) ", " (format::time(words, request.start)) } " "
            span { (request.customer_name) } " "
            small { (services(request)) } " "
            em { time datetime=(request.created_at) data-age { (age(request.created_at, now)) } }
        }
    }
}

/// `just now`, `12 min ago`, `3 h ago`, `2 days ago`; the script goes on counting in the same words.
fn age(since: Instant, now: Instant) -> String {
    match now.since(since).num_minutes() {
        ..1 => "just now".to_owned(),
        minutes @ 1..60 => format!("{minutes} min ago"),
        minutes @ 60..1440 => format!("{} h ago", minutes / 60),
        minutes @ 1440..2880 => format!("{} day ago", minutes / 1440),
        minutes => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_rough_and_never_negative() {
        let now: Instant = "2026-11-16T10:00:00+05:30".parse().unwrap();
        for (since, told) in [
            ("2026-11-16T10:05:00+05:30", "just now"),
            ("2026-11-16T09:59:31+05:30", "just now"),
            ("2026-11-16T09:48:00+05:30", "12 min ago"),
            ("2026-11-16T06:30:00+05:30", "3 h ago"),
            ("2026-11-15T09:00:00+05:30", "1 day ago"),
            ("2026-11-13T09:00:00+05:30", "3 days ago"),
        ] {
            assert_eq!(age(since.parse().unwrap(), now), told);
        }
    }
}
