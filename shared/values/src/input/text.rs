//! Text fields with a length, and what may be in them: a line of text shows all that it contains.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field::{Field, string_schema, text_of};
use super::problems::Problems;

const ONE_LINE: &str = "must be one line without control characters";
/// A line, as OpenAPI says it: anything but what [`is_hidden`], and line breaks.
const LINE_PATTERN: &str = r"^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$";
/// The same with something to see, where a name may not be empty.
pub const NAME_PATTERN: &str = concat!(
    r"^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*",
    r"[^\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]",
    r"[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$"
);
/// A text in which something can be seen.
const SEEN_PATTERN: &str = r"[^\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]";

/// A character that is not seen and changes what is read: null and other control characters, and those that override
/// the direction of writing. The joiners that Indian scripts are written with are not among them.
pub fn is_hidden(character: char) -> bool {
    let is_break = matches!(character, '\n' | '\r' | '\t');
    let overrides = matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (character.is_control() && !is_break) || overrides
}

/// One line, without hidden characters.
pub fn is_line(text: &str) -> bool {
    !text.chars().any(|character| character.is_control() || is_hidden(character))
}

/// The text without hidden characters; its lines stay.
pub fn without_hidden(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) {
        Cow::Owned(text.chars().filter(|character| !is_hidden(*character)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn line<'a>(text: &'a str, path: &str, problems: &mut Problems) -> Option<Cow<'a, str>> {
    if is_line(text) {
        return Some(Cow::Borrowed(text));
    }
    problems.add(path, ONE_LINE);
    None
}

fn bounded(text: Cow<'_, str>, min: usize, max: usize, path: &str, problems: &mut Problems) -> Option<String> {
    let length = text.chars().count();
    if length < min {
        problems.add(
            path,
            if min == 1 { "must not be empty".to_owned() } else { format!("must have at least {min} characters") },
        );
        None
    } else if length > max {
        problems.add(path, format!("must have at most {max} characters"));
        None
    } else {
        Some(text.into_owned())
    }
}

/// How a text is taken from the field; what cannot be taken is reported under the path.
type Take = for<'a> fn(&'a str, &str, &mut Problems) -> Option<Cow<'a, str>>;

/// The texts whose bounds the field gives; those of a form are declared by `text_type!`.
macro_rules! bounded_text {
    ($($(#[$doc:meta])* $name:ident: $pattern:expr, $take:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name<const MIN: usize, const MAX: usize>(String);

        impl<const MIN: usize, const MAX: usize> Field for $name<MIN, MAX> {
            type Read = Option<Self>;

            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                let take: Take = $take;
                let text = take(text_of(value, path, problems)?, path, problems)?;
                bounded(text, MIN, MAX, path, problems).map(Self)
            }

            fn field_schema() -> RefOr<Schema> {
                let pattern: fn(usize) -> Option<&'static str> = $pattern;
                string_schema().min_length(Some(MIN)).max_length(Some(MAX)).pattern(pattern(MIN)).into()
            }
        }

        impl<const MIN: usize, const MAX: usize> Deref for $name<MIN, MAX> {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<const MIN: usize, const MAX: usize> From<$name<MIN, MAX>> for String {
            fn from(text: $name<MIN, MAX>) -> Self {
                text.0
            }
        }

        impl<const MIN: usize, const MAX: usize> fmt::Display for $name<MIN, MAX> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

bounded_text! {
    /// Text that programs wrote (addresses, handles, filters), exactly as sent, from `MIN` to `MAX` characters.
    Text: |_| None, |text, _, _| Some(Cow::Borrowed(text));
    /// One line as sent; hidden characters are refused.
    Line: |_| Some(LINE_PATTERN), line;
    /// A name: one line without space around it; hidden characters are refused.
    Name: |least| Some(if least > 0 { NAME_PATTERN } else { LINE_PATTERN }), |text, path, problems| {
        line(text.trim(), path, problems)
    };
    /// Longer text as sent, possibly of several lines; hidden characters are taken out.
    Prose: |_| None, |text, _, _| Some(without_hidden(text));
    /// The same without space around it.
    Trimmed: |least| (least > 0).then_some(SEEN_PATTERN), |text, _, _| Some(match without_hidden(text) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read<T: Field>(text: &str) -> Result<T, Vec<String>> {
        let mut problems = Problems::default();
        let read = T::from_json(&json!(text), "field", &mut problems);
        read.ok_or_else(|| problems.into_details().remove("field").unwrap())
    }

    #[test]
    fn lines_and_names_refuse_what_is_not_seen() {
        for hidden in ["a\0b", "a\u{202e}b", "a\u{2066}b", "a\u{2029}b", "a\u{7f}b", "a\u{9b}b", "a\nb", "a\tb", "a\rb"]
        {
            assert_eq!(read::<Name<1, 9>>(hidden), Err(vec![ONE_LINE.to_owned()]), "{hidden:?}");
            assert_eq!(read::<Line<0, 9>>(hidden), Err(vec![ONE_LINE.to_owned()]), "{hidden:?}");
        }
        assert_eq!(&*read::<Name<1, 9>>(" Asha\n").unwrap(), "Asha");
        // A half letter in Devanagari, and a name from right to left.
        for name in ["क\u{94d}\u{200d}ष", "عائشة", "Zoë-Ann O’N"] {
            assert_eq!(&*read::<Name<1, 20>>(name).unwrap(), name);
        }
    }

    #[test]
    fn longer_texts_lose_it_and_keep_their_lines() {
        assert_eq!(&*read::<Prose<0, 20>>(" one\r\n\ttwo\0\u{202e} ").unwrap(), " one\r\n\ttwo ");
        assert_eq!(&*read::<Trimmed<1, 9>>("\0 one\ntwo \u{1b}").unwrap(), "one\ntwo");
        assert_eq!(read::<Trimmed<1, 9>>("\0\u{202e}"), Err(vec!["must not be empty".to_owned()]));
    }

    #[test]
    fn what_programs_write_stays_as_it_was_sent() {
        assert_eq!(&*read::<Text<0, 9>>("a\tb").unwrap(), "a\tb");
    }
}
