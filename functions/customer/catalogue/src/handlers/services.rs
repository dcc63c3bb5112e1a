//! The public catalogue.

use axum::extract::State;
use parlour::catalogue::{CatalogueView, ServiceAnswer, ServiceView};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Refusal, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<CatalogueView> {
    let catalogue = salon.catalogue().read().await?;
    Ok(ok(catalogue.public())?.revalidated())
}

pub async fn by_slug(State(salon): State<Salon>, PathParam(slug): PathParam<String>) -> Answer<ServiceAnswer> {
    let catalogue = salon.catalogue().read().await?;
    let service = catalogue.by_slug(&slug).filter(|service| catalogue.is_on_offer(service));
    let service = service.ok_or_else(|| Refusal::not_found("The service"))?;
    Ok(ok(ServiceAnswer { service: ServiceView::from(&service.record) })?.revalidated())
}
