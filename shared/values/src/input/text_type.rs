//! Texts of a form: a type each, which says once what fits, how OpenAPI describes it and what is answered to anything else.

/// Declares a text of a form with `as_str`, `FromStr` and `Field`: how many characters it has at most, what its schema says
/// (any of `least`, `pattern`, `description` and `example`, in this order), what is taken of a text (all of it, unless `taken`
/// says otherwise), and the rules with their messages; the first that does not hold refuses the text.
///
/// A pattern is a second way to say the rules: `tests/salon/text_types.rs` tries whether what it describes fits.
#[macro_export]
macro_rules! text_type {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident, most: $most:expr,
            $(least: $least:expr,)? $(pattern: $pattern:expr,)? $(description: $description:expr,)? $(example: $example:expr,)?
            $(taken: $taken:expr,)?
            $(fits: $fits:expr => $message:expr),+;
    )*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq)]
        $(#[$meta])*
        $vis struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $(
                    let taken: fn(&str) -> &str = $taken;
                    let text = taken(text);
                )?
                $(
                    let fits: fn(&str) -> bool = $fits;
                    if !fits(text) {
                        return Err($message);
                    }
                )+
                Ok(Self(text.to_owned()))
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        $crate::input::text_fields! {
            $name, $most, $crate::input::string_schema()
                $(.min_length(Some($least)))?
                $(.pattern(Some($pattern)))?
                $(.description(Some($description)))?
                $(.examples([$example]))?
        }
    )*};
}

pub use crate::text_type;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::input::{Field, Problems};

    text_type! {
        /// The number of a seat.
        struct Seat, most: 3, least: 2, pattern: r"^\s*[A-F][0-9]+\s*$", description: "row and place", example: "A7",
            taken: str::trim,
            fits: |text| text.starts_with(|row| ('A'..='F').contains(&row)) => "must begin with a row",
            fits: |text| text.len() > 1 && text.bytes().skip(1).all(|byte| byte.is_ascii_digit()) => "must end with a place";
    }

    fn problem(text: &str) -> String {
        let mut problems = Problems::default();
        assert_eq!(Seat::from_json(&json!(text), "seat", &mut problems), None);
        problems.into_details().remove("seat").unwrap().remove(0)
    }

    #[test]
    fn a_declaration_gives_the_text_its_refusals_and_its_schema() {
        let seat: Seat = " B12\n".parse().unwrap();
        assert_eq!((seat.as_str(), String::from(seat.clone())), ("B12", "B12".to_owned()));
        assert_eq!(problem("12"), "must begin with a row");
        assert_eq!(problem("B"), "must end with a place");
        assert_eq!(problem("B123"), "must have at most 3 characters");
        assert_eq!(
            serde_json::to_value(Seat::field_schema()).unwrap(),
            json!({
                "type": "string", "minLength": 2, "maxLength": 3, "pattern": r"^\s*[A-F][0-9]+\s*$",
                "description": "row and place", "examples": ["A7"],
            })
        );
    }
}
