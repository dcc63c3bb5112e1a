//! The labels of a letter's facts and of its links, in each language.

use super::letter::LabelledValue;
use parlour_values::language::Language;

#[derive(Clone, Copy)]
pub(super) enum Label {
    When,
    What,
    Where,
    Map,
    With,
    Booking,
    HeldUntil,
    Gems,
    ExpireOn,
    ExpiredOn,
    Balance,
    Invoice,
    SessionRecord,
    Total,
    GstIncluded,
    Paid,
    StillToPay,
    GemsEarned,
    CreditNote,
    ForInvoice,
    Amount,
    NotToBePaid,
    GivenBack,
    Reason,
    Membership,
    Number,
    Hours,
    ValidFrom,
    ValidUntil,
    EndedOn,
    Left,
    Open,
    Unsubscribe,
    ErasedOn,
}

impl Label {
    pub(super) const fn text(self, language: Language) -> &'static str {
        let (english, hindi) = match self {
            Self::When => ("When", "कब"),
            Self::What => ("What", "क्या"),
            Self::Where => ("Where", "कहाँ"),
            Self::Map => ("Map", "नक्शा"),
            Self::With => ("With", "किसके साथ"),
            Self::Booking => ("Booking", "बुकिंग"),
            Self::HeldUntil => ("Held until", "कब तक आपका"),
            Self::Gems => ("Gems", "जेम्स"),
            Self::ExpireOn => ("Expire on", "समाप्ति"),
            Self::ExpiredOn => ("Expired on", "समाप्त हुए"),
            Self::Balance => ("Your balance", "आपके पास"),
            Self::Invoice => ("Invoice", "बिल"),
            Self::SessionRecord => ("Session record", "सत्र का विवरण"),
            Self::Total => ("Total", "कुल"),
            Self::GstIncluded => ("GST included", "इसमें जीएसटी"),
            Self::Paid => ("Paid", "भुगतान"),
            Self::StillToPay => ("Still to pay", "बाक़ी"),
            Self::GemsEarned => ("Gems earned", "मिले जेम्स"),
            Self::CreditNote => ("Credit note", "क्रेडिट नोट"),
            Self::ForInvoice => ("For invoice", "किस बिल का"),
            Self::Amount => ("Amount", "राशि"),
            Self::NotToBePaid => ("Not to be paid any more", "अब नहीं देना है"),
            Self::GivenBack => ("Given back", "लौटाया"),
            Self::Reason => ("Reason", "कारण"),
            Self::Membership => ("Membership", "सदस्यता"),
            Self::Number => ("Number", "नंबर"),
            Self::Hours => ("Hours", "घंटे"),
            Self::ValidFrom => ("Valid from", "कब से मान्य"),
            Self::ValidUntil => ("Valid until", "कब तक मान्य"),
            Self::EndedOn => ("Ended on", "समाप्त हुई"),
            Self::Left => ("Left", "बाक़ी"),
            Self::Open => ("Open without signing in", "बिना साइन इन किए खोलें"),
            Self::ErasedOn => ("Deleted on", "कब हटेगा"),
            Self::Unsubscribe => ("Unsubscribe", "ईमेल बंद करें"),
        };
        match language {
            Language::English => english,
            Language::Hindi => hindi,
        }
    }

    pub(super) fn of(self, language: Language, value: impl Into<String>) -> LabelledValue {
        LabelledValue::from((self.text(language), value.into()))
    }
}
