//! The facts that whoever serves a customer must know, in one small row: their alerts, and of their notes those that
//! are pinned and the formulas. A day's customers are read in one batch.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CustomerNote, NoteKind};
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{NoteId, UserId};
use parlour_values::time::Instant;

/// Pinned ones first, then the newest; the others are on the customer's page.
const MOST_NOTES: usize = 10;
/// Letters that alerts have at most.
pub const LONGEST_ALERTS: usize = 300;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomerCard {
    pub customer_id: UserId,
    /// Allergies and the like. They are kept here alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub alerts: Option<String>,
    /// Copies of the notes that belong here.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: Vec<CustomerNote>,
}

impl CustomerCard {
    pub fn empty(customer: &UserId) -> Self {
        Self { customer_id: customer.clone(), alerts: None, notes: Vec::new() }
    }

    /// Whether a note belongs on it.
    pub fn takes(note: &CustomerNote) -> bool {
        note.pinned || note.kind == NoteKind::Formula
    }

    #[must_use]
    pub fn with_note(mut self, note: CustomerNote) -> Self {
        self.notes.push(note);
        self.sorted()
    }

    /// With what another says, whose notes become this customer's, and the other's alerts where both together are longer than
    /// alerts may be: they belong in a note.
    #[must_use]
    pub fn joined(mut self, other: Self) -> (Self, Option<String>) {
        let mut left = None;
        self.alerts = match (self.alerts, other.alerts) {
            (Some(own), Some(others)) if own != others => {
                let both = format!("{own}\n{others}");
                if both.chars().count() <= LONGEST_ALERTS {
                    Some(both)
                } else {
                    left = Some(others);
                    Some(own)
                }
            }
            (own, others) => own.or(others),
        };
        let id = self.customer_id.clone();
        self.notes.extend(other.notes.into_iter().map(|note| CustomerNote { customer_id: id.clone(), ..note }));
        (self.sorted(), left)
    }

    fn sorted(mut self) -> Self {
        self.notes.sort_by(|one, other| (other.pinned, &other.id).cmp(&(one.pinned, &one.id)));
        self.notes.truncate(MOST_NOTES);
        self
    }
}

impl Record for CustomerCard {
    const KIND: &'static str = "customer_card";

    fn key(&self) -> Key {
        keys::customer_card(&self.customer_id)
    }
}

/// The card as whoever serves the customer sees it.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct CustomerCardView {
    pub alerts: Option<String>,
    /// Pinned notes and formulas, the pinned first, then the newest.
    pub notes: Vec<CardNoteView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardNoteView {
    pub id: NoteId,
    pub kind: NoteKind,
    pub pinned: bool,
    pub content: String,
    pub created_at: Instant,
}

impl From<&CustomerNote> for CardNoteView {
    fn from(note: &CustomerNote) -> Self {
        let note = note.clone();
        Self { id: note.id, kind: note.kind, pinned: note.pinned, content: note.content, created_at: note.created_at }
    }
}

impl From<&CustomerCard> for CustomerCardView {
    fn from(card: &CustomerCard) -> Self {
        Self { alerts: card.alerts.clone(), notes: card.notes.iter().map(CardNoteView::from).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(id: &str, kind: NoteKind, pinned: bool) -> CustomerNote {
        CustomerNote {
            id: id.into(),
            customer_id: "asha".into(),
            author_id: "desk".into(),
            booking_id: None,
            kind,
            pinned,
            is_reply: false,
            content: id.to_owned(),
            created_at: Instant::from_millis(1_794_800_000_000),
        }
    }

    fn card(notes: impl IntoIterator<Item = CustomerNote>) -> CustomerCard {
        notes.into_iter().fold(CustomerCard::empty(&"asha".into()), CustomerCard::with_note)
    }

    fn ids(card: &CustomerCard) -> Vec<&str> {
        card.notes.iter().map(|note| note.id.as_str()).collect()
    }

    #[test]
    fn pinned_notes_and_formulas_are_on_it_and_nothing_else() {
        assert!(CustomerCard::takes(&note("a", NoteKind::Note, true)));
        assert!(CustomerCard::takes(&note("a", NoteKind::Formula, false)));
        assert!(!CustomerCard::takes(&note("a", NoteKind::Note, false)));
        assert!(!CustomerCard::takes(&note("a", NoteKind::PatchTest, false)));
    }

    #[test]
    fn the_pinned_come_first_then_the_newest_and_the_oldest_formula_makes_room() {
        let formulas = (10..20).map(|at| note(&format!("f{at}"), NoteKind::Formula, false));
        let all =
            [note("a1", NoteKind::Note, true)].into_iter().chain(formulas).chain([note("b2", NoteKind::Note, true)]);
        assert_eq!(ids(&card(all)), ["b2", "a1", "f19", "f18", "f17", "f16", "f15", "f14", "f13", "f12"]);
    }

    #[test]
    fn of_two_that_become_one_every_alert_stays_and_the_notes_are_theirs() {
        let with = |alerts: Option<&str>, id: &str| CustomerCard {
            alerts: alerts.map(str::to_owned),
            customer_id: id.into(),
            ..card([note(id, NoteKind::Note, true)])
        };
        let joined = |own, others| with(own, "asha").joined(with(others, "guest")).0;
        assert_eq!(joined(Some("Nuts"), Some("Latex")).alerts.as_deref(), Some("Nuts\nLatex"));
        assert_eq!(joined(Some("Nuts"), Some("Nuts")).alerts.as_deref(), Some("Nuts"));
        assert_eq!(joined(None, Some("Latex")).alerts.as_deref(), Some("Latex"));
        let both = joined(None, None);
        assert_eq!((both.alerts.clone(), ids(&both)), (None, vec!["guest", "asha"]));
        assert!(both.notes.iter().all(|note| note.customer_id.as_str() == "asha"));
        let of = |letters: usize| with(Some(&"ñ".repeat(letters)), "asha");
        let (fits, left) = of(150).joined(with(Some(&"x".repeat(149)), "guest"));
        assert_eq!((fits.alerts.unwrap().chars().count(), left), (300, None));
        let (own, left) = of(150).joined(with(Some(&"x".repeat(150)), "guest"));
        assert_eq!((own.alerts.unwrap(), left), ("ñ".repeat(150), Some("x".repeat(150))));
    }
}
