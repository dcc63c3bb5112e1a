//! Fields that the desk's forms need beside those of the library: lists to tick, long texts that may be emptied, and
//! what is often chosen from.

use std::ops::Deref;

use maud::{Markup, Render, html};
use parlour_pages::parts::{Form, Input, Presets, breadcrumb, needs_script};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_pictures::Size;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Catalogue, Category, Service};
use parlour_storage::table::Stored;
use parlour_values::id::{BranchId, ServiceId};
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::translations::Translations;

/// The address of a picture, with a button that uploads one and puts its address there.
pub struct PictureField<'a> {
    pub name: &'a str,
    pub value: Option<&'a str>,
    pub field: Input<'a>,
}

impl Render for PictureField<'_> {
    fn render(&self) -> Markup {
        let shown = self.value.and_then(|value| paths::picture(value, Size::Small));
        let id = format!("{}-file", self.name);
        html! {
            div.picture-field data-picture {
                (self.field)
                div.picture-choice {
                    img.picture-preview src=[shown.as_deref()] alt="" width="64" height="64" hidden[shown.is_none()];
                    // It has no name, so that it is not sent with the form.
                    input.picture-file id=(id) type="file" accept="image/jpeg,image/png,image/webp"
                        aria-describedby=(format!("{}-error", self.name));
                    label.ghost.button.small for=(id) { "Choose a picture" }
                }
            }
        }
    }
}

/// Why something is done: presets beside **Other**, and the field they are put into.
pub fn reason(field: &str, within: &str, presets: &[&str], reader: Option<&str>) -> Markup {
    let input = Input::lines(field, "Reason", 500).within(within).required();
    html! {
        (Presets { field: &format!("{within}-{field}"), name: "Often said", words: presets, other: "Other" })
        @if let Some(reader) = reader { (input.hint(reader)) } @else { (input) }
    }
}

/// One line of a list to tick.
pub struct Tick {
    pub value: String,
    pub label: String,
    pub note: Option<String>,
    pub is_ticked: bool,
}

/// Lines that belong together, with a title where there are several such groups.
pub struct TickGroup {
    pub title: Option<String>,
    pub ticks: Vec<Tick>,
}

/// A list to tick. It is sent as the list of what is ticked, an empty one where nothing is.
pub struct Ticks<'a> {
    pub name: &'a str,
    pub legend: &'a str,
    pub hint: Option<&'a str>,
    pub groups: Vec<TickGroup>,
    pub needs_one: bool,
}

impl Render for Ticks<'_> {
    fn render(&self) -> Markup {
        let error = format!("{}-error", self.name);
        html! {
            fieldset.field.ticks.whole aria-describedby=(error) data-needs-one[self.needs_one] {
                legend { (self.legend) }
                @if let Some(hint) = self.hint { p.hint { (hint) } }
                p.error id=(error) hidden {}
                @for (number, group) in self.groups.iter().enumerate() { (self.group(number, group)) }
                // Sends an empty list even where there is nothing to tick.
                input type="hidden" name=(self.name) data-list aria-describedby=(error);
            }
        }
    }
}

impl Ticks<'_> {
    fn group(&self, number: usize, group: &TickGroup) -> Markup {
        let id = format!("{}-group-{number}", self.name);
        html! {
            div.tick-group role=[group.title.as_ref().map(|_| "group")] aria-labelledby=[group.title.as_ref().map(|_| &id)] {
                @if let Some(title) = &group.title {
                    div.tick-head {
                        p.tick-title id=(id) { (title) }
                        button.tick-all type="button" data-tick="all" aria-label=(format!("Tick all of {title}")) { "All" }
                        button.tick-all type="button" data-tick="none" aria-label=(format!("Tick none of {title}")) { "None" }
                    }
                }
                ul.tick-list {
                    @for (place, tick) in group.ticks.iter().enumerate() {
                        @let id = format!("{}-{number}-{place}", self.name);
                        li.tick {
                            input id=(id) type="checkbox" name=(self.name) value=(tick.value) data-list checked[tick.is_ticked];
                            label for=(id) {
                                (tick.label)
                                @if let Some(note) = &tick.note { " " span.fine { (note) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Every service, by category in the order customers see them.
pub fn service_ticks(catalogue: &Catalogue, ticked: &[ServiceId]) -> Vec<TickGroup> {
    let mut categories: Vec<&Stored<Category>> = catalogue.categories.iter().collect();
    categories.sort_by_key(|category| (category.display_order, category.id.clone()));
    let groups = categories.into_iter().map(|category| {
        let mut services: Vec<&Stored<Service>> =
            catalogue.services.iter().filter(|service| service.category_id == category.id).collect();
        services.sort_by_key(|service| (service.display_order, service.id.clone()));
        let ticks = services.into_iter().map(|service| Tick {
            value: service.id.to_string(),
            label: service.name.clone(),
            note: (!catalogue.is_on_offer(service)).then(|| "not on the menu".to_owned()),
            is_ticked: ticked.contains(&service.id),
        });
        TickGroup { title: Some(category.name.clone()), ticks: ticks.collect() }
    });
    groups.filter(|group| !group.ticks.is_empty()).collect()
}

pub fn branch_ticks(branches: &[Stored<Branch>], ticked: &[BranchId]) -> Vec<TickGroup> {
    let ticks = branches.iter().map(|branch| Tick {
        value: branch.id.to_string(),
        label: branch.name.clone(),
        note: (!branch.is_operational()).then(|| "not open".to_owned()),
        is_ticked: ticked.contains(&branch.id),
    });
    vec![TickGroup { title: None, ticks: ticks.collect() }]
}

/// Every value of a kind that has a fixed list of them, with what the desk calls it.
pub fn named<T: Copy + ToString>(all: &[T], word: impl Fn(T) -> &'static str) -> Vec<(String, String)> {
    all.iter().map(|one| (one.to_string(), word(*one).to_owned())).collect()
}

/// Branches to choose from.
pub fn branch_options<B: Deref<Target = Branch>>(branches: &[B]) -> Vec<(String, String)> {
    branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone())).collect()
}

/// The names of those of the branches that somebody belongs to.
pub fn branch_names(branches: &[Stored<Branch>], ids: &[BranchId]) -> String {
    let own = branches.iter().filter(|branch| ids.contains(&branch.id));
    own.map(|branch| branch.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The filter by `isActive`, with what its two states are called.
pub fn active_filter<'a>(yes: &str, no: &str, wanted: Option<bool>) -> Input<'a> {
    let states = [("true", yes), ("false", no)].map(|(value, text)| (value.to_owned(), text.to_owned()));
    Input::choice("isActive", "State", states, wanted.map(|active| if active { "true" } else { "false" })).or("All")
}

/// What a list is searched for.
pub fn search_field(label: &str, wanted: Option<&str>) -> Markup {
    html! {
        div.field {
            label for="q" { (label) }
            input id="q" name="q" type="search" maxlength="120" value=[wanted];
        }
    }
}

/// The filters of a list that follows what is typed and chosen.
pub fn followed_filters(path: &str, label: &str, typed: Option<&str>, choices: &Markup, button: &str) -> Markup {
    html! {
        form.filters method="get" action=(path) role="search" data-refresh data-typing {
            div.field.grow {
                label for="q" { (label) }
                input id="q" name="q" type="search" maxlength="120" autocomplete="off" data-state data-still
                    value=(typed.unwrap_or_default());
            }
            (choices)
            button.ghost.button type="submit" { (button) }
        }
    }
}

/// A choice among them, below the text of choosing nothing.
pub fn followed_choice(
    name: &str,
    label: &str,
    none: Option<&str>,
    options: impl IntoIterator<Item = (String, String)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            select id=(name) name=(name) data-state {
                @if let Some(none) = none { option value="" { (none) } }
                @for (value, text) in options { option value=(value) selected[chosen == Some(&value)] { (text) } }
            }
        }
    }
}

/// Text of several lines about a thing. Emptied, it is sent as an empty text.
pub fn long_text<'a>(name: &'a str, label: &'a str, most: u32, value: Option<&str>) -> Input<'a> {
    Input::lines(name, label, most).value(value.map(str::to_owned)).with("data-empty", "").whole()
}

/// The fields for customers who read Hindi: a thing's name, and its description of up to `most` characters where it has
/// one. Left empty, they read the English one.
pub fn in_hindi(within: Option<&str>, given: Option<&Translations>, most: Option<u32>) -> Markup {
    let hindi = given.and_then(|given| given.hi.as_ref());
    let [name, description] =
        [hindi.and_then(|hindi| hindi.name.clone()), hindi.and_then(|hindi| hindi.description.clone())];
    html! {
        (Input::new("translations.hi.name", "Name in Hindi").within(within.unwrap_or_default()).value(name)
            .with("maxlength", "120").with("data-empty", "null"))
        @if let Some(most) = most {
            (Input::lines("translations.hi.description", "Description in Hindi", most)
                .within(within.unwrap_or_default()).value(description)
                .with("lang", Language::Hindi.tag()).with("data-empty", "null").whole())
        }
    }
}

/// The page of a form that makes something new, with the way back to the list it comes into.
pub fn sheet_page(
    asked: &Asked,
    caller: &Caller,
    scripts: Markup,
    (list, name): (&str, &str),
    title: &'static str,
    form: Form<'_>,
) -> PageAnswer {
    let main = html! {
        (scripts)
        (breadcrumb(&asked.words, list, name))
        div.toolbar { h1 { (title) } }
        (needs_script(&asked.words))
        (form.class("sheet card"))
    };
    Page::private(caller, title, main)
}

/// An amount as it is typed: `500`, `499.50`.
pub fn rupees(amount: Paise) -> String {
    let (whole, part) = (amount.0 / 100, amount.0.unsigned_abs() % 100);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_typed_in_rupees() {
        let typed: Vec<String> = [0, 50_000, 49_950, 5].into_iter().map(|paise| rupees(Paise(paise))).collect();
        assert_eq!(typed, ["0", "500", "499.50", "0.05"]);
    }
}
