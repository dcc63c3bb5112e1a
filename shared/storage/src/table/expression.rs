//! Changes as DynamoDB takes them: expressions with placeholders for names and values.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_dynamo::AttributeValue;

use super::calls::{PartOfItem, TransactionPart};
use super::changes::{Condition, Update, WriteAction};
use super::keys::{Key, names};
use super::record::{Item, key_attributes};

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

    /// The part of a transaction for the item of this key, or that puts this item.
    fn part<'a>(
        self,
        table: &'a str,
        condition: Option<String>,
        item: Option<Item>,
        key: Option<&Key>,
    ) -> PartOfItem<'a> {
        PartOfItem {
            table_name: table,
            item,
            key: key.map(key_attributes),
            update_expression: (!self.text.is_empty()).then(|| self.text.trim_end().to_owned()),
            condition_expression: condition,
            expression_attribute_names: self.names,
            expression_attribute_values: self.values.into(),
        }
    }
}

impl WriteAction {
    pub(super) fn into_part(self, table: &str) -> TransactionPart<'_> {
        let mut expression = Expression::default();
        match self {
            Self::Put(content, condition) => {
                let condition = expression.condition(condition);
                TransactionPart::Put(expression.part(table, condition, Some(content), None))
            }
            Self::Update(key, update, condition) => {
                let condition = expression.condition(condition);
                expression.update(update);
                TransactionPart::Update(expression.part(table, condition, None, Some(&key)))
            }
            Self::Delete(key, condition) => {
                let condition = expression.condition(condition);
                TransactionPart::Delete(expression.part(table, condition, None, Some(&key)))
            }
            Self::Check(key, condition) => {
                let condition = expression.condition(condition);
                TransactionPart::ConditionCheck(expression.part(table, condition, None, Some(&key)))
            }
        }
    }
}
