//! The 19 jobs behind their three doors: signed HTTP, EventBridge Scheduler, SQS, as a Lambda.

use lambda_runtime::{Error, LambdaEvent, service_fn};
use parlour::lambda;
use parlour::outbox::{AwsQueue, Queue};
use parlour::salon::Salon;
use parlour_jobs::doors::{self, Door};
use serde_json::Value;

#[tokio::main]
async fn main() -> Result<(), Error> {
    lambda::log();
    let salon = &lambda::open_sending().await;
    let queue = &lambda::queue(&salon.settings).await;
    lambda_runtime::run(service_fn(move |event| open(salon, queue.as_ref(), event))).await
}

async fn open(salon: &Salon, queue: Option<&AwsQueue>, event: LambdaEvent<Value>) -> Result<Value, Error> {
    match Door::of(&event.payload) {
        Door::Schedule { job } => {
            let queue = queue.map(|queue| queue as &dyn Queue);
            doors::scheduled(salon, queue, &job).await.map_err(Error::from)
        }
        Door::Queue { records } => Ok(doors::batch(salon, &records).await),
        Door::Http => lambda::answer(parlour_jobs::routes().serve(salon), event).await,
    }
}
