//! `/products/new`.

use axum::extract::State;
use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

use super::form::fields;
use crate::assets::SETUP;
use crate::filters::parameter;

pub async fn page(State(_): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let form = html! {
        (fields(None, parameter(&asked, "barcode")))
        div.actions.whole { (submit("Create product")) }
    };
    let form = Form::new("product", "POST /api/products", form).then("/products/{product.id}").say("Product created.");
    let main = html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/products", "Products"))
        div.toolbar { h1 { "New product" } }
        (needs_script(&asked.words))
        (form.once().class("sheet card"))
    };
    Page::private(&caller, "New product", main)
}
