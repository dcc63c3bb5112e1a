//! One letter, written once and laid out twice: as plain text and as HTML for a phone. Styles are inline, since mail
//! programs drop the rest; nothing is loaded from elsewhere.

use maud::{DOCTYPE, Markup, html};

use super::Brand;
use super::label::Label;
use parlour_settings::App;
use parlour_values::color::Color;
use parlour_values::language::Language;

const INK: &str = "#2b2430";
const MUTED: &str = "#6f6675";
const PAPER: &str = "#f7f3f1";
const LINE: &str = "#eae2e0";
const FONT: &str = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

pub(super) struct Letter {
    pub heading: String,
    pub parts: Vec<LetterPart>,
    /// The button's words; it leads to the page the letter speaks of, in the app the reader uses.
    pub action: Option<(&'static str, App)>,
    /// Why the reader gets this, where that is not obvious.
    pub footnote: Option<&'static str>,
}

pub(super) enum LetterPart {
    Paragraph(String),
    Facts(Vec<LabelledValue>),
    /// A title, and rows of a name and figures, the last figure on the right.
    Table {
        title: String,
        rows: Vec<Vec<String>>,
    },
}

/// Label and value, one under the other; a value may take several lines, and have a link below it.
pub(super) struct LabelledValue {
    label: &'static str,
    value: String,
    link: Option<(&'static str, String)>,
}

impl LabelledValue {
    pub(super) fn linked(self, label: &'static str, url: Option<String>) -> Self {
        Self { link: url.map(|url| (label, url)), ..self }
    }
}

impl From<(&'static str, String)> for LabelledValue {
    fn from((label, value): (&'static str, String)) -> Self {
        Self { label, value, link: None }
    }
}

impl LetterPart {
    pub(super) fn facts<const N: usize>(facts: [(&'static str, String); N]) -> Self {
        Self::Facts(facts.map(LabelledValue::from).into())
    }
}

/// The salon that a letter is laid out for, and the page its button leads to.
pub(super) struct Envelope<'a> {
    pub brand: &'a Brand,
    pub language: Language,
    pub page: &'a str,
    /// The page where the reader ends letters like this, where they can.
    pub unsubscribe: Option<&'a str>,
    /// The page where the reader sees to what the letter speaks of without a sign-in.
    pub open: Option<&'a str>,
}

impl Letter {
    pub(super) fn text(&self, envelope: &Envelope<'_>) -> String {
        let mut text = format!("{}\n", self.heading);
        for part in &self.parts {
            text.push('\n');
            match part {
                LetterPart::Paragraph(words) => text.push_str(&format!("{words}\n")),
                LetterPart::Facts(facts) => {
                    for LabelledValue { label, value, link } in facts {
                        text.push_str(&format!("{label}: {}\n", value.replace('\n', ", ")));
                        if let Some((label, url)) = link {
                            text.push_str(&format!("{label}: {url}\n"));
                        }
                    }
                }
                LetterPart::Table { title, rows } => {
                    text.push_str(&format!("{title}\n"));
                    for row in rows {
                        text.push_str(&format!("  {}\n", row.join("  ")));
                    }
                }
            }
        }
        if let Some((label, url)) = self.link(envelope) {
            text.push_str(&format!("\n{label}: {url}\n"));
        }
        if let Some(url) = envelope.open {
            text.push_str(&format!("{}: {url}\n", Label::Open.text(envelope.language)));
        }
        text.push_str(&format!("\n{}\n", envelope.brand.name));
        if let Some(footnote) = self.footnote {
            text.push_str(&format!("\n{footnote}\n"));
        }
        if let Some(url) = envelope.unsubscribe {
            text.push_str(&format!("{}: {url}\n", Label::Unsubscribe.text(envelope.language)));
        }
        text
    }

    pub(super) fn html(&self, envelope: &Envelope<'_>, preview: &str) -> String {
        let colors = Colors::of(envelope.brand);
        html! {
            (DOCTYPE)
            html lang=(envelope.language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light";
                    title { (self.heading) }
                }
                body style={ "margin:0;padding:0;background:" (PAPER) ";-webkit-text-size-adjust:100%" } {
                    div style="display:none;max-height:0;overflow:hidden;opacity:0" { (preview) }
                    table role="presentation" width="100%" cellpadding="0" cellspacing="0"
                        style={ "border-collapse:collapse;background:" (PAPER) } {
                        tr { td align="center" style="padding:24px 12px" { (self.sheet(envelope, &colors)) } }
                    }
                }
            }
        }
        .into_string()
    }

    /// The salon's name, the letter on white, and what stands below it.
    fn sheet(&self, envelope: &Envelope<'_>, colors: &Colors) -> Markup {
        let table = format!("max-width:560px;border-collapse:separate;font-family:{FONT};color:{INK}");
        let name = "padding:4px 8px 16px;font-size:18px;line-height:24px;font-weight:700;letter-spacing:.04em";
        let heading = "margin:0 0 16px;font-size:23px;line-height:30px;font-weight:700";
        html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" style=(table) {
                tr { td style={ (name) ";color:" (colors.ink) } { (envelope.brand.name) } }
                tr {
                    td style={ "background:#ffffff;border:1px solid " (LINE) ";border-radius:14px;padding:28px 24px" } {
                        h1 style={ (heading) ";color:" (INK) } { (self.heading) }
                        @for part in &self.parts { (part.markup(colors)) }
                        (self.buttons(envelope, colors))
                    }
                }
                tr { td style="padding:18px 8px 4px" { (self.footer(envelope)) } }
            }
        }
    }

    fn buttons(&self, envelope: &Envelope<'_>, colors: &Colors) -> Markup {
        let face = format!(
            "display:inline-block;background:{};color:{};text-decoration:none",
            colors.accent, colors.on_accent
        );
        let shape = "font-weight:600;font-size:16px;line-height:20px;padding:14px 24px;border-radius:8px";
        html! {
            @if let Some((label, url)) = self.link(envelope) {
                p style="margin:28px 0 8px" { a href=(url) style={ (face) ";" (shape) } { (label) } }
            }
            @if let Some(url) = envelope.open {
                p style="margin:12px 0 0;font-size:14px;line-height:21px" {
                    a href=(url) style={ "color:" (colors.ink) } { (Label::Open.text(envelope.language)) }
                }
            }
        }
    }

    fn footer(&self, envelope: &Envelope<'_>) -> Markup {
        let small = format!("font-size:13px;line-height:19px;color:{MUTED}");
        html! {
            p style={ "margin:0;" (small) } { (regards(envelope)) }
            @if let Some(footnote) = self.footnote { p style={ "margin:8px 0 0;" (small) } { (footnote) } }
            @if let Some(url) = envelope.unsubscribe {
                p style={ "margin:8px 0 0;" (small) } {
                    a href=(url) style={ "color:" (MUTED) } { (Label::Unsubscribe.text(envelope.language)) }
                }
            }
        }
    }

    fn link(&self, envelope: &Envelope<'_>) -> Option<(&'static str, String)> {
        let (label, app) = self.action?;
        let site = match app {
            App::Customer => envelope.brand.customer_url.as_deref(),
            App::Admin => envelope.brand.admin_url.as_deref(),
        };
        Some((label, format!("{}{}", site?, envelope.page)))
    }
}

fn regards(envelope: &Envelope<'_>) -> String {
    let name = &envelope.brand.name;
    match envelope.language {
        Language::English => format!("With warm regards from everyone at {name}"),
        Language::Hindi => format!("{name} की ओर से शुभकामनाएँ"),
    }
}

/// The salon's colour, as a surface with text on it and as text itself. A [`Color`] is never more than `#RRGGBB`.
struct Colors {
    accent: Color,
    on_accent: Color,
    ink: Color,
}

impl Colors {
    fn of(brand: &Brand) -> Self {
        // A colour that can be read on the paper can be read on white, which is brighter.
        let paper = PAPER.parse().unwrap_or_else(|_| Color::white());
        Self { accent: brand.accent.clone(), on_accent: brand.accent.text_on(), ink: brand.accent.readable_on(&paper) }
    }
}

impl LetterPart {
    fn markup(&self, colors: &Colors) -> Markup {
        match self {
            // A hash has no place to break, and would make the letter wider than a phone.
            Self::Paragraph(words) => html! {
                p style="margin:0 0 16px;font-size:16px;line-height:25px;word-break:break-word" { (lines(words)) }
            },
            Self::Facts(facts) => html! {
                table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:4px 0 20px" {
                    @for (at, fact) in facts.iter().enumerate() { (fact.row(at == 0, colors)) }
                }
            },
            Self::Table { title, rows } => {
                let heading = "margin:24px 0 8px;font-size:14px;line-height:20px;font-weight:600";
                html! {
                    h2 style={ (heading) ";text-transform:uppercase;letter-spacing:.06em;color:" (colors.ink) } { (title) }
                    table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 20px" {
                        @for row in rows {
                            tr { @for (at, cell) in row.iter().enumerate() { (table_cell(cell, at, row.len())) } }
                        }
                    }
                }
            }
        }
    }
}

impl LabelledValue {
    fn row(&self, is_first: bool, colors: &Colors) -> Markup {
        let line = if is_first { "0".to_owned() } else { format!("1px solid {LINE}") };
        let label = format!("padding:10px 16px 10px 0;border-top:{line};font-size:14px;line-height:21px;color:{MUTED}");
        let value = format!("padding:10px 0;border-top:{line};font-size:16px;line-height:22px;font-weight:600");
        html! {
            tr {
                td style={ (label) ";vertical-align:top;white-space:nowrap" } { (self.label) }
                td style={ (value) ";vertical-align:top" } {
                    (lines(&self.value))
                    @if let Some((label, url)) = &self.link { br; a href=(url) style={ "color:" (colors.ink) } { (label) } }
                }
            }
        }
    }
}

fn table_cell(cell: &str, at: usize, cells: usize) -> Markup {
    let (gap, align) = if at == 0 { ("0", "left") } else { ("12px", "right") };
    let weight = if at > 0 && at + 1 == cells { "600" } else { "400" };
    let size = format!("padding:8px 0 8px {gap};border-top:1px solid {LINE};font-size:15px;line-height:21px");
    html! { td style={ (size) ";text-align:" (align) ";font-weight:" (weight) ";vertical-align:top" } { (cell) } }
}

fn lines(text: &str) -> Markup {
    html! { @for (at, line) in text.split('\n').enumerate() { @if at > 0 { br; } (line) } }
}
