//! The outbox relay: DynamoDB stream to SQS or Scheduler.
