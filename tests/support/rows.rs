//! The rows of the table as they stand there, read and changed behind the service's back.

use parlour_storage::table::{Item, Key};
use serde_json::{Value, json};

use crate::TestSalon;

impl TestSalon {
    /// Everything in the table.
    pub async fn rows(&self) -> Vec<Item> {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let (page, last) = self.salon.table.scan(after.as_ref()).await.unwrap();
            rows.extend(page);
            if last.is_none() {
                return rows;
            }
            after = last;
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
