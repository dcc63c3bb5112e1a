//! The outbox relay: DynamoDB stream to SQS or Scheduler, as a Lambda.

fn main() {}
