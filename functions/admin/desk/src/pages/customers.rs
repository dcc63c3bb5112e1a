//! `/customers`: the directory, found while typing, in six orders, by tag.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Form, Input, ListTable, empty, in_dialog, needs_script, opener, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::customers::directory::Sort;
use parlour_people::customers::{CustomerRow, Customers, ListCustomersRequest, TagView};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;
use parlour_values::role::Role;

use super::fields::{followed_choice, followed_filters, named};
use super::tags::{dot, mark};
use crate::assets::PEOPLE;
use crate::filters::{self, Filters, pager};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListCustomersRequest>(&asked)?;
    let customers = Customers::of(&salon);
    let ((rows, meta), tags) = tokio::try_join!(customers.list(&filters.wanted), customers.tags())?;
    let is_manager = caller.user.role.satisfies(Role::Manager);
    Page::private(&caller, "Customers", render(&asked, &filters, &rows, &meta, &tags, is_manager))
}

fn render(
    asked: &Asked,
    filters: &Filters<ListCustomersRequest>,
    rows: &[CustomerRow],
    meta: &Meta,
    tags: &[TagView],
    is_manager: bool,
) -> Markup {
    let request = &filters.wanted;
    html! {
        div.toolbar {
            h1 { "Customers" }
            @if is_manager || !tags.is_empty() { (opener("tags", "Tags", "ghost button small")) }
            a.button.small href="/customers/new" { "New customer" }
        }
        (filters.notice())
        (search(request, tags))
        p.unseen role="status" id="told" {}
        div id="list" data-part {
            @if rows.is_empty() {
                @let text = if request.q.is_some() || request.tag.is_some() { "Nobody matches this search." } else { "No customers yet. They appear with their first visit." };
                (empty(pictures::drawn(Motif::Mirror), text, html! { a.ghost.button href="/customers" { "Show everybody" } }))
            } @else {
                p.fine data-count { (people(meta.total_count.unwrap_or_default())) }
                (table(asked, rows))
                (pager(asked, meta))
            }
        }
        (tags_dialog(asked, tags, is_manager))
        (PEOPLE.run())
    }
}

fn people(count: u64) -> String {
    if count == 1 { "1 customer".to_owned() } else { format!("{count} customers") }
}

const fn sort_word(sort: Sort) -> &'static str {
    match sort {
        Sort::Ltv => "Spent most",
        Sort::Visits => "Most visits",
        Sort::LastVisit => "Last visit",
        Sort::Name => "Name",
        Sort::Gems => "Most gems",
        Sort::NoShows => "Most no-shows",
    }
}

fn search(request: &ListCustomersRequest, tags: &[TagView]) -> Markup {
    let (sorts, sort) = (named(Sort::ALL, sort_word), request.sort.unwrap_or(Sort::Ltv));
    let slugs = tags.iter().map(|tag| (tag.slug.clone(), tag.name.to_string()));
    let choices = html! {
        (followed_choice("sort", "Sort by", None, sorts, Some(sort.as_str())))
        @if !tags.is_empty() { (followed_choice("tag", "Tag", Some("Any tag"), slugs, request.tag.as_deref())) }
    };
    followed_filters("/customers", "Name, phone or email", request.q.as_deref(), &choices, "Search")
}

fn table(asked: &Asked, rows: &[CustomerRow]) -> Markup {
    let words = &asked.words;
    html! {
        (ListTable::new(&[Text("Customer"), Text("Tags"), Amount("Visits"), Amount("Spent"), Amount("Gems"),
            Amount("No-shows"), Text("Last visit")], html! {
            @for row in rows {
                tr {
                    th.person scope="row" {
                        a href=(href(row.id.as_str())) { (row.name) }
                        span.fine {
                            @if let Some(phone) = &row.phone { span.phone { (phone.spaced()) } }
                            @if row.phone.is_some() && !row.email.is_empty() { " · " }
                            (row.email)
                        }
                    }
                    td { span.tag-list { @for tag in &row.tags { (mark(tag.color.as_str(), tag.name.as_str())) } } }
                    td.amount { (row.total_visits) }
                    td.amount { (row.total_spent_paise) }
                    td.amount { @match row.gems_balance { Some(gems) => (gems.0), None => span.quiet { "none" } } }
                    td.amount { (row.noshow_count) }
                    td.nowrap { @if let Some(at) = row.last_visit_at { (format::day(words, at.ist_date(), asked.today)) } @else { span.quiet { "never" } } }
                }
            }
        }).labelled("Customers"))
    }
}

/// The path of a customer's page.
pub fn href(id: &str) -> String {
    format!("/customers/{}", paths::encoded(id))
}

/// A customer by their name, with the way to their page; of somebody unknown the name alone.
pub fn link(id: Option<&UserId>, name: &str) -> Markup {
    html! {
        @if let Some(id) = id { a href=(href(id.as_str())) { (name) } } @else { span { (name) } }
    }
}

/// Every tag there is, and for managers the way to another one.
fn tags_dialog(asked: &Asked, tags: &[TagView], is_manager: bool) -> Markup {
    let new = html! {
        h3 { "New tag" }
        (Input::new("name", "Name").within("tag").required().with("maxlength", "40"))
        (Input::new("color", "Colour").kind("color").within("tag").required().value("#8a3d5c".to_owned()))
        (Input::lines("description", "Description", 500).within("tag").hint("What it is for. Optional."))
        div.actions { (submit("Create tag")) }
    };
    let body = html! {
        @if tags.is_empty() { p.quiet { "No tags yet." } }
        ul.tag-book {
            @for tag in tags {
                li {
                    (dot(tag.color.as_str()))
                    div {
                        a href=(format!("/customers?tag={}", paths::encoded(&tag.slug))) { (tag.name) }
                        @if let Some(description) = tag.description.as_deref().filter(|text| !text.is_empty()) { p.fine { (description) } }
                    }
                }
            }
        }
        @if is_manager {
            (needs_script(&asked.words))
            (Form::new("tag-form", "POST /api/tags", new).then("reload").say("The tag is there."))
        }
    };
    in_dialog(&asked.words, "tags", "Tags", body)
}
