//! About what was paid, and what was given back.

use super::super::Said;
use super::super::invoices::{CreditNoteFacts, InvoiceFacts};
use super::greeting;
use parlour_values::money::Paise;
use parlour_values::payment::InvoiceType;

const OPEN_VISIT: &str = "यह विज़िट और उसका बिल देखें";
const OPEN_MEMBERSHIP: &str = "मेरी सदस्यता खोलें";

impl InvoiceFacts {
    pub(in super::super) fn in_hindi(&self) -> Said {
        let hello = greeting(&self.customer_first_name);
        let paper = if self.is_session() { "सत्र का विवरण" } else { "बिल" };
        let document = if self.pdf_attached {
            format!("आपका {paper} साथ में है।")
        } else {
            format!("आपका {paper} संक्षेप में यह है; पूरा {paper} जब चाहें हमसे माँग लें।")
        };
        let (thanks, button) = match self.invoice_type {
            InvoiceType::Service => ("आने के लिए धन्यवाद", Some(OPEN_VISIT)),
            InvoiceType::MembershipSession => ("आने के लिए धन्यवाद", Some("यह विज़िट देखें")),
            InvoiceType::MembershipPurchase => ("सदस्यता के लिए धन्यवाद", Some(OPEN_MEMBERSHIP)),
            InvoiceType::Sale => ("ख़रीदारी के लिए धन्यवाद", None),
        };
        let (body, subject) = if self.is_session() {
            (format!("{paper} {}। धन्यवाद!", self.number), format!("आपका {paper} {}", self.number))
        } else {
            (
                format!("बिल {}, {}। धन्यवाद!", self.number, self.total),
                format!("आपका बिल {}: {}", self.number, self.total),
            )
        };
        Said {
            title: format!("आपका {paper}"),
            body,
            subject,
            before: format!("{hello} {thanks}। {document}"),
            after: None,
            button,
            footnote: None,
        }
    }
}

impl CreditNoteFacts {
    pub(in super::super) fn in_hindi(&self) -> Said {
        let (hello, amount, given) =
            (greeting(&self.customer_first_name), self.amount, self.amount.minus(self.due_fell));
        let document = if self.pdf_attached {
            "क्रेडिट नोट साथ में है।"
        } else {
            "क्रेडिट नोट संक्षेप में यह है; पूरा क्रेडिट नोट जब चाहें हमसे माँग लें।"
        };
        let (title, said, told) = if given > Paise::ZERO {
            let told = format!("बिल {} के {given} लौटा दिए गए।", self.invoice_number);
            ("आपका रिफ़ंड", format!("हमने आपको {given} लौटा दिए हैं।"), told)
        } else {
            let told = format!("बिल {} के {amount} अब नहीं देने हैं।", self.invoice_number);
            ("आपका क्रेडिट नोट", format!("इस बिल के {amount} अब नहीं देने हैं।"), told)
        };
        Said {
            title: title.to_owned(),
            body: format!("{told} कारण: {}", self.reason),
            subject: format!("आपका क्रेडिट नोट {}: {amount}", self.number),
            before: format!("{hello} {said} {document}"),
            after: None,
            button: match self.invoice_type {
                InvoiceType::Service | InvoiceType::MembershipSession => Some(OPEN_VISIT),
                InvoiceType::MembershipPurchase => Some(OPEN_MEMBERSHIP),
                InvoiceType::Sale => None,
            },
            footnote: None,
        }
    }
}
