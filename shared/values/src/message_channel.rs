//! The channels of which one carries a message to a customer, beside the app and its pushes.

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ArrayBuilder, RefOr};

use crate::input::{Field, List, Problems, enum_fields, view_schemas};
use crate::text_enum::text_enum;

text_enum! {
    /// The channel on which a message is read.
    pub enum MessageChannel {
        Whatsapp => "whatsapp",
        Sms => "sms",
        Email => "email",
    }
}

enum_fields!(MessageChannel);

/// The channels that somebody wants, the one they like best first. A channel that is not among them is not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChannelOrder(Vec<MessageChannel>);

impl Default for ChannelOrder {
    /// All of them as they are declared: of whoever has not chosen.
    fn default() -> Self {
        Self(MessageChannel::ALL.to_vec())
    }
}

impl ChannelOrder {
    /// Of whoever wants nothing on their phone.
    pub fn mail_alone() -> Self {
        Self(vec![MessageChannel::Email])
    }
}

impl Deref for ChannelOrder {
    type Target = [MessageChannel];

    fn deref(&self) -> &[MessageChannel] {
        &self.0
    }
}

impl Field for ChannelOrder {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let list = List::<MessageChannel, 1, 3>::from_json(value, path, problems)?;
        let distinct = list.distinct();
        if distinct.len() < list.len() {
            problems.add(path, "must name each channel once");
            return None;
        }
        Some(Self(distinct))
    }

    fn field_schema() -> RefOr<Schema> {
        order_schema().into()
    }
}

fn order_schema() -> ArrayBuilder {
    let items = MessageChannel::field_schema();
    ArrayBuilder::new()
        .items(items)
        .min_items(Some(1))
        .max_items(Some(MessageChannel::ALL.len()))
        .unique_items(true)
        .description(Some("the channels for messages, the one to try first at the beginning"))
}

view_schemas! { ChannelOrder: order_schema() }

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> Option<ChannelOrder> {
        ChannelOrder::from_json(value, "channels", &mut Problems::default())
    }

    #[test]
    fn an_order_names_each_channel_once_and_one_at_least() {
        assert_eq!(*read(&json!(["email", "sms"])).unwrap(), [MessageChannel::Email, MessageChannel::Sms]);
        assert_eq!(read(&json!(["whatsapp", "sms", "email"])), Some(ChannelOrder::default()));
        for wrong in [json!([]), json!(["sms", "sms"]), json!(["fax"]), json!("sms"), json!(["email", 1])] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
