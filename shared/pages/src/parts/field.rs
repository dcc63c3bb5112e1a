//! The fields of forms. Ids follow the field's name: `phone` has `phone-hint` and `phone-error`, where the script puts
//! what the browser or the API finds wrong.

use maud::{Markup, Render, html};

/// A question of a form: its label, its control, its hint, and the place where the script says what is wrong.
pub struct Input<'a> {
    name: &'a str,
    label: &'a str,
    control: Control<'a>,
    value: Option<String>,
    hint: Option<&'a str>,
    within: &'a str,
    autocomplete: Option<&'a str>,
    is_required: bool,
    is_whole: bool,
    more: Vec<(&'static str, String)>,
}

enum Control<'a> {
    /// A single line of this type of input.
    Line(&'a str),
    /// Several lines of up to so many characters.
    Lines(u32),
    /// One of a list, by value and text, below the text of choosing nothing.
    Choice(Vec<(String, String)>, Option<&'a str>),
}

impl<'a> Input<'a> {
    pub fn new(name: &'a str, label: &'a str) -> Self {
        Self::of(Control::Line("text"), name, label)
    }

    /// Text of several lines.
    pub fn lines(name: &'a str, label: &'a str, most: u32) -> Self {
        Self::of(Control::Lines(most), name, label)
    }

    /// One of a list, always one.
    pub fn choice(
        name: &'a str,
        label: &'a str,
        options: impl IntoIterator<Item = (String, String)>,
        chosen: Option<&str>,
    ) -> Self {
        let options = options.into_iter().collect();
        Self::of(Control::Choice(options, None), name, label).value(chosen.map(str::to_owned)).required()
    }

    const fn of(control: Control<'a>, name: &'a str, label: &'a str) -> Self {
        Self {
            name,
            label,
            control,
            value: None,
            hint: None,
            within: "",
            autocomplete: None,
            is_required: false,
            is_whole: false,
            more: Vec::new(),
        }
    }

    /// The type of a single line.
    pub fn kind(mut self, kind: &'a str) -> Self {
        self.control = Control::Line(kind);
        self
    }

    /// One of a list, or none of them, which has this text.
    pub fn or(self, none: &'a str) -> Self {
        self.at_first(none).optional()
    }

    /// The text in the place of a choice that is still to be made.
    pub fn at_first(mut self, text: impl Into<Option<&'a str>>) -> Self {
        if let Control::Choice(_, none) = &mut self.control {
            *none = text.into();
        }
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

    /// A prefix of its id, where the page has other fields of that name; an empty one is none.
    pub fn within(mut self, form: &'a str) -> Self {
        self.within = form;
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

    pub fn optional(mut self) -> Self {
        self.is_required = false;
        self
    }

    /// As wide as the form, where that has columns.
    pub fn whole(mut self) -> Self {
        self.is_whole = true;
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

    /// What is said of it where it is refused, in place of what the API says.
    pub fn wrong(self, words: impl Into<String>) -> Self {
        self.with("data-wrong", words)
    }

    /// The words if somebody else has it.
    pub fn taken(self, words: impl Into<String>) -> Self {
        self.with("data-taken", words)
    }

    /// `min`, `max`, `step`, `maxlength`, `inputmode`, `list`, `data-…`.
    pub fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Self {
        self.more.push((attribute, value.into()));
        self
    }

    fn more(&self, name: &str) -> Option<&str> {
        self.more.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn control(&self, id: &str) -> Markup {
        let described = if self.hint.is_some() { format!("{id}-hint {id}-error") } else { format!("{id}-error") };
        let value = self.value.as_deref();
        match &self.control {
            Control::Line(kind) => html! {
                input id=(id) name=(self.name) type=(kind) value=[value]
                    autocomplete=[self.autocomplete] required[self.is_required] aria-describedby=(described)
                    min=[self.more("min")] max=[self.more("max")] step=[self.more("step")] list=[self.more("list")]
                    maxlength=[self.more("maxlength")] inputmode=[self.more("inputmode")]
                    placeholder=[self.more("placeholder")] pattern=[self.more("pattern")]
                    data-as=[self.more("data-as")] data-type=[self.more("data-type")] data-empty=[self.more("data-empty")]
                    data-wrong=[self.more("data-wrong")] data-taken=[self.more("data-taken")];
            },
            Control::Lines(most) => html! {
                textarea id=(id) name=(self.name) rows="3" maxlength=(most) required[self.is_required]
                    lang=[self.more("lang")] data-empty=[self.more("data-empty")] aria-describedby=(described) { (value.unwrap_or_default()) }
            },
            Control::Choice(options, none) => html! {
                select id=(id) name=(self.name) data-type=[self.more("data-type")] data-empty=[self.more("data-empty")]
                    required[self.is_required] aria-describedby=(described) {
                    @if let Some(none) = none { option value="" { (none) } }
                    @for (own, text) in options { option value=(own) selected[value == Some(own)] { (text) } }
                }
            },
        }
    }
}

impl Render for Input<'_> {
    fn render(&self) -> Markup {
        let name = self.name.replace('.', "-");
        let id = if self.within.is_empty() { name } else { format!("{}-{name}", self.within) };
        html! {
            div.field.whole[self.is_whole] {
                label for=(id) { (self.label) }
                @if let Some(hint) = self.hint { p.hint id=(format!("{id}-hint")) { (hint) } }
                (self.control(&id))
                (error(&id))
            }
        }
    }
}

fn error(id: &str) -> Markup {
    html! { p.error id=(format!("{id}-error")) hidden {} }
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

/// One of a few, all in sight.
pub fn radios(
    name: &str,
    legend: &str,
    options: impl IntoIterator<Item = (String, String)>,
    chosen: Option<&str>,
) -> Markup {
    html! {
        fieldset.field aria-describedby=(format!("{name}-error")) {
            legend { (legend) }
            // Above the choices: they may fill more than is in sight.
            (error(name))
            div.chips {
                @for (value, text) in options {
                    @let id = format!("{name}-{value}");
                    div.chip {
                        input id=(id) type="radio" name=(name) value=(value) checked[chosen == Some(&value)] required;
                        label for=(id) { (text) }
                    }
                }
            }
        }
    }
}

/// A yes or no that holds from then on, sent as true or false.
pub struct Toggle<'a> {
    id: &'a str,
    name: &'a str,
    label: &'a str,
    hint: Option<&'a str>,
    is_on: bool,
    is_whole: bool,
}

impl<'a> Toggle<'a> {
    pub const fn new(name: &'a str, label: &'a str, is_on: bool) -> Self {
        Self { id: name, name, label, hint: None, is_on, is_whole: false }
    }

    /// Its id, where the page has others of that name.
    pub const fn id(mut self, id: &'a str) -> Self {
        self.id = id;
        self
    }

    pub const fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// As wide as the form, where that has columns.
    pub const fn whole(mut self) -> Self {
        self.is_whole = true;
        self
    }
}

impl Render for Toggle<'_> {
    fn render(&self) -> Markup {
        let hint_id = format!("{}-hint", self.id);
        html! {
            div.check.whole[self.is_whole] {
                input id=(self.id) type="checkbox" name=(self.name) checked[self.is_on] role="switch"
                    aria-describedby=[self.hint.map(|_| &hint_id)];
                div {
                    label for=(self.id) { (self.label) }
                    @if let Some(hint) = self.hint { p.hint id=(hint_id) { (hint) } }
                }
            }
        }
    }
}
