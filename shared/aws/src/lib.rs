//! Calls of AWS: signed, made again where that helps, over kept connections. The SDK's clients of the six services cost more
//! CPU than the rest of most requests, more of a build than anything else, and a third of a function's size.

mod account;
mod bucket;
mod call_error;
mod json_service;
mod network;
mod service;
mod signature;

pub use account::{AwsAccount, Credentials, SCHEDULER, SES};
pub use bucket::Bucket;
pub use call_error::{CallError, ServiceError, with_causes};
pub use json_service::{DYNAMODB, JsonApi, JsonService, SQS, SYSTEMS_MANAGER};
pub use network::{CallLimits, Network, Transport, TransportError};
pub use service::{AwsCall, AwsService};
pub use signature::{SignedParts, Signer};
