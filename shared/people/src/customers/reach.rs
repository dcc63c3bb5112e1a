//! By which channels a customer can be told something.

use super::Profile;
use crate::auth::User;
use parlour_storage::salon::Salon;
use parlour_values::message_channel::{ChannelOrder, MessageChannel};

/// The channels that messages can go out by at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChannels(Vec<MessageChannel>);

impl OpenChannels {
    pub fn of(salon: &Salon) -> Self {
        let is_open = |channel: &MessageChannel| match channel {
            // Every function knows whether mail is configured; those that send it hold the sender.
            MessageChannel::Email => salon.settings.email_from.is_some() || salon.outbound.is_recorded(),
            MessageChannel::Whatsapp => salon.settings.whatsapp_phone_id.is_some(),
            MessageChannel::Sms => salon.settings.sms_sender_id.is_some() && salon.settings.sms_entity_id.is_some(),
        };
        Self(MessageChannel::ALL.iter().copied().filter(is_open).collect())
    }

    /// Whether somebody can receive a message about their own visits by this channel: it is open, they have an address for
    /// it, and they agree to it. An SMS needs no consent of its own.
    pub fn can_receive(&self, user: &User, profile: Option<&Profile>, channel: MessageChannel) -> bool {
        let has_phone = profile.is_some_and(|profile| profile.phone.is_some());
        self.0.contains(&channel)
            && match channel {
                MessageChannel::Email => user.mail_address().is_some(),
                MessageChannel::Sms => has_phone,
                MessageChannel::Whatsapp => has_phone && profile.is_some_and(|profile| profile.whatsapp_consent),
            }
    }

    /// The channels by which they can, in the order they like; whoever has no profile has not chosen.
    pub fn usable(&self, user: &User, profile: Option<&Profile>) -> Vec<MessageChannel> {
        let order = profile.map_or_else(ChannelOrder::default, |profile| profile.channels.clone());
        order.iter().copied().filter(|channel| self.can_receive(user, profile, *channel)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::role::Role;
    use parlour_values::time::Instant;

    fn at() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn asha(email: &str) -> User {
        User::new("u1".into(), "Asha".to_owned(), email.to_owned(), Role::Customer, at())
    }

    #[test]
    fn a_channel_is_usable_where_it_is_open_addressable_and_agreed_to() {
        use MessageChannel::{Email, Sms, Whatsapp};
        let (signed_in, walked_in) = (asha("asha@example.test"), asha(""));
        let bare = Profile::bare("p1".into(), "u1".into(), at());
        let with_phone = Profile { phone: "9876543210".parse().ok(), ..bare.clone() };
        let agreed = Profile { whatsapp_consent: true, ..with_phone.clone() };
        let only_mail = Profile { channels: serde_json::from_str("[\"email\"]").unwrap(), ..agreed.clone() };
        let all = OpenChannels(MessageChannel::ALL.to_vec());
        assert_eq!(all.usable(&signed_in, Some(&agreed)), [Whatsapp, Sms, Email]);
        assert_eq!(all.usable(&signed_in, Some(&with_phone)), [Sms, Email]);
        assert_eq!(all.usable(&signed_in, Some(&bare)), [Email]);
        assert_eq!(all.usable(&signed_in, Some(&only_mail)), [Email]);
        assert_eq!(all.usable(&signed_in, None), [Email]);
        assert_eq!(all.usable(&walked_in, Some(&with_phone)), [Sms]);
        assert_eq!(all.usable(&walked_in, Some(&bare)), []);
        assert_eq!(OpenChannels(vec![Email]).usable(&walked_in, Some(&agreed)), []);
        assert_eq!(OpenChannels(Vec::new()).usable(&signed_in, Some(&agreed)), []);
    }
}
