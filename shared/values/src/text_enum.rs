//! Enums that are text in JSON and in the table, each declared as one list of variants and texts.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::Visitor;

/// Declares an enum from a list of `Variant => "text"`, with the list itself (`ALL`), `as_str`, `Display`,
/// `FromStr` (whose message names the allowed texts), serde and an OpenAPI schema, all from that one list.
#[macro_export]
macro_rules! text_enum {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident => $text:literal),+ $(,)?
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant),+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::text_enum::one_of(&[$($text),+])),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        $crate::text_enum::deserialize_from_text!($name);

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($text),+]))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

/// Serialises as the text of `Display` and `FromStr`.
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::text_enum::deserialize_from_text!($type);
    )+};
}

/// Deserialises from the text of `FromStr`.
#[macro_export]
macro_rules! deserialize_from_text {
    ($type:ty) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str($crate::text_enum::AsText(std::marker::PhantomData))
            }
        }
    };
}

pub use crate::{deserialize_from_text, serde_as_text, text_enum};

/// Reads a value from its text without a copy of it.
pub struct AsText<T>(pub PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for AsText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// More names than this are not listed in a refusal: a list of refused values would fill pages.
const LISTED: usize = 40;

/// The message about a text that is none of these.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [first, ..] if names.len() > LISTED => {
            format!("must be one of the {} values in the API's description, such as {first}", names.len())
        }
        _ => format!("must be one of: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use utoipa::{PartialSchema, ToSchema};

    text_enum! {
        /// Which way a door swings.
        enum Swing {
            Inward => "inward",
            BothWays => "both_ways",
        }
    }

    #[test]
    fn one_list_gives_the_texts_both_ways() {
        for swing in Swing::ALL {
            assert_eq!(swing.as_str().parse(), Ok(*swing));
            assert_eq!(swing.to_string(), swing.as_str());
            let json = serde_json::to_string(swing).unwrap();
            assert_eq!(json, format!("\"{swing}\""));
            assert_eq!(serde_json::from_str::<Swing>(&json).unwrap(), *swing);
        }
    }

    #[test]
    fn another_text_is_refused_with_the_allowed_ones() {
        assert_eq!("Inward".parse::<Swing>().unwrap_err(), "must be one of: inward, both_ways");
        assert!(serde_json::from_str::<Swing>("\"sideways\"").unwrap_err().to_string().contains("inward, both_ways"));
        assert!(serde_json::from_str::<Swing>("7").is_err());
    }

    #[test]
    fn the_schema_is_a_string_of_the_same_texts() {
        assert_eq!(Swing::name(), "Swing");
        let schema = serde_json::to_value(Swing::schema()).unwrap();
        assert_eq!(schema, serde_json::json!({ "type": "string", "enum": ["inward", "both_ways"] }));
    }
}
