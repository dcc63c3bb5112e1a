//! The rooms and equipment of a branch: added, changed, given up.

use maud::{Markup, html};
use parlour_booking::resources::Resource;
use parlour_pages::parts::{Form, Input, Toggle, Tone, badge, opener, submit};
use parlour_pages::{Asked, format, paths};
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;

pub fn section(asked: &Asked, branch: &Branch, rooms: &[Stored<Resource>]) -> Markup {
    let mut rooms: Vec<&Resource> = rooms.iter().map(|room| &room.record).collect();
    rooms.sort_by(|one, other| (&one.group, &one.name, &one.id).cmp(&(&other.group, &other.name, &other.id)));
    html! {
        section.card aria-labelledby="rooms-title" {
            div.toolbar { h2 id="rooms-title" { "Rooms and equipment" } (opener("room-new", "New room", "ghost button small")) }
            p.fine { "A service that needs a group takes one of it, whichever is free, for as long as it lasts." }
            @if rooms.is_empty() { p.quiet { "None yet: nothing but people limits what is booked." } }
            @else { ul.plain-rows { @for room in &rooms { (row(asked, room)) } } }
            (groups(&rooms))
            (new_dialog(asked, branch))
            @for room in rooms { (edit_dialog(asked, room)) }
        }
    }
}

fn row(asked: &Asked, room: &Resource) -> Markup {
    html! {
        li {
            div {
                strong { (room.name) } @if !room.is_active { " " (badge(Tone::Calm, "Not in use")) }
                p { (room.group) }
                p.fine { (details(asked, room)) }
            }
            div.actions {
                button.ghost.button.small type="button" commandfor=(edit_id(room)) command="show-modal" aria-label=(format!("Edit {}", room.name)) { "Edit" }
                @if room.is_active {
                    @let off = html! { button.ghost.button.small type="submit" aria-label=(format!("Deactivate {}", room.name)) { "Deactivate" } };
                    (Form::new(&format!("{}-off", edit_id(room)), format!("DELETE {}", call(room)), off).then("reload").say("It is no longer booked.").class("inline"))
                }
            }
        }
    }
}

/// `One booking at a time, 10 min to make it ready`.
fn details(asked: &Asked, room: &Resource) -> String {
    let at_once = match room.capacity {
        1 => "One booking at a time".to_owned(),
        several => format!("{several} bookings at a time"),
    };
    if room.turnaround.0 == 0 {
        return at_once;
    }
    format!("{at_once}, {} to make it ready", format::span(&asked.words, room.turnaround))
}

fn call(room: &Resource) -> String {
    format!("/api/resources/{}", paths::encoded(room.id.as_str()))
}

fn edit_id(room: &Resource) -> String {
    format!("room-{}", room.id)
}

/// The groups there are, to choose from while typing: a letter amiss would make another one.
fn groups(rooms: &[&Resource]) -> Markup {
    let mut groups: Vec<&str> = rooms.iter().map(|room| room.group.as_str()).collect();
    groups.dedup();
    html! { datalist id="room-groups" { @for group in groups { option value=(group) {} } } }
}

fn new_dialog(asked: &Asked, branch: &Branch) -> Markup {
    let body = html! {
        input type="hidden" name="branchId" value=(branch.id);
        (fields("room-new", None))
        div.actions { (submit("Add room")) }
    };
    Form::new("room-new-form", "POST /api/resources", body).then("reload").say("The room is there.").in_dialog(
        &asked.words,
        "room-new",
        "New room",
    )
}

fn edit_dialog(asked: &Asked, room: &Resource) -> Markup {
    let id = edit_id(room);
    let body = html! {
        (fields(&id, Some(room)))
        (Toggle::new("isActive", "In use", room.is_active).id(&format!("{id}-isActive")))
        div.actions { (submit("Save")) }
    };
    Form::new(&format!("{id}-form"), format!("PATCH {}", call(room)), body).then("reload").say("Saved.").in_dialog(
        &asked.words,
        &id,
        &format!("Edit {}", room.name),
    )
}

fn fields(within: &str, room: Option<&Resource>) -> Markup {
    let of = |value: &dyn Fn(&Resource) -> String| room.map(value);
    let number = |name, label| Input::new(name, label).kind("number").sent_type("number").within(within).required();
    html! {
        (Input::new("name", "Name").within(within).required().value(of(&|room| room.name.clone())).with("maxlength", "80"))
        (Input::new("group", "Group").within(within).required().value(of(&|room| room.group.clone()))
            .hint("What it is one of, such as massage room: services name the group.").with("maxlength", "60").with("list", "room-groups"))
        div.pair {
            (number("capacity", "Bookings at a time").value(Some(room.map_or(1, |room| room.capacity).to_string()))
                .with("min", "1").with("max", "100").with("step", "1"))
            (number("turnaroundMinutes", "Minutes to make it ready").value(Some(room.map_or(0, |room| room.turnaround.0).to_string()))
                .with("min", "0").with("max", "240").with("step", "1"))
        }
    }
}
