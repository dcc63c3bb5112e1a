//! What every Lambda does at start: settings, one table client on a warmed connection, logs, its router.

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use lambda_http::request::RequestContext;
use tower::Layer as _;

pub use lambda_http::Error;

use crate::id::Random;
use crate::salon::{Parts, Salon};
use crate::settings::Settings;
use crate::table::{Table, keys};
use crate::time::Clock;
use crate::web::{ClientIp, Routes};

/// Serves the routes of one group behind API Gateway until the instance is put away.
pub async fn serve(routes: Routes) -> Result<(), Error> {
    log();
    let salon = open().await;
    lambda_http::run(from_gateway(routes.serve(&salon))).await
}

/// The salon over AWS, as the environment describes it.
pub async fn open() -> Salon {
    let settings = Settings::from_environment();
    let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    let table = Table::new(aws_sdk_dynamodb::Client::new(&config), settings.table_name.clone());
    // The first TLS handshake is most of a cold start: have it behind us. Its outcome does not matter.
    let _ = table.touch(&keys::heartbeat()).await;
    let clock = Clock::real();
    Salon::new(Parts { table, random: Random::from_system(clock.clone()), clock, settings })
}

pub fn log() {
    lambda_http::tracing::init_default_subscriber();
}

/// A router whose requests come from API Gateway: the client's address is the one the gateway saw.
pub fn from_gateway(router: axum::Router) -> axum::Router {
    axum::Router::new().fallback_service(from_fn(told_by_gateway).layer(router))
}

async fn told_by_gateway(mut request: Request, next: Next) -> Response {
    let address = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context.http.source_ip.clone(),
        _ => None,
    };
    if let Some(address) = address {
        request.extensions_mut().insert(ClientIp(address));
    }
    next.run(request).await
}
