//! The start of every Lambda: settings, a table client with a warm connection, logs, the router.

use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use lambda_http::request::{LambdaRequest, RequestContext};
use lambda_http::{LambdaEvent, Service as _};
use serde_json::Value;
use tower::Layer as _;

pub use lambda_http::Error;

use crate::{Front, Routes};
use parlour_aws::AwsAccount;
use parlour_senders::Outbound;
use parlour_senders::bucket::BucketDocuments;
use parlour_settings::Settings;
use parlour_settings::metrics::Metrics;
use parlour_storage::outbox::AwsQueue;
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::{self, Table, keys};
use parlour_values::id::Random;
use parlour_values::time::Clock;

/// Runs a function on one thread: an instance has one request at a time, and less than one CPU.
pub fn run(function: impl Future<Output = Result<(), Error>>) -> Result<(), Error> {
    log();
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(function)
}

/// Serves a group of routes behind API Gateway.
pub fn serve(routes: Routes) -> Result<(), Error> {
    run(async { lambda_http::run(from_gateway(routes, &open().await?)).await })
}

/// Like `serve`, for functions that send messages or report what is configured to be sent.
pub fn serve_sending(routes: Routes) -> Result<(), Error> {
    run(async { lambda_http::run(from_gateway(routes, &open_sending().await?)).await })
}

/// The salon on AWS, configured from the environment, without senders: requests send nothing.
pub async fn open() -> Result<Salon, Error> {
    let (settings, clock) = (settings()?, Clock::real());
    let outbound = Outbound::unconfigured().metered_by(Metrics::of(&settings, &clock));
    build(settings, &account()?, clock, outbound).await
}

/// The salon on AWS with its senders.
pub async fn open_sending() -> Result<Salon, Error> {
    let (settings, account, clock) = (settings()?, account()?, Clock::real());
    let outbound = Outbound::with_email(&settings, &account, &clock).map_err(not_started)?;
    build(settings, &account, clock, outbound).await
}

/// The settings; why a function does not start with them is logged, as Lambda shows only that it exited.
pub fn settings() -> Result<Settings, Error> {
    Settings::from_environment().map_err(not_started)
}

fn not_started<E: std::error::Error + Send + Sync + 'static>(error: E) -> Error {
    tracing::error!(%error, "the function does not start");
    Error::from(error)
}

/// The account, with the rights of the function's role.
pub fn account() -> Result<AwsAccount, Error> {
    AwsAccount::from_environment().map_err(not_started)
}

async fn build(settings: Settings, account: &AwsAccount, clock: Clock, outbound: Outbound) -> Result<Salon, Error> {
    let client = table::client(account).map_err(not_started)?;
    let table = Table::new(client, settings.table_name.clone());
    // Do the TLS handshake now, as it takes most of a cold start; the result does not matter.
    let _ = table.touch(&keys::heartbeat()).await;
    let outbound = match &settings.invoice_bucket {
        Some(bucket) => outbound.keeping(Arc::new(BucketDocuments::connect(bucket, account).map_err(not_started)?)),
        None => outbound,
    };
    Ok(Salon::new(SalonParts { table, random: Random::from_system(clock.clone()), clock, settings, outbound }))
}

/// Passes one API Gateway event to a group of routes, for a function with other triggers too.
pub async fn answer(routes: Routes, salon: &Salon, event: LambdaEvent<Value>) -> Result<Value, Error> {
    let request: LambdaRequest = serde_json::from_value(event.payload)?;
    let mut adapter = lambda_http::Adapter::from(from_gateway(routes, salon));
    let answer = adapter.call(LambdaEvent::new(request, event.context)).await?;
    Ok(serde_json::to_value(answer)?)
}

fn log() {
    lambda_http::tracing::init_default_subscriber();
}

/// Serves the routes to API Gateway, which reports the client's address, or to CloudFront before it.
pub fn from_gateway(routes: Routes, salon: &Salon) -> axum::Router {
    let (router, front) = (routes.serve(salon), Front::of(&salon.settings));
    let layer = from_fn(move |request: Request, next: Next| set_client_ip(front.clone(), request, next));
    axum::Router::new().fallback_service(layer.layer(router))
}

async fn set_client_ip(front: Front, mut request: Request, next: Next) -> Response {
    let seen = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context.http.source_ip.clone(),
        _ => None,
    };
    match front.client(request.headers(), seen) {
        Ok(Some(client)) => _ = request.extensions_mut().insert(client),
        Ok(None) => {}
        Err(went_around) => _ = request.extensions_mut().insert(went_around),
    }
    next.run(request).await
}

/// The queue, if the settings name one.
pub fn queue(settings: &Settings) -> Result<Option<AwsQueue>, Error> {
    AwsQueue::connect(settings, &account()?).map_err(not_started)
}
