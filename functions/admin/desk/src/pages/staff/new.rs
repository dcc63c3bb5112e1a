//! `/staff/new`.

use axum::extract::State;
use maud::html;
use parlour_http::{Given, Refusal};
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, PageAnswer};
use parlour_people::auth::Caller;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::salon::Salon;

use super::form::fields;
use crate::assets::{PICTURES, SETUP};
use crate::pages::fields::sheet_page;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let (branches, catalogue) = (Branches::of(&salon), CatalogueStore::of(&salon));
    let (branches, catalogue) = tokio::try_join!(branches.all(), catalogue.read()).map_err(Refusal::from)?;
    let form = html! {
        (fields(&branches, &catalogue, None))
        div.actions.whole { (submit("Add staff member")) }
    };
    let form = Form::new("staff", "POST /api/staff", form).then("/staff/{staff.id}").say("Added.").once();
    sheet_page(&asked, &caller, html! { (SETUP.run()) (PICTURES.run()) }, ("/staff", "Staff"), "New staff member", form)
}
