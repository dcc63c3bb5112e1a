//! Signing in, as both apps offer it: one button, and back to where one came from.

use maud::{Markup, html};

use crate::asked::Asked;
use crate::parts::{Form, icon, needs_script};
use crate::paths;

/// The button, with what went wrong before it. A person who signs in for the first time is led to `for_new`.
pub fn form(asked: &Asked, next: &str, for_new: &str) -> Markup {
    let words = &asked.words;
    let has_failed = asked.given("error").is_some();
    let fields = html! {
        input type="hidden" name="provider" value="google";
        input type="hidden" name="callbackURL" value=(next);
        input type="hidden" name="newUserCallbackURL" value=(for_new);
        input type="hidden" name="errorCallbackURL" value=(paths::sign_in(next));
        button.button.large type="submit" { (icon("person")) (words.sign_in_with_google()) }
    };
    html! {
        @if has_failed { p.notice.bad role="alert" { (words.sign_in_failed()) } }
        (needs_script(words))
        (Form::new("sign-in", "POST /api/auth/sign-in/social", fields).then("{url}").class("form"))
    }
}
