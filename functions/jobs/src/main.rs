//! The 19 jobs behind their three doors: signed HTTP, EventBridge Scheduler, SQS, as a Lambda.

fn main() {}
