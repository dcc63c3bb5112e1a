//! A template: the text of a kind of message in a language, and what it is registered as with Meta and with the carriers.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::kind::MessageKind;
use super::text::{TextPiece, pieces};
use super::values::MessageValues;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::language::Language;
use parlour_values::message_channel::MessageChannel;
use parlour_values::sms::SmsLength;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// The codes under which Meta approves templates, as far as India has use for them. A template is found by exactly the
    /// code it was approved under.
    pub enum WhatsappLanguage {
        En => "en",
        EnUs => "en_US",
        EnGb => "en_GB",
        EnIn => "en_IN",
        Hi => "hi",
        Kn => "kn",
        Ta => "ta",
        Te => "te",
        Ml => "ml",
        Mr => "mr",
        Gu => "gu",
        Bn => "bn",
        Pa => "pa",
        Ur => "ur",
    }
}

parlour_values::input::enum_fields!(WhatsappLanguage);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageTemplate {
    /// `kind` is what every row calls its own.
    #[serde(rename = "message_kind")]
    pub kind: MessageKind,
    pub language: Language,
    /// The template's name with Meta.
    pub whatsapp_name: String,
    pub whatsapp_language: WhatsappLanguage,
    /// The template's id with the carriers; without it no SMS of this kind goes out.
    pub dlt_template_id: Option<String>,
    /// With variables in braces.
    pub text: String,
    pub updated_at: Instant,
}

impl MessageTemplate {
    /// One to begin with: it has the name of its kind, and no id of the carriers yet.
    pub fn suggested(kind: MessageKind, language: Language, now: Instant) -> Self {
        Self {
            kind,
            language,
            whatsapp_name: kind.to_string(),
            whatsapp_language: match language {
                Language::English => WhatsappLanguage::En,
                Language::Hindi => WhatsappLanguage::Hi,
            },
            dlt_template_id: None,
            text: kind.suggested(language).to_owned(),
            updated_at: now,
        }
    }

    /// The text of an SMS.
    pub fn render(&self, values: &MessageValues) -> String {
        self.filled(|piece, text| match piece {
            TextPiece::Words(words) => text.push_str(words),
            TextPiece::Variable(variable) => text.push_str(&values.in_sms(variable)),
        })
    }

    /// The values WhatsApp fills its copy of the text with: one for each place where a variable stands, in order.
    pub fn positional(&self, values: &MessageValues) -> Vec<String> {
        let variables = self.pieces().into_iter().filter_map(|piece| match piece {
            TextPiece::Words(_) => None,
            TextPiece::Variable(variable) => Some(values.on_whatsapp(variable)),
        });
        variables.collect()
    }

    /// The text with examples, as a phone would show it.
    pub fn preview(&self) -> String {
        self.render(&MessageValues::examples(self.kind, self.language))
    }

    /// The length of an SMS with such values.
    pub fn sms(&self) -> SmsLength {
        SmsLength::of(&self.preview())
    }

    /// The text as it is registered with Meta: `{{1}}`, `{{2}}` and so on.
    pub fn for_meta(&self) -> String {
        let mut number = 0_u32;
        self.filled(|piece, text| match piece {
            TextPiece::Words(words) => text.push_str(words),
            TextPiece::Variable(_) => {
                number = number.saturating_add(1);
                // Writing to a text cannot fail.
                let _ = write!(text, "{{{{{number}}}}}");
            }
        })
    }

    /// The text as it is registered with the carriers: `{#var#}` each.
    pub fn for_carriers(&self) -> String {
        self.filled(|piece, text| match piece {
            TextPiece::Words(words) => text.push_str(words),
            TextPiece::Variable(_) => text.push_str("{#var#}"),
        })
    }

    fn filled(&self, mut fill: impl FnMut(TextPiece<'_>, &mut String)) -> String {
        let mut text = String::with_capacity(self.text.len());
        for piece in self.pieces() {
            fill(piece, &mut text);
        }
        text
    }

    /// The text was read when it was saved; what cannot be read is words.
    fn pieces(&self) -> Vec<TextPiece<'_>> {
        pieces(&self.text).unwrap_or_else(|_| vec![TextPiece::Words(&self.text)])
    }
}

/// The template and the document that a message has to go out with.
#[derive(Clone, Copy)]
pub struct MessageForm<'a> {
    /// The template in the reader's language, or else in English.
    pub template: Option<&'a MessageTemplate>,
    /// Whether there is a document to go with it.
    pub has_document: bool,
}

impl MessageForm<'_> {
    /// Whether that is what the channel takes: a phone takes only texts that are registered, and WhatsApp none without the
    /// document that heads its template. A mail is written anew.
    pub fn fits(self, channel: MessageChannel) -> bool {
        match channel {
            MessageChannel::Email => true,
            MessageChannel::Sms => self.template.is_some_and(|template| template.dlt_template_id.is_some()),
            MessageChannel::Whatsapp => {
                self.template.is_some_and(|template| self.has_document || !template.kind.is_headed_by_document())
            }
        }
    }
}

impl Record for MessageTemplate {
    const KIND: &'static str = "message_template";

    fn key(&self) -> Key {
        keys::message_template(self.kind.as_str(), self.language.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::MessageVariable;
    use super::*;
    use parlour_values::sms::SmsEncoding;

    fn template(text: &str) -> MessageTemplate {
        MessageTemplate {
            kind: MessageKind::InvoiceReady,
            language: Language::English,
            whatsapp_name: "invoice_ready".to_owned(),
            whatsapp_language: WhatsappLanguage::En,
            dlt_template_id: None,
            text: text.to_owned(),
            updated_at: "2026-11-16T04:30:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn one_text_serves_the_sms_and_whatsapp() {
        let template = template("Hello {name}, {amount} for {number}. Bye {name}.");
        let values =
            MessageValues::default().with(MessageVariable::Name, "Asha\nRao").with(MessageVariable::Amount, "₹499");
        assert_eq!(template.render(&values), "Hello Asha Rao, Rs. 499 for -. Bye Asha Rao.");
        assert_eq!(template.positional(&values), ["Asha Rao", "₹499", "-", "Asha Rao"]);
        assert_eq!(template.for_meta(), "Hello {{1}}, {{2}} for {{3}}. Bye {{4}}.");
        assert_eq!(template.for_carriers(), "Hello {#var#}, {#var#} for {#var#}. Bye {#var#}.");
    }

    #[test]
    fn its_length_is_that_of_the_text_with_examples() {
        let template = template("Hi {name}.");
        assert_eq!(template.preview(), "Hi Asha.");
        assert_eq!(template.sms(), SmsLength { encoding: SmsEncoding::Gsm7, units: 8, segments: 1 });
    }

    #[test]
    fn a_phone_takes_what_is_registered_and_whatsapp_its_document() {
        use MessageChannel::{Email, Sms, Whatsapp};
        let bare = template("Hi {name}.");
        let registered = MessageTemplate { dlt_template_id: Some("1707".to_owned()), ..bare.clone() };
        let dues = MessageTemplate { kind: MessageKind::Dues, ..bare.clone() };
        for (template, has_document, expected) in [
            (None, true, vec![Email]),
            (Some(&bare), false, vec![Email]),
            (Some(&bare), true, vec![Whatsapp, Email]),
            (Some(&registered), false, vec![Sms, Email]),
            (Some(&registered), true, vec![Whatsapp, Sms, Email]),
            (Some(&dues), false, vec![Whatsapp, Email]),
        ] {
            let form = MessageForm { template, has_document };
            let fitting: Vec<_> = MessageChannel::ALL.iter().copied().filter(|channel| form.fits(*channel)).collect();
            assert_eq!(fitting, expected);
        }
    }

    #[test]
    fn a_value_is_not_read_for_variables_itself() {
        let values = MessageValues::default().with(MessageVariable::Name, "{number}");
        assert_eq!(template("Hi {name}").render(&values), "Hi {number}");
    }
}
