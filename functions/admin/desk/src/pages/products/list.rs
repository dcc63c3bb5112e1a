//! `/products`: what there is of each product at a branch, found while typing or by its barcode.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::products::{ListProductsRequest, ProductView, Products};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{ListTable, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::role::Role;

use super::{href, on_hand, state};
use crate::assets::PEOPLE;
use crate::filters::{self, Filters, carried, pager};
use crate::pages::chosen_branch::chosen;
use crate::pages::fields::{branch_options, followed_choice, followed_filters};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let mut filters = filters::read::<ListProductsRequest>(&asked)?;
    let branches = Branches::of(&salon).all().await?;
    // The stock shown is that of one branch.
    let named = filters.wanted.branch_id.take();
    let branch = chosen(branches.iter(), &caller, named.as_ref().map(|id| id.as_str()));
    filters.wanted.branch_id = branch.map(|branch| branch.id.clone());
    let (products, meta) = Products::of(&salon).list(&caller, &filters.wanted).await.map_err(Refusal::from)?;
    // A scanner types what it reads, and Enter.
    if let (Some(_), [scanned]) = (&filters.wanted.barcode, products.as_slice()) {
        return Page::elsewhere(href(&scanned.id));
    }
    let is_manager = caller.user.role.satisfies(Role::Manager);
    Page::private(&caller, "Products", render(&asked, &filters, &products, &meta, &branches, is_manager))
}

fn render(
    asked: &Asked,
    filters: &Filters<ListProductsRequest>,
    products: &[ProductView],
    meta: &Meta,
    branches: &[Stored<Branch>],
    is_manager: bool,
) -> Markup {
    let wanted = &filters.wanted;
    let is_filtered =
        wanted.q.is_some() || wanted.barcode.is_some() || wanted.is_active.is_some() || wanted.low.is_some();
    let new = html! { @if is_manager { a.button href=(new_href(wanted)) { "New product" } } };
    html! {
        div.toolbar { h1 { "Products" } @if !products.is_empty() || is_filtered { (new) } }
        (filters.notice())
        (scan(asked))
        (search(wanted, branches))
        p.unseen role="status" id="told" {}
        div id="list" data-part {
            @if products.is_empty() && is_filtered {
                @let text = if wanted.barcode.is_some() { "No product has this barcode." } else { "No product matches." };
                (empty(pictures::drawn(Motif::Bowl), text, html! { a.ghost.button href="/products" { "Show all" } }))
            } @else if products.is_empty() {
                (empty(pictures::drawn(Motif::Bowl), "No products yet. What is sold beside services stands here, with its stock.", new))
            } @else {
                p.fine data-count { (counted(meta.total_count.unwrap_or_default())) }
                (table(products))
                (pager(asked, meta))
            }
        }
        (PEOPLE.run())
    }
}

/// A barcode that nobody has is that of the next product.
fn new_href(wanted: &ListProductsRequest) -> String {
    let barcode = wanted.barcode.as_deref().map(|code| format!("?barcode={}", paths::encoded(code)));
    format!("/products/new{}", barcode.unwrap_or_default())
}

fn counted(count: u64) -> String {
    if count == 1 { "1 product".to_owned() } else { format!("{count} products") }
}

/// For a scanner that types like a keyboard: Enter opens the product.
fn scan(asked: &Asked) -> Markup {
    html! {
        form.filters method="get" action="/products" aria-label="Scanner" {
            (carried(asked, &["barcode", "q", "isActive", "low"]))
            div.field.grow {
                label for="barcode" { "Barcode" }
                input id="barcode" name="barcode" type="text" maxlength="48" autocomplete="off" inputmode="numeric"
                    placeholder="Scan or type it";
            }
            button.ghost.button type="submit" { "Open" }
        }
    }
}

fn search(wanted: &ListProductsRequest, branches: &[Stored<Branch>]) -> Markup {
    let text = |value: &str, text: &str| (value.to_owned(), text.to_owned());
    let branch = wanted.branch_id.as_ref().map(|id| id.as_str());
    let low = wanted.low.filter(|low| *low).map(|_| "true");
    let state = wanted.is_active.map(|active| if active { "true" } else { "false" });
    let states = [text("true", "On sale"), text("false", "Not on sale")];
    let choices = html! {
        @if branches.len() > 1 { (followed_choice("branchId", "Stock of", None, branch_options(branches), branch)) }
        (followed_choice("low", "Stock", Some("Any"), [text("true", "To be ordered")], low))
        (followed_choice("isActive", "State", Some("All"), states, state))
    };
    followed_filters("/products", "Name, brand or barcode", wanted.q.as_deref(), &choices, "Show")
}

fn table(products: &[ProductView]) -> Markup {
    html! {
        (ListTable::new(&[Text("Product"), Amount("In stock"), Amount("Price"), Text("State")], html! {
            @for product in products {
                tr {
                    th.person scope="row" {
                        a href=(href(&product.id)) { (product.name) }
                        span.fine { (told_apart(product)) }
                    }
                    td.amount { @if let Some(pieces) = product.on_hand { (on_hand(product, pieces)) } }
                    td.amount { (product.price_paise) }
                    td { (state(product)) }
                }
            }
        }).labelled("Products"))
    }
}

/// Brand and barcode, where it has them.
fn told_apart(product: &ProductView) -> String {
    let parts: Vec<&str> = [&product.brand, &product.barcode].into_iter().filter_map(|part| part.as_deref()).collect();
    parts.join(" · ")
}
