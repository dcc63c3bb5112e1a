//! `/services/{id}`.

use std::collections::BTreeSet;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::resources::ResourceGroups;
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::{Form, Toggle, Tone, badge, breadcrumb, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{AdminServiceView, Catalogue, CatalogueError, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_values::id::ServiceId;

use super::form::fields;
use crate::assets::{PICTURES, SETUP};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<ServiceId>,
) -> PageAnswer {
    let (catalogue, groups) = (CatalogueStore::of(&salon).read().await?, ResourceGroups::of(&salon).in_use().await?);
    let service = catalogue.service(&id).ok_or(Refusal::from(CatalogueError::UnknownService))?;
    let service = AdminServiceView::new(service, asked.today);
    Page::private(&caller, service.service.name.clone(), render(&asked, &catalogue, &groups, &service))
}

fn render(asked: &Asked, catalogue: &Catalogue, groups: &BTreeSet<String>, given: &AdminServiceView) -> Markup {
    let service = &given.service;
    let address = format!("/api/services/{}", paths::encoded(service.id.as_str()));
    let form = html! {
        (fields(catalogue, groups, Some(given)))
        @if !service.is_active {
            (Toggle::new("isActive", "On the menu", false).hint("Customers can find and book it again.").whole())
        }
        div.actions.whole { (submit("Save")) }
    };
    html! {
        (SETUP.run())
        (PICTURES.run())
        (breadcrumb(&asked.words, "/services", "Services"))
        div.toolbar {
            h1 { (service.name) }
            @if service.is_active { (badge(Tone::Good, "On the menu")) (opener("deactivate", "Deactivate", "ghost button")) }
            @else { (badge(Tone::Calm, "Off the menu")) }
        }
        (needs_script(&asked.words))
        (Form::new("service", format!("PATCH {address}"), form).then("reload").say("Saved.").class("sheet card"))
        @if service.is_active { (deactivation(asked, &address)) }
    }
}

fn deactivation(asked: &Asked, address: &str) -> Markup {
    let form = html! {
        p { "Customers can no longer book it. Bookings that have it keep it. You can put it back at any time." }
        div.actions { (submit("Deactivate")) }
    };
    let form = Form::new("deactivation", format!("DELETE {address}"), form).then("reload").say("Off the menu.");
    form.in_dialog(&asked.words, "deactivate", "Take it off the menu?")
}
