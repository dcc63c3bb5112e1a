//! `/customers/new`: somebody whom the desk writes down.

use axum::extract::State;
use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_people::staff::Staff;
use parlour_storage::salon::Salon;

use super::form::{self, fields};
use crate::assets::PEOPLE;
use crate::filters::parameter;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let staff = Staff::of(&salon).all().await?;
    let (name, phone) = (parameter(&asked, "name"), parameter(&asked, "phone"));
    let given = form::Filled { name: name.as_deref(), phone: phone.as_deref(), ..form::Filled::default() };
    let form = html! {
        (fields(&asked.words, &given, &staff, asked.today))
        div.actions { (submit("Save customer")) }
    };
    let form = Form::new("customer", "POST /api/customers", form).then("/customers/{customer.id}").say("Saved.").once();
    let main = html! {
        (breadcrumb(&asked.words, "/customers", "Customers"))
        div.toolbar { h1 { "New customer" } }
        (needs_script(&asked.words))
        div.card.narrow { (form) }
        (PEOPLE.run())
    };
    Page::private(&caller, "New customer", main)
}
