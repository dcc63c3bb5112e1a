//! `/products/new`.

use axum::extract::State;
use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, PageAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

use super::form::fields;
use crate::assets::SETUP;
use crate::filters::parameter;
use crate::pages::fields::sheet_page;

pub async fn page(State(_): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let form = html! {
        (fields(None, parameter(&asked, "barcode")))
        div.actions.whole { (submit("Create product")) }
    };
    let form = Form::new("product", "POST /api/products", form).then("/products/{product.id}").say("Product created.");
    sheet_page(&asked, &caller, SETUP.run(), ("/products", "Products"), "New product", form.once())
}
