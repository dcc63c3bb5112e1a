//! `/unsubscribe/{token}`: where a marketing mail leads whoever wants no more of them.

use maud::{Markup, html};
use parlour_http::PathParam;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Form, needs_script, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Page, PageAnswer, Words, paths};

pub async fn page(words: Words, PathParam(token): PathParam<String>) -> PageAnswer {
    Page::public(words.unsubscribe(), render(&words, &token)).one_step()
}

fn render(words: &Words, token: &str) -> Markup {
    let call = format!("POST /api/unsubscribe/{}", paths::encoded(token));
    html! {
        div.narrow.plate.centred {
            (pictures::drawn(Motif::Leaf))
            h1 { (words.unsubscribe()) }
            p.lead { (words.unsubscribe_text()) }
            (needs_script(words))
            (Form::new("unsubscribe", call, submit(&words.unsubscribe())).then("/").say(words.said_unsubscribed()))
            p.fine { (words.unsubscribe_fine()) " " a href="/profile" { (words.profile()) } }
        }
    }
}
