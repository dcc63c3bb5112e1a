//! The groups of `/book` that say when.

use maud::{Markup, html};
use parlour_booking::bookings::rules::BookingHours;
use parlour_booking::slots::availability::{Reason, Slot, has_begun};
use parlour_pages::paths::Choices;
use parlour_pages::{Words, format};
use parlour_setup::branches::Branch;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

use super::Shown;

/// How many days are in sight at once.
const DAYS: u64 = 14;

/// The slots of a day with every reason a request would be refused for: those of the schedule, and the branch's hours and
/// the clock, which the schedule of an `open` branch leaves to the request.
pub fn judged(slots: &[Slot], branch: &Branch, date: IstDate, now: Instant) -> Vec<Slot> {
    let reason = |slot: &Slot| {
        let is_within = slot.time.start >= branch.open_time && slot.time.start < branch.close_time;
        let is_past = has_begun(date, slot.time.start, now);
        slot.reason.or((!is_within).then_some(Reason::Closed)).or(is_past.then_some(Reason::Past))
    };
    slots.iter().map(|slot| Slot { reason: reason(slot), ..slot.clone() }).collect()
}

pub fn days(shown: &Shown<'_>) -> Markup {
    let (words, today) = (shown.words, shown.today);
    let ahead = u64::try_from(shown.date.days_since(today)).unwrap_or(0);
    let first = today.plus_days(ahead - ahead % DAYS);
    let last = shown.branch.map(|branch| BookingHours::of(branch).last_day(today));
    let to = |date: IstDate| Choices { date: Some(date), time: None, ..shown.choices.clone() }.href();
    let in_reach = |date: IstDate| last.is_none_or(|last| date <= last);
    html! {
        div.step.days id="days" data-part role="group" aria-labelledby="days-title" {
            h2.legend id="days-title" { (words.day()) }
            input type="hidden" name="date" value=(shown.date) data-as="bookingDate" data-state;
            @if first > today {
                a.ghost.button.small data-swap href=(to(first.minus_days(DAYS).max(today))) { (words.earlier_days()) }
            }
            ol.day-strip {
                @for offset in 0..DAYS {
                    @let date = first.plus_days(offset);
                    @if in_reach(date) {
                        li {
                            a.day data-swap href=(to(date)) aria-current=[(date == shown.date).then_some("date")] {
                                span.day-week { (format::weekday(words, date)) } " "
                                span.day-number { (date.day()) } " "
                                span.day-month { (format::month(words, date)) }
                            }
                        }
                    }
                }
            }
            @if in_reach(first.plus_days(DAYS)) {
                a.ghost.button.small data-swap href=(to(first.plus_days(DAYS))) { (words.later_days()) }
            }
            p.error id="date-error" hidden {}
        }
    }
}

pub fn times(shown: &Shown<'_>) -> Markup {
    let words = shown.words;
    html! {
        fieldset.step.times id="times" data-part aria-describedby="time-error" {
            legend { (words.time()) }
            @if shown.branch.is_none() {
                p.hint { (words.choose_branch_first()) }
            } @else if shown.slots.iter().all(|slot| !slot.is_available()) {
                p.notice { (nothing_free(shown)) }
            } @else if let Some(lost) = shown.choices.time.filter(|_| shown.time().is_none()) {
                p.notice { (words.time_not_free(format::time(words, lost))) }
            }
            @for (name, part) in parts_of_day(words, shown.slots) {
                @if part.iter().any(|slot| slot.reason != Some(Reason::Past)) {
                    p.part-of-day { (name) }
                    div.chips.time-chips { @for slot in &part { (time(shown, slot)) } }
                }
            }
            p.error id="time-error" hidden {}
        }
    }
}

/// Why no time of the day can be had, where all have the same reason.
fn nothing_free(shown: &Shown<'_>) -> String {
    let (words, day) = (shown.words, format::near_day(shown.words, shown.date, shown.today));
    let all_are = |reason: Reason| shown.slots.iter().all(|slot| slot.reason == Some(reason));
    if all_are(Reason::Closed) {
        words.closed_on(day)
    } else if all_are(Reason::TooFar) {
        words.too_far_ahead(day)
    } else {
        words.nothing_free(day)
    }
}

fn parts_of_day(words: &Words, slots: &[Slot]) -> [(String, Vec<Slot>); 3] {
    let within = |from: u32, to: u32| {
        let hours = from * 60..to * 60;
        slots.iter().filter(|slot| hours.contains(&slot.time.start.minutes())).cloned().collect::<Vec<_>>()
    };
    [(words.morning(), within(0, 12)), (words.afternoon(), within(12, 17)), (words.evening(), within(17, 24))]
}

fn time(shown: &Shown<'_>, slot: &Slot) -> Markup {
    let start: TimeOfDay = slot.time.start;
    let id = format!("time-{}", start.to_string().replace(':', ""));
    html! {
        div.chip {
            input id=(id) type="radio" name="time" value=(start) data-as="startTime" data-state data-still required
                checked[shown.time() == Some(start)] disabled[!slot.is_available()]
                aria-describedby=[slot.reason.map(|_| format!("{id}-why"))];
            label for=(id) { (format::time(shown.words, start)) }
            @if let Some(reason) = slot.reason {
                span.why id=(format!("{id}-why")) { (why(shown.words, reason)) }
            }
        }
    }
}

fn why(words: &Words, reason: Reason) -> String {
    match reason {
        Reason::Closed => words.why_closed(),
        Reason::TooFar => words.why_too_far(),
        Reason::Past => words.why_past(),
        Reason::OffShift | Reason::OnLeave => words.why_nobody(),
        Reason::Blocked | Reason::Booked | Reason::NoRoom => words.why_booked(),
    }
}
