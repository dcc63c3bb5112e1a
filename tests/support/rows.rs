//! The rows of the table as they stand there, read and changed behind the service's back.

use parlour_storage::table::{Item, Key};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::TestSalon;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Scanned {
    items: Vec<Item>,
    last_evaluated_key: Option<Item>,
}

impl TestSalon {
    /// Everything in the table.
    pub async fn rows(&self) -> Vec<Item> {
        self.scanned(json!({})).await
    }

    /// The rows of all partitions whose keys begin so; the others never leave the engine.
    pub async fn rows_of(&self, prefix: &str) -> Vec<Item> {
        self.rows_where("begins_with(PK, :prefix)", prefix).await
    }

    /// The rows of all other partitions.
    pub async fn rows_beside(&self, prefix: &str) -> Vec<Item> {
        self.rows_where("NOT begins_with(PK, :prefix)", prefix).await
    }

    async fn rows_where(&self, filter: &str, prefix: &str) -> Vec<Item> {
        let values = json!({ ":prefix": { "S": prefix } });
        self.scanned(json!({ "FilterExpression": filter, "ExpressionAttributeValues": values })).await
    }

    async fn scanned(&self, mut request: Value) -> Vec<Item> {
        let table = &self.salon.table;
        request["TableName"] = json!(table.name());
        let mut rows = Vec::new();
        loop {
            let page: Scanned = table.client().call("Scan", &request).await.unwrap();
            rows.extend(page.items);
            let Some(last) = page.last_evaluated_key else { return rows };
            request["ExclusiveStartKey"] = json!(last);
        }
    }

    /// The row at a key, which is there.
    pub async fn row(&self, key: &Key) -> Item {
        let table = &self.salon.table;
        let request = json!({ "TableName": table.name(), "Key": { "PK": { "S": key.pk }, "SK": { "S": key.sk } } });
        let mut answer: Value = table.client().call("GetItem", &request).await.unwrap();
        serde_json::from_value(answer["Item"].take()).unwrap()
    }

    pub async fn put_row(&self, row: Item) {
        let table = &self.salon.table;
        let request = json!({ "TableName": table.name(), "Item": row });
        table.client().call::<Value>("PutItem", &request).await.unwrap();
    }
}
