//! A record and the item it is stored as.

use std::collections::HashMap;
use std::ops::Deref;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_item};

use super::error::TableError;
use super::keys::{Key, Place, names};
use crate::time::Instant;

pub type Item = HashMap<String, AttributeValue>;

/// A value stored as one item, under a key derived from it.
pub trait Record: Serialize + DeserializeOwned {
    /// Names the item's type: to people who look at the table, and as the label of a failed condition.
    const KIND: &'static str;

    /// Whether the fields are stored in one attribute. It takes a fraction of the time to read, which counts for records
    /// that lists hold hundreds of; it is for those that are always replaced whole, as no single field can be updated.
    const IS_PACKED: bool = false;

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
}

/// The record's index entries; `None` means it is not in that index.
#[derive(Default, Clone, Debug)]
pub struct Places {
    pub g1: Option<Place>,
    pub g2: Option<Place>,
    pub g3: Option<Place>,
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
        let record = match item.get(names::CONTENT) {
            Some(AttributeValue::B(content)) if R::IS_PACKED => {
                rmp_serde::from_slice(content.as_ref()).map_err(|error| unreadable(error.to_string()))?
            }
            _ => from_item(item).map_err(|error| unreadable(error.to_string()))?,
        };
        Ok(Self { record, version })
    }
}

pub(super) fn version_of(item: &Item) -> u64 {
    match item.get(names::VERSION) {
        Some(AttributeValue::N(number)) => number.parse().unwrap_or(0),
        _ => 0,
    }
}

/// The whole item of a record at a version.
pub(super) fn item_of<R: Record>(record: &R, version: u64) -> Result<Item, TableError> {
    let mut item = content(record)?;
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
    item.insert(names::VERSION.to_owned(), AttributeValue::N(version.to_string()));
    put_key(&mut item, record.key());
    Ok(item)
}

/// One of the record's copies: the same content and version, in no index.
pub(super) fn copy_of<R: Record>(record: &R, key: Key, version: u64) -> Result<Item, TableError> {
    let mut item = content(record)?;
    item.insert(names::VERSION.to_owned(), AttributeValue::N(version.to_string()));
    put_key(&mut item, key);
    Ok(item)
}

/// The record's own fields and its kind.
fn content<R: Record>(record: &R) -> Result<Item, TableError> {
    let unreadable = |reason: String| TableError::Unreadable { kind: R::KIND, reason };
    let mut item: Item = if R::IS_PACKED {
        let content = rmp_serde::to_vec_named(record).map_err(|error| unreadable(error.to_string()))?;
        Item::from([(names::CONTENT.to_owned(), AttributeValue::B(Blob::new(content)))])
    } else {
        fields(record)?
    };
    item.insert(names::KIND.to_owned(), AttributeValue::S(R::KIND.to_owned()));
    Ok(item)
}

/// An attribute for each field. A record with a field under one of the table's own names is refused, as the field would be
/// overwritten silently.
fn fields<R: Record>(record: &R) -> Result<Item, TableError> {
    let mut item: Item =
        to_item(record).map_err(|error| TableError::Unreadable { kind: R::KIND, reason: error.to_string() })?;
    if let Some(attribute) = names::RESERVED.into_iter().find(|name| item.contains_key(*name)) {
        return Err(TableError::ReservedAttribute { kind: R::KIND, attribute });
    }
    // Nulls are left out: they cost storage, and a missing attribute also reads as `None`.
    item.retain(|_, value| !matches!(value, AttributeValue::Null(_)));
    Ok(item)
}

fn put_key(item: &mut Item, key: Key) {
    item.insert(names::PK.to_owned(), AttributeValue::S(key.pk));
    item.insert(names::SK.to_owned(), AttributeValue::S(key.sk));
}

/// The key as request attributes.
pub(super) fn key_attributes(key: &Key) -> Item {
    let mut item = Item::new();
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
    use serde::Deserialize;

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
                let refused = |kept: Result<Item, TableError>| match kept {
                    Err(TableError::ReservedAttribute { attribute, .. }) => attribute == name,
                    _ => false,
                };
                assert!(refused(item_of(&record, 1)), "{name}");
                assert!(refused(copy_of(&record, record.key(), 1)), "{name}");
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

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Letter {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
        pages: Vec<(u32, String)>,
    }

    impl Record for Letter {
        const KIND: &'static str = "letter";
        const IS_PACKED: bool = true;

        fn key(&self) -> Key {
            Key { pk: "LETTER".to_owned(), sk: self.id.clone() }
        }
    }

    #[test]
    fn a_packed_record_is_one_attribute_and_reads_as_it_was() {
        for seal in [None, Some("wax".to_owned())] {
            let letter = Letter { id: "1".to_owned(), seal, pages: vec![(1, "अ".to_owned()), (2, String::new())] };
            let item = item_of(&letter, 7).unwrap();
            let added: Vec<&String> = item.keys().filter(|name| !names::RESERVED.contains(&name.as_str())).collect();
            assert!(added.is_empty(), "{added:?}");
            let read = Stored::<Letter>::from_item(item).unwrap();
            assert_eq!((read.record, read.version), (letter, 7));
        }
    }

    #[test]
    fn a_field_that_a_packed_record_did_not_have_yet_is_read_as_absent() {
        #[derive(Serialize)]
        struct Earlier {
            id: &'static str,
            pages: [(); 0],
        }
        let content = rmp_serde::to_vec_named(&Earlier { id: "1", pages: [] }).unwrap();
        let item = Item::from([(names::CONTENT.to_owned(), AttributeValue::B(Blob::new(content)))]);
        assert_eq!(Stored::<Letter>::from_item(item).unwrap().seal, None);
    }
}
