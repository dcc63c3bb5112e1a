//! The values of a message's variables, in the form that each channel takes.

use std::collections::BTreeMap;

use super::kind::{MessageKind, MessageVariable};
use parlour_values::input::is_hidden;
use parlour_values::language::Language;

/// The longest value that an Indian carrier takes for one `{#var#}` of a registered text.
const LONGEST_IN_SMS: usize = 30;
/// A message on WhatsApp has 1,024 letters for all of it.
const LONGEST_ON_WHATSAPP: usize = 100;
/// Neither channel takes an empty value.
const NOTHING: &str = "-";
const CUT: &str = "...";

/// The values of the variables in one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageValues(BTreeMap<MessageVariable, String>);

impl MessageValues {
    pub fn with(mut self, variable: MessageVariable, value: impl Into<String>) -> Self {
        self.0.insert(variable, value.into());
        self
    }

    /// Such as a message of this kind may have.
    pub fn examples(kind: MessageKind, language: Language) -> Self {
        let examples = kind.variables().iter().map(|variable| (*variable, variable.example(language).to_owned()));
        Self(examples.collect())
    }

    /// For an SMS: carriers refuse what is longer than they know, and `₹` is not in the alphabet of SMS.
    pub(super) fn in_sms(&self, variable: MessageVariable) -> String {
        self.shortened(variable, LONGEST_IN_SMS, |value| value.replace('₹', "Rs. "))
    }

    /// For WhatsApp, which takes no empty value and no line breaks, tabs or rows of spaces in one.
    pub(super) fn on_whatsapp(&self, variable: MessageVariable) -> String {
        self.shortened(variable, LONGEST_ON_WHATSAPP, |value| value)
    }

    /// A link is never cut: it would lead nowhere. It is registered as a web address, or as several variables.
    fn shortened(&self, variable: MessageVariable, longest: usize, written: fn(String) -> String) -> String {
        let value = written(one_line(self.0.get(&variable).map(String::as_str).unwrap_or_default()));
        match variable {
            MessageVariable::Link => value,
            _ => cut(value, longest),
        }
    }
}

fn one_line(value: &str) -> String {
    let seen: String = value.chars().filter(|character| !is_hidden(*character)).collect();
    let line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { NOTHING.to_owned() } else { line }
}

fn cut(value: String, longest: usize) -> String {
    if value.chars().count() <= longest {
        return value;
    }
    let kept: String = value.chars().take(longest.saturating_sub(CUT.len())).collect();
    // At the end of a word where one is near.
    let kept = match kept.rsplit_once(' ') {
        Some((words, part)) if part.len() < words.len() => words.trim_end_matches([' ', ',']),
        _ => kept.as_str(),
    };
    format!("{kept}{CUT}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(value: &str) -> MessageValues {
        MessageValues::default().with(MessageVariable::Services, value)
    }

    #[test]
    fn a_value_is_one_line_and_never_empty() {
        for (value, sent) in [
            ("Haircut", "Haircut"),
            (" Hair\n\tcut,      facial ", "Hair cut, facial"),
            ("Asha\u{202e}\0", "Asha"),
            ("", "-"),
            (" \r\n ", "-"),
        ] {
            assert_eq!(services(value).on_whatsapp(MessageVariable::Services), sent);
            assert_eq!(services(value).in_sms(MessageVariable::Services), sent);
        }
        assert_eq!(MessageValues::default().in_sms(MessageVariable::Name), "-");
    }

    #[test]
    fn an_sms_takes_thirty_letters_of_each_but_a_whole_link() {
        let many = "Haircut, Facial, Manicure and Pedicure";
        assert_eq!(services(many).in_sms(MessageVariable::Services), "Haircut, Facial, Manicure...");
        assert_eq!(services(many).on_whatsapp(MessageVariable::Services), many);
        let word = "न".repeat(31);
        assert_eq!(services(&word).in_sms(MessageVariable::Services), format!("{}...", "न".repeat(27)));
        assert_eq!(services(&"a".repeat(30)).in_sms(MessageVariable::Services), "a".repeat(30));
        let link = format!("https://salon.example.test/m?{}", "x".repeat(60));
        let values = MessageValues::default().with(MessageVariable::Link, &link);
        assert_eq!(
            (values.in_sms(MessageVariable::Link), values.on_whatsapp(MessageVariable::Link)),
            (link.clone(), link)
        );
    }

    #[test]
    fn rupees_have_a_sign_on_whatsapp_and_letters_in_an_sms() {
        let values = MessageValues::default().with(MessageVariable::Amount, "₹1,499");
        assert_eq!(values.in_sms(MessageVariable::Amount), "Rs. 1,499");
        assert_eq!(values.on_whatsapp(MessageVariable::Amount), "₹1,499");
    }

    #[test]
    fn every_variable_of_a_kind_has_an_example_that_fits() {
        for kind in MessageKind::ALL {
            for language in Language::ALL {
                let examples = MessageValues::examples(*kind, *language);
                for variable in kind.variables() {
                    assert_eq!(examples.in_sms(*variable), variable.example(*language));
                }
            }
        }
    }
}
