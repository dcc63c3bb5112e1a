//! `/services/new`.

use axum::extract::State;
use maud::html;
use parlour_booking::resources::ResourceGroups;
use parlour_http::Given;
use parlour_pages::parts::{Form, Toggle, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::salon::Salon;

use super::form::fields;
use crate::assets::{PICTURES, SETUP};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let (catalogue, groups) = (CatalogueStore::of(&salon).read().await?, ResourceGroups::of(&salon).in_use().await?);
    let form = html! {
        (fields(&catalogue, &groups, None))
        (Toggle::new("isActive", "On the menu", true).hint("Customers can find and book it.").whole())
        div.actions.whole { (submit("Create service")) }
    };
    let form =
        Form::new("service", "POST /api/services", form).then("/services/{service.id}").say("Service created.").once();
    let main = html! {
        (SETUP.run())
        (PICTURES.run())
        (breadcrumb(&asked.words, "/services", "Services"))
        div.toolbar { h1 { "New service" } }
        (needs_script(&asked.words))
        @if catalogue.categories.is_empty() {
            p.notice { "A service belongs to a category. " a href="/services/categories" { "Make one first" } "." }
        }
        (form.class("sheet card"))
    };
    Page::private(&caller, "New service", main)
}
