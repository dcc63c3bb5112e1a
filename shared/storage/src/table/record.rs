//! A record and the item it is stored as.

use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::{AttributeValue, from_item, to_item};

use super::error::TableError;
use super::keys::{IndexKey, Key, names};
use parlour_values::time::Instant;

pub use serde_dynamo::Item;

/// A value stored as one item, under a key derived from it.
pub trait Record: Serialize + DeserializeOwned {
    /// Names the item's type: to people who look at the table, and as the label of a failed condition.
    const KIND: &'static str;

    /// The number of the form in which rows of this kind are written; each row says it. A field may be added to a form
    /// if rows without it are read with its default. Any other change takes the next number, and a reader for the rows
    /// that were written before.
    const FORMAT: u32 = 1;

    /// Whether every change moves the version on: the record is created and replaced, and never put without a condition.
    /// Then a list of it is known to be unchanged by its versions alone ([`super::recent`]).
    const IS_VERSIONED: bool = false;

    fn key(&self) -> Key;

    fn places(&self) -> Places {
        Places::default()
    }

    /// Further keys under which the same content is stored, so that another query is a single read.
    fn copies(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Reads a row of another format: each that was released before this one is read for good.
    fn from_other_format(format: u32, _row: Item) -> Result<Self, TableError> {
        Err(TableError::Unreadable { kind: Self::KIND, reason: format!("its format {format} is not known") })
    }
}

/// The values that rows leave out: none, nothing, zero, false.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The record's index entries; `None` means it is not in that index.
#[derive(Default, Clone, Debug)]
pub struct Places {
    pub g1: Option<IndexKey>,
    pub g2: Option<IndexKey>,
    pub g3: Option<IndexKey>,
    /// When DynamoDB may delete the item. Readers check expiry themselves; this only cleans up.
    pub ttl: Option<Instant>,
}

/// A record as it was read, with its version for optimistic locking.
#[derive(Clone, Debug)]
pub struct Stored<R> {
    pub record: R,
    pub version: u64,
}

impl<R> Deref for Stored<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.record
    }
}

impl<R: Record> Stored<R> {
    pub(super) fn from_item(item: Item) -> Result<Self, TableError> {
        let version = version_of(&item);
        let unreadable = |reason: String| TableError::Unreadable { kind: R::KIND, reason };
        let record = match format_of(&item).map_err(unreadable)? {
            format if format == R::FORMAT => from_item(item).map_err(|error| unreadable(error.to_string()))?,
            format => R::from_other_format(format, item)?,
        };
        Ok(Self { record, version })
    }
}

/// The row of a new record. As JSON it is what the console shows.
pub fn row_of<R: Record>(record: &R) -> Result<Item, TableError> {
    item_of(record, 1)
}

/// The record of a row that did not come from the table itself, but from its stream.
pub fn record_of<R: Record>(row: Item) -> Result<R, TableError> {
    Stored::from_item(row).map(|stored| stored.record)
}

/// A row that was read and written again, both in DynamoDB's JSON: the same, where it is a golden row of the
/// current format. Left out is when the row may be deleted: how long rows are kept is no part of their form.
pub fn rewritten<R: Record>(row: serde_json::Value) -> Result<serde_json::Value, TableError> {
    let unreadable = |error: serde_json::Error| TableError::Unreadable { kind: R::KIND, reason: error.to_string() };
    let record: R = record_of(serde_json::from_value(row).map_err(unreadable)?)?;
    let mut row = serde_json::to_value(row_of(&record)?).map_err(unreadable)?;
    if let Some(attributes) = row.as_object_mut() {
        attributes.remove(names::TTL);
    }
    Ok(row)
}

/// A row without a format is of the first one: an update that creates its item need not say it.
fn format_of(item: &Item) -> Result<u32, String> {
    match item.get(names::FORMAT) {
        None => Ok(1),
        Some(AttributeValue::N(number)) => number.parse().map_err(|_| format!("its format is {number}")),
        Some(other) => Err(format!("its format is {other:?}")),
    }
}

/// The text of a value, if it is one.
pub fn text_of(value: &AttributeValue) -> Option<&str> {
    match value {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

pub(super) fn version_of(item: &Item) -> u64 {
    match item.get(names::VERSION) {
        Some(AttributeValue::N(number)) => number.parse().unwrap_or(0),
        _ => 0,
    }
}

/// The items of a record at a version: its own, and its copies with the same content, which are in no index.
pub(super) fn items_of<R: Record>(record: &R, version: u64) -> Result<Vec<Item>, TableError> {
    let content = content(record, version)?;
    let copy = |key| {
        let mut copy = content.clone();
        put_key(&mut copy, key);
        copy
    };
    let copies: Vec<Item> = record.copies().into_iter().map(copy).collect();
    let mut items = vec![in_its_places(content, record)];
    items.extend(copies);
    Ok(items)
}

/// The record's own item.
pub(super) fn item_of<R: Record>(record: &R, version: u64) -> Result<Item, TableError> {
    Ok(in_its_places(content(record, version)?, record))
}

fn in_its_places<R: Record>(mut item: Item, record: &R) -> Item {
    let places = record.places();
    for (place, pk, sk) in [
        (places.g1, names::G1_PK, names::G1_SK),
        (places.g2, names::G2_PK, names::G2_SK),
        (places.g3, names::G3_PK, names::G3_SK),
    ] {
        if let Some(place) = place {
            item.insert(pk.to_owned(), AttributeValue::S(place.pk));
            item.insert(sk.to_owned(), AttributeValue::S(place.sk));
        }
    }
    if let Some(moment) = places.ttl {
        item.insert(names::TTL.to_owned(), AttributeValue::N(moment.seconds().to_string()));
    }
    put_key(&mut item, record.key());
    item
}

/// An attribute for each field of the record, its kind, its format and its version. A record with a field under one of the
/// table's own names is refused, as the field would be overwritten silently.
fn content<R: Record>(record: &R, version: u64) -> Result<Item, TableError> {
    let mut item: Item =
        to_item(record).map_err(|error| TableError::Unreadable { kind: R::KIND, reason: error.to_string() })?;
    if let Some(attribute) = names::RESERVED.into_iter().find(|name| item.contains_key(*name)) {
        return Err(TableError::ReservedAttribute { kind: R::KIND, attribute });
    }
    // Nulls are left out: they cost storage, and a missing attribute also reads as `None`.
    item.retain(|_, value| !matches!(value, AttributeValue::Null(_)));
    item.insert(names::KIND.to_owned(), AttributeValue::S(R::KIND.to_owned()));
    item.insert(names::FORMAT.to_owned(), AttributeValue::N(R::FORMAT.to_string()));
    item.insert(names::VERSION.to_owned(), AttributeValue::N(version.to_string()));
    Ok(item)
}

fn put_key(item: &mut Item, key: Key) {
    item.insert(names::PK.to_owned(), AttributeValue::S(key.pk));
    item.insert(names::SK.to_owned(), AttributeValue::S(key.sk));
}

/// The key as request attributes.
pub(super) fn key_attributes(key: &Key) -> Item {
    let mut item = Item::default();
    put_key(&mut item, key.clone());
    item
}

pub(super) fn key_of(item: &Item) -> Option<Key> {
    match (item.get(names::PK), item.get(names::SK)) {
        (Some(AttributeValue::S(pk)), Some(AttributeValue::S(sk))) => Some(Key { pk: pk.clone(), sk: sk.clone() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Parcel {
        id: String,
        #[serde(flatten)]
        extra: HashMap<String, Option<String>>,
    }

    impl Record for Parcel {
        const KIND: &'static str = "parcel";

        fn key(&self) -> Key {
            Key { pk: "PARCEL".to_owned(), sk: self.id.clone() }
        }
    }

    fn parcel(field: &str, value: Option<&str>) -> Parcel {
        Parcel { id: "1".to_owned(), extra: HashMap::from([(field.to_owned(), value.map(str::to_owned))]) }
    }

    #[test]
    fn a_field_with_a_reserved_name_is_refused() {
        for name in names::RESERVED {
            for record in [parcel(name, Some("heavy")), parcel(name, None)] {
                let refused = items_of(&record, 1);
                let is_named =
                    matches!(refused, Err(TableError::ReservedAttribute { attribute, .. }) if attribute == name);
                assert!(is_named, "{name}");
            }
        }
    }

    #[test]
    fn every_attribute_the_table_adds_is_reserved() {
        let item = item_of(&parcel("weight", Some("heavy")), 1).unwrap();
        let added: Vec<&String> = item.keys().filter(|name| !["id", "weight"].contains(&name.as_str())).collect();
        assert!(added.iter().all(|name| names::RESERVED.contains(&name.as_str())), "{added:?}");
        assert_eq!(item.get(names::KIND), Some(&AttributeValue::S("parcel".to_owned())));
    }

    /// In its first format a letter had one text.
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Letter {
        id: String,
        #[serde(default, skip_serializing_if = "is_default")]
        pages: Vec<(u32, String)>,
        #[serde(default, skip_serializing_if = "is_default")]
        seal: Option<String>,
    }

    #[derive(Deserialize)]
    struct FirstLetter {
        id: String,
        text: String,
    }

    impl Record for Letter {
        const KIND: &'static str = "letter";
        const FORMAT: u32 = 2;

        fn key(&self) -> Key {
            Key { pk: "LETTER".to_owned(), sk: self.id.clone() }
        }

        fn from_other_format(format: u32, row: Item) -> Result<Self, TableError> {
            let unreadable = |reason| TableError::Unreadable { kind: Self::KIND, reason };
            match format {
                1 => {
                    let first: FirstLetter = from_item(row).map_err(|error| unreadable(error.to_string()))?;
                    Ok(Self { id: first.id, pages: vec![(1, first.text)], seal: None })
                }
                other => Err(unreadable(format!("format {other}"))),
            }
        }
    }

    fn letter() -> Letter {
        Letter { id: "1".to_owned(), pages: vec![(1, "अ".to_owned())], seal: None }
    }

    fn read(row: &Value) -> Result<Letter, TableError> {
        record_of(serde_json::from_value(row.clone()).unwrap())
    }

    #[test]
    fn a_row_says_its_format_leaves_out_defaults_and_reads_as_it_was() {
        let row = serde_json::to_value(row_of(&letter()).unwrap()).unwrap();
        let golden = json!({
            "PK": { "S": "LETTER" }, "SK": { "S": "1" }, "v": { "N": "1" },
            "kind": { "S": "letter" }, "format": { "N": "2" },
            "id": { "S": "1" }, "pages": { "L": [{ "L": [{ "N": "1" }, { "S": "अ" }] }] },
        });
        assert_eq!(row, golden);
        assert_eq!(read(&row).unwrap(), letter());
        let sealed = Letter { seal: Some("wax".to_owned()), pages: Vec::new(), ..letter() };
        let read = Stored::<Letter>::from_item(item_of(&sealed, 7).unwrap()).unwrap();
        assert_eq!((read.record, read.version), (sealed, 7));
    }

    #[test]
    fn an_earlier_format_is_read_and_one_without_a_number_is_the_first() {
        let first = json!({ "format": { "N": "1" }, "id": { "S": "1" }, "text": { "S": "अ" } });
        assert_eq!(read(&first).unwrap(), letter());
        let oldest = json!({ "id": { "S": "1" }, "text": { "S": "अ" } });
        assert_eq!(read(&oldest).unwrap(), letter());
    }

    #[test]
    fn a_row_of_an_unknown_format_is_refused() {
        for format in [json!({ "N": "3" }), json!({ "N": "-1" }), json!({ "S": "2" })] {
            let row = json!({ "format": format, "id": { "S": "1" } });
            assert!(matches!(read(&row), Err(TableError::Unreadable { kind: "letter", .. })), "{format}");
        }
        let mut later = row_of(&parcel("weight", None)).unwrap();
        later.insert(names::FORMAT.to_owned(), AttributeValue::N("2".to_owned()));
        let refused = record_of::<Parcel>(later).map(|read| read.id).unwrap_err().to_string();
        assert_eq!(refused, "a parcel item could not be read or written: its format 2 is not known");
    }
}
