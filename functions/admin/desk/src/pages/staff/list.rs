//! `/staff`: the team.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::employment::Employment;
use parlour_http::{Given, Refusal};
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{Input, ListTable, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::staff::{ListStaffRequest, StaffView};
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;

use super::state;
use crate::filters::{self, Filters, pager};
use crate::pages::fields::{active_filter, branch_names, branch_options};

/// The list with what its filters and its cells name.
struct StaffListPage {
    staff: Vec<StaffView>,
    meta: Meta,
    branches: Arc<Vec<Stored<Branch>>>,
    catalogue: Arc<Catalogue>,
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListStaffRequest>(&asked)?;
    let (staff, branches, catalogue) = (Employment::of(&salon), Branches::of(&salon), CatalogueStore::of(&salon));
    let ((staff, meta), branches, catalogue) =
        tokio::try_join!(staff.list(&filters.wanted), branches.all(), catalogue.read()).map_err(Refusal::from)?;
    let team = StaffListPage { staff, meta, branches, catalogue };
    Page::private(&caller, "Staff", render(&asked, &team, &filters))
}

fn render(asked: &Asked, team: &StaffListPage, filters: &Filters<ListStaffRequest>) -> Markup {
    let new = html! { a.button href="/staff/new" { "New staff member" } };
    html! {
        div.toolbar { h1 { "Staff" } a.ghost.button href="/schedule" { "Schedule" } (new) }
        (filters.notice())
        (choices(team, &filters.wanted))
        @if team.staff.is_empty() {
            (empty(pictures::drawn(Motif::Hands), "Nobody here. Add the people who do the work; who is unknown is invited by email.", html! {}))
        } @else {
            (ListTable::new(&[Text("Name"), Text("Branches"), Text("Services"), Text("Since"), Text("State")],
                html! { @for member in &team.staff { (row(asked, team, member)) } }))
            (pager(asked, &team.meta))
        }
    }
}

fn choices(team: &StaffListPage, wanted: &ListStaffRequest) -> Markup {
    let services = team.catalogue.services.iter().map(|service| (service.id.to_string(), service.name.clone()));
    html! {
        form.filters method="get" role="search" {
            (Input::choice("branchId", "Branch", branch_options(&team.branches),
                wanted.branch_id.as_ref().map(|id| id.as_str())).or("All"))
            (Input::choice("serviceId", "Service", services, wanted.service_id.as_ref().map(|id| id.as_str()))
                .or("All"))
            (active_filter("Active", "Deactivated", wanted.is_active))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn row(asked: &Asked, team: &StaffListPage, member: &StaffView) -> Markup {
    let services = member.service_ids.len();
    html! {
        tr {
            th scope="row" {
                a href=(format!("/staff/{}", paths::encoded(member.id.as_str()))) { (member.display_name) }
                @if member.name != member.display_name { p.fine { (member.name) } }
            }
            td { (branch_names(&team.branches, &member.branch_ids)) }
            td { (services) @if services == 1 { " service" } @else { " services" } }
            td { (format::full_date(&asked.words, member.joined_on)) }
            td { (state(member)) }
        }
    }
}
