//! How long a call to DynamoDB may take. Without a limit, a socket that died while the function was frozen would hold a
//! request for as long as the function itself may run.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;

const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// From the request to the first byte of its response; DynamoDB takes some milliseconds.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);
/// With the whole body: a batch may bring 16 MB.
const ATTEMPT_WITHIN: Duration = Duration::from_secs(5);

/// The client for a table on AWS; an attempt that takes too long is made again, as the SDK retries.
pub fn client(config: Builder) -> Client {
    let timeouts = TimeoutConfig::builder()
        .connect_timeout(CONNECT_WITHIN)
        .read_timeout(ANSWER_WITHIN)
        .operation_attempt_timeout(ATTEMPT_WITHIN)
        .build();
    Client::from_conf(config.timeout_config(timeouts).build())
}
