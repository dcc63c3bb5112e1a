//! The table's schema: declared on AWS by `template.yaml`, created by the local service at start.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
    ScalarAttributeType,
};

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
        match self.client().describe_table().table_name(self.name()).send().await {
            Ok(_) => Ok(true),
            Err(error) if error.as_service_error().is_some_and(|error| error.is_resource_not_found_exception()) => {
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Creates the table on local engines. On AWS the template does.
    pub async fn create(&self) -> Result<(), TableError> {
        let broken = |error: aws_sdk_dynamodb::error::BuildError| TableError::Unavailable(error.to_string());
        let attribute = |name: &str| {
            AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build()
                .map_err(broken)
        };
        let key = |name: &str, kind: KeyType| {
            KeySchemaElement::builder().attribute_name(name).key_type(kind).build().map_err(broken)
        };
        let all = || Projection::builder().projection_type(ProjectionType::All).build();

        let mut request = self
            .writer()?
            .create_table()
            .table_name(self.name())
            .billing_mode(BillingMode::PayPerRequest)
            .attribute_definitions(attribute(names::PK)?)
            .attribute_definitions(attribute(names::SK)?)
            .key_schema(key(names::PK, KeyType::Hash)?)
            .key_schema(key(names::SK, KeyType::Range)?);
        for (index, pk, sk) in GLOBAL_INDEXES {
            request = request
                .attribute_definitions(attribute(pk)?)
                .attribute_definitions(attribute(sk)?)
                .global_secondary_indexes(
                    GlobalSecondaryIndex::builder()
                        .index_name(index)
                        .key_schema(key(pk, KeyType::Hash)?)
                        .key_schema(key(sk, KeyType::Range)?)
                        .projection(all())
                        .build()
                        .map_err(broken)?,
                );
        }
        match request.send().await {
            Ok(_) => Ok(()),
            Err(error) if error.as_service_error().is_some_and(|error| error.is_resource_in_use_exception()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
