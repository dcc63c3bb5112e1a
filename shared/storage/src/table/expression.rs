//! Changes as DynamoDB takes them: expressions with placeholders for names and values.

use std::collections::HashMap;
use std::fmt::Write as _;

use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, Update as UpdateAction};

use super::changes::{Condition, Update, WriteAction};
use super::error::TableError;
use super::keys::names;
use super::record::key_attributes;

/// The parts of an expression with numbered placeholders for names and values.
#[derive(Default)]
struct Expression {
    text: String,
    names: HashMap<String, String>,
    values: HashMap<String, AttributeValue>,
}

impl Expression {
    fn name(&mut self, attribute: &str) -> String {
        let placeholder = format!("#n{}", self.names.len());
        self.names.insert(placeholder.clone(), attribute.to_owned());
        placeholder
    }

    fn value(&mut self, value: AttributeValue) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    fn condition(&mut self, condition: Condition) -> Option<String> {
        let number = |value: i64| AttributeValue::N(value.to_string());
        match condition {
            Condition::Any => None,
            Condition::Absent => Some(format!("attribute_not_exists({})", self.name(names::PK))),
            Condition::Present => Some(format!("attribute_exists({})", self.name(names::PK))),
            Condition::Version(version) => {
                let name = self.name(names::VERSION);
                Some(format!("{name} = {}", self.value(AttributeValue::N(version.to_string()))))
            }
            Condition::AbsentOrExpired(now) => {
                let (pk, ttl) = (self.name(names::PK), self.name(names::TTL));
                Some(format!("attribute_not_exists({pk}) OR {ttl} <= {}", self.value(number(now.seconds()))))
            }
            Condition::Equals(attribute, value) => {
                let name = self.name(attribute);
                Some(format!("{name} = {}", self.value(value)))
            }
            Condition::Lacks(attribute) => Some(format!("attribute_not_exists({})", self.name(attribute))),
            Condition::AbsentOrBelow(attribute, bound) => {
                let name = self.name(attribute);
                Some(format!("attribute_not_exists({name}) OR {name} < {}", self.value(number(bound))))
            }
        }
    }

    fn update(&mut self, update: Update) {
        let mut clause = |verb: &str, parts: Vec<String>| {
            if !parts.is_empty() {
                let _ = write!(self.text, "{verb} {} ", parts.join(", "));
            }
        };
        let mut names = HashMap::new();
        let mut values = HashMap::new();
        let mut name = |attribute: &str| {
            let placeholder = format!("#u{}", names.len());
            names.insert(placeholder.clone(), attribute.to_owned());
            placeholder
        };
        let mut value = |value: AttributeValue| {
            let placeholder = format!(":u{}", values.len());
            values.insert(placeholder.clone(), value);
            placeholder
        };
        clause("SET", update.set.into_iter().map(|(a, v)| format!("{} = {}", name(a), value(v))).collect());
        clause("ADD", update.add.into_iter().map(|(a, v)| format!("{} {}", name(a), value(v))).collect());
        clause("DELETE", update.exclude.into_iter().map(|(a, v)| format!("{} {}", name(a), value(v))).collect());
        clause("REMOVE", update.remove.into_iter().map(&mut name).collect());
        self.names.extend(names);
        self.values.extend(values);
    }

    fn names(&self) -> Option<HashMap<String, String>> {
        (!self.names.is_empty()).then(|| self.names.clone())
    }

    fn values(&self) -> Option<HashMap<String, AttributeValue>> {
        (!self.values.is_empty()).then(|| self.values.clone())
    }
}

impl WriteAction {
    pub(super) fn into_item(self, table: &str) -> Result<TransactWriteItem, TableError> {
        let broken = |error: aws_sdk_dynamodb::error::BuildError| TableError::Unavailable(error.to_string());
        let mut expression = Expression::default();
        let item = TransactWriteItem::builder();
        Ok(match self {
            Self::Put(content, condition) => {
                let condition = expression.condition(condition);
                let put = Put::builder()
                    .table_name(table)
                    .set_item(Some(content))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.put(put.build().map_err(broken)?).build()
            }
            Self::Update(key, update, condition) => {
                let condition = expression.condition(condition);
                expression.update(update);
                let update = UpdateAction::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .update_expression(expression.text.trim_end())
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.update(update.build().map_err(broken)?).build()
            }
            Self::Delete(key, condition) => {
                let condition = expression.condition(condition);
                let delete = Delete::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.delete(delete.build().map_err(broken)?).build()
            }
            Self::Check(key, condition) => {
                let condition = expression.condition(condition);
                let check = ConditionCheck::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.condition_check(check.build().map_err(broken)?).build()
            }
        })
    }
}
