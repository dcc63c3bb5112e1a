//! The table's schema: declared on AWS by `template.yaml`, created by the local service at start.

use serde_json::{Value, json};

use super::calls::{Acknowledged, DescribeTable};
use super::client::Table;
use super::error::TableError;
use super::keys::names;

/// Index name, partition attribute, sort attribute.
pub const GLOBAL_INDEXES: [(&str, &str, &str); 3] = [
    (names::G1, names::G1_PK, names::G1_SK),
    (names::G2, names::G2_PK, names::G2_SK),
    (names::G3, names::G3_PK, names::G3_SK),
];

impl Table {
    pub async fn exists(&self) -> Result<bool, TableError> {
        let request = DescribeTable { table_name: self.name() };
        match self.client().call::<Acknowledged>("DescribeTable", &request).await {
            Ok(_) => Ok(true),
            Err(error) if error.is("ResourceNotFoundException") => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Creates the table on local engines. On AWS the template does.
    pub async fn create(&self) -> Result<(), TableError> {
        let text = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
        let key = |pk: &str, sk: &str| {
            json!([
                { "AttributeName": pk, "KeyType": "HASH" },
                { "AttributeName": sk, "KeyType": "RANGE" },
            ])
        };
        let index = |(name, pk, sk): (&str, &str, &str)| json!({ "IndexName": name, "KeySchema": key(pk, sk), "Projection": { "ProjectionType": "ALL" } });
        let own = [names::PK, names::SK].map(text);
        let indexed = GLOBAL_INDEXES.into_iter().flat_map(|(_, pk, sk)| [text(pk), text(sk)]);
        let request = json!({
            "TableName": self.name(),
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": own.into_iter().chain(indexed).collect::<Vec<Value>>(),
            "KeySchema": key(names::PK, names::SK),
            "GlobalSecondaryIndexes": GLOBAL_INDEXES.map(index),
        });
        match self.writer()?.call::<Acknowledged>("CreateTable", &request).await {
            Ok(_) => Ok(()),
            Err(error) if error.is("ResourceInUseException") => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
