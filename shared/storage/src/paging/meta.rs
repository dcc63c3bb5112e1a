//! The `meta` of a paged response.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    pub page: u64,
    pub total_pages: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_count: Option<u64>,
}

impl Meta {
    /// For lists whose total is known.
    pub fn counted(page: u64, page_size: u64, total_count: u64) -> Self {
        Self { page, total_pages: total_count.div_ceil(page_size.max(1)).max(1), total_count: Some(total_count) }
    }

    /// For feeds: if the page is full, there may be another one.
    pub fn open_ended(page: u64, page_size: u64, returned: usize) -> Self {
        let full = u64::try_from(returned).is_ok_and(|returned| returned == page_size);
        Self { page, total_pages: if full { page.saturating_add(1) } else { page }, total_count: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_up_to_at_least_one() {
        assert_eq!(Meta::counted(1, 20, 0).total_pages, 1);
        assert_eq!(Meta::counted(1, 20, 20).total_pages, 1);
        assert_eq!(Meta::counted(2, 20, 41).total_pages, 3);
    }

    #[test]
    fn a_full_page_of_a_feed_counts_one_more_page() {
        assert_eq!(Meta::open_ended(2, 20, 20).total_pages, 3);
        assert_eq!(Meta::open_ended(2, 20, 19).total_pages, 2);
    }
}
