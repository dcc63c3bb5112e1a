//! What is asked of notifications.

use std::ops::Deref;
use std::str::FromStr;

use crate::id::NotificationId;
use crate::input::{List, Text, body, string_schema, text_fields};
use crate::outbound::{LONGEST_ENDPOINT, P256dh, PushAuth, PushEndpoint};

body! {
    /// Which to mark as read; none named means all.
    pub struct ReadRequest {
        ids: Option<List<NotificationId, 0, 500>>,
    }
}

body! {
    /// What the browser's push manager gives. Whether it is a known push service's is judged by whoever knows them.
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
    // 65 bytes, of which the first is 4.
    P256dh, 88, string_schema().pattern(Some("^B[A-P][A-Za-z0-9_+/-]{84}[AEIMQUYcgkosw048]=?$"));
    // 16 bytes.
    PushAuth, 24, string_schema().pattern(Some("^[A-Za-z0-9_+/-]{21}[AQgw]={0,2}$"));
}

body! {
    pub struct UnsubscribeRequest {
        endpoint: Text<1, 4096>,
    }
}
