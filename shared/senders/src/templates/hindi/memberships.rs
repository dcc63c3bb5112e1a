//! About spa memberships.

use super::super::Said;
use super::super::memberships::{MembershipFacts, MembershipNotice};
use super::greeting;
use parlour_values::language::Language::Hindi;
use parlour_values::time::Minutes;
use parlour_values::wording;

impl MembershipNotice {
    pub(in super::super) fn in_hindi(self, facts: &MembershipFacts) -> Said {
        let (tier, hello) = (&facts.tier_name, greeting(&facts.customer_first_name));
        let (left, last_day) = (wording::duration(Hindi, facts.remaining), wording::day(Hindi, facts.expires_on));
        let remaining = format!("{tier}: {left} बाक़ी, {last_day} तक।");
        let expiring = |span: &str| {
            let words = if facts.remaining == Minutes(0) {
                format!("{hello} आपकी {tier} सदस्यता {last_day} को समाप्त हो रही है। जब चाहें, सैलून में इसे फिर शुरू कराएँ।")
            } else {
                format!("{hello} आपकी {tier} सदस्यता {last_day} को समाप्त हो रही है, और {left} अभी बाक़ी हैं।")
            };
            (format!("आपकी सदस्यता {span} समाप्त हो रही है"), remaining.clone(), words)
        };
        let (title, body, before) = match self {
            Self::Created => {
                let title = "आपकी सदस्यता में स्वागत है".to_owned();
                match facts.begins_on.map(|day| wording::day(Hindi, day)) {
                    Some(from) => (
                        title,
                        format!("{tier}: {left}, {from} से {last_day} तक।"),
                        format!("{hello} आपकी {tier} सदस्यता {from} को शुरू होगी। तब से {last_day} तक आपके पास {left} होंगे।"),
                    ),
                    None => (
                        title,
                        format!("{tier}: {left}, {last_day} तक।"),
                        format!("{hello} आपकी {tier} सदस्यता तैयार है। आपके पास {last_day} तक {left} हैं।"),
                    ),
                }
            }
            Self::SessionUsed => (
                "आपकी सदस्यता का एक सत्र".to_owned(),
                remaining.clone(),
                format!("{hello} आने के लिए धन्यवाद। आपकी {tier} सदस्यता में {left} बाक़ी हैं, {last_day} तक।"),
            ),
            Self::Expiry30d | Self::Expiry7d => expiring(&format!("{} दिन में", facts.days_left)),
            Self::Expiry1d => expiring("आज रात"),
            Self::Expired => (
                "आपकी सदस्यता समाप्त हो गई".to_owned(),
                format!("हमारे {tier} सदस्य बने रहने के लिए धन्यवाद। जब चाहें, इसे फिर शुरू कराएँ।"),
                format!(
                    "{hello} आपकी {tier} सदस्यता {last_day} को समाप्त हो गई। हमारे साथ समय बिताने के लिए धन्यवाद। आगे भी चाहें \
                     तो सैलून में कहें या इस ईमेल का जवाब दें, हम इसे फिर शुरू कर देंगे।"
                ),
            ),
            Self::UsageNudge => (
                "थोड़ा समय अपने लिए?".to_owned(),
                format!("आपकी {tier} सदस्यता में {left} बाक़ी हैं, {last_day} तक।"),
                format!("{hello} आपकी {tier} सदस्यता में अभी {left} बाक़ी हैं, {last_day} तक। अपने लिए थोड़ा समय निकालिए।"),
            ),
        };
        Said {
            subject: title.clone(),
            title,
            body,
            before,
            after: None,
            button: Some("मेरी सदस्यता खोलें"),
            footnote: self
                .is_alert()
                .then_some("यह आपको इसलिए मिला है क्योंकि सदस्यता की सूचनाएँ चालू हैं। इसे आप अपनी प्रोफ़ाइल में बदल सकते हैं।"),
        }
    }
}
