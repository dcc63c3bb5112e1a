//! The page of rows: the attributes of every kind that the walk wrote, so that a change of a row shows up in review.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::path::Path;

use parlour_storage::table::keys::names;
use parlour_storage::table::text_of;
use serde_dynamo::AttributeValue;

use super::{check, root};
use crate::walk;

const PAGE: &str = "infra/docs/rows.md";

const HEAD: &str = "# The rows

The attributes of each kind of row, as one call of every endpoint leaves them in the table, with DynamoDB's names for their
types; `[…]` is a list and `{…}` a map. Left out are those that the table adds to rows of every kind: keys, `kind`, `format`,
the version `v` and `ttl`. No row need have all that stand here: what holds its default is not in it.
`PARLOUR_WRITE=1 cargo test --workspace --test salon rows` rewrites this page: whoever changes it asks whether rows of the old
form can still be read ([data model](data-model.md)).

| Kind | Format | Attributes |
|---|--:|---|
";

/// Kinds of which the walk leaves no row, and why.
const NOT_LEFT: &[(&str, &str)] = &[
    ("bill", DELETED),
    ("block", DELETED),
    ("channel_hold", "is written when WhatsApp or a carrier refuses everything"),
    ("closure", DELETED),
    ("directory_snapshot", LARGE),
    ("directory_snapshot_chunk", LARGE),
    ("directory_snapshot_part", LARGE),
    ("feed_progress", BACKGROUND),
    ("invite", DELETED),
    ("mark", BACKGROUND),
    ("months", "is made by an update, which names no kind"),
    ("noshow_mark", BACKGROUND),
    ("pin_tries", "is written by wrong PINs"),
    ("token", DELETED),
];

const DELETED: &str = "is deleted again by a later call";
const BACKGROUND: &str = "is written by jobs, after the call";
const LARGE: &str = "is written for 1,000 customers and more";

/// The shape of an attribute's values.
#[derive(Default)]
struct Shape {
    types: BTreeSet<&'static str>,
    list: Option<Box<Shape>>,
    map: BTreeMap<String, Shape>,
}

impl Shape {
    fn see(&mut self, value: &AttributeValue) {
        match value {
            AttributeValue::M(map) => map.iter().for_each(|(name, value)| self.see_field(name, value)),
            AttributeValue::L(list) => {
                let items = self.list.get_or_insert_default();
                list.iter().for_each(|value| items.see(value));
            }
            other => {
                self.types.insert(type_of(other));
            }
        }
    }

    fn see_field(&mut self, name: &str, value: &AttributeValue) {
        let is_id = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let name = if is_id { "(id)" } else { name };
        self.map.entry(name.to_owned()).or_default().see(value);
    }
}

fn type_of(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::Ss(_) => "SS",
        AttributeValue::B(_) => "B",
        AttributeValue::Null(_) => "NULL",
        other => panic!("{other:?} is of a type that no row has"),
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut forms: Vec<String> = self.types.iter().map(|name| (*name).to_owned()).collect();
        forms.extend(self.list.iter().map(|items| format!("[{items}]")));
        if !self.map.is_empty() {
            forms.push(format!("{{{}}}", fields(&self.map)));
        }
        f.write_str(&forms.join(" or "))
    }
}

fn fields(map: &BTreeMap<String, Shape>) -> String {
    map.iter().map(|(name, shape)| format!("{name} {shape}")).collect::<Vec<_>>().join(", ")
}

/// The kinds that the sources name.
fn kinds(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kinds(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap();
            let named = source.split("const KIND: &'static str = \"").skip(1);
            found.extend(named.filter_map(|rest| rest.split_once('"')).map(|(kind, _)| kind.to_owned()));
        }
    }
}

#[tokio::test]
async fn every_row_has_the_attributes_that_the_page_says() {
    let mut shapes: BTreeMap<(String, String), Shape> = BTreeMap::new();
    for row in walk::rows().await {
        let Some(kind) = row.get(names::KIND) else { continue };
        let format = match row.get(names::FORMAT) {
            Some(AttributeValue::N(format)) => format.clone(),
            _ => "1".to_owned(),
        };
        let shape = shapes.entry((text_of(kind).unwrap().to_owned(), format)).or_default();
        for (name, value) in row.iter().filter(|(name, _)| !names::RESERVED.contains(&name.as_str())) {
            shape.see_field(name, value);
        }
    }
    let mut page = HEAD.to_owned();
    for ((kind, format), shape) in &shapes {
        let _ = writeln!(page, "| `{kind}` | {format} | {} |", fields(&shape.map));
    }
    let mut named = BTreeSet::new();
    kinds(&root().join("shared"), &mut named);
    let left: BTreeSet<String> = shapes.into_keys().map(|(kind, _)| kind).collect();
    let excused: BTreeSet<String> = NOT_LEFT.iter().map(|(kind, _)| (*kind).to_owned()).collect();
    assert_eq!(named.difference(&left).cloned().collect::<BTreeSet<_>>(), excused, "kinds without a row");
    check(PAGE, &page);
}
