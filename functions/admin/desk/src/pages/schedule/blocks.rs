//! Times at work in which somebody, or a room, cannot be booked.

use maud::{Markup, html};
use parlour_booking::resources::Resource;
use parlour_booking::schedule::BlockView;
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};

use super::day::people;
use super::read::Week;

pub fn blocks(asked: &Asked, week: &Week) -> Markup {
    html! {
        section.card aria-labelledby="blocks-title" {
            h2 id="blocks-title" { "Blocked times this week" }
            @if week.blocks.is_empty() { p.quiet { "None. Block a time for training, an errand, a delivery." } }
            @else { ul.plain-rows { @for block in &week.blocks { (row(asked, week, block)) } } }
        }
    }
}

fn row(asked: &Asked, week: &Week, block: &BlockView) -> Markup {
    let (form, text) = (format!("unblock-{}", block.id), format!("block-{}", block.id));
    let call = format!("DELETE /api/schedule/blocks/{}", paths::encoded(block.id.as_str()));
    let person = week.people.iter().find(|person| block.staff_id.as_ref() == Some(&person.staff_id));
    let room = week.rooms.iter().find(|room| block.resource_id.as_ref() == Some(&room.id));
    let name = person.map(|person| person.name.as_str()).or(room.map(|room| room.name.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(text) { "Remove" } };
    let day = format::day(&asked.words, block.date, asked.today);
    let time = format!("{day}, {}", format::hours(&asked.words, block.start_time, block.end_time));
    let question = format!("Open {time} for bookings again?");
    html! {
        li {
            div id=(text) {
                strong { (name.unwrap_or_default()) }
                p { (time) }
                p.fine { (block.reason) }
            }
            (Form::new(&form, call, button).then("reload").say("Block removed.").ask(question).class("inline"))
        }
    }
}

pub fn dialog(asked: &Asked, week: &Week) -> Markup {
    let whose = html! { (Input::choice("staffId", "Person", people(week), None).within("block")) };
    block_dialog(asked, week, "block", "Block time", &whose)
}

/// The same for a room; none where the branch has none.
pub fn room_dialog(asked: &Asked, week: &Week) -> Markup {
    let rooms = active_rooms(week).map(|room| (room.id.to_string(), room.name.clone()));
    let which = html! { (Input::choice("resourceId", "Room", rooms, None).within("block-room")) };
    html! { @if has_rooms(week) { (block_dialog(asked, week, "block-room", "Block a room", &which)) } }
}

fn active_rooms(week: &Week) -> impl Iterator<Item = &Resource> {
    week.rooms.iter().filter(|room| room.is_active)
}

pub fn has_rooms(week: &Week) -> bool {
    active_rooms(week).next().is_some()
}

fn block_dialog(asked: &Asked, week: &Week, id: &str, title: &str, whose: &Markup) -> Markup {
    let form = html! {
        (whose)
        (Input::new("date", "Date").within(id).kind("date").required().value(Some(asked.today.max(week.monday).to_string())))
        div.pair {
            (Input::new("startTime", "Time").within(id).kind("time").required())
            (Input::new("endTime", "Until").within(id).kind("time").required())
        }
        (Input::new("reason", "Reason").within(id).required().with("maxlength", "200"))
        div.actions { (submit(title)) }
    };
    let form_id = format!("{id}-form");
    let form = Form::new(&form_id, "POST /api/schedule/blocks", form).then("reload").say("Time blocked.");
    form.in_dialog(&asked.words, id, title)
}
