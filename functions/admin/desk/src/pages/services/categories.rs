//! `/services/categories`: the parts of the menu, each changed in a dialog of its own.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{
    Form, Input, ListTable, Toggle, Tone, badge, breadcrumb, empty, in_dialog, needs_script, opener, submit,
};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{Catalogue, CatalogueStore, Category, ServiceType};
use parlour_storage::salon::Salon;

use super::{categories_in_order, services_in_order, side_word};
use crate::assets::SETUP;
use crate::pages::fields::{in_hindi, long_text, named};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let catalogue = CatalogueStore::of(&salon).read().await?;
    Page::private(&caller, "Categories", render(&asked, &catalogue))
}

fn render(asked: &Asked, catalogue: &Catalogue) -> Markup {
    let categories = categories_in_order(catalogue);
    let new = || opener("new", "New category", "button");
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/services", "Services"))
        div.toolbar { h1 { "Categories" } @if !categories.is_empty() { (new()) } }
        (needs_script(&asked.words))
        @if categories.is_empty() {
            (empty(pictures::drawn(Motif::Leaf), "No categories yet. The menu is made of them.", new()))
        } @else {
            (ListTable::new(&[Text("Category"), Text("Side"), Amount("Services"), Amount("Place"), Text("State"),
                Text("Change")],
                html! { @for category in &categories { (row(catalogue, category)) } }))
        }
        (in_dialog(&asked.words, "new", "New category", creation()))
        @for category in categories { (dialogs(asked, category)) }
    }
}

fn row(catalogue: &Catalogue, category: &Category) -> Markup {
    html! {
        tr {
            th scope="row" { (category.name) @if !category.description.is_empty() { p.fine { (category.description) } } }
            td { (side_word(category.service_type)) }
            td.amount { (services_in_order(catalogue, &category.id).len()) }
            td.amount { (category.display_order) }
            td { @if category.is_active { (badge(Tone::Good, "On the menu")) } @else { (badge(Tone::Calm, "Off the menu")) } }
            td {
                div.row-actions {
                    (opener(&format!("edit-{}", category.id), "Edit", "ghost button small"))
                    @if category.is_active { (opener(&format!("deactivate-{}", category.id), "Deactivate", "ghost button small")) }
                }
            }
        }
    }
}

fn creation() -> Markup {
    let form = html! { (fields("new", None)) div.actions { (submit("Create category")) } };
    html! { (Form::new("category", "POST /api/services/categories", form).then("reload").say("Category created.")) }
}

fn dialogs(asked: &Asked, category: &Category) -> Markup {
    let address = format!("/api/services/categories/{}", paths::encoded(category.id.as_str()));
    let (edit, off) = (format!("edit-{}", category.id), format!("deactivate-{}", category.id));
    let change = html! {
        (fields(&edit, Some(category)))
        @if !category.is_active {
            (Toggle::new("isActive", "On the menu", false).id(&format!("{edit}-isActive"))
                .hint("Its services can be booked again.").whole())
        }
        div.actions { (submit("Save")) }
    };
    let change_id = format!("{edit}-form");
    let change = Form::new(&change_id, format!("PATCH {address}"), change).then("reload").say("Saved.");
    let leave = html! {
        p { "None of its services can be booked until it is back. They stay as they are." }
        div.actions { (submit("Deactivate")) }
    };
    let leave_id = format!("{off}-form");
    let leave = Form::new(&leave_id, format!("DELETE {address}"), leave).then("reload").say("Off the menu.");
    html! {
        (change.in_dialog(&asked.words, &edit, &category.name))
        @if category.is_active { (leave.in_dialog(&asked.words, &off, "Take it off the menu?")) }
    }
}

fn fields(within: &str, category: Option<&Category>) -> Markup {
    let place = category.map(|category| category.display_order.to_string());
    html! {
        (Input::new("name", "Name").within(within).value(category.map(|category| category.name.clone())).required().with("maxlength", "120"))
        (Input::choice("serviceType", "Side", named(ServiceType::ALL, side_word),
            category.map(|category| category.service_type.as_str())).within(within))
        (long_text("description", "Description", 4000, category.map(|category| category.description.as_str()))
            .within(within))
        (in_hindi(Some(within), category.map(|category| &category.translations), Some(4000)))
        (Input::new("slug", "Address on the site").within(within).value(category.map(|category| category.slug.clone()))
            .hint("Words in lower case joined by hyphens. Left empty, the name makes it.").with("maxlength", "160"))
        (Input::new("displayOrder", "Place in the menu").within(within).kind("number").sent_type("number").value(place)
            .hint("Small numbers come first. Left empty, it comes last.").with("step", "1"))
    }
}
