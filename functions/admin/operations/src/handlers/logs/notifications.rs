//! Lists notifications by their delivery status.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_platform::operations::{NotificationLogRequest, NotificationsLogAnswer, Operations};
use parlour_storage::salon::Salon;

pub async fn notifications(
    State(salon): State<Salon>,
    Query(request): Query<NotificationLogRequest>,
) -> Answer<NotificationsLogAnswer> {
    let (notifications, meta) = Operations::of(&salon).notifications_log(&request).await?;
    paged(notifications, meta)
}
