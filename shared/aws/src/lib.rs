//! Calls of the JSON APIs of AWS (DynamoDB, Systems Manager): signed, made again where that helps, over kept connections. The
//! SDK's clients of these two cost more CPU than the rest of most requests, and more of a build than anything else.

mod account;
mod call_error;
mod json_service;
mod network;
mod signature;

pub use account::{AwsAccount, Credentials};
pub use call_error::{CallError, ServiceError, with_causes};
pub use json_service::{DYNAMODB, JsonApi, JsonService, SYSTEMS_MANAGER};
pub use network::{CallLimits, Network, Transport, TransportError};
