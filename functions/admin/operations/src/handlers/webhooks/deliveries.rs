//! Lists what was sent to a webhook, newest events first.

use axum::extract::State;
use parlour_http::{Answer, PathParam, Query, paged};
use parlour_platform::webhooks::{DeliveriesRequest, DeliveryList, Webhooks};
use parlour_storage::salon::Salon;
use parlour_values::id::WebhookId;

pub async fn deliveries(
    State(salon): State<Salon>,
    PathParam(id): PathParam<WebhookId>,
    Query(request): Query<DeliveriesRequest>,
) -> Answer<DeliveryList> {
    let (deliveries, meta) = Webhooks::of(&salon).deliveries(&id, &request).await?;
    paged(DeliveryList { deliveries }, meta)
}
