//! In which order the channels are tried that carry a message to somebody.

use parlour_people::customers::Profile;
use parlour_values::message_channel::{ChannelOrder, MessageChannel};

/// Whoever has chosen, by an order of their own or by agreeing to WhatsApp, is reached in their order. Everybody else gets
/// the mail that they always got, and a text message only where no mail reaches them.
pub(super) fn ways(profile: Option<&Profile>) -> Vec<MessageChannel> {
    match profile {
        Some(profile) if profile.whatsapp_consent || profile.channels != ChannelOrder::default() => {
            let agreed = |channel: &MessageChannel| *channel != MessageChannel::Whatsapp || profile.whatsapp_consent;
            profile.channels.iter().copied().filter(agreed).collect()
        }
        Some(_) | None => vec![MessageChannel::Email, MessageChannel::Sms],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MessageChannel::{Email, Sms, Whatsapp};
    use parlour_values::time::Instant;

    fn profile(whatsapp_consent: bool, channels: &[&str]) -> Profile {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let bare = Profile::bare("p1".into(), "u1".into(), now);
        let channels = if channels.is_empty() {
            ChannelOrder::default()
        } else {
            serde_json::from_value(serde_json::json!(channels)).unwrap()
        };
        Profile { whatsapp_consent, channels, ..bare }
    }

    #[test]
    fn whoever_has_chosen_nothing_gets_mail_and_a_text_message_where_there_is_none() {
        assert_eq!(ways(None), [Email, Sms]);
        assert_eq!(ways(Some(&profile(false, &[]))), [Email, Sms]);
    }

    #[test]
    fn whoever_agreed_to_whatsapp_gets_it_first() {
        assert_eq!(ways(Some(&profile(true, &[]))), [Whatsapp, Sms, Email]);
    }

    #[test]
    fn an_order_of_their_own_counts_and_whatsapp_needs_consent() {
        assert_eq!(ways(Some(&profile(false, &["sms", "whatsapp"]))), [Sms]);
        assert_eq!(ways(Some(&profile(true, &["email", "whatsapp"]))), [Email, Whatsapp]);
    }
}
