//! Reads one public service by its slug.

use axum::extract::State;
use parlour::catalogue::ServiceAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn by_slug(State(salon): State<Salon>, PathParam(slug): PathParam<String>) -> Answer<ServiceAnswer> {
    let service = salon.catalogue().public_service(&slug).await?;
    ok(ServiceAnswer { service })
}
