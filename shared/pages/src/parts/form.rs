//! Forms, which send themselves to the API.

use maud::{Markup, Render, html};

use super::in_dialog;
use crate::words::Words;

/// A form that names its API call. The script sends it as JSON.
pub struct Form<'a> {
    id: &'a str,
    call: String,
    then: Option<String>,
    say: Option<String>,
    done: Option<&'a str>,
    keep: Option<&'a str>,
    campaign: Option<&'a str>,
    is_once: bool,
    ask: Option<String>,
    seen: Option<(i64, String)>,
    class: &'a str,
    body: Markup,
}

impl<'a> Form<'a> {
    /// `call` is a method and a path: `POST /api/bookings`.
    pub fn new(id: &'a str, call: impl Into<String>, body: Markup) -> Self {
        let call = call.into();
        Self {
            id,
            call,
            then: None,
            say: None,
            done: None,
            keep: None,
            campaign: None,
            is_once: false,
            ask: None,
            seen: None,
            class: "form",
            body,
        }
    }

    /// The next page on success: a path with `{field}` of the answer, or `reload`.
    pub fn then(mut self, path: impl Into<String>) -> Self {
        self.then = Some(path.into());
        self
    }

    /// The words on success, also on the page that follows.
    pub fn say(mut self, text: impl Into<String>) -> Self {
        self.say = Some(text.into());
        self
    }

    /// The id of a part that takes the form's place on success.
    pub fn done(mut self, id: &'a str) -> Self {
        self.done = Some(id);
        self
    }

    /// A field of the answer that later forms of this visit send along (`leadId`).
    pub fn keep(mut self, field: &'a str) -> Self {
        self.keep = Some(field);
        self
    }

    /// Sends the campaign of the first touch along, its `source` under this name.
    pub fn campaign(mut self, source_field: &'a str) -> Self {
        self.campaign = Some(source_field);
        self
    }

    /// Creates something: coming back to it shows what came of it, and sending again asks first.
    pub fn once(mut self) -> Self {
        self.is_once = true;
        self
    }

    /// A question before it is sent: for what cannot be undone.
    pub fn ask(mut self, question: impl Into<String>) -> Self {
        self.ask = Some(question.into());
        self
    }

    /// The state of what the form is about as the page shows it: where it has changed since, nothing is sent, and the
    /// page comes anew with these words.
    pub fn seen(mut self, state: i64, changed: impl Into<String>) -> Self {
        self.seen = Some((state, changed.into()));
        self
    }

    pub fn class(mut self, class: &'a str) -> Self {
        self.class = class;
        self
    }

    /// The form as all there is in a dialog.
    pub fn in_dialog(&self, words: &Words, id: &str, title: &str) -> Markup {
        in_dialog(words, id, title, self.render())
    }
}

impl Render for Form<'_> {
    fn render(&self) -> Markup {
        html! {
            form id=(self.id) class=(self.class) method="post" data-call=(self.call)
                data-then=[self.then.as_deref()] data-say=[self.say.as_deref()] data-done=[self.done]
                data-keep=[self.keep] data-campaign=[self.campaign] data-once[self.is_once] data-ask=[self.ask.as_deref()]
                data-seen=[self.seen.as_ref().map(|(state, _)| state)] data-changed=[self.seen.as_ref().map(|(_, changed)| changed)] {
                (self.body)
            }
        }
    }
}

/// The button that sends a form.
pub fn submit(label: &str) -> Markup {
    html! { button.button type="submit" { (label) } }
}
