//! The invoicing function on Lambda.

use std::sync::Arc;

use parlour::lambda::{self, Error};
use parlour::outbound::bucket::BucketDocuments;
use parlour::time::Clock;
use parlour_invoicing::{Invoicing, router};

fn main() -> Result<(), Error> {
    lambda::run(serve())
}

async fn serve() -> Result<(), Error> {
    let settings = lambda::settings()?;
    let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    let bucket = settings.invoice_bucket.ok_or("INVOICE_BUCKET is not set")?;
    let service = Invoicing {
        secret: settings.invoicing_secret,
        documents: Arc::new(BucketDocuments::new(aws_sdk_s3::Client::new(&config), bucket)),
        clock: Clock::real(),
    };
    lambda_http::run(router(service)).await
}
