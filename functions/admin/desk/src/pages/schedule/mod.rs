//! `/schedule`: who works when, a week at a time; leave that was asked for, blocked times, closed days.

mod blocks;
mod closures;
mod day;
mod grid;
mod leave;
mod read;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Input, empty, needs_script, opener};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use read::Week;

use crate::assets::SETUP;
use crate::pages::chosen_branch::none_yet;
use crate::pages::fields::branch_options;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let week = Week::read(&salon, &asked, &caller).await?;
    let main = match week {
        Some(week) => render(&asked, &caller, &week),
        None => none_yet(&caller, "Schedule", "there is nothing to plan"),
    };
    Page::private(&caller, "Schedule", main)
}

fn render(asked: &Asked, caller: &Caller, week: &Week) -> Markup {
    html! {
        (SETUP.run())
        div.toolbar {
            h1 { "Schedule" }
            (opener("block", "Block time", "ghost button"))
            @if blocks::has_rooms(week) { (opener("block-room", "Block a room", "ghost button")) }
            (opener("close", "Close a day", "ghost button"))
        }
        (needs_script(&asked.words))
        (leave::waiting(week))
        (steps(asked, week))
        @if week.people.is_empty() {
            (empty(pictures::drawn(Motif::Hands), "Nobody works at this branch yet.", html! { a.button href="/staff" { "Staff" } }))
        } @else {
            (grid::grid(asked, week))
        }
        (leave::requests(asked, caller, week))
        div.columns {
            (blocks::blocks(asked, week))
            (closures::closures(asked, week))
        }
        (day::dialog(asked, week))
        (blocks::dialog(asked, week))
        (blocks::room_dialog(asked, week))
        (closures::dialog(asked, week))
    }
}

/// To other weeks and other branches.
fn steps(asked: &Asked, week: &Week) -> Markup {
    let (words, today) = (&asked.words, asked.today);
    let href = |monday| format!("/schedule?week={monday}&branch={}", paths::encoded(week.branch.id.as_str()));
    html! {
        div.week-steps {
            p.week-name { (format::day(words, week.monday, today)) " to " (format::day(words, week.sunday(), today)) }
            nav aria-label="Weeks" {
                a.ghost.button.small href=(href(week.monday.minus_days(7))) { "Previous week" }
                a.ghost.button.small href=(href(read::monday_of(today))) aria-current=[(week.monday == read::monday_of(today)).then_some("true")] { "This week" }
                a.ghost.button.small href=(href(week.monday.plus_days(7))) { "Next week" }
            }
            form.week-choice method="get" {
                div.field {
                    label for="week" { "Week of" }
                    input id="week" name="week" type="date" value=(week.monday);
                }
                (Input::choice("branch", "Branch", branch_options(&week.branches), Some(week.branch.id.as_str())))
                button.ghost.button type="submit" { "Show" }
            }
        }
    }
}
