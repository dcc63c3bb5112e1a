//! Request bodies: all invalid fields are reported at once, under their paths.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::field::Field;
use super::problems::Problems;

/// The fields of one object, from a JSON body or from a query string.
pub struct Fields<'a> {
    source: FieldSource<'a>,
    prefix: String,
    pub problems: &'a mut Problems,
}

enum FieldSource<'a> {
    Json(&'a Map<String, Value>),
    Query(&'a BTreeMap<String, Vec<String>>),
}

impl<'a> Fields<'a> {
    pub fn of_object(object: &'a Map<String, Value>, prefix: &str, problems: &'a mut Problems) -> Self {
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}.") };
        Self { source: FieldSource::Json(object), prefix, problems }
    }

    /// Of a query string: every value that it gives under each name.
    pub fn of_query(parameters: &'a BTreeMap<String, Vec<String>>, problems: &'a mut Problems) -> Self {
        Self { source: FieldSource::Query(parameters), prefix: String::new(), problems }
    }

    /// One field by its JSON name; `null` is what its type says, most often the same as absent. `None` if it is invalid or
    /// missing.
    pub fn take<T: Field>(&mut self, name: &str) -> Option<T> {
        let path = format!("{}{name}", self.prefix);
        let mut absent = T::absent();
        match &self.source {
            FieldSource::Json(object) => match object.get(name) {
                Some(value) if !value.is_null() => return T::from_json(value, &path, self.problems),
                Some(_) => absent = T::null(),
                None => {}
            },
            FieldSource::Query(parameters) => {
                if let Some(texts) = parameters.get(name) {
                    return T::from_query_values(texts, &path, self.problems);
                }
            }
        }
        if absent.is_none() {
            self.problems.add(path, "is required");
        }
        absent
    }

    /// Checks rules across the fields of this object; their problems are reported under its path.
    pub fn across(&mut self, rules: impl FnOnce(&mut Problems)) {
        let mut own = self.problems.on_same_day();
        rules(&mut own);
        for (path, messages) in own.into_details() {
            for message in messages {
                self.problems.add(format!("{}{path}", self.prefix), message);
            }
        }
    }
}

/// A request's body or query, read field by field.
pub trait Body: Sized {
    fn read(fields: &mut Fields<'_>) -> Option<Self>;

    /// Reads one object; `None` if anything in it is invalid.
    fn from_fields(mut fields: Fields<'_>) -> Option<Self> {
        let before = fields.problems.len();
        let read = Self::read(&mut fields)?;
        (fields.problems.len() == before).then_some(read)
    }
}

/// A request with rules across its fields. The rules see the fields that could be read, so that a broken rule is
/// reported together with all other problems; an invalid field is `None`, an optional one an [`OptionalField`].
pub trait Checked {
    type Read;
}

pub type Read<T> = <T as Checked>::Read;

/// An optional field as the rules across fields see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionalField<T> {
    Given(T),
    LeftOut,
    Invalid,
}

impl<T> OptionalField<T> {
    pub fn given(&self) -> Option<&T> {
        match self {
            Self::Given(value) => Some(value),
            Self::LeftOut | Self::Invalid => None,
        }
    }

    pub fn is_given(&self) -> bool {
        matches!(self, Self::Given(_))
    }

    pub fn is_left_out(&self) -> bool {
        matches!(self, Self::LeftOut)
    }

    pub fn is_invalid(&self) -> bool {
        matches!(self, Self::Invalid)
    }
}

impl<T> From<Option<Option<T>>> for OptionalField<T> {
    fn from(read: Option<Option<T>>) -> Self {
        match read {
            Some(Some(value)) => Self::Given(value),
            Some(None) => Self::LeftOut,
            None => Self::Invalid,
        }
    }
}

impl<T> From<OptionalField<T>> for Option<Option<T>> {
    fn from(field: OptionalField<T>) -> Self {
        match field {
            OptionalField::Given(value) => Some(Some(value)),
            OptionalField::LeftOut => Some(None),
            OptionalField::Invalid => None,
        }
    }
}

/// `serviceInterestedId` of `service_interested_id`.
pub fn camel(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    let mut upper = false;
    for letter in field.chars() {
        match letter {
            '_' => upper = true,
            letter if upper => {
                name.extend(letter.to_uppercase());
                upper = false;
            }
            letter => name.push(letter),
        }
    }
    name
}

/// Declares a request. Every field's type is a [`Field`]: an `Option<_>` may be left out, a nested request is a field
/// too. JSON names are camelCase. With `, checked` after the name, the type has its own `fn check(read: &Read<Self>,
/// problems: &mut Problems)` for the rules across fields.
#[macro_export]
macro_rules! body {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::body!(@declare [$(#[$meta])*] [$vis] $name { $($fields)* });
        impl $crate::input::Body for $name {
            $crate::body!(@read { $($fields)* });
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident, checked { $($fields:tt)* }) => {
        $crate::body!(@declare [$(#[$meta])*] [$vis] $name { $($fields)* });
        $crate::body!(@checked $name { $($fields)* });
    };
    (@checked $name:ident { $($(#[$field_meta:meta])* $field:ident : $type:ty),* $(,)? }) => {
        const _: () = {
            pub struct ReadFields {
                $(pub $field: <$type as $crate::input::Field>::Read),*
            }

            impl $crate::input::Checked for $name {
                type Read = ReadFields;
            }

            impl $crate::input::Body for $name {
                fn read(fields: &mut $crate::input::Fields<'_>) -> Option<Self> {
                    let read = ReadFields { $($field: fields.take::<$type>(&$crate::input::camel(stringify!($field))).into()),* };
                    fields.across(|problems| $name::check(&read, problems));
                    Some(Self { $($field: Option::<$type>::from(read.$field)?),* })
                }
            }
        };
    };
    (@read { $($(#[$field_meta:meta])* $field:ident : $type:ty),* $(,)? }) => {
        fn read(fields: &mut $crate::input::Fields<'_>) -> Option<Self> {
            $(let $field = fields.take::<$type>(&$crate::input::camel(stringify!($field)));)*
            Some(Self { $($field: $field?),* })
        }
    };
    (@declare [$($meta:tt)*] [$vis:vis] $name:ident { $($(#[$field_meta:meta])* $field:ident : $type:ty),* $(,)? }) => {
        $($meta)*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $($(#[$field_meta])* pub $field: $type),*
        }

        impl $crate::input::Field for $name {
            type Read = Option<Self>;

            fn from_json(value: &serde_json::Value, path: &str, problems: &mut $crate::input::Problems) -> Option<Self> {
                match value.as_object() {
                    Some(object) => <Self as $crate::input::Body>::from_fields($crate::input::Fields::of_object(object, path, problems)),
                    None => {
                        problems.add(path, "must be an object");
                        None
                    }
                }
            }

            fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                #[allow(unused_mut)]
                let mut schema = utoipa::openapi::ObjectBuilder::new();
                $(
                    let name = $crate::input::camel(stringify!($field));
                    let field = <$type as $crate::input::Field>::field_schema();
                    schema = if <$type as $crate::input::Field>::REQUIRED {
                        schema.property(name.clone(), field).required(name)
                    } else {
                        schema.property(name, $crate::input::nullable(field))
                    };
                )*
                schema.into()
            }
        }
    };
}

pub use crate::body;

#[cfg(test)]
mod tests {
    use super::super::list::List;
    use super::super::number::Int;
    use super::super::text::{Text, Trimmed};
    use super::*;
    use crate::contact::Phone;

    body! {
        pub struct Line {
            service_id: Text<1, 10>,
            duration_minutes: Int<1, 480>,
        }
    }

    body! {
        pub struct Form, checked {
            name: Trimmed<1, 5>,
            phone: Phone,
            note: Option<Text<0, 3>>,
            lines: Option<List<Line, 0, 10>>,
        }
    }

    impl Form {
        fn check(read: &Read<Self>, problems: &mut Problems) {
            let note = read.note.given().map(|note| &**note);
            if note.is_some() && note == read.name.as_deref() {
                problems.add("note", "must not repeat the name");
            }
        }
    }

    fn read(json: &str) -> Result<Form, BTreeMap<String, Vec<String>>> {
        let value: Value = serde_json::from_str(json).unwrap();
        let mut problems = Problems::default();
        match Form::from_fields(Fields::of_object(value.as_object().unwrap(), "", &mut problems)) {
            Some(form) => Ok(form),
            None => Err(problems.into_details()),
        }
    }

    #[test]
    fn every_invalid_field_is_reported_at_once_under_its_path() {
        let problems = read(
            r#"{"name": 7, "note": "long", "lines": [{"serviceId": "a", "durationMinutes": 0}, {"serviceId": ""}, 3]}"#,
        )
        .unwrap_err();
        let paths: Vec<&str> = problems.keys().map(String::as_str).collect();
        assert_eq!(
            paths,
            [
                "lines.0.durationMinutes",
                "lines.1.durationMinutes",
                "lines.1.serviceId",
                "lines.2",
                "name",
                "note",
                "phone"
            ]
        );
        assert_eq!(problems["phone"], ["is required"]);
        assert_eq!(problems["lines.0.durationMinutes"], ["must be positive"]);
    }

    #[test]
    fn a_valid_form_is_read_completely() {
        let form =
            read(r#"{"name": "Asha", "phone": "9876543210", "lines": [{"serviceId": "a", "durationMinutes": 5.0}]}"#)
                .unwrap();
        let lines: Vec<(&str, i64)> = form
            .lines
            .iter()
            .flat_map(|lines| lines.iter())
            .map(|line| (&*line.service_id, line.duration_minutes.get()))
            .collect();
        assert_eq!((form.phone.as_str(), lines), ("+919876543210", vec![("a", 5)]));
    }

    #[test]
    fn null_is_absent_and_an_empty_text_is_a_value() {
        let form = read(r#"{"name": " Asha ", "phone": "9876543210", "note": null, "other": 1}"#).unwrap();
        assert_eq!((&*form.name, form.note), ("Asha", None));
        assert_eq!(read(r#"{"name": "Asha", "phone": "9876543210", "note": ""}"#).unwrap().note.as_deref(), Some(""));
        assert!(read(r#"{"name": "  ", "phone": "9876543210"}"#).unwrap_err().contains_key("name"));
    }

    #[test]
    fn rules_across_fields_are_reported_together_with_invalid_fields() {
        let problems = read(r#"{"name": "abc", "phone": "9876543210", "note": "abc"}"#).unwrap_err();
        assert_eq!(problems["note"], ["must not repeat the name"]);
        let problems = read(r#"{"name": "abc", "phone": "1", "note": "abc"}"#).unwrap_err();
        assert_eq!(problems.keys().collect::<Vec<_>>(), ["note", "phone"]);
        let problems = read(r#"{"name": "abcdef", "phone": "1", "note": "abcdef"}"#).unwrap_err();
        assert_eq!(
            problems["note"],
            ["must have at most 3 characters"],
            "what is wrong by itself breaks no other rule"
        );
    }
}
