//! The invoicing function on Lambda.

use std::sync::Arc;

use parlour_http::lambda;
use parlour_http::lambda::Error;
use parlour_invoicing::{Invoicing, router};
use parlour_senders::bucket::BucketDocuments;
use parlour_values::time::Clock;

fn main() -> Result<(), Error> {
    lambda::run(serve())
}

async fn serve() -> Result<(), Error> {
    let settings = lambda::settings()?;
    let account = lambda::account()?;
    let bucket = settings.invoice_bucket.ok_or("INVOICE_BUCKET is not set")?;
    let service = Invoicing {
        secret: settings.invoicing_secret,
        documents: Arc::new(BucketDocuments::connect(&bucket, &account)?),
        clock: Clock::real(),
    };
    lambda_http::run(router(service)).await
}
