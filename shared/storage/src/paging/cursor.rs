//! Lists that are answered whole, or with `limit` or `cursor` page by page: a page begins behind the row that its cursor
//! names, so rows that come or go elsewhere neither shift nor repeat what follows.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::size_limit::SizeLimit;
use crate::table::{Partition, Record, Stored, Table, TableError};
use parlour_values::input::{Field, Int, Problems, at_most, parsed, string_schema};
use parlour_values::text_enum::text_enum;

/// Rows of a page if only a cursor is given.
const DEFAULT_ROWS: usize = 100;
/// Rows that are looked at for a page of a filtered list. A page may be shorter than its limit, and still not the last.
const LOOKED_AT: usize = 2_000;
/// Longer than any sort key of these lists.
const LONGEST: usize = 200;

text_enum! {
    /// The lists that have cursors. A cursor of one list is none of another.
    pub enum CursorList {
        Bookings => "bookings",
        OwnBookings => "own_bookings",
        Leads => "leads",
        Memberships => "memberships",
        /// The users who are customers.
        Customers => "customers",
        Invoices => "invoices",
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// The answer would not fit; refused before all of it is read.
    #[error("the list is too long for one answer")]
    TooLong,
    #[error("the cursor is not one of this list")]
    BadCursor,
    #[error(transparent)]
    Table(#[from] TableError),
}

/// `limit`: rows of a page, from 1 to 500.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageLimit(usize);

impl Field for PageLimit {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<1, 500>::from_json(value, path, problems).map(Self::of)
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<1, 500>::from_query(text, path, problems).map(Self::of)
    }

    fn field_schema() -> RefOr<Schema> {
        Int::<1, 500>::field_schema()
    }
}

impl PageLimit {
    fn of(rows: Int<1, 500>) -> Self {
        Self(usize::try_from(rows.get()).unwrap_or(DEFAULT_ROWS))
    }
}

/// `cursor`: the sort key of the last row that the page before it looked at. Opaque to callers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    list: CursorList,
    position: String,
}

impl Cursor {
    /// Behind a row that was read otherwise, by its sort key in the list.
    pub fn behind(list: CursorList, position: String) -> Self {
        Self { list, position }
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("{}/{}", self.list, self.position)))
    }
}

impl std::str::FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = || {
            let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
            let (list, position) = text.split_once('/')?;
            let is_sort_key = (1..=LONGEST).contains(&position.len()) && position.bytes().all(|b| b.is_ascii_graphic());
            is_sort_key.then_some(Self { list: list.parse().ok()?, position: position.to_owned() })
        };
        read().ok_or("must be one that an earlier page gave")
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A query takes no longer value.
const LONGEST_WRITTEN: usize = 512;

impl Field for Cursor {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        parsed(value, LONGEST_WRITTEN, path, problems)
    }

    fn field_schema() -> RefOr<Schema> {
        let schema = string_schema().description(Some("`nextCursor` of the page before; the first page has none."));
        at_most(LONGEST_WRITTEN, schema)
    }
}

/// The `meta` of a page that was asked for by `limit` or `cursor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CursorMeta {
    /// Absent on the last page (`null`).
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<Cursor>,
}

/// The rows of a list; with `meta` if a page was asked for.
#[derive(Clone, Debug)]
pub struct Listed<T> {
    pub rows: Vec<T>,
    pub meta: Option<CursorMeta>,
}

impl<T> Listed<T> {
    pub fn map<U>(self, view: impl FnMut(T) -> U) -> Listed<U> {
        Listed { rows: self.rows.into_iter().map(view).collect(), meta: self.meta }
    }
}

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ListPart<'a> {
    list: CursorList,
    /// `None`: the whole list.
    rows: Option<usize>,
    after: Option<&'a str>,
}

impl<'a> ListPart<'a> {
    pub fn asked(list: CursorList, limit: Option<PageLimit>, cursor: Option<&'a Cursor>) -> Result<Self, ListError> {
        let rows = limit.map(|limit| limit.0).or(cursor.map(|_| DEFAULT_ROWS));
        Ok(Self { rows, ..Self::page(list, DEFAULT_ROWS, cursor)? })
    }

    /// A page of a list that is never answered whole.
    pub fn page(list: CursorList, rows: usize, cursor: Option<&'a Cursor>) -> Result<Self, ListError> {
        let after = match cursor {
            Some(cursor) if cursor.list == list => Some(cursor.position.as_str()),
            Some(_) => return Err(ListError::BadCursor),
            None => None,
        };
        Ok(Self { list, rows: Some(rows), after })
    }

    /// The sort key after which the page begins.
    pub fn after(&self) -> Option<&'a str> {
        self.after
    }

    /// Reads this part of the list that the queries make up one behind the other, each newest first. `size` says how
    /// many bytes a record takes in the answer at least, or `None` if the request does not want it.
    pub async fn read<R: Record + Clone + Send + Sync + 'static>(
        &self,
        table: &Table,
        queries: Vec<Partition>,
        size_limit: SizeLimit,
        size: impl Fn(&R) -> Option<usize>,
    ) -> Result<Listed<Stored<R>>, ListError> {
        let Some(limit) = self.rows else {
            let rows = table.gather(queries, size_limit.bytes(), size).await?.ok_or(ListError::TooLong)?;
            return Ok(Listed { rows, meta: None });
        };
        let wanted = |record: &R| size(record).is_some();
        let (rows, position) = table.first(queries, self.after, limit, LOOKED_AT, wanted).await?;
        let next_cursor = position.map(|position| Cursor { list: self.list, position });
        Ok(Listed { rows, meta: Some(CursorMeta { next_cursor }) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_what_it_wrote_and_nothing_else() {
        let cursor = Cursor { list: CursorList::Leads, position: "2026-11-16T04:30:00.000Z#l1".to_owned() };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        let encoded = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let long = format!("leads/{}", "x".repeat(LONGEST + 1));
        for bad in ["", "nonsense!", &encoded("leads"), &encoded("leads/"), &encoded("ladders/1"), &encoded(&long)] {
            assert!(bad.parse::<Cursor>().is_err(), "{bad}");
        }
        assert!(encoded("leads/ä").parse::<Cursor>().is_err());
    }

    #[test]
    fn a_cursor_of_another_list_is_refused() {
        let cursor = Cursor { list: CursorList::Leads, position: "1".to_owned() };
        assert!(ListPart::asked(CursorList::Leads, None, Some(&cursor)).is_ok());
        let refused = ListPart::asked(CursorList::Bookings, None, Some(&cursor));
        assert!(matches!(refused, Err(ListError::BadCursor)));
    }
}
