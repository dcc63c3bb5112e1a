//! The invoicing function on Lambda.

use std::sync::Arc;

use aws_config::BehaviorVersion;
use lambda_http::{Error, tracing};
use parlour::invoices::documents::BucketDocuments;
use parlour::time::Clock;
use parlour_invoicing::{Invoicing, router};

#[tokio::main]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let config = aws_config::load_defaults(BehaviorVersion::latest()).await;
    let bucket = std::env::var("INVOICE_BUCKET").map_err(|_| "INVOICE_BUCKET is not set")?;
    let service = Invoicing {
        secret: secret(&config).await?.into(),
        documents: Arc::new(BucketDocuments::new(aws_sdk_s3::Client::new(&config), bucket)),
        clock: Clock::real(),
    };
    lambda_http::run(router(service)).await
}

/// Given directly, or as the name of the parameter that holds it.
async fn secret(config: &aws_config::SdkConfig) -> Result<String, Error> {
    if let Ok(secret) = std::env::var("INVOICING_SECRET") {
        return Ok(secret);
    }
    let name = std::env::var("INVOICING_SECRET_PARAM").map_err(|_| "INVOICING_SECRET is not set")?;
    let answer = aws_sdk_ssm::Client::new(config).get_parameter().name(name).with_decryption(true).send().await?;
    answer.parameter.and_then(|parameter| parameter.value).ok_or_else(|| "the secret's parameter is empty".into())
}
