//! The tray beside the board: requests that wait for an answer, the oldest first.

use maud::{Markup, html};
use parlour_booking::bookings::status::Action;
use parlour_booking::bookings::{Booking, DeskDay};
use parlour_booking::slots::plan::PlannedService;
use parlour_pages::{Asked, format, paths};
use parlour_values::time::Instant;
use serde_json::json;

use super::grid::{can, name_of, services};
use super::marks::Marks;

pub fn render(asked: &Asked, day: &DeskDay, marks: &Marks, now: Instant) -> Markup {
    let plans = day.plans(now);
    html! {
        h2 id="tray-title" { "Requests" }
        a.fine href=(format!("/waitlist?date={}&branchId={}", day.date, paths::encoded(day.branch.id.as_str()))) { "Waitlist" }
        @if day.requests.is_empty() {
            p.fine { "Nothing waits for an answer." }
        } @else {
            p.fine { (waiting(day.requests.len())) }
            ol {
                @for request in &day.requests {
                    li {
                        (one(asked, day, marks, &request.record, now))
                        @if let Some(plan) = plans.get(&request.id) { (approve(day, request, plan)) }
                        @else if request.date != day.date && request.desk_actions(now).contains(&Action::Approve) {
                            (ask_whom(request))
                        }
                    }
                }
            }
        }
    }
}

fn waiting(count: usize) -> String {
    if count == 1 { "1 waits for an answer.".to_owned() } else { format!("{count} wait for an answer.") }
}

fn one(asked: &Asked, day: &DeskDay, marks: &Marks, request: &Booking, now: Instant) -> Markup {
    let words = &asked.words;
    let is_of_day = request.date == day.date;
    html! {
        a.waiting-card.of-day[is_of_day] href=(paths::booking(&request.id)) data-date=(request.date)
            data-start=(request.start.minutes()) data-min=(request.hold().minutes().0)
            data-updated=(request.updated_at.millis()) data-can=(can(request, now)) {
            b { (format::near_day(words, request.date, asked.today)) ", " (format::time(words, request.start)) } " "
            span { (request.customer_name) } " " (marks.badges(&request.customer_id))
            small { (services(request)) } " "
            em { time datetime=(request.pending_since()) data-age { (age(request.pending_since(), now)) } }
        }
    }
}

/// One tap: whoever is best free stands on the button.
fn approve(day: &DeskDay, request: &Booking, plan: &[PlannedService]) -> Markup {
    let mut people: Vec<&str> = plan.iter().map(|planned| name_of(day, &planned.staff_id)).collect();
    people.dedup();
    let who = people.join(", then ");
    let first = plan.first().map(|planned| &planned.staff_id);
    let is_one = plan.iter().all(|planned| Some(&planned.staff_id) == first);
    let body = if is_one {
        json!({ "staffId": first })
    } else {
        let services = plan.iter().map(|planned| {
            json!({ "serviceId": planned.service_id, "staffId": planned.staff_id, "startTime": planned.time.start })
        });
        json!({ "services": services.collect::<Vec<_>>() })
    };
    html! {
        button.ghost.button.small.one-tap type="button" data-booking=(request.id) data-updated=(request.updated_at.millis())
            data-customer=(request.customer_name) data-who=(who) data-plan=(body) { "Approve with " (who) }
    }
}

/// Nobody was looked for on another day: its page asks who does it.
fn ask_whom(request: &Booking) -> Markup {
    html! {
        a.ghost.button.small.one-tap href=(format!("{}#approve-now", paths::booking(&request.id)))
            aria-label=(format!("Approve {}", request.customer_name)) { "Approve" }
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
