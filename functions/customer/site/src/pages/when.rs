//! The groups that say when: of `/book`, and of the dialog that moves a booking.

use maud::{Markup, html};
use parlour_booking::bookings::rules::BookingHours;
use parlour_booking::slots::availability::Slot;
use parlour_booking::slots::reason::Reason;
use parlour_booking::teams::{DayOff, Outlook};
use parlour_pages::{Words, format};
use parlour_setup::branches::Branch;
use parlour_values::id::StaffId;
use parlour_values::language::Language;
use parlour_values::time::{IstDate, TimeOfDay};

/// How many days are in sight at once.
const DAYS: u64 = 14;

/// The data that days and times are chosen from.
pub struct When<'a> {
    pub words: &'a Words,
    pub today: IstDate,
    pub date: IstDate,
    pub branch: Option<&'a Branch>,
    pub slots: &'a [Slot],
    pub outlook: &'a Outlook,
    /// The time that was asked for, whether it can be had or not.
    pub wanted: Option<TimeOfDay>,
    /// The address that shows another day.
    pub to: &'a dyn Fn(IstDate) -> String,
}

impl When<'_> {
    /// The chosen time, where it can be had.
    pub fn time(&self) -> Option<TimeOfDay> {
        let has = |time: &TimeOfDay| self.slots.iter().any(|slot| slot.time.start == *time && slot.is_available());
        self.wanted.filter(has)
    }
}

/// The first day of those in sight with this one.
fn first_in_sight(date: IstDate, today: IstDate) -> IstDate {
    let ahead = u64::try_from(date.days_since(today)).unwrap_or(0);
    today.plus_days(ahead - ahead % DAYS)
}

/// The days in sight with this one.
pub fn in_sight(date: IstDate, today: IstDate) -> Vec<IstDate> {
    let first = first_in_sight(date, today);
    (0..DAYS).map(|offset| first.plus_days(offset)).collect()
}

pub fn days(when: &When<'_>) -> Markup {
    let (words, today) = (when.words, when.today);
    let first = first_in_sight(when.date, today);
    let last = when.branch.map(|branch| BookingHours::on(branch, today).last_day(today));
    let in_reach = |date: IstDate| last.is_none_or(|last| date <= last);
    html! {
        div.step.days id="days" data-part role="group" aria-labelledby="days-title" {
            h2.legend id="days-title" { (words.day()) }
            input type="hidden" name="date" value=(when.date) data-as="bookingDate" data-state;
            @if first > today {
                a.ghost.button.small id="earlier-days" data-swap href=((when.to)(first.minus_days(DAYS).max(today))) { (words.earlier_days()) }
            }
            ol.day-strip {
                @for date in in_sight(when.date, today) {
                    @if in_reach(date) { li { (day(when, date)) } }
                }
            }
            @if in_reach(first.plus_days(DAYS)) {
                a.ghost.button.small id="later-days" data-swap href=((when.to)(first.plus_days(DAYS))) { (words.later_days()) }
            }
            p.error id="date-error" hidden {}
        }
    }
}

fn day(when: &When<'_>, date: IstDate) -> Markup {
    let words = when.words;
    let off = when.outlook.day_off(date);
    html! {
        a id=(format!("day-{date}")) class=(if off.is_some() { "day day-off" } else { "day" }) data-swap href=((when.to)(date))
            aria-current=[(date == when.date).then_some("date")] {
            span.day-week { (format::weekday(words, date)) } " "
            span.day-number { (date.day()) } " "
            span.day-month { (format::month(words, date)) }
            @match off {
                Some(DayOff::Closed) => { " " span.day-why { (words.day_closed()) } }
                Some(DayOff::Full) => { " " span.day-why { (words.day_full()) } }
                None => {}
            }
        }
    }
}

pub fn times(when: &When<'_>) -> Markup {
    let words = when.words;
    html! {
        fieldset.step.times id="times" data-part aria-describedby="time-error" {
            legend { (words.time()) }
            p.error id="time-error" hidden {}
            @if when.branch.is_none() {
                p.hint { (words.choose_branch_first()) }
            } @else if when.outlook.is_beyond_the_team {
                p.notice { (words.beyond_the_team()) }
            } @else if when.slots.iter().all(|slot| !slot.is_available()) {
                p.notice { (nothing_free(when)) }
            } @else if let Some(lost) = when.wanted.filter(|_| when.time().is_none()) {
                p.notice { (words.time_not_free(format::time(words, lost))) }
            }
            @let slots = if when.outlook.is_beyond_the_team { &[] } else { when.slots };
            @for (name, part) in parts_of_day(words, slots) {
                @if part.iter().any(|slot| slot.reason != Some(Reason::Past)) {
                    p.part-of-day { (name) }
                    div.chips.time-chips { @for slot in &part { (time(when, slot)) } }
                }
            }
        }
    }
}

/// Why no time of the day can be had, where all have the same reason.
fn nothing_free(when: &When<'_>) -> String {
    let (words, day) = (when.words, format::near_day(when.words, when.date, when.today));
    let all_are = |reason: Reason| when.slots.iter().all(|slot| slot.reason == Some(reason));
    if all_are(Reason::Closed) {
        words.closed_on(day)
    } else if all_are(Reason::TooFar) {
        words.too_far_ahead(day)
    } else {
        words.nothing_free(day)
    }
}

fn parts_of_day<'s>(words: &Words, slots: &'s [Slot]) -> [(String, Vec<&'s Slot>); 3] {
    let within = |from: u32, to: u32| {
        let hours = from * 60..to * 60;
        slots.iter().filter(|slot| hours.contains(&slot.time.start.minutes())).collect::<Vec<_>>()
    };
    // Times are called by them in Hindi, where the evening begins earlier.
    let evening = if words.language == Language::Hindi { 16 } else { 17 };
    [(words.morning(), within(0, 12)), (words.afternoon(), within(12, evening)), (words.evening(), within(evening, 24))]
}

fn time(when: &When<'_>, slot: &Slot) -> Markup {
    let start: TimeOfDay = slot.time.start;
    let id = format!("time-{}", start.to_string().replace(':', ""));
    let told = slot.reason.map(|reason| why(when.words, reason)).or_else(|| by_whom(when, slot));
    html! {
        div.chip {
            input id=(id) type="radio" name="time" value=(start) data-as="startTime" data-state data-still required
                data-wrong=(when.words.time_is_gone())
                checked[when.time() == Some(start)] disabled[!slot.is_available()]
                aria-describedby=[told.as_ref().map(|_| format!("{id}-why"))];
            label for=(id) { (format::time(when.words, start)) }
            @if let Some(told) = told { span.why id=(format!("{id}-why")) { (told) } }
        }
    }
}

/// `Asha, then Meera`, where a visit has more than one person.
fn by_whom(when: &When<'_>, slot: &Slot) -> Option<String> {
    let mut people: Vec<&StaffId> = slot.plan.iter().map(|planned| &planned.staff_id).collect();
    people.dedup();
    let mut names = people.iter().filter_map(|id| when.outlook.name_of(id));
    let first = names.next().filter(|_| people.len() > 1)?.to_owned();
    Some(names.fold(first, |before, name| when.words.then_person(before, name)))
}

fn why(words: &Words, reason: Reason) -> String {
    match reason {
        Reason::Closed => words.why_closed(),
        Reason::TooFar => words.why_too_far(),
        Reason::Past => words.why_past(),
        Reason::TooSoon => words.why_too_soon(),
        Reason::OffShift | Reason::OnLeave => words.why_nobody(),
        Reason::Blocked | Reason::Booked | Reason::NoRoom => words.why_booked(),
    }
}
