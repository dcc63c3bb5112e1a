//! Lists what was sent to a webhook, newest events first.

use axum::extract::State;
use parlour::id::WebhookId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Query, paged};
use parlour::webhooks::{DeliveriesRequest, DeliveryList};

pub async fn deliveries(
    State(salon): State<Salon>,
    PathParam(id): PathParam<WebhookId>,
    Query(request): Query<DeliveriesRequest>,
) -> Answer<DeliveryList> {
    let (deliveries, meta) = salon.webhooks().deliveries(&id, &request).await?;
    paged(DeliveryList { deliveries }, meta)
}
