//! `/products/{id}`: the product, what each branch has of it, and for managers what moved it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Query, Refusal};
use parlour_money::products::{ProductRequest, ProductView, Products};
use parlour_pages::parts::{Form, Toggle, breadcrumb, facts, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::FeedPage;
use parlour_storage::salon::Salon;
use parlour_values::id::ProductId;
use parlour_values::money::Paise;
use parlour_values::role::Role;

use super::form::fields;
use super::movements::{self, History};
use super::{state, stock};
use crate::assets::SETUP;
use crate::pages::fields::rupees;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<ProductId>,
    Query(feed): Query<FeedPage>,
) -> PageAnswer {
    let (products, branches) = (Products::of(&salon), Branches::of(&salon));
    let is_manager = caller.user.role.satisfies(Role::Manager);
    let (product, branches, history) = tokio::try_join!(
        async { products.detail(&caller, &id, &ProductRequest { branch_id: None }).await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
        async { if is_manager { History::read(&products, &id, feed).await.map(Some) } else { Ok(None) } },
    )?;
    let branches: Vec<&Branch> = branches.iter().map(|branch| &branch.record).collect();
    let title = product.name.clone();
    Page::private(&caller, title, render(&asked, &product, &branches, history.as_ref()))
}

fn render(asked: &Asked, product: &ProductView, branches: &[&Branch], history: Option<&History>) -> Markup {
    let address = format!("/api/products/{}", paths::encoded(product.id.as_str()));
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/products", "Products"))
        div.toolbar {
            h1 { (product.name) }
            (state(product))
            @if history.is_some() && product.is_active { (opener("deactivate", "Deactivate", "ghost button")) }
        }
        (needs_script(&asked.words))
        div.stack {
            (stock::section(asked, product, branches, &address, history.is_some()))
            @match history {
                Some(history) => {
                    (edited(product, &address))
                    (movements::section(asked, history, branches))
                },
                None => section.card aria-label="Product" { (facts(&told(product))) },
            }
        }
        @if history.is_some() && product.is_active { (deactivation(asked, product, &address)) }
    }
}

fn edited(product: &ProductView, address: &str) -> Markup {
    let form = html! {
        (fields(Some(product), None))
        @if !product.is_active { (Toggle::new("isActive", "On sale", false).hint("It can be sold again.").whole()) }
        div.actions.whole { (submit("Save")) }
    };
    html! { (Form::new("product", format!("PATCH {address}"), form).then("reload").say("Saved.").class("sheet card")) }
}

/// The facts of it that the desk sees.
fn told(product: &ProductView) -> Vec<(String, Markup)> {
    let rate = rupees(Paise(i64::from(product.gst_rate_bps)));
    let given = [
        ("Price", Some(product.price_paise.to_string())),
        ("GST", Some(format!("{rate} %"))),
        ("Brand", product.brand.clone()),
        ("Barcode", product.barcode.clone()),
        ("HSN", Some(product.hsn_code.clone())),
    ];
    let known = given.into_iter().filter_map(|(name, value)| value.map(|value| (name, value)));
    known.map(|(name, value)| (name.to_owned(), html! { (value) })).collect()
}

fn deactivation(asked: &Asked, product: &ProductView, address: &str) -> Markup {
    let form = html! {
        p { (product.name) " can no longer be sold. What is in stock stays counted, and you can put it back on sale at any time." }
        div.actions { (submit("Deactivate")) }
    };
    let form = Form::new("deactivation", format!("DELETE {address}"), form).then("reload").say("No longer on sale.");
    form.in_dialog(&asked.words, "deactivate", "Take it off sale?")
}
