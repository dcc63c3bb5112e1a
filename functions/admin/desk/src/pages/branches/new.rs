//! `/branches/new`.

use maud::html;
use parlour_http::Given;
use parlour_pages::parts::{Form, Toggle, submit};
use parlour_pages::{Asked, PageAnswer};
use parlour_people::auth::Caller;

use super::form::fields;
use crate::pages::fields::sheet_page;

pub async fn page(Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let form = html! {
        (fields(None))
        (Toggle::new("isPrimary", "Primary branch", false)
            .hint("The one that stands in where none is named. The first branch is it in any case.").whole())
        div.actions.whole { (submit("Create branch")) }
    };
    let form =
        Form::new("branch", "POST /api/branches", form).then("/branches/{branch.id}").say("Branch created.").once();
    sheet_page(&asked, &caller, html! {}, ("/branches", "Branches"), "New branch", form)
}
