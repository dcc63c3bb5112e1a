//! `/offers/new`.

use axum::extract::State;
use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, PageAnswer};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::salon::Salon;

use super::form::fields;
use crate::assets::SETUP;
use crate::pages::fields::sheet_page;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let catalogue = CatalogueStore::of(&salon).read().await?;
    let form = html! {
        (fields(&catalogue, None))
        div.actions.whole { (submit("Create offer")) }
    };
    let form = Form::new("offer", "POST /api/offers", form).then("/offers/{offer.id}").say("Offer created.").once();
    sheet_page(&asked, &caller, SETUP.run(), ("/offers", "Offers"), "New offer", form)
}
