//! `/branches/new`.

use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;

use super::form::fields;
use crate::pages::fields::switch;

pub async fn page(Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let form = html! {
        (fields(None))
        (switch("isPrimary", "isPrimary", "Primary branch", "The one that stands in where none is named. The first branch is it in any case.", false))
        div.actions.whole { (submit("Create branch")) }
    };
    let form =
        Form::new("branch", "POST /api/branches", form).then("/branches/{branch.id}").say("Branch created.").once();
    let main = html! {
        (breadcrumb(&asked.words, "/branches", "Branches"))
        div.toolbar { h1 { "New branch" } }
        (needs_script(&asked.words))
        (form.class("sheet card"))
    };
    Page::private(&caller, "New branch", main)
}
