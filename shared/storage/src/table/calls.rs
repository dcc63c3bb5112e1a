//! The calls of DynamoDB that the table makes, as it takes and answers them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::record::Item;

/// What stands in an expression for the name of an attribute (`#pk`), or for a value (`:pk`).
pub(super) type AttributeNames<'a> = HashMap<&'a str, &'a str>;

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct GetItem<'a> {
    pub table_name: &'a str,
    pub key: Item,
    pub consistent_read: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FoundItem {
    pub item: Option<Item>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct BatchGetItem<'a> {
    pub request_items: HashMap<&'a str, BatchKeys>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct BatchKeys {
    pub keys: Vec<Item>,
    pub consistent_read: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FoundBatch {
    #[serde(default)]
    pub responses: HashMap<String, Vec<Item>>,
    #[serde(default)]
    pub unprocessed_keys: HashMap<String, UnprocessedKeys>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct UnprocessedKeys {
    pub keys: Vec<Item>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct QueryRequest<'a> {
    pub table_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_name: Option<&'a str>,
    pub consistent_read: bool,
    pub scan_index_forward: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_start_key: Option<&'a Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub select: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_expression: Option<String>,
    pub key_condition_expression: &'static str,
    pub expression_attribute_names: AttributeNames<'a>,
    pub expression_attribute_values: HashMap<&'static str, TextValue<'a>>,
}

/// A text as the value of an attribute.
#[derive(Serialize)]
pub(super) struct TextValue<'a> {
    #[serde(rename = "S")]
    pub text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Scan<'a> {
    pub table_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_start_key: Option<&'a Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FoundPage {
    #[serde(default)]
    pub items: Vec<Item>,
    #[serde(default)]
    pub count: usize,
    pub last_evaluated_key: Option<Item>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct UpdateItem<'a> {
    pub table_name: &'a str,
    pub key: Item,
    pub update_expression: &'static str,
    pub expression_attribute_names: AttributeNames<'a>,
    pub expression_attribute_values: Item,
    pub return_values: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct UpdatedItem {
    pub attributes: Option<Item>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PutItem<'a> {
    pub table_name: &'a str,
    pub item: Item,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition_expression: Option<&'static str>,
    #[serde(skip_serializing_if = "HashMap::is_empty")]
    pub expression_attribute_names: AttributeNames<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DeleteItem<'a> {
    pub table_name: &'a str,
    pub key: Item,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TransactWriteItems<'a> {
    pub transact_items: &'a [TransactionPart<'a>],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_request_token: Option<&'a str>,
}

/// One of a transaction's parts, named by what it does.
#[derive(Serialize)]
pub(super) enum TransactionPart<'a> {
    Put(PartOfItem<'a>),
    Update(PartOfItem<'a>),
    Delete(PartOfItem<'a>),
    ConditionCheck(PartOfItem<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PartOfItem<'a> {
    pub table_name: &'a str,
    /// The whole item of a put, the key of anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_expression: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition_expression: Option<String>,
    #[serde(skip_serializing_if = "HashMap::is_empty")]
    pub expression_attribute_names: HashMap<String, String>,
    #[serde(skip_serializing_if = "is_empty")]
    pub expression_attribute_values: Item,
}

fn is_empty(item: &Item) -> bool {
    item.inner().is_empty()
}

/// Why a transaction was cancelled: a reason for each of its parts, in their order.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CancelledTransaction {
    #[serde(default)]
    pub cancellation_reasons: Vec<CancellationReason>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CancellationReason {
    pub code: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct BatchWriteItem<'a> {
    pub request_items: HashMap<&'a str, Vec<BatchWrite>>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) enum BatchWrite {
    PutRequest {
        #[serde(rename = "Item")]
        item: Item,
    },
    DeleteRequest {
        #[serde(rename = "Key")]
        key: Item,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct WrittenBatch {
    #[serde(default)]
    pub unprocessed_items: HashMap<String, Vec<BatchWrite>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DescribeTable<'a> {
    pub table_name: &'a str,
}

/// The answer of a call that says no more than that it was done.
#[derive(Deserialize)]
pub(super) struct Acknowledged {}
