//! A Lambda that does nothing, for cold starts to be compared with. Where `TABLE_NAME` is set it reads one item when it
//! starts, as ours do to have their connection.

use aws_sdk_dynamodb::types::AttributeValue;
use lambda_runtime::{Error, LambdaEvent, service_fn};
use serde_json::Value;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let table = std::env::var("TABLE_NAME").unwrap_or_default();
    if !table.is_empty() {
        let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
        let key = || AttributeValue::S("NOTHING".to_owned());
        let client = aws_sdk_dynamodb::Client::new(&config);
        let _ = client.get_item().table_name(table).key("PK", key()).key("SK", key()).send().await;
    }
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move { Ok::<Value, Error>(event.payload) })).await
}
