//! `/team`: who works here, what they do, and the way to a visit with each.

use axum::extract::State;
use maud::{Markup, html};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{empty, icon};
use parlour_pages::paths::Choices;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words};
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branches, PublicBranch};
use parlour_setup::catalogue::{CatalogueStore, CategoryView};
use parlour_storage::salon::Salon;
use parlour_values::translations::Translated as _;

use super::catalogue::{names, services};
use super::people::portrait;

pub async fn page(State(salon): State<Salon>, asked: Asked) -> PageAnswer {
    let (staff, branches, catalogue) = (Staff::of(&salon), Branches::of(&salon), CatalogueStore::of(&salon));
    let (staff, branches, catalogue) = tokio::try_join!(staff.all(), branches.public(), catalogue.read())?;
    let categories = catalogue.public().categories;
    let mut people: Vec<TeamPage<'_>> =
        staff.iter().filter_map(|member| TeamPage::of(&asked.words, &member.record, &branches, &categories)).collect();
    people.sort_by_key(|person| person.member.display_name.to_lowercase());
    let words = &asked.words;
    Page::public(words.team(), render(words, &people)).described(words.team_description()).found_at("/team")
}

/// Somebody who can be booked.
struct TeamPage<'a> {
    member: &'a StaffMember,
    places: Vec<&'a PublicBranch>,
    /// The names of what they do, by category.
    work: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> TeamPage<'a> {
    fn of(
        words: &Words,
        member: &'a StaffMember,
        branches: &'a [PublicBranch],
        categories: &'a [CategoryView],
    ) -> Option<Self> {
        let places: Vec<_> = branches.iter().filter(|branch| member.branch_ids.contains(&branch.id)).collect();
        let work = categories.iter().map(|category| {
            let own = services(category).iter().filter(|service| member.service_ids.contains(&service.id));
            let names = own.map(|service| service.name_in(words.language)).collect::<Vec<_>>();
            (category.name_in(words.language), names)
        });
        let work: Vec<_> = work.filter(|(_, names)| !names.is_empty()).collect();
        (member.is_active && !places.is_empty() && !work.is_empty()).then_some(Self { member, places, work })
    }

    /// To a visit with them; where they work at one branch, there.
    fn href(&self) -> String {
        let branch = match self.places.as_slice() {
            [only] => Some(only.id.clone()),
            _ => None,
        };
        Choices { person: Some(self.member.id.clone()), branch, ..Choices::default() }.href()
    }
}

fn render(words: &Words, people: &[TeamPage<'_>]) -> Markup {
    html! {
        div.page-head { h1 { (words.team()) } p.lead { (words.team_lead()) } }
        @if people.is_empty() {
            (empty(pictures::drawn(Motif::Mirror), &words.no_team(), html! { a.button href="/services" { (words.services()) } }))
        } @else {
            ul.team { @for person in people { (card(words, person)) } }
        }
    }
}

fn card(words: &Words, person: &TeamPage<'_>) -> Markup {
    html! {
        li.card.team-member {
            div.team-head {
                (portrait(&person.member.display_name, person.member.image_url.as_deref()))
                div {
                    h2 { (person.member.display_name) }
                    p.fine.with-icon { (icon("place")) span { (names(words, person.places.iter().copied())) } }
                }
            }
            dl.team-work {
                @for (category, names) in &person.work { div { dt { (category) } dd { (names.join(", ")) } } }
            }
            a.ghost.button href=(person.href()) { (words.book_with(&person.member.display_name)) }
        }
    }
}
