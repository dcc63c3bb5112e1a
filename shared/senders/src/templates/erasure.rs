//! To somebody who asked to be erased.

use super::label::Label;
use super::{NoticeDraft, Said, greeting};
use crate::NotificationType;
use parlour_values::language::Language;
use parlour_values::time::Instant;
use parlour_values::wording;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasureFacts {
    pub customer_first_name: String,
    pub erase_on: Instant,
}

impl ErasureFacts {
    pub(super) fn draft(&self, language: Language) -> NoticeDraft {
        let said = match language {
            Language::English => self.in_english(),
            Language::Hindi => self.in_hindi(),
        };
        let when = wording::day_and_time(language, self.erase_on.ist_date(), self.erase_on.ist_time());
        said.with(NotificationType::ErasureRequested, vec![Label::ErasedOn.of(language, when)], None)
    }

    fn in_english(&self) -> Said {
        let hello = greeting(&self.customer_first_name);
        let title = "Your data will be deleted".to_owned();
        let body = "You asked us to delete what we hold about you. You can take it back in your profile until then.";
        Said {
            subject: title.clone(),
            title,
            body: body.to_owned(),
            before: format!(
                "{hello} you asked us to delete what we hold about you: your profile, your messages, and your name on your \
                 visits. Invoices stay as long as tax law wants them."
            ),
            after: Some(
                "Until then you can change your mind: press Keep my data in your profile. If it was not you who asked, do \
                 that now and tell us."
                    .to_owned(),
            ),
            button: Some("Open my profile"),
            footnote: None,
        }
    }
}
