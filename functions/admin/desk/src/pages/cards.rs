//! Facts that whoever serves a customer must know: alerts before everything else, notes with what they are.

use maud::{Markup, html};
use parlour_pages::parts::{Tone, badge};
use parlour_people::customers::{CustomerCardView, NoteKind};
use parlour_values::money::Paise;

/// Allergies and the like, on top of a page.
pub fn alerts(text: Option<&str>) -> Markup {
    html! {
        @if let Some(text) = text {
            div.notice.bad.alerts role="note" aria-label="Alerts" { strong { "Alerts" } p.as-written { (text) } }
        }
    }
}

/// The amount that a customer still has to pay.
pub fn due(amount: Paise) -> Markup {
    html! { @if amount > Paise::ZERO { (badge(Tone::Bad, &format!("{amount} due"))) } }
}

/// The words of a note, after what sets it apart; a formula is read letter by letter.
pub fn note(kind: NoteKind, pinned: bool, content: &str) -> Markup {
    html! {
        @if pinned || kind != NoteKind::Note {
            p.note-marks {
                @if pinned { (badge(Tone::Waiting, "Pinned")) }
                @if kind != NoteKind::Note { (badge(Tone::Calm, kind_word(kind))) }
            }
        }
        p.as-written.formula[kind == NoteKind::Formula] { (content) }
    }
}

pub const fn kind_word(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Note => "Note",
        NoteKind::Formula => "Formula",
        NoteKind::PatchTest => "Patch test",
    }
}

/// The whole card, beside a visit.
pub fn card(card: &CustomerCardView) -> Markup {
    html! {
        (alerts(card.alerts.as_deref()))
        @if !card.notes.is_empty() {
            ul.panel-notes.card-notes {
                @for one in &card.notes { li { (note(one.kind, one.pinned, &one.content)) } }
            }
        }
    }
}
