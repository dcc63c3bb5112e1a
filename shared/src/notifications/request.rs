//! What is asked of notifications.

use crate::id::NotificationId;
use crate::input::{List, Problems, Read, Text, body};
use crate::outbound::{P256dh, PushAuth, PushEndpoint};

body! {
    /// Which to mark as read; none named means all.
    pub struct ReadRequest {
        ids: Option<List<NotificationId, 0, 500>>,
    }
}

body! {
    /// What the browser's push manager gives. Whether it is a known push service's is judged by whoever knows them.
    pub struct SubscribeRequest, checked {
        endpoint: Text<0, 4096>,
        keys: SubscriptionKeys,
    }
}

impl SubscribeRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let endpoint = read.endpoint.as_deref().filter(|endpoint| !PushEndpoint::may_be_stand_in(endpoint));
        if let Some(Err(problem)) = endpoint.map(PushEndpoint::address) {
            problems.add("endpoint", problem);
        }
    }
}

body! {
    pub struct SubscriptionKeys, checked {
        p256dh: Text<0, 1024>,
        auth: Text<0, 1024>,
    }
}

impl SubscriptionKeys {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if let Some(Err(problem)) = read.p256dh.as_deref().map(P256dh::parse) {
            problems.add("p256dh", problem);
        }
        if let Some(Err(problem)) = read.auth.as_deref().map(PushAuth::parse) {
            problems.add("auth", problem);
        }
    }
}

body! {
    pub struct UnsubscribeRequest {
        endpoint: Text<1, 4096>,
    }
}
