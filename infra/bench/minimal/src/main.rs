//! A Lambda that does nothing, for cold starts to be compared with. Where `TABLE_NAME` is set it reads one item when it
//! starts, as ours do to have their connection.

use lambda_runtime::{Error, LambdaEvent, service_fn};
use parlour_aws::{AwsAccount, DYNAMODB, JsonService};
use serde_json::{Value, json};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let table = std::env::var("TABLE_NAME").unwrap_or_default();
    if !table.is_empty() {
        let client = JsonService::connect(DYNAMODB, &AwsAccount::from_environment()?, None)?;
        let key = json!({ "PK": { "S": "NOTHING" }, "SK": { "S": "NOTHING" } });
        let _ = client.call::<Value>("GetItem", &json!({ "TableName": table, "Key": key })).await;
    }
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move { Ok::<Value, Error>(event.payload) })).await
}
