//! Requests about notifications and push subscriptions.

use std::ops::Deref;
use std::str::FromStr;

use parlour_senders::{LONGEST_ENDPOINT, P256dh, PushAuth, PushEndpoint};
use parlour_values::id::NotificationId;
use parlour_values::input::{List, Text, body, string_schema, text_fields};

body! {
    /// Which to mark as read; none named means all.
    pub struct ReadRequest {
        ids: Option<List<NotificationId, 0, 500>>,
    }
}

body! {
    /// The browser's push subscription. Whether it is a known push service's is judged by whoever knows them.
    pub struct SubscribeRequest {
        endpoint: GivenEndpoint,
        keys: SubscriptionKeys,
    }
}

body! {
    pub struct SubscriptionKeys {
        p256dh: P256dh,
        auth: PushAuth,
    }
}

/// The address exactly as the browser gave it: it is the subscription's key.
#[derive(Clone, Debug)]
pub struct GivenEndpoint(String);

impl FromStr for GivenEndpoint {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !PushEndpoint::may_be_stand_in(text) {
            PushEndpoint::address(text)?;
        }
        Ok(Self(text.to_owned()))
    }
}

impl Deref for GivenEndpoint {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

text_fields! {
    GivenEndpoint, LONGEST_ENDPOINT, string_schema()
        .pattern(Some("^https://."))
        .description(Some("an address of a known push service"));
}

body! {
    pub struct UnsubscribeRequest {
        endpoint: Text<1, 4096>,
    }
}
