//! The week as a table: a row per person, a column per day, a button per cell that opens the day's dialog.

use maud::{Markup, html};
use parlour_booking::schedule::{BlockView, PlannedDay, PlannedPerson};
use parlour_pages::{Asked, format, paths};
use parlour_values::time::{IstDate, Minutes};

use super::read::Week;
use crate::pages::hours::{listed, packed};

pub fn grid(asked: &Asked, week: &Week) -> Markup {
    html! {
        div.table-wrap {
            table.week-grid data-grid {
                caption.unseen { "Who works when, from " (format::day(&asked.words, week.monday, asked.today)) ". Arrow keys move between the days, Enter changes one." }
                thead { tr {
                    th scope="col" { "Person" }
                    @for day in week.days() { (heading(asked, week, day)) }
                } }
                tbody { @for person in &week.people { (row(asked, week, person)) } }
            }
        }
    }
}

fn heading(asked: &Asked, week: &Week, day: IstDate) -> Markup {
    html! {
        th scope="col" class=[(day == asked.today).then_some("today")] {
            (format::day(&asked.words, day, asked.today))
            @if day == asked.today { span.day-mark { "Today" } }
            @if let Some(closure) = week.closure_on(day) { span.day-mark.closed-mark { "Closed: " (closure.reason) } }
            @else if week.is_closed_on(day) { span.day-mark.closed-mark { "Closed" } }
        }
    }
}

fn row(asked: &Asked, week: &Week, person: &PlannedPerson) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(format!("/staff/{}", paths::encoded(person.staff_id.as_str()))) { (person.name) }
                p.fine { (worked(asked, person)) }
            }
            @for day in &person.days { td { (cell(asked, week, person, day)) } }
        }
    }
}

/// How long the person works in the week, breaks and leave apart.
fn worked(asked: &Asked, person: &PlannedPerson) -> String {
    let working = person.days.iter().filter(|day| !day.is_on_leave).map(|day| {
        let plan = parlour_booking::slots::roster::DayPlan { shifts: day.shifts.clone(), breaks: day.breaks.clone() };
        plan.working().into_iter().map(|part| part.minutes()).sum::<Minutes>()
    });
    format::span(&asked.words, working.sum())
}

fn cell(asked: &Asked, week: &Week, person: &PlannedPerson, day: &PlannedDay) -> Markup {
    let words = &asked.words;
    let blocks: Vec<&BlockView> = week
        .blocks
        .iter()
        .filter(|block| block.staff_id.as_ref() == Some(&person.staff_id) && block.date == day.date)
        .collect();
    let is_closed = week.is_closed_on(day.date);
    let is_off = day.shifts.is_empty();
    let look = match (is_closed, day.is_on_leave, is_off) {
        (true, _, _) => "cell closed-cell",
        (_, true, _) => "cell leave-cell",
        (_, _, true) => "cell off-cell",
        _ => "cell",
    };
    html! {
        button class=(look) type="button" data-cell id=(format!("cell-{}-{}", person.staff_id, day.date))
            commandfor="day" command="show-modal"
            data-staff=(person.staff_id) data-date=(day.date) data-exception[day.is_exception] data-shifts=(packed(&day.shifts)) data-breaks=(packed(&day.breaks)) {
            span.unseen { (person.name) ", " (format::day(words, day.date, asked.today)) ": " }
            @if day.is_on_leave { strong.cell-word { "On leave" } }
            @if is_off { span.cell-word { "Off" } } @else {
                @for shift in &day.shifts { span.shift { (format::hours(words, shift.start, shift.end)) } }
            }
            @if !day.breaks.is_empty() { span.fine { "Break " (listed(words, &day.breaks)) } }
            @for block in blocks { span.fine.block-mark { "Blocked " (format::hours(words, block.start_time, block.end_time)) } }
            @if day.booked_minutes.0 > 0 { span.fine { (format::span(words, day.booked_minutes)) " booked" } }
            @if day.is_exception { span.fine.only-mark { "This day only" } }
        }
    }
}
