//! The part of a directory row that memory and the snapshots keep: what a list shows, sorts and searches, no more.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::row::{DirectoryPerson, DirectoryRow, Visits};
use parlour_storage::table::Stored;
use parlour_values::id::UserId;

/// A snapshot holds these as they are, so a field may only be added together with a new
/// [`PACKING`](super::snapshot::PACKING).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry<'a> {
    #[serde(borrow)]
    pub id: EntryId<'a>,
    pub version: u32,
    /// The row's history is somebody else's now.
    pub merged: bool,
    /// Counted, and not listed: the customer is erased, or works here by now.
    pub counted_only: bool,
    pub gems: Option<i64>,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
    /// Absent where the row is neither listed nor counted.
    #[serde(borrow)]
    pub listed: Option<ListedEntry<'a>>,
}

/// Moments are milliseconds, money is paise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ListedEntry<'a> {
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub email: Cow<'a, str>,
    /// The email was left at the desk.
    pub is_from_desk: bool,
    /// Empty where there is none.
    #[serde(borrow)]
    pub phone: Cow<'a, str>,
    pub created_at: i64,
    pub visits: u32,
    pub spent: i64,
    pub noshows: u32,
    pub first_visit: Option<i64>,
    pub last_visit: Option<i64>,
}

/// An id of ours is 32 hexadecimal digits, so half as many bytes hold it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum EntryId<'a> {
    Packed([u8; 16]),
    Odd(#[serde(borrow)] Cow<'a, str>),
}

impl<'a> EntryId<'a> {
    pub fn of(id: &'a UserId) -> Self {
        let text = id.as_str();
        let mut bytes = [0; 16];
        // Upper case is another id.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
        match hex::decode_to_slice(text, &mut bytes) {
            Ok(()) if plain => Self::Packed(bytes),
            _ => Self::Odd(Cow::Borrowed(text)),
        }
    }

    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Packed(bytes) => Cow::Owned(hex::encode(bytes)),
            Self::Odd(text) => Cow::Borrowed(text),
        }
    }
}

impl<'a> Entry<'a> {
    pub fn of(stored: &'a Stored<DirectoryRow>) -> Self {
        let row = &stored.record;
        Self {
            id: EntryId::of(&row.id),
            version: u32::try_from(stored.version).unwrap_or(u32::MAX),
            merged: row.merged_into.is_some(),
            counted_only: row.listed().is_none() && row.counted().is_some(),
            gems: row.gems.map(|gems| gems.0),
            tags: row.tags.iter().map(|tag| tag.as_str()).collect(),
            listed: row.counted().map(|(person, visits)| ListedEntry {
                name: Cow::Borrowed(&person.name),
                email: Cow::Borrowed(left(person, visits).unwrap_or(&person.email)),
                is_from_desk: left(person, visits).is_some(),
                phone: Cow::Borrowed(visits.phone.as_ref().map(|phone| phone.as_str()).unwrap_or_default()),
                created_at: person.created_at.millis(),
                visits: visits.total_visits,
                spent: visits.total_spent.0,
                noshows: visits.noshow_count,
                first_visit: visits.first_visit_at.map(|at| at.millis()),
                last_visit: visits.last_visit_at.map(|at| at.millis()),
            }),
        }
    }
}

/// The email of somebody who has no account.
fn left<'a>(person: &DirectoryPerson, visits: &'a Visits) -> Option<&'a str> {
    visits.email.as_ref().filter(|_| person.email.is_empty()).map(|email| email.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_ours_takes_sixteen_bytes_and_any_other_stays_as_it_is() {
        for (text, packed) in [
            ("0190a1b2c3d4e5f60718293a4b5c6d7e", true),
            ("0190A1B2C3D4E5F60718293A4B5C6D7E", false),
            ("u1", false),
            ("", false),
            ("zz90a1b2c3d4e5f60718293a4b5c6d7e", false),
        ] {
            let id = UserId::from(text);
            let entry = EntryId::of(&id);
            assert_eq!((matches!(entry, EntryId::Packed(_)), entry.text().as_ref()), (packed, text));
        }
    }
}
