//! Times at work in which somebody cannot be booked.

use maud::{Markup, html};
use parlour_booking::schedule::BlockView;
use parlour_pages::parts::{Dialog, Field, Form, Select, submit};
use parlour_pages::{Asked, format, paths};

use super::day::people;
use super::read::Week;
use crate::pages::fields::choice;

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
    let name = week.people.iter().find(|person| person.staff_id == block.staff_id).map(|person| person.name.as_str());
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(text) { "Remove" } };
    html! {
        li {
            div id=(text) {
                strong { (name.unwrap_or_default()) }
                p { (format::day(&asked.words, block.date, asked.today)) ", " (format::hours(&asked.words, block.start_time, block.end_time)) }
                p.fine { (block.reason) }
            }
            (Form::new(&form, call, button).then("reload").say("Block removed.").class("inline"))
        }
    }
}

pub fn dialog(asked: &Asked, week: &Week) -> Markup {
    let form = html! {
        (Select { within: Some("block"), ..choice("staffId", "Person", people(week), None) })
        (Field::new("date", "Date").within("block").kind("date").required().value(Some(asked.today.max(week.monday).to_string())))
        div.pair {
            (Field::new("startTime", "Time").within("block").kind("time").required())
            (Field::new("endTime", "Until").within("block").kind("time").required())
        }
        (Field::new("reason", "Reason").within("block").required().with("maxlength", "200"))
        div.actions { (submit("Block time")) }
    };
    let form = Form::new("block-form", "POST /api/schedule/blocks", form).then("reload").say("Time blocked.");
    html! { (Dialog { id: "block", title: "Block time", close: &asked.words.close(), body: html! { (form) } }) }
}
