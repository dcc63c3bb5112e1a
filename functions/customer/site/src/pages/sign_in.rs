//! `/sign-in`: the one way in, and back to where one came from.

use maud::{Markup, html};
use parlour_pages::answer::Described as _;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, paths, sign_in};

pub async fn page(asked: Asked) -> PageAnswer {
    let next = asked.next("/bookings");
    Page::public(asked.words.sign_in(), render(&asked, &next)).one_step()
}

fn render(asked: &Asked, next: &str) -> Markup {
    let words = &asked.words;
    let onboarding = format!("/onboarding?next={}", paths::encoded(next));
    html! {
        div.narrow.plate.centred {
            (pictures::drawn(Motif::Mirror))
            h1 { (words.sign_in()) }
            p.lead { @if next.starts_with("/book?") { (words.sign_in_booking()) } @else { (words.sign_in_lead()) } }
            (sign_in::form(asked, next, &onboarding))
            p.fine { (words.sign_in_fine()) }
        }
    }
}
