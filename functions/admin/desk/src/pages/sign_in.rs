//! `/sign-in`: the one way in, and back to where one came from.

use maud::{Markup, html};
use parlour_pages::answer::Described as _;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, sign_in};

pub async fn page(asked: Asked) -> PageAnswer {
    let next = asked.next("/");
    Page::public("Sign in", render(&asked, &next)).one_step()
}

fn render(asked: &Asked, next: &str) -> Markup {
    html! {
        div.narrow.plate.centred {
            (pictures::drawn(Motif::Mirror))
            h1 { "The desk" }
            p.lead { "For the people who work here. Ask the owner for an invite." }
            (sign_in::form(asked, next, next))
        }
    }
}
