//! About gems, and for birthdays.

use super::super::Said;
use super::super::customers::{BirthdayFacts, GemsFacts, GemsNotice};
use super::super::phrasing::gems_in_hindi;
use super::{NEWS, greeting};
use parlour_values::language::Language::Hindi;
use parlour_values::wording;

impl GemsNotice {
    pub(in super::super) fn in_hindi(self, facts: &GemsFacts) -> Said {
        let (hello, gems) = (greeting(&facts.customer_first_name), gems_in_hindi(facts.gems));
        let (day, is_one) = (wording::day(Hindi, facts.expires_on), facts.gems == 1);
        let (title, body, before) = match self {
            Self::Expiry7d => {
                let expire = if is_one {
                    "समाप्त हो जाएगा"
                } else {
                    "समाप्त हो जाएँगे"
                };
                (
                    format!("{gems} {} दिन में {expire}", facts.days_left),
                    format!("{day} तक {gems} काम में लें: हमारी ओर से कुछ अच्छा आपके लिए।"),
                    format!("{hello} आपके {gems} {day} को {expire}। अगली विज़िट पर इनसे कुछ अच्छा लें: बस काउंटर पर बता दें।"),
                )
            }
            Self::Expired => {
                let expired =
                    if is_one { "समाप्त हो गया" } else { "समाप्त हो गए" };
                let words = format!("पिछले साल के {gems} {day} को {expired}। हर विज़िट पर नए जेम्स मिलते हैं।");
                (format!("{gems} {expired}"), words.clone(), format!("{hello} {words}"))
            }
        };
        Said {
            subject: title.clone(), title, body, before, after: None, button: Some("मेरे जेम्स देखें"), footnote: None
        }
    }
}

impl BirthdayFacts {
    pub(in super::super) fn in_hindi(&self) -> Said {
        let name = self.customer_first_name.trim();
        let title = if name.is_empty() {
            "जन्मदिन की शुभकामनाएँ!".to_owned()
        } else {
            format!("{name}, जन्मदिन की शुभकामनाएँ!")
        };
        let invitation = if self.offers.is_empty() {
            "हमारे साथ मनाइए: थोड़ा समय अपने लिए, इससे अच्छा तोहफ़ा क्या होगा।".to_owned()
        } else {
            format!("हमारे साथ मनाइए। अभी के ऑफ़र: {}।", wording::list(Hindi, &self.offers))
        };
        Said {
            body: format!("हम सब की ओर से आपको बहुत शुभकामनाएँ। {invitation}"),
            subject: title.clone(),
            title,
            before: "हम सब की ओर से आपको शुभकामनाएँ: यह दिन और पूरा साल ख़ुशियों से भरा हो।".to_owned(),
            after: Some(invitation),
            button: Some("अपने लिए समय बुक करें"),
            footnote: Some(NEWS),
        }
    }
}
