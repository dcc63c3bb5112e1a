//! The data of an event about a change to a record with free text.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Amounts of a record, by the names that the API has for them.
pub type Amounts<const N: usize> = [(&'static str, Option<i64>); N];

/// The names of the changed fields, without their values: events carry no free text.
pub fn changed_fields<R: Serialize>(before: &R, after: &R) -> Value {
    json!({ "fields": changed_names(before, after) })
}

/// Whether nothing has changed but when: such a change is not written, and is no event.
pub fn is_unchanged<R: Serialize>(before: &R, after: &R) -> bool {
    changed_names(before, after).is_empty()
}

/// The same data with the amounts that changed, each as it was and as it is.
pub fn with_amounts<const N: usize>(mut data: Value, before: Amounts<N>, after: Amounts<N>) -> Value {
    let pairs = before.into_iter().zip(after).filter(|((_, was), (_, is))| was != is);
    let changed: Map<String, Value> =
        pairs.map(|((name, was), (_, is))| (name.to_owned(), json!({ "from": was, "to": is }))).collect();
    if let Some(data) = data.as_object_mut().filter(|_| !changed.is_empty()) {
        data.insert("amounts".to_owned(), Value::Object(changed));
    }
    data
}

fn changed_names<R: Serialize>(before: &R, after: &R) -> Vec<String> {
    let (before, after) = (json!(before), json!(after));
    // A field that was cleared may be there no longer.
    let names: BTreeSet<&String> =
        [&before, &after].into_iter().filter_map(Value::as_object).flat_map(Map::keys).collect();
    let is_changed = |name: &&String| *name != "updated_at" && before.get(name.as_str()) != after.get(name.as_str());
    names.into_iter().filter(is_changed).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_changed_or_cleared_is_named_and_the_moment_is_not() {
        let before = json!({ "name": "Cut", "note": "x", "updated_at": 1 });
        let after = json!({ "name": "Trim", "price": 5, "updated_at": 2 });
        assert_eq!(changed_fields(&before, &after), json!({ "fields": ["name", "note", "price"] }));
        assert!(is_unchanged(&before, &json!({ "name": "Cut", "note": "x", "updated_at": 3 })));
        assert!(!is_unchanged(&before, &after));
    }

    #[test]
    fn only_amounts_that_changed_are_told() {
        let (before, after) = ([("a", Some(1)), ("b", None)], [("a", Some(1)), ("b", Some(2))]);
        let told = with_amounts(json!({ "x": 1 }), before, after);
        assert_eq!(told, json!({ "x": 1, "amounts": { "b": { "from": null, "to": 2 } } }));
        assert_eq!(with_amounts(json!({}), before, before), json!({}));
    }
}
