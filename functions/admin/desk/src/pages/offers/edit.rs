//! `/offers/{id}`.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::parts::{Form, Toggle, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_values::id::OfferId;

use super::form::fields;
use super::{saving, state};
use crate::assets::SETUP;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<OfferId>,
) -> PageAnswer {
    let (offers, store) = (Offers::of(&salon), CatalogueStore::of(&salon));
    let (offer, catalogue) = tokio::try_join!(async { offers.detail(&id).await.map_err(Refusal::from) }, async {
        store.read().await.map_err(Refusal::from)
    })?;
    Page::private(&caller, offer.row.name.clone(), render(&asked, &catalogue, &offer))
}

fn render(asked: &Asked, catalogue: &Catalogue, offer: &OfferView) -> Markup {
    let row = &offer.row;
    let form = html! {
        (Toggle::new("isActive", "Switched on", row.is_active).hint("Off, it stops at once; its days stay.").whole())
        (fields(catalogue, Some(offer)))
        div.actions.whole { (submit("Save")) }
    };
    let call = format!("PATCH /api/offers/{}", paths::encoded(row.id.as_str()));
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/offers", "Offers"))
        div.toolbar { h1 { (row.name) } (state(row, asked.today)) span.quiet { (saving(row)) } }
        (needs_script(&asked.words))
        (Form::new("offer", call, form).then("reload").say("Saved.").class("sheet card"))
    }
}
