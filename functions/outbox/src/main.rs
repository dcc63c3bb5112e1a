//! The outbox relay: DynamoDB stream to SQS or Scheduler, as a Lambda.

use lambda_runtime::{Error, LambdaEvent, service_fn};
use parlour_http::lambda;
use parlour_storage::outbox::AwsQueue;
use parlour_storage::salon::Salon;
use serde_json::Value;

fn main() -> Result<(), Error> {
    lambda::run(async {
        let salon = &lambda::open().await?;
        let queue = &lambda::queue(&salon.settings)?.ok_or("no queue is configured")?;
        lambda_runtime::run(service_fn(move |event| relay(salon, queue, event))).await
    })
}

async fn relay(salon: &Salon, queue: &AwsQueue, event: LambdaEvent<Value>) -> Result<Value, Error> {
    Ok(parlour_outbox::relay_batch(salon, queue, &event.payload).await)
}
