//! How far an export has got.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{ExportError, ExportKind};
use parlour_storage::failure::Failure;

/// Longer than any sort key.
const LONGEST: usize = 300;

/// Behind which record a page begins: the list that is being read, where the export has several (a branch, a customer), and
/// the sort key in it. Without a sort key, at the list's beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub list: String,
    pub position: Option<String>,
}

impl Place {
    pub fn at(list: impl Into<String>, position: impl Into<String>) -> Self {
        Self { list: list.into(), position: Some(position.into()) }
    }

    pub fn before(list: impl Into<String>) -> Self {
        Self { list: list.into(), position: None }
    }
}

/// Where the next page begins, unless this is the last one.
pub(super) type NextPlace = Result<Option<Place>, Failure<ExportError>>;

/// Opaque to callers. A cursor of one kind is none of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportCursor {
    kind: ExportKind,
    place: Place,
}

impl ExportCursor {
    pub(super) fn new(kind: ExportKind, place: Place) -> Self {
        Self { kind, place }
    }

    pub(super) fn of(self, kind: ExportKind) -> Result<Place, ExportError> {
        if self.kind == kind { Ok(self.place) } else { Err(ExportError::BadCursor) }
    }
}

impl std::fmt::Display for ExportCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Place { list, position } = &self.place;
        let position = position.as_deref().unwrap_or_default();
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("{}/{list}/{position}", self.kind)))
    }
}

impl std::str::FromStr for ExportCursor {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Self, ExportError> {
        let read = || {
            let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
            let (kind, place) = text.split_once('/')?;
            let (list, position) = place.split_once('/')?;
            let is_ours = place.len() <= LONGEST && place.bytes().all(|byte| byte.is_ascii_graphic());
            let position = Some(position.to_owned()).filter(|position| !position.is_empty());
            is_ours.then_some(Self { kind: kind.parse().ok()?, place: Place { list: list.to_owned(), position } })
        };
        read().ok_or(ExportError::BadCursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_what_it_wrote_and_nothing_else() {
        for place in [Place::at("b1", "2026-11-16#b/2"), Place::at("", "ROW#asha"), Place::before("b2")] {
            let cursor = ExportCursor::new(ExportKind::Bookings, place.clone());
            assert_eq!(cursor.to_string().parse::<ExportCursor>().unwrap(), cursor);
            assert_eq!(cursor.clone().of(ExportKind::Bookings).unwrap(), place);
            assert!(cursor.of(ExportKind::Leads).is_err());
        }
        let encoded = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let long = format!("leads//{}", "x".repeat(LONGEST));
        for bad in ["", "?", &encoded("leads"), &encoded("leads/x"), &encoded("ladders//1"), &encoded(&long)] {
            assert!(bad.parse::<ExportCursor>().is_err(), "{bad}");
        }
        assert!(encoded("leads//ä").parse::<ExportCursor>().is_err());
    }
}
