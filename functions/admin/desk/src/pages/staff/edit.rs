//! `/staff/{id}`: who they are, what they do, the week they work, and how they leave.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::employment::StaffError;
use parlour_booking::schedule::Schedule;
use parlour_booking::slots::roster::WeeklyRoster;
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::pay::{CommissionAnswer, Pay};
use parlour_pages::parts::{Form, Input, Toggle, breadcrumb, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember, StaffView};
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::StaffId;

use super::commission::commission;
use super::form::fields;
use super::state;
use super::week::week;
use crate::assets::{PICTURES, ROWS, SETUP};

/// A member with everything their page shows.
struct Member {
    member: StaffView,
    team: Arc<Vec<Stored<StaffMember>>>,
    branches: Arc<Vec<Stored<Branch>>>,
    catalogue: Arc<Catalogue>,
    rosters: Vec<WeeklyRoster>,
    rules: CommissionAnswer,
}

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<StaffId>,
) -> PageAnswer {
    let (staff, branches, catalogue, schedule, pay) =
        (Staff::of(&salon), Branches::of(&salon), CatalogueStore::of(&salon), Schedule::of(&salon), Pay::of(&salon));
    let (team, branches, catalogue, rosters, rules) = tokio::try_join!(
        async { staff.all().await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
        async { catalogue.read().await.map_err(Refusal::from) },
        async { schedule.rosters_of(&id).await.map_err(Refusal::from) },
        async { pay.commission(&id).await.map_err(Refusal::from) },
    )?;
    let member = team.iter().find(|member| member.id == id).ok_or(Refusal::from(StaffError::Unknown))?;
    let member = StaffView::from(&member.record);
    let member = Member { member, team, branches, catalogue, rosters, rules };
    Page::private(&caller, member.member.display_name.clone(), render(&asked, &member))
}

fn render(asked: &Asked, known: &Member) -> Markup {
    let member = &known.member;
    let address = format!("/api/staff/{}", paths::encoded(member.id.as_str()));
    let form = html! {
        (fields(&known.branches, &known.catalogue, Some(member)))
        @if !member.is_active {
            (Toggle::new("isActive", "Active", false).hint("They are back: they can be booked again.").whole())
        }
        div.actions.whole { (submit("Save")) }
    };
    html! {
        (SETUP.run())
        (PICTURES.run())
        (ROWS.run())
        (breadcrumb(&asked.words, "/staff", "Staff"))
        div.toolbar {
            h1 { (member.display_name) }
            (state(member))
            @if member.is_active { (opener("deactivate", "Deactivate", "ghost button")) }
        }
        (needs_script(&asked.words))
        (Form::new("staff", format!("PATCH {address}"), form).then("reload").say("Saved.").class("sheet card"))
        (week(asked, member, &known.branches, &known.rosters))
        (commission(asked, member, &known.catalogue, &known.rules))
        @if member.is_active { (deactivation(asked, known, &address)) }
    }
}

/// Somebody else may take over what they are booked for.
fn deactivation(asked: &Asked, known: &Member, address: &str) -> Markup {
    let others = known.team.iter().filter(|other| other.is_active && other.id != known.member.id);
    let options = others.map(|other| (other.id.to_string(), other.display_name.clone()));
    let form = html! {
        p { "They can no longer be booked and no longer sign in here. Whoever is named takes over their bookings to come." }
        (Input::choice("reassignToStaffId", "Person", options, None).or("Nobody")
            .hint("Needed where they have bookings to come."))
        div.actions { (submit("Deactivate")) }
    };
    let form = Form::new("deactivation", format!("POST {address}/deactivate"), form).then("reload").say("Deactivated.");
    form.in_dialog(&asked.words, "deactivate", "Deactivate")
}
