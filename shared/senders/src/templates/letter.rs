//! One letter, written once and laid out twice: as plain text and as HTML for a phone. Styles are inline, since mail
//! programs drop the rest; nothing is loaded from elsewhere.

use std::fmt::Write as _;

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
        let brand = envelope.brand;
        let colors = Colors::of(brand);
        let mut body = String::new();
        for part in &self.parts {
            part.lay_out(&mut body, &colors);
        }
        if let Some((label, url)) = self.link(envelope) {
            let _ = write!(
                body,
                r#"<p style="margin:28px 0 8px"><a href="{}" style="display:inline-block;background:{};color:{};text-decoration:none;font-weight:600;font-size:16px;line-height:20px;padding:14px 24px;border-radius:8px">{}</a></p>"#,
                escape(&url),
                colors.accent,
                colors.on_accent,
                escape(label),
            );
        }
        if let Some(url) = envelope.open {
            let _ = write!(
                body,
                r#"<p style="margin:12px 0 0;font-size:14px;line-height:21px"><a href="{}" style="color:{}">{}</a></p>"#,
                escape(url),
                colors.ink,
                Label::Open.text(envelope.language),
            );
        }
        let mut footnote = String::new();
        let unsubscribe = Label::Unsubscribe.text(envelope.language);
        let end = envelope
            .unsubscribe
            .map(|url| format!(r#"<a href="{}" style="color:{MUTED}">{unsubscribe}</a>"#, escape(url)));
        for words in self.footnote.map(escape).into_iter().chain(end) {
            let _ = write!(
                footnote,
                r#"<p style="margin:8px 0 0;font-size:13px;line-height:19px;color:{MUTED}">{words}</p>"#
            );
        }
        format!(
            r#"<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>{heading}</title>
</head>
<body style="margin:0;padding:0;background:{PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">{preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;background:{PAPER}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-collapse:separate;font-family:{FONT};color:{INK}">
<tr><td style="padding:4px 8px 16px;font-size:18px;line-height:24px;font-weight:700;letter-spacing:.04em;color:{ink}">{brand}</td></tr>
<tr><td style="background:#ffffff;border:1px solid {LINE};border-radius:14px;padding:28px 24px">
<h1 style="margin:0 0 16px;font-size:23px;line-height:30px;font-weight:700;color:{INK}">{heading}</h1>
{body}</td></tr>
<tr><td style="padding:18px 8px 4px"><p style="margin:0;font-size:13px;line-height:19px;color:{MUTED}">{regards}</p>{footnote}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
"#,
            heading = escape(&self.heading),
            preview = escape(preview),
            brand = escape(&brand.name),
            lang = envelope.language.tag(),
            regards = escape(&regards(envelope)),
            ink = colors.ink,
        )
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
    fn lay_out(&self, html: &mut String, colors: &Colors) {
        let _ = match self {
            Self::Paragraph(words) => {
                write!(
                    html,
                    r#"<p style="margin:0 0 16px;font-size:16px;line-height:25px">{}</p>"#,
                    escape_lines(words)
                )
            }
            Self::Facts(facts) => {
                let mut rows = String::new();
                for (at, LabelledValue { label, value, link }) in facts.iter().enumerate() {
                    let link = link.as_ref().map_or_else(String::new, |(label, url)| {
                        let ink = &colors.ink;
                        format!(r#"<br><a href="{}" style="color:{ink}">{}</a>"#, escape(url), escape(label))
                    });
                    let line = if at == 0 { "0".to_owned() } else { format!("1px solid {LINE}") };
                    let _ = write!(
                        rows,
                        r#"<tr><td style="padding:10px 16px 10px 0;border-top:{line};font-size:14px;line-height:21px;color:{MUTED};vertical-align:top;white-space:nowrap">{}</td><td style="padding:10px 0;border-top:{line};font-size:16px;line-height:22px;font-weight:600;vertical-align:top">{}{link}</td></tr>"#,
                        escape(label),
                        escape_lines(value),
                    );
                }
                write!(
                    html,
                    r#"<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:4px 0 20px">{rows}</table>"#
                )
            }
            Self::Table { title, rows } => {
                let mut cells = String::new();
                for row in rows {
                    cells.push_str("<tr>");
                    for (at, cell) in row.iter().enumerate() {
                        let align = if at == 0 { "left" } else { "right" };
                        let weight = if at > 0 && at + 1 == row.len() { "600" } else { "400" };
                        let gap = if at == 0 { "0" } else { "12px" };
                        let _ = write!(
                            cells,
                            r#"<td style="padding:8px 0 8px {gap};border-top:1px solid {LINE};font-size:15px;line-height:21px;text-align:{align};font-weight:{weight};vertical-align:top">{}</td>"#,
                            escape(cell),
                        );
                    }
                    cells.push_str("</tr>");
                }
                write!(
                    html,
                    r#"<h2 style="margin:24px 0 8px;font-size:14px;line-height:20px;font-weight:600;text-transform:uppercase;letter-spacing:.06em;color:{}">{}</h2><table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 8px">{cells}</table>"#,
                    colors.ink,
                    escape(title),
                )
            }
        };
        html.push('\n');
    }
}

/// Text that people typed never becomes markup.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn escape_lines(text: &str) -> String {
    escape(text).replace('\n', "<br>")
}
