//! The week a staff member works, repeated from a day on.

use maud::{Markup, html};
use parlour_booking::slots::roster;
use parlour_booking::slots::roster::WeeklyRoster;
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::staff::StaffView;
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;
use parlour_values::time::{Interval, IstDate, TimeOfDay};

use crate::pages::hours::{DayHours, WEEKDAY_NAMES};

pub fn week(asked: &Asked, member: &StaffView, branches: &[Stored<Branch>], rosters: &[WeeklyRoster]) -> Markup {
    let place = branches.iter().find(|branch| member.branch_ids.contains(&branch.id));
    let usual =
        place.map_or(Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::MIDNIGHT }, |branch| branch.opening());
    let monday = asked.today.minus_days(u64::from(asked.today.weekday().saturating_sub(1)));
    let call = format!("PUT /api/schedule/staff/{}/weekly", paths::encoded(member.id.as_str()));
    let form = html! {
        // Every list is named before what is in it, so that the script makes lists of them.
        input type="hidden" name="days" data-list;
        div.week-days {
            @for (number, name) in WEEKDAY_NAMES.iter().enumerate() {
                @let date = monday.plus_days(u64::try_from(number).unwrap_or(0));
                @let opening = place.and_then(|branch| branch.opening_on(date));
                @let day = in_force(date, asked.today, rosters, opening);
                fieldset.week-day {
                    legend { (name) }
                    input type="hidden" name=(format!("days.{number}.weekday")) value=(number.saturating_add(1)) data-type="number";
                    (DayHours { id: format!("days-{number}"), prefix: format!("days.{number}."), shifts: &day.shifts, breaks: &day.breaks, usual: opening.unwrap_or(usual), sends_off: false })
                }
            }
        }
        (Input::new("effectiveFrom", "Starting on").kind("date").required().value(Some(asked.today.to_string()))
            .hint("The week repeats from this day on, until another one is set. Single days are changed in the schedule."))
        div.actions { (submit("Save week")) }
    };
    html! {
        section.card.week-card aria-labelledby="week-title" {
            h2 id="week-title" { "Weekly hours" }
            p.quiet { (told(asked, rosters)) " " a href="/schedule" { "Schedule" } }
            (Form::new("week", call, form).then("reload").say("Week saved.").class("form wide-form"))
        }
    }
}

/// The plan of the current week's day by the roster that holds today.
fn in_force(day: IstDate, today: IstDate, rosters: &[WeeklyRoster], opening: Option<Interval>) -> roster::DayPlan {
    let held: Vec<WeeklyRoster> = rosters.iter().filter(|roster| roster.effective_from <= today).cloned().collect();
    let from_monday = held.into_iter().max_by_key(|roster| roster.effective_from);
    let from_monday = from_monday.map(|roster| WeeklyRoster { effective_from: day, ..roster });
    roster::plan(day, from_monday.as_slice(), None, opening)
}

fn told(asked: &Asked, rosters: &[WeeklyRoster]) -> String {
    let on = |date| format::day(&asked.words, date, asked.today);
    let held = rosters.iter().map(|roster| roster.effective_from).filter(|from| *from <= asked.today).max();
    let next = rosters.iter().map(|roster| roster.effective_from).filter(|from| *from > asked.today).min();
    let held = held.map_or_else(
        || "No week is set: the branch's opening hours hold.".to_owned(),
        |from| format!("In force since {}.", on(from)),
    );
    next.map_or_else(|| held.clone(), |from| format!("{held} Another week starts on {}.", on(from)))
}
