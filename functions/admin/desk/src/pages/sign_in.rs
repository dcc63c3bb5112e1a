//! `/sign-in`: the one way in, and back to where one came from.

use maud::{Markup, html};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Form, icon, needs_script};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, paths};

pub async fn page(asked: Asked) -> PageAnswer {
    let mut query = url::form_urlencoded::parse(asked.query.as_bytes());
    let next = query.find(|(name, _)| name == "next").map(|(_, value)| value.into_owned());
    let next = paths::same_site(next.as_deref(), "/");
    Page::public("Sign in", render(&asked, &next)).one_step()
}

fn render(asked: &Asked, next: &str) -> Markup {
    let words = &asked.words;
    let has_failed = url::form_urlencoded::parse(asked.query.as_bytes()).any(|(name, _)| name == "error");
    let fields = html! {
        input type="hidden" name="provider" value="google";
        input type="hidden" name="callbackURL" value=(next);
        input type="hidden" name="newUserCallbackURL" value=(next);
        input type="hidden" name="errorCallbackURL" value=(paths::sign_in(next));
        button.button.large type="submit" { (icon("person")) (words.sign_in_with_google()) }
    };
    html! {
        div.narrow.plate.centred {
            (pictures::drawn(Motif::Mirror))
            h1 { "The desk" }
            p.lead { "For the people who work here. Ask the owner for an invite." }
            @if has_failed { p.notice.bad role="alert" { (words.sign_in_failed()) } }
            (needs_script(words))
            (Form::new("sign-in", "POST /api/auth/sign-in/social", fields).then("{url}").class("form"))
        }
    }
}
