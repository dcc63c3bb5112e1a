//! By which channels a customer can be told something.

use super::Profile;
use crate::auth::User;
use parlour_setup::messages::MessageForm;
use parlour_storage::salon::Salon;
use parlour_values::message_channel::MessageChannel;

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

    pub fn includes(&self, channel: MessageChannel) -> bool {
        self.0.contains(&channel)
    }

    /// Whether somebody can receive such a message about their own visits, by a channel that they want or by the only one
    /// that is asked for; if not, what stands in the way of the channel that comes nearest.
    pub fn reach(
        &self,
        user: &User,
        profile: Option<&Profile>,
        only: Option<MessageChannel>,
        form: MessageForm<'_>,
    ) -> Result<(), Unreached> {
        let wanted = only.map_or_else(|| ways(profile), |only| vec![only]);
        let mut nearest = Unreached::NotOpen;
        for channel in self.0.iter().filter(|channel| only.is_none_or(|only| only == **channel)) {
            match (wanted.contains(channel), reach_by(*channel, user, profile, form)) {
                (true, Ok(())) => return Ok(()),
                (false, Ok(()) | Err(Unreached::NoText)) => nearest = Unreached::Unwanted,
                (_, Err(obstacle)) => nearest = nearest.max(obstacle),
            }
        }
        Err(nearest)
    }
}

/// What stands in the way of a message, from what is furthest from reaching somebody to what is nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Unreached {
    #[error("nothing is set up that it could be sent by")]
    NotOpen,
    #[error("the customer has no address that it can be sent to")]
    NoAddress,
    #[error("no text is saved for it on the page Messages, or its document cannot be made")]
    NoText,
    #[error("the customer has not agreed to WhatsApp; they can agree on their profile or at the desk")]
    NoConsent,
    #[error("the customer wants no such messages on their phone, and has no mail; name the channel if they ask for it")]
    Unwanted,
}

/// Whether a channel that is open takes a message to somebody: they have an address for it and agree to it, and the message
/// has what the channel asks for. An SMS about one's own visits needs no consent of its own.
pub fn is_reached_by(channel: MessageChannel, user: &User, profile: Option<&Profile>, form: MessageForm<'_>) -> bool {
    reach_by(channel, user, profile, form).is_ok()
}

fn reach_by(
    channel: MessageChannel,
    user: &User,
    profile: Option<&Profile>,
    form: MessageForm<'_>,
) -> Result<(), Unreached> {
    let is_addressed = match channel {
        MessageChannel::Email => user.mail_address().is_some(),
        MessageChannel::Sms | MessageChannel::Whatsapp => profile.is_some_and(|profile| profile.phone.is_some()),
    };
    let is_agreed = channel != MessageChannel::Whatsapp || profile.is_some_and(|profile| profile.whatsapp_consent);
    match (is_addressed, is_agreed) {
        (false, _) => Err(Unreached::NoAddress),
        (true, false) => Err(Unreached::NoConsent),
        (true, true) if !form.fits(channel) => Err(Unreached::NoText),
        (true, true) => Ok(()),
    }
}

/// The channels that somebody wants, in this order. Whoever has chosen, by an order of their own or by agreeing to
/// WhatsApp, is reached in their order; by mail, where they no longer agree to the only one that they named. Everybody else gets
/// the mail that they always got, and a text message only where no mail reaches them.
pub fn ways(profile: Option<&Profile>) -> Vec<MessageChannel> {
    match profile {
        Some(profile) if profile.whatsapp_consent || profile.channels.is_some() => {
            let agreed = |channel: &MessageChannel| *channel != MessageChannel::Whatsapp || profile.whatsapp_consent;
            let wanted: Vec<MessageChannel> = profile.channel_order().iter().copied().filter(agreed).collect();
            if wanted.is_empty() { vec![MessageChannel::Email] } else { wanted }
        }
        Some(_) | None => vec![MessageChannel::Email, MessageChannel::Sms],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_setup::messages::{MessageKind, MessageTemplate};
    use parlour_values::language::Language;
    use parlour_values::role::Role;
    use parlour_values::time::Instant;

    fn at() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn asha(email: &str) -> User {
        User::new("u1".into(), "Asha".to_owned(), email.to_owned(), Role::Customer, at())
    }

    fn template() -> MessageTemplate {
        let template = MessageTemplate::suggested(MessageKind::Dues, Language::English, at());
        MessageTemplate { dlt_template_id: Some("1707".to_owned()), ..template }
    }

    #[test]
    fn a_channel_is_usable_where_it_is_open_addressable_and_agreed_to() {
        use MessageChannel::{Email, Sms, Whatsapp};
        let (signed_in, walked_in) = (asha("asha@example.test"), asha(""));
        let bare = Profile::bare("p1".into(), "u1".into(), at());
        let with_phone = Profile { phone: "9876543210".parse().ok(), ..bare.clone() };
        let agreed = Profile { whatsapp_consent: true, ..with_phone.clone() };
        let only_mail = Profile { channels: serde_json::from_str("[\"email\"]").unwrap(), ..agreed.clone() };
        let template = template();
        let usable = |open: &[MessageChannel], user: &User, profile: Option<&Profile>| -> Vec<MessageChannel> {
            let (open, form) =
                (OpenChannels(open.to_vec()), MessageForm { template: Some(&template), has_document: false });
            ways(profile).into_iter().filter(|way| open.reach(user, profile, Some(*way), form).is_ok()).collect()
        };
        let all = MessageChannel::ALL;
        assert_eq!(usable(all, &signed_in, Some(&agreed)), [Whatsapp, Sms, Email]);
        assert_eq!(usable(all, &signed_in, Some(&with_phone)), [Email, Sms]);
        assert_eq!(usable(all, &signed_in, Some(&bare)), [Email]);
        assert_eq!(usable(all, &signed_in, Some(&only_mail)), [Email]);
        assert_eq!(usable(all, &signed_in, None), [Email]);
        assert_eq!(usable(all, &walked_in, Some(&with_phone)), [Sms]);
        assert_eq!(usable(all, &walked_in, Some(&bare)), []);
        assert_eq!(usable(&[Email], &walked_in, Some(&agreed)), []);
        assert_eq!(usable(&[], &signed_in, Some(&agreed)), []);
    }

    #[test]
    fn what_stands_in_the_way_is_that_of_the_channel_that_comes_nearest() {
        use MessageChannel::{Email, Sms, Whatsapp};
        let walked_in = asha("");
        let bare = Profile::bare("p1".into(), "u1".into(), at());
        let with_phone = Profile { phone: "9876543210".parse().ok(), ..bare.clone() };
        let agreed = Profile { whatsapp_consent: true, ..with_phone.clone() };
        let stopped = Profile { channels: serde_json::from_str("[\"email\"]").unwrap(), ..with_phone.clone() };
        let template = template();
        let form = MessageForm { template: Some(&template), has_document: false };
        let why = |open: &[MessageChannel], profile: &Profile, only, form| {
            OpenChannels(open.to_vec()).reach(&walked_in, Some(profile), only, form).err()
        };
        let (all, whatsapp) = (MessageChannel::ALL, &[Whatsapp, Email]);
        assert_eq!(why(all, &stopped, None, form), Some(Unreached::Unwanted));
        assert_eq!(why(all, &stopped, Some(Whatsapp), form), Some(Unreached::NoConsent));
        assert_eq!(why(all, &stopped, Some(Sms), form), None, "as they asked for it");
        assert_eq!(why(whatsapp, &stopped, None, form), Some(Unreached::NoConsent));
        assert_eq!(why(whatsapp, &with_phone, None, form), Some(Unreached::NoConsent));
        assert_eq!(
            why(all, &agreed, None, MessageForm { template: None, has_document: false }),
            Some(Unreached::NoText)
        );
        assert_eq!(why(all, &bare, None, form), Some(Unreached::NoAddress));
        assert_eq!(why(&[Email], &agreed, None, form), Some(Unreached::NoAddress));
        assert_eq!(why(&[Email], &agreed, Some(Whatsapp), form), Some(Unreached::NotOpen));
        assert_eq!(why(all, &agreed, None, form), None);
    }

    #[test]
    fn without_a_template_a_phone_reaches_nobody() {
        let profile = Profile {
            phone: "9876543210".parse().ok(),
            whatsapp_consent: true,
            ..Profile::bare("p1".into(), "u1".into(), at())
        };
        let form = MessageForm { template: None, has_document: true };
        let reaches = |channel| is_reached_by(channel, &asha("asha@example.test"), Some(&profile), form);
        assert_eq!(MessageChannel::ALL.iter().copied().map(reaches).collect::<Vec<_>>(), [false, false, true]);
    }

    fn profile(whatsapp_consent: bool, channels: &[&str]) -> Profile {
        let bare = Profile::bare("p1".into(), "u1".into(), at());
        let order = || serde_json::from_value(serde_json::json!(channels)).unwrap();
        Profile { whatsapp_consent, channels: (!channels.is_empty()).then(order), ..bare }
    }

    #[test]
    fn mail_stands_in_where_the_only_channel_they_named_is_no_longer_agreed_to() {
        use MessageChannel::{Email, Sms, Whatsapp};
        assert_eq!(ways(Some(&profile(false, &["whatsapp"]))), [Email]);
        assert_eq!(ways(Some(&profile(true, &["whatsapp"]))), [Whatsapp]);
        assert_eq!(ways(Some(&profile(false, &["sms"]))), [Sms], "as they want it, whether it is open or not");
    }

    #[test]
    fn whoever_has_chosen_nothing_gets_mail_and_a_text_message_where_there_is_none() {
        use MessageChannel::{Email, Sms};
        assert_eq!(ways(None), [Email, Sms]);
        assert_eq!(ways(Some(&profile(false, &[]))), [Email, Sms]);
    }

    #[test]
    fn whoever_agreed_to_whatsapp_gets_it_first() {
        use MessageChannel::{Email, Sms, Whatsapp};
        assert_eq!(ways(Some(&profile(true, &[]))), [Whatsapp, Sms, Email]);
    }

    #[test]
    fn an_order_of_their_own_counts_and_whatsapp_needs_consent() {
        use MessageChannel::{Email, Sms, Whatsapp};
        assert_eq!(ways(Some(&profile(false, &["sms", "whatsapp"]))), [Sms]);
        assert_eq!(ways(Some(&profile(true, &["email", "whatsapp"]))), [Email, Whatsapp]);
        // The order that everybody is answered counts once it is chosen.
        assert_eq!(ways(Some(&profile(false, &["whatsapp", "sms", "email"]))), [Sms, Email]);
    }
}
