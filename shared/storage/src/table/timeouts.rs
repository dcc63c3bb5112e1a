//! How long a call to DynamoDB may take. Without a limit, a socket that died while the function was frozen would hold a
//! request for as long as the function itself may run.

use std::time::Duration;

use parlour_aws::{AwsAccount, CallError, CallLimits, DYNAMODB, JsonService};

const LIMITS: CallLimits = CallLimits {
    connect: Duration::from_secs(1),
    // DynamoDB takes some milliseconds.
    answer: Duration::from_secs(2),
    // A batch may bring 16 MB.
    whole: Duration::from_secs(5),
};

/// The client for a table on AWS; a try that takes too long is made again.
pub fn client(account: &AwsAccount) -> Result<JsonService, CallError> {
    JsonService::connect(DYNAMODB, account, Some(LIMITS))
}
