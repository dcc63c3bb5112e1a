//! The 19 jobs and their three triggers: signed HTTP, EventBridge Scheduler, SQS, as a Lambda.

use lambda_runtime::{Error, LambdaEvent, service_fn};
use parlour_http::lambda;
use parlour_jobs::triggers::{self, Trigger};
use parlour_storage::outbox::{AwsQueue, Queue};
use parlour_storage::salon::Salon;
use serde_json::Value;

fn main() -> Result<(), Error> {
    lambda::run(async {
        let salon = &lambda::open_sending().await?;
        let queue = &lambda::queue(&salon.settings)?;
        lambda_runtime::run(service_fn(move |event| handle(salon, queue.as_ref(), event))).await
    })
}

async fn handle(salon: &Salon, queue: Option<&AwsQueue>, event: LambdaEvent<Value>) -> Result<Value, Error> {
    match Trigger::of(&event.payload) {
        Trigger::Schedule(scheduled) => {
            let queue = queue.map(|queue| queue as &dyn Queue);
            triggers::scheduled(salon, queue, &scheduled).await.map_err(Error::from)
        }
        Trigger::Queue { records } => Ok(triggers::batch(salon, &records).await),
        Trigger::Http => lambda::answer(parlour_jobs::routes(), salon, event).await,
    }
}
