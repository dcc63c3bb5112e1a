//! The choice of channels for messages, in order.

use maud::{Markup, Render as _};
use parlour_values::message_channel::{ChannelOrder, MessageChannel};

use super::field::Input;
use crate::words::Words;
use MessageChannel::{Email, Sms, Whatsapp};

/// The orders to choose from.
const ORDERS: &[&[MessageChannel]] = &[
    &[Whatsapp, Sms, Email],
    &[Whatsapp, Email, Sms],
    &[Sms, Whatsapp, Email],
    &[Sms, Email, Whatsapp],
    &[Email, Whatsapp, Sms],
    &[Email, Sms, Whatsapp],
    &[Sms],
    &[Email],
];

/// Sent as a list; not sent while somebody who has not chosen leaves it alone. Ids begin with `within`, where the page has
/// other fields of that name.
pub fn channel_select(words: &Words, within: Option<&str>, hint: &str, chosen: Option<&ChannelOrder>) -> Markup {
    let chosen = chosen.map(|order| &**order);
    let any = chosen.is_none().then(|| (String::new(), words.channels_any()));
    // One that a program has chosen.
    let other = chosen.filter(|chosen| !ORDERS.contains(chosen));
    let orders = ORDERS.iter().copied().chain(other).map(|order| (value(order), channels_in_words(words, order)));
    let chosen = chosen.map(value).unwrap_or_default();
    Input::choice("channels", &words.channels(), any.into_iter().chain(orders), Some(&chosen))
        .optional()
        .hint(hint)
        .within(within.unwrap_or_default())
        .with("data-type", "list")
        .render()
}

fn value(order: &[MessageChannel]) -> String {
    order.iter().map(|channel| channel.as_str()).collect::<Vec<_>>().join(",")
}

/// `WhatsApp, then SMS, then email`.
pub fn channels_in_words(words: &Words, order: &[MessageChannel]) -> String {
    let named = |channel: &MessageChannel| match channel {
        Whatsapp => words.channel_whatsapp(),
        Sms => words.channel_sms(),
        Email => words.channel_email(),
    };
    match order {
        [only] => words.channels_one(named(only)),
        [first, second] => words.channels_two(named(first), named(second)),
        [first, second, third, ..] => words.channels_three(named(first), named(second), named(third)),
        [] => String::new(),
    }
}
