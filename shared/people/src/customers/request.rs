//! What is asked of customers and tags.

use super::directory::Sort;
use super::tags::{LONGEST_NAME, TagName};
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::color::Color;
use parlour_values::id::{BookingId, TagId, UserId};
use parlour_values::input::{Int, Name, Prose, Text, Trimmed, body, text_fields};

text_fields! { TagName, LONGEST_NAME, Name::<1, LONGEST_NAME>::field_schema() }

body! {
    pub struct ListCustomersRequest {
        q: Option<Trimmed<0, 120>>,
        sort: Option<Sort>,
        tag: Option<Text<0, 200>>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    /// A manager's word against the count; nothing given changes nothing.
    pub struct OverrideRequest {
        noshow_count: Option<Int<0, 2_147_483_647>>,
        booking_requires_approval: Option<bool>,
    }
}

body! {
    pub struct CustomerNoteRequest {
        content: Trimmed<1, 1000>,
        booking_id: Option<BookingId>,
    }
}

body! {
    pub struct AssignRequest {
        tag_id: TagId,
    }
}

body! {
    pub struct CreateTagRequest {
        name: TagName,
        color: Color,
        description: Option<Prose<0, 500>>,
    }
}

body! {
    /// Whose history is to be moved: a walk-in without a sign-in.
    pub struct MergeRequest {
        from_id: UserId,
    }
}
