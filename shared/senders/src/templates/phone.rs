//! About messages to phones: to developers, when one of the channels is in trouble, and to reception, when a customer
//! has answered.

use super::letter::LetterPart;
use super::{NoticeDraft, paragraph};
use crate::NotificationType;
use parlour_values::message_channel::MessageChannel;

/// A channel that does not take what we send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelFacts {
    pub channel: MessageChannel,
    /// The template it is about, if about one.
    pub template: Option<String>,
    /// As the service names the error.
    pub code: String,
    pub meaning: String,
}

impl ChannelFacts {
    pub(super) fn draft(&self) -> NoticeDraft {
        let channel = match self.channel {
            MessageChannel::Whatsapp => "WhatsApp",
            MessageChannel::Sms => "Text messages",
            MessageChannel::Email => "Mail",
        };
        let what = self.template.as_ref().map_or_else(|| channel.to_owned(), |name| format!("{channel}, {name}"));
        let title = "Messages to phones need a look";
        let next = "Meanwhile messages take the customer's next channel; those without one wait in the queue.";
        let body = format!("{what}: {} ({}).", self.meaning, self.code);
        let facts = [("Channel", what), ("Error", self.code.clone()), ("Meaning", self.meaning.clone())];
        let parts = vec![paragraph(next), LetterPart::facts(facts)];
        NoticeDraft::for_team(NotificationType::ChannelTrouble, title, body, title, parts, "Open the integrations")
    }
}

/// A message that a customer has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyFacts {
    pub customer_name: String,
    pub text: String,
}

impl ReplyFacts {
    pub(super) fn draft(&self) -> NoticeDraft {
        let title = format!("{} has written on WhatsApp", self.customer_name);
        let (kind, parts) = (NotificationType::CustomerReply, vec![paragraph(self.text.clone())]);
        NoticeDraft::for_team(kind, title.clone(), self.text.clone(), title, parts, "Open the customers")
    }
}
