//! Lists notifications by their delivery status.

use axum::extract::State;
use parlour::operations::{NotificationLogRequest, NotificationsLogAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn notifications(
    State(salon): State<Salon>,
    Query(request): Query<NotificationLogRequest>,
) -> Answer<NotificationsLogAnswer> {
    let (notifications, meta) = salon.operations().notifications_log(&request).await?;
    paged(notifications, meta)
}
