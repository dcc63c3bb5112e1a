//! Requests about webhooks and their deliveries.

use super::delivery::DeliveryStatus;
use parlour_storage::events::EventType;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::input::{Clearable, List, Prose, Text, body, enum_fields};

enum_fields!(DeliveryStatus);

/// Which events a webhook gets; all of them where none are named.
pub type WantedTypes = List<EventType, 0, 100>;

body! {
    pub struct CreateWebhookRequest {
        url: Text<1, 2048>,
        types: Option<WantedTypes>,
        description: Option<Prose<0, 500>>,
    }
}

body! {
    /// Changes to a webhook; fields left out stay.
    pub struct PatchWebhookRequest {
        url: Option<Text<1, 2048>>,
        types: Clearable<WantedTypes>,
        description: Clearable<Prose<0, 500>>,
        is_active: Option<bool>,
    }
}

body! {
    pub struct ReplayRequest {
        /// `nextCursor` of the feed.
        after: Text<1, 200>,
    }
}

body! {
    pub struct DeliveriesRequest {
        status: Option<DeliveryStatus>,
        page: PageNumber,
        page_size: PageSize,
    }
}
