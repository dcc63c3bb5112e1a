//! Pages of lists whose total is known: `page` from 1, `pageSize` from 1 to 100.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::meta::Meta;
use parlour_values::input::{Field, Int, MAX_NUMBER, Problems};

/// `page`, the first when left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageNumber(u64);

/// `pageSize`, 20 when left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize(u64);

macro_rules! page_fields {
    ($($name:ident: $bounds:ty, $absent:literal),*) => {$(
        impl $name {
            pub fn get(self) -> u64 {
                self.0
            }
        }

        impl Field for $name {
            type Read = Option<Self>;

            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                <$bounds>::from_json(value, path, problems).map(|number| Self(number.as_u64()))
            }

            fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
                <$bounds>::from_query(text, path, problems).map(|number| Self(number.as_u64()))
            }

            fn absent() -> Option<Self> {
                Some(Self($absent))
            }

            const REQUIRED: bool = false;

            fn field_schema() -> RefOr<Schema> {
                match <$bounds>::field_schema() {
                    RefOr::T(Schema::Object(mut number)) => {
                        number.default = Some($absent.into());
                        number.into()
                    }
                    other => other,
                }
            }
        }
    )*};
}

page_fields!(PageNumber: Int<1, MAX_NUMBER>, 1, PageSize: Int<1, 100>, 20);

/// One page of the rows, and its `meta`. A page after the last one is empty.
pub fn page_of<T>(rows: impl ExactSizeIterator<Item = T>, page: PageNumber, size: PageSize) -> (Vec<T>, Meta) {
    let total = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    let before = usize::try_from((page.0 - 1).saturating_mul(size.0)).unwrap_or(usize::MAX);
    let rows = rows.skip(before).take(usize::try_from(size.0).unwrap_or(usize::MAX)).collect();
    (rows, Meta::counted(page.0, size.0, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_partition_the_list() {
        let pages: Vec<u32> = (1..=3).flat_map(|page| page_of(0..5, PageNumber(page), PageSize(2)).0).collect();
        assert_eq!(pages, [0, 1, 2, 3, 4]);
        let (behind, meta) = page_of(0..5, PageNumber(9), PageSize(2));
        assert!(behind.is_empty());
        assert_eq!((meta.page, meta.total_pages, meta.total_count), (9, 3, Some(5)));
    }
}
