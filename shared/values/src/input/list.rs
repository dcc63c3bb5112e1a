//! Lists with a length: beyond it nothing is read, so that a request costs no more than what it may ask for.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Deref;

use serde_json::Value;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ArrayBuilder, RefOr};

use super::field::Field;
use super::problems::Problems;

/// A list of `MIN` to `MAX` items. The only list a request can have, so that every one has its maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T, const MIN: usize, const MAX: usize>(Vec<T>);

impl<T, const MIN: usize, const MAX: usize> List<T, MIN, MAX> {
    fn has_length(length: usize, path: &str, problems: &mut Problems) -> bool {
        if length < MIN {
            problems.add(
                path,
                if MIN == 1 { "must not be empty".to_owned() } else { format!("must have at least {MIN} items") },
            );
        } else if length > MAX {
            problems.add(path, format!("must have at most {MAX} items"));
        }
        (MIN..=MAX).contains(&length)
    }
}

impl<T: Clone + Eq + Hash, const MIN: usize, const MAX: usize> List<T, MIN, MAX> {
    /// Every item once, in the order they were first named.
    pub fn distinct(&self) -> Vec<T> {
        let mut seen = HashSet::with_capacity(self.len());
        self.iter().filter(|item| seen.insert(*item)).cloned().collect()
    }
}

/// Checks every item, so that all problems are reported, each under its index.
impl<T: Field, const MIN: usize, const MAX: usize> Field for List<T, MIN, MAX> {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let Some(items) = value.as_array() else {
            problems.add(path, "must be a list");
            return None;
        };
        if !Self::has_length(items.len(), path, problems) {
            return None;
        }
        let read: Vec<Option<T>> =
            items.iter().enumerate().map(|(at, item)| T::from_json(item, &format!("{path}.{at}"), problems)).collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        Self::from_query_values(&[text.to_owned()], path, problems)
    }

    /// Comma-separated, or the name repeated, as some clients write a list.
    fn from_query_values(texts: &[String], path: &str, problems: &mut Problems) -> Option<Self> {
        let parts = || texts.iter().flat_map(|text| text.split(','));
        if !Self::has_length(parts().count(), path, problems) {
            return None;
        }
        let read: Vec<Option<T>> = parts().map(|part| T::from_query(part.trim(), path, problems)).collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }

    fn field_schema() -> RefOr<Schema> {
        let least = (MIN > 0).then_some(MIN);
        ArrayBuilder::new().items(T::field_schema()).min_items(least).max_items(Some(MAX)).into()
    }
}

impl<T, const MIN: usize, const MAX: usize> Deref for List<T, MIN, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MIN: usize, const MAX: usize> IntoIterator for List<T, MIN, MAX> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::input::Int;

    type Few = List<Int<1, 9>, 1, 3>;

    fn read(value: &Value) -> Result<Vec<i64>, Vec<String>> {
        let mut problems = Problems::default();
        match Few::from_json(value, "few", &mut problems) {
            Some(few) => Ok(few.into_iter().map(Int::get).collect()),
            None => Err(problems.into_details().into_keys().collect()),
        }
    }

    #[test]
    fn a_list_has_its_length_and_every_wrong_item_is_named() {
        assert_eq!(read(&json!([1, 2, 2])), Ok(vec![1, 2, 2]));
        assert_eq!(read(&json!([0, 1, 10])), Err(vec!["few.0".to_owned(), "few.2".to_owned()]));
        for wrong in [json!([]), json!([1, 2, 3, 4]), json!("1"), json!({})] {
            assert_eq!(read(&wrong), Err(vec!["few".to_owned()]), "{wrong}");
        }
        let schema = serde_json::to_value(Few::field_schema()).unwrap();
        assert_eq!((&schema["minItems"], &schema["maxItems"]), (&json!(1), &json!(3)));
    }

    #[test]
    fn a_list_that_is_too_long_is_not_read() {
        let long: Vec<Value> = (0..100_000).map(|_| json!("no number")).collect();
        assert_eq!(read(&json!(long)), Err(vec!["few".to_owned()]));
        let mut problems = Problems::default();
        assert_eq!(Few::from_query("1,2,3,4", "few", &mut problems), None);
        assert_eq!(problems.into_details()["few"], ["must have at most 3 items"]);
    }

    #[test]
    fn what_is_named_twice_counts_once_where_it_first_stood() {
        let mut problems = Problems::default();
        let list = List::<crate::id::ServiceId, 0, 5>::from_query("b,a,b,c,a", "ids", &mut problems).unwrap();
        assert_eq!(list.distinct(), ["b", "a", "c"].map(crate::id::ServiceId::from));
    }
}
