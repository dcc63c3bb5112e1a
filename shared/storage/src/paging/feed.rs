//! Pages of a feed. Lenient: feeds are scrolled, so invalid parameters are not refused.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, Type};

use super::meta::Meta;
use parlour_values::input::{Body, Field, Fields, Problems};

/// `page` from 1, `pageSize` up to 100; invalid values fall back to page 1 of 20 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedPage {
    pub page: u64,
    pub page_size: u64,
}

/// The largest number that every reader of JSON keeps as it is. `meta` says the page.
const LAST_PAGE: u64 = (1 << 53) - 1;
const DEFAULT_SIZE: u64 = 20;
const MAX_SIZE: u64 = 100;

impl FeedPage {
    /// How many rows come before this page.
    pub fn before(self) -> usize {
        usize::try_from(self.page.saturating_sub(1).saturating_mul(self.page_size)).unwrap_or(usize::MAX)
    }

    /// How many rows there are up to its end.
    pub fn through(self) -> usize {
        self.before().saturating_add(usize::try_from(self.page_size).unwrap_or(usize::MAX))
    }

    pub fn meta(self, returned: usize) -> Meta {
        Meta::open_ended(self.page, self.page_size, returned)
    }
}

/// A positive whole number; anything else counts as absent.
struct Positive(Option<u64>);

impl Field for Positive {
    type Read = Option<Self>;

    fn from_json(value: &Value, _path: &str, _problems: &mut Problems) -> Option<Self> {
        let text = value.as_str().unwrap_or_default();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // A number that overflows counts as a very large one.
        let number = digits.then(|| text.parse().unwrap_or(u64::MAX)).filter(|number| *number >= 1);
        Some(Self(number))
    }

    fn absent() -> Option<Self> {
        Some(Self(None))
    }

    const REQUIRED: bool = false;

    fn field_schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).into()
    }
}

/// Without bounds: whatever is sent, some page is answered.
fn number(fallback: u64, words: &str) -> Object {
    let number = ObjectBuilder::new().schema_type(Type::Integer).default(Some(fallback.into()));
    number.description(Some(words)).build()
}

impl Body for FeedPage {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let page = fields.take::<Positive>("page").and_then(|page| page.0).filter(|page| *page <= LAST_PAGE);
        let page_size = fields.take::<Positive>("pageSize").and_then(|size| size.0);
        Some(Self { page: page.unwrap_or(1), page_size: page_size.map_or(DEFAULT_SIZE, |size| size.min(MAX_SIZE)) })
    }
}

impl Field for FeedPage {
    type Read = Option<Self>;

    fn from_json(_value: &Value, _path: &str, _problems: &mut Problems) -> Option<Self> {
        Some(Self { page: 1, page_size: DEFAULT_SIZE })
    }

    fn field_schema() -> RefOr<Schema> {
        let page = number(1, "from 1; anything else is page 1");
        let page_size =
            number(DEFAULT_SIZE, "rows of a page: more than 100 are 100, and what is no number from 1 is 20");
        ObjectBuilder::new().property("page", page).property("pageSize", page_size).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn read(query: &[(&str, &str)]) -> FeedPage {
        let parameters: BTreeMap<String, Vec<String>> =
            query.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
        FeedPage::from_fields(Fields::of_query(&parameters, &mut Problems::default())).unwrap()
    }

    #[test]
    fn invalid_parameters_fall_back_to_the_first_page_of_twenty() {
        let first = FeedPage { page: 1, page_size: 20 };
        assert_eq!(read(&[]), first);
        for nonsense in ["", "0", "-1", "1.5", "two", "+3"] {
            assert_eq!(read(&[("page", nonsense), ("pageSize", nonsense)]), first, "{nonsense}");
        }
        assert_eq!(read(&[("page", "3"), ("pageSize", "101")]), FeedPage { page: 3, page_size: 100 });
    }

    #[test]
    fn a_page_that_does_not_fit_is_the_first_and_as_many_rows_as_there_may_be() {
        for far in ["9007199254740992", "99999999999999999999"] {
            assert_eq!(read(&[("page", far), ("pageSize", far)]), FeedPage { page: 1, page_size: 100 }, "{far}");
        }
    }

    #[test]
    fn a_page_far_beyond_the_end_is_empty() {
        let far = read(&[("page", "9007199254740991"), ("pageSize", "100")]);
        assert_eq!((far.page, far.before()), (LAST_PAGE, 900_719_925_474_099_000));
        assert_eq!(FeedPage { page: u64::MAX, page_size: 100 }.through(), usize::MAX);
        assert_eq!(read(&[("page", "2"), ("pageSize", "5")]).before(), 5);
    }
}
