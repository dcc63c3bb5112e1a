//! Forms and their fields. Ids follow the field's name: `phone` has `phone-hint` and `phone-error`, where the script puts
//! what the browser or the API finds wrong.

use maud::{Markup, Render, html};

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

    pub fn class(mut self, class: &'a str) -> Self {
        self.class = class;
        self
    }
}

impl Render for Form<'_> {
    fn render(&self) -> Markup {
        html! {
            form id=(self.id) class=(self.class) method="post" data-call=(self.call)
                data-then=[self.then.as_deref()] data-say=[self.say.as_deref()] data-done=[self.done]
                data-keep=[self.keep] data-campaign=[self.campaign] data-once[self.is_once] data-ask=[self.ask.as_deref()] {
                (self.body)
            }
        }
    }
}

/// The button that sends a form.
pub fn submit(label: &str) -> Markup {
    html! { button.button type="submit" { (label) } }
}

/// The parts of a field beside its control.
struct Frame<'a> {
    id: String,
    label: &'a str,
    hint: Option<&'a str>,
}

impl Frame<'_> {
    fn describedby(&self) -> String {
        match self.hint {
            Some(_) => format!("{0}-hint {0}-error", self.id),
            None => format!("{}-error", self.id),
        }
    }

    fn around(&self, control: Markup) -> Markup {
        html! {
            div.field {
                label for=(self.id) { (self.label) }
                @if let Some(hint) = self.hint { p.hint id=(format!("{}-hint", self.id)) { (hint) } }
                (control)
                (error(&self.id))
            }
        }
    }
}

fn error(id: &str) -> Markup {
    html! { p.error id=(format!("{id}-error")) hidden {} }
}

fn id_of(within: Option<&str>, name: &str) -> String {
    let name = name.replace('.', "-");
    within.map_or_else(|| name.clone(), |within| format!("{within}-{name}"))
}

/// A single-line input.
pub struct Input<'a> {
    name: &'a str,
    label: &'a str,
    kind: &'a str,
    value: Option<String>,
    hint: Option<&'a str>,
    within: Option<&'a str>,
    autocomplete: Option<&'a str>,
    is_required: bool,
    more: Vec<(&'static str, String)>,
}

impl<'a> Input<'a> {
    pub fn new(name: &'a str, label: &'a str) -> Self {
        Self {
            name,
            label,
            kind: "text",
            value: None,
            hint: None,
            within: None,
            autocomplete: None,
            is_required: false,
            more: Vec::new(),
        }
    }

    pub fn kind(mut self, kind: &'a str) -> Self {
        self.kind = kind;
        self
    }

    pub fn value(mut self, value: impl Into<Option<String>>) -> Self {
        self.value = value.into();
        self
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// A prefix of its id, where the page has other fields of that name.
    pub fn within(mut self, form: &'a str) -> Self {
        self.within = Some(form);
        self
    }

    pub fn autocomplete(mut self, token: &'a str) -> Self {
        self.autocomplete = Some(token);
        self
    }

    pub fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// Its name in the API, where that is not the field's own.
    pub fn sent_as(self, name: impl Into<String>) -> Self {
        self.with("data-as", name)
    }

    /// `number` or `rupees`, where it is not sent as text.
    pub fn sent_type(self, kind: &'static str) -> Self {
        self.with("data-type", kind)
    }

    /// `min`, `max`, `step`, `maxlength`, `inputmode`, `list`, `data-…`.
    /// What is said of it where it is refused, in place of what the API says.
    pub fn wrong(self, words: impl Into<String>) -> Self {
        self.with("data-wrong", words)
    }

    /// The words if somebody else has it.
    pub fn taken(self, words: impl Into<String>) -> Self {
        self.with("data-taken", words)
    }

    pub fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Self {
        self.more.push((attribute, value.into()));
        self
    }

    fn more(&self, name: &str) -> Option<&str> {
        self.more.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

impl Render for Input<'_> {
    fn render(&self) -> Markup {
        let frame = Frame { id: id_of(self.within, self.name), label: self.label, hint: self.hint };
        frame.around(html! {
            input id=(frame.id) name=(self.name) type=(self.kind) value=[self.value.as_deref()]
                autocomplete=[self.autocomplete] required[self.is_required] aria-describedby=(frame.describedby())
                min=[self.more("min")] max=[self.more("max")] step=[self.more("step")] list=[self.more("list")]
                maxlength=[self.more("maxlength")] inputmode=[self.more("inputmode")]
                placeholder=[self.more("placeholder")] pattern=[self.more("pattern")]
                data-as=[self.more("data-as")] data-type=[self.more("data-type")] data-empty=[self.more("data-empty")]
                data-wrong=[self.more("data-wrong")] data-taken=[self.more("data-taken")];
        })
    }
}

/// Text of several lines.
pub struct TextArea<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub hint: Option<&'a str>,
    pub value: Option<&'a str>,
    pub most: u32,
    pub within: Option<&'a str>,
    pub is_required: bool,
}

impl Render for TextArea<'_> {
    fn render(&self) -> Markup {
        let frame = Frame { id: id_of(self.within, self.name), label: self.label, hint: self.hint };
        frame.around(html! {
            textarea id=(frame.id) name=(self.name) rows="3" maxlength=(self.most) required[self.is_required]
                aria-describedby=(frame.describedby()) { (self.value.unwrap_or_default()) }
        })
    }
}

/// Words that are often meant, to be put into a field with one tap, and **Other**, which leaves it to be typed.
pub struct Presets<'a> {
    /// The id of the field.
    pub field: &'a str,
    pub name: &'a str,
    pub words: &'a [&'a str],
    pub other: &'a str,
}

impl Render for Presets<'_> {
    fn render(&self) -> Markup {
        let button = |value: &str, text: &str| {
            html! { button.ghost.button.small type="button" data-for=(self.field) data-preset=(value) { (text) } }
        };
        html! {
            div.presets role="group" aria-label=(self.name) {
                @for text in self.words { (button(text, text)) }
                (button("", self.other))
            }
        }
    }
}

/// One of a list, by value and text.
pub struct Select<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub hint: Option<&'a str>,
    pub options: Vec<(String, String)>,
    pub chosen: Option<&'a str>,
    /// The text of choosing nothing, where that is possible.
    pub none: Option<&'a str>,
    pub within: Option<&'a str>,
    pub is_required: bool,
}

impl Render for Select<'_> {
    fn render(&self) -> Markup {
        let frame = Frame { id: id_of(self.within, self.name), label: self.label, hint: self.hint };
        frame.around(html! {
            select id=(frame.id) name=(self.name) required[self.is_required] aria-describedby=(frame.describedby()) {
                @if let Some(none) = self.none { option value="" { (none) } }
                @for (value, text) in &self.options {
                    option value=(value) selected[self.chosen == Some(value)] { (text) }
                }
            }
        })
    }
}

/// One of a few, all in sight.
pub struct Radios<'a> {
    pub name: &'a str,
    pub legend: &'a str,
    pub options: Vec<(String, String)>,
    pub chosen: Option<&'a str>,
    pub is_required: bool,
}

impl Render for Radios<'_> {
    fn render(&self) -> Markup {
        html! {
            fieldset.field aria-describedby=(format!("{}-error", self.name)) {
                legend { (self.legend) }
                div.chips {
                    @for (value, text) in &self.options {
                        @let id = format!("{}-{value}", self.name);
                        div.chip {
                            input id=(id) type="radio" name=(self.name) value=(value)
                                checked[self.chosen == Some(value)] required[self.is_required];
                            label for=(id) { (text) }
                        }
                    }
                }
                (error(self.name))
            }
        }
    }
}

/// A yes or no, sent as true or false.
pub struct Checkbox<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub hint: Option<&'a str>,
    pub is_checked: bool,
}

impl Render for Checkbox<'_> {
    fn render(&self) -> Markup {
        html! {
            div.check {
                input id=(self.name) type="checkbox" name=(self.name) checked[self.is_checked] role="switch"
                    aria-describedby=[self.hint.map(|_| format!("{}-hint", self.name))];
                div {
                    label for=(self.name) { (self.label) }
                    @if let Some(hint) = self.hint { p.hint id=(format!("{}-hint", self.name)) { (hint) } }
                }
            }
        }
    }
}
