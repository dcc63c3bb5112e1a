//! A text for each kind and language to begin with. No variable stands first or last: Meta refuses such a text.

use super::kind::MessageKind;
use parlour_values::language::Language;

impl MessageKind {
    pub const fn suggested(self, language: Language) -> &'static str {
        match language {
            Language::English => self.in_english(),
            Language::Hindi => self.in_hindi(),
        }
    }

    const fn in_english(self) -> &'static str {
        match self {
            Self::BookingReceived => {
                "Hello {name}, we have your request: {services} on {date} at {time}, {branch}. We will confirm it soon. \
                 See or change it: {link} Thank you."
            }
            Self::BookingConfirmed => {
                "Hello {name}, your booking is confirmed: {services} on {date} at {time}, {branch}. Move or cancel it: \
                 {link} See you soon."
            }
            Self::BookingRescheduled => {
                "Hello {name}, your booking has moved: {services} is now on {date} at {time}, {branch}. See it: {link} \
                 See you then."
            }
            Self::BookingCancelled => {
                "Hello {name}, your booking of {services} on {date} at {time}, {branch}, is cancelled. See it: {link} \
                 Thank you."
            }
            Self::BookingRejected => {
                "Hello {name}, we are sorry that we cannot take {services} on {date} at {time}, {branch}. See it: {link} \
                 Thank you."
            }
            Self::Reminder24h => {
                "Hello {name}, we look forward to your visit: {services} on {date} at {time}, {branch}. Plans changed? \
                 {link} See you soon."
            }
            Self::Reminder1h => {
                "Hello {name}, see you at {time} today: {services}, {branch}. Your booking: {link} See you soon."
            }
            Self::InvoiceReady => {
                "Hello {name}, thank you for coming to {branch}. Your invoice {number} is for {amount}: {link} See you \
                 again."
            }
            Self::MembershipSessionUsed => {
                "Hello {name}, thank you for your visit. Your {tier} membership has {left} left, until {expiry}: {link} \
                 See you again."
            }
            Self::WaitlistOffer => {
                "Hello {name}, a time has come free: {services} on {date} at {time}, {branch}. It is yours until {until}: \
                 {link} Please answer soon."
            }
            Self::ReviewRequest => {
                "Hello {name}, how was {services} at {branch}? Call us, or reply where you can: we read every word. Thank \
                 you."
            }
            Self::Dues => {
                "Hello {name}, {amount} of invoice {number} from {branch} is still to pay. See it: {link} Thank you."
            }
        }
    }

    const fn in_hindi(self) -> &'static str {
        match self {
            Self::BookingReceived => {
                "नमस्ते {name}, आपका अनुरोध मिला: {services}, {date}, {time}, {branch}। हम जल्दी पुष्टि करेंगे। देखें या बदलें: \
                 {link} धन्यवाद।"
            }
            Self::BookingConfirmed => {
                "नमस्ते {name}, आपकी बुकिंग पक्की है: {services}, {date}, {time}, {branch}। बदलें या रद्द करें: {link} जल्दी \
                 मिलेंगे।"
            }
            Self::BookingRescheduled => {
                "नमस्ते {name}, आपकी बुकिंग का समय बदल गया है: {services}, अब {date}, {time}, {branch}। देखें: {link} तब मिलेंगे।"
            }
            Self::BookingCancelled => {
                "नमस्ते {name}, आपकी बुकिंग रद्द हो गई है: {services}, {date}, {time}, {branch}। देखें: {link} धन्यवाद।"
            }
            Self::BookingRejected => {
                "नमस्ते {name}, क्षमा करें, हम यह बुकिंग नहीं ले सकते: {services}, {date}, {time}, {branch}। देखें: {link} धन्यवाद।"
            }
            Self::Reminder24h => {
                "नमस्ते {name}, हमें आपका इंतज़ार है: {services}, {date}, {time}, {branch}। बदलना हो तो: {link} जल्दी मिलेंगे।"
            }
            Self::Reminder1h => "नमस्ते {name}, आज {time} मिलते हैं: {services}, {branch}। आपकी बुकिंग: {link} जल्दी मिलेंगे।",
            Self::InvoiceReady => {
                "नमस्ते {name}, {branch} आने के लिए धन्यवाद। आपका बिल {number}, {amount}: {link} फिर मिलेंगे।"
            }
            Self::MembershipSessionUsed => {
                "नमस्ते {name}, आने के लिए धन्यवाद। आपकी {tier} सदस्यता में {left} बाकी हैं, {expiry} तक: {link} फिर मिलेंगे।"
            }
            Self::WaitlistOffer => {
                "नमस्ते {name}, एक समय खाली हुआ है: {services}, {date}, {time}, {branch}। {until} तक आपके लिए रखा है: {link} \
                 कृपया जल्दी बताएँ।"
            }
            Self::ReviewRequest => {
                "नमस्ते {name}, {branch} में {services} कैसा रहा? हमें फ़ोन करें, या जवाब में लिखें: हम हर बात पढ़ते हैं। धन्यवाद।"
            }
            Self::Dues => "नमस्ते {name}, {branch} के बिल {number} के {amount} बाकी हैं। देखें: {link} धन्यवाद।",
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_values::sms::{SmsEncoding, SmsLength};

    use super::super::text::{TextPiece, pieces, problem};
    use super::super::values::MessageValues;
    use super::*;

    #[test]
    fn every_kind_has_a_text_in_both_languages_that_can_be_saved_and_registered() {
        for kind in MessageKind::ALL {
            for language in Language::ALL {
                let text = kind.suggested(*language);
                assert_eq!(problem(*kind, text), None, "{kind} {language}");
                let pieces = pieces(text).unwrap();
                let is_words = |piece: Option<&TextPiece<'_>>| matches!(piece, Some(TextPiece::Words(_)));
                assert!(is_words(pieces.first()) && is_words(pieces.last()), "{text}");
                assert!(!text.contains("  ") && text.chars().count() <= 1024, "{text}");
            }
        }
    }

    #[test]
    fn the_english_ones_are_written_in_the_alphabet_of_sms_and_are_two_segments_at_most() {
        for kind in MessageKind::ALL {
            let values = MessageValues::examples(*kind, Language::English);
            let text: String = pieces(kind.suggested(Language::English))
                .unwrap()
                .into_iter()
                .map(|piece| match piece {
                    TextPiece::Words(words) => words.to_owned(),
                    TextPiece::Variable(variable) => values.in_sms(variable),
                })
                .collect();
            let length = SmsLength::of(&text);
            assert_eq!((length.encoding, length.segments <= 2), (SmsEncoding::Gsm7, true), "{text}");
        }
    }
}
