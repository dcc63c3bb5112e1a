//! The figures above a report: how much, and how that compares with the period before.

use maud::{Markup, html};

use crate::chart::Unit;

/// The meaning of more of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    Better,
    Worse,
    /// Neither: it is so.
    Plain,
}

pub struct Figure {
    name: &'static str,
    value: String,
    note: Option<String>,
    change: Option<Change>,
}

struct Change {
    now: i64,
    before: i64,
    unit: Unit,
    more: More,
}

impl Figure {
    pub fn new(name: &'static str, unit: Unit, value: i64) -> Self {
        Self { name, value: unit.exact(value), note: None, change: None }
    }

    /// One that can be compared.
    pub fn compared(name: &'static str, unit: Unit, now: i64, before: i64, more: More) -> Self {
        Self { change: Some(Change { now, before, unit, more }), ..Self::new(name, unit, now) }
    }

    pub fn text(name: &'static str, value: impl Into<String>) -> Self {
        Self { name, value: value.into(), note: None, change: None }
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}

pub fn figures(figures: &[Figure]) -> Markup {
    html! {
        dl.figures {
            @for figure in figures {
                div.figure {
                    dt { (figure.name) }
                    dd {
                        strong { (figure.value) }
                        @if let Some(note) = &figure.note { span.fine { (note) } }
                        @if let Some(change) = &figure.change { (change.told()) }
                    }
                }
            }
        }
    }
}

impl Change {
    fn told(&self) -> Markup {
        let before = self.unit.exact(self.before);
        let (sign, tone) = match (self.now.cmp(&self.before), self.more) {
            (std::cmp::Ordering::Equal, _) => return html! { span.change { "as before" } },
            (std::cmp::Ordering::Greater, More::Better) => ("▲", "change good"),
            (std::cmp::Ordering::Greater, More::Worse) => ("▲", "change bad"),
            (std::cmp::Ordering::Greater, More::Plain) => ("▲", "change"),
            (std::cmp::Ordering::Less, More::Better) => ("▼", "change bad"),
            (std::cmp::Ordering::Less, More::Worse) => ("▼", "change good"),
            (std::cmp::Ordering::Less, More::Plain) => ("▼", "change"),
        };
        html! { span class=(tone) { span aria-hidden="true" { (sign) " " } (self.words()) " (" (before) ")" } }
    }

    fn words(&self) -> String {
        let way = if self.now > self.before { "more" } else { "less" };
        match percent(self.now.saturating_sub(self.before), self.before) {
            Some(percent) if percent > 0 => format!("{percent} % {way} than before"),
            Some(_) => format!("a little {way} than before"),
            None => format!("{way} than before"),
        }
    }
}

/// How many percent of the whole a part is, without its sign; None of nothing.
pub fn percent(part: i64, whole: i64) -> Option<u64> {
    let whole = whole.unsigned_abs();
    (whole > 0).then(|| part.unsigned_abs().saturating_mul(100).saturating_add(whole / 2) / whole)
}

/// `12 %`, or a dash of nothing.
pub fn share(part: i64, whole: i64) -> String {
    percent(part, whole).map_or_else(|| "–".to_owned(), |percent| format!("{percent} %"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(now: i64, before: i64, more: More) -> String {
        Change { now, before, unit: Unit::Count, more }.told().into_string()
    }

    #[test]
    fn a_change_is_told_in_words_beside_its_sign() {
        let up = "<span class=\"change good\"><span aria-hidden=\"true\">▲ </span>50 % more than before (10)</span>";
        assert_eq!(told(15, 10, More::Better), up);
        assert!(told(5, 10, More::Worse).contains("change good") && told(5, 10, More::Worse).contains("50 % less"));
        assert!(told(10, 10, More::Better).contains("as before"));
        assert!(told(3, 0, More::Better).contains("more than before (0)"));
        assert!(told(1_001, 1_000, More::Plain).contains("a little more"));
    }

    #[test]
    fn a_share_of_nothing_is_a_dash() {
        assert_eq!((share(1, 3), share(0, 0)), ("33 %".to_owned(), "–".to_owned()));
    }
}
