//! The choice of channels for messages, in order.

use maud::{Markup, html};
use parlour_values::message_channel::{ChannelOrder, MessageChannel};

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
    let id = within.map_or_else(|| "channels".to_owned(), |within| format!("{within}-channels"));
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let chosen = chosen.map(|order| &**order);
    // One that a program has chosen.
    let other = chosen.filter(|chosen| !ORDERS.contains(chosen));
    html! {
        div.field {
            label for=(id) { (words.channels()) }
            p.hint id=(hint_id) { (hint) }
            select id=(id) name="channels" data-type="list" aria-describedby=(format!("{hint_id} {error_id}")) {
                @if chosen.is_none() {
                    option value="" selected { (words.channels_any()) }
                }
                @for order in ORDERS.iter().copied().chain(other) {
                    option value=(value(order)) selected[chosen == Some(order)] { (channels_in_words(words, order)) }
                }
            }
            p.error id=(error_id) hidden {}
        }
    }
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
