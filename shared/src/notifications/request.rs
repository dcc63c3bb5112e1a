//! What is asked of notifications.

use crate::id::NotificationId;
use crate::web::{Text, body};

body! {
    /// Which to mark as read; none named means all.
    pub struct ReadRequest {
        ids: Option<Vec<NotificationId>>,
    }
}

body! {
    /// What the browser's push manager gives.
    /// Judged as a whole by whoever knows the push services, so that all that is wrong is told at once.
    pub struct SubscribeRequest {
        endpoint: Text<0, 4096>,
        keys: SubscriptionKeys,
    }
}

body! {
    pub struct SubscriptionKeys {
        p256dh: Text<0, 1024>,
        auth: Text<0, 1024>,
    }
}

body! {
    pub struct UnsubscribeRequest {
        endpoint: Text<1, 4096>,
    }
}
