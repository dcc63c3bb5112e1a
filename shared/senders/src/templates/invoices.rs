//! About what was paid, and what was given back.

use super::label::Label;
use super::letter::LabelledValue;
use super::{Brand, NoticeDraft, Said, greeting, place};
use crate::NotificationType;
use parlour_values::id::BookingId;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::IstDate;
use parlour_values::wording;

const SEE_VISIT: &str = "See this visit and its invoice";
const OPEN_MEMBERSHIP: &str = "Open my membership";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceFacts {
    pub number: String,
    pub customer_first_name: String,
    pub branch_name: String,
    pub invoice_type: InvoiceType,
    /// The visit it is for; memberships and products are sold without one.
    pub booking_id: Option<BookingId>,
    pub paid_on: IstDate,
    /// None while nothing is paid.
    pub payment_method: Option<String>,
    pub due: Paise,
    /// The desk sends it once more: where something is due, to remind of that.
    pub is_sent_again: bool,
    pub total: Paise,
    /// The GST inside the total.
    pub gst: Paise,
    pub gems_earned: u64,
    /// The document is attached; where it could not be made, the email says so.
    pub pdf_attached: bool,
}

impl InvoiceFacts {
    pub(super) fn draft(&self, brand: &Brand, language: Language) -> NoticeDraft {
        let (said, heading) = match language {
            Language::English => (self.in_english(), "Thank you"),
            Language::Hindi => (self.in_hindi(), "धन्यवाद"),
        };
        let mut shown = if self.is_session() { self.of_session(language) } else { self.of_sale(language) };
        if self.due > Paise::ZERO {
            shown.push(Label::StillToPay.of(language, self.due.to_string()));
        }
        shown.push(place(&self.branch_name, brand, language));
        if self.gems_earned > 0 {
            shown.push(Label::GemsEarned.of(language, self.gems_earned.to_string()));
        }
        let mut draft = said.with(NotificationType::InvoiceReady, shown, self.booking_id.clone());
        draft.letter.heading = heading.to_owned();
        draft
    }

    /// A session is paid by its membership: its paper is no invoice, and nothing on it is tax.
    pub(super) fn is_session(&self) -> bool {
        self.invoice_type == InvoiceType::MembershipSession
    }

    fn of_sale(&self, language: Language) -> Vec<LabelledValue> {
        let mut shown = vec![
            Label::Invoice.of(language, &self.number),
            Label::Total.of(language, self.total.to_string()),
            Label::GstIncluded.of(language, self.gst.to_string()),
        ];
        if let Some(method) = &self.payment_method {
            shown.push(Label::Paid.of(language, on_day(language, &payment(language, method), self.paid_on)));
        }
        shown
    }

    fn of_session(&self, language: Language) -> Vec<LabelledValue> {
        let by_membership = match language {
            Language::English => "By membership",
            Language::Hindi => "सदस्यता से",
        };
        vec![
            Label::SessionRecord.of(language, &self.number),
            Label::Paid.of(language, on_day(language, by_membership, self.paid_on)),
        ]
    }

    fn in_english(&self) -> Said {
        let hello = greeting(&self.customer_first_name);
        let paper = if self.is_session() { "session record" } else { "invoice" };
        let document = if self.pdf_attached {
            format!("Your {paper} is attached.")
        } else {
            format!("Here is your {paper} in short; ask us any time for the full document.")
        };
        let (thanks, button) = match self.invoice_type {
            InvoiceType::Service => ("thank you for your visit", Some(SEE_VISIT)),
            InvoiceType::MembershipSession => ("thank you for your visit", Some("See this visit")),
            InvoiceType::MembershipPurchase => ("thank you for your membership", Some(OPEN_MEMBERSHIP)),
            // No page shows what was bought at the counter.
            InvoiceType::Sale => ("thank you for your purchase", None),
        };
        let (body, subject) = if self.is_session() {
            (format!("Session record {}. Thank you!", self.number), format!("Your session record {}", self.number))
        } else {
            (
                format!("Invoice {} for {}. Thank you!", self.number, self.total),
                format!("Your invoice {}: {}", self.number, self.total),
            )
        };
        Said {
            title: format!("Your {paper}"),
            body,
            subject,
            before: format!("{hello} {thanks}. {document}"),
            after: None,
            button,
            footnote: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditNoteFacts {
    pub number: String,
    /// The invoice it takes back from.
    pub invoice_number: String,
    pub customer_first_name: String,
    /// Of the invoice.
    pub invoice_type: InvoiceType,
    pub booking_id: Option<BookingId>,
    pub issued_on: IstDate,
    /// None where nothing but what was due fell.
    pub refund_methods: Vec<PaymentMethod>,
    /// The amount the customer has to pay less.
    pub due_fell: Paise,
    pub amount: Paise,
    /// The GST inside the amount.
    pub gst: Paise,
    pub reason: String,
    pub pdf_attached: bool,
}

impl CreditNoteFacts {
    pub(super) fn draft(&self, language: Language) -> NoticeDraft {
        let said = match language {
            Language::English => self.in_english(),
            Language::Hindi => self.in_hindi(),
        };
        let mut shown = vec![
            Label::CreditNote.of(language, &self.number),
            Label::ForInvoice.of(language, &self.invoice_number),
            Label::Amount.of(language, self.amount.to_string()),
            Label::GstIncluded.of(language, self.gst.to_string()),
        ];
        if self.due_fell > Paise::ZERO {
            shown.push(Label::NotToBePaid.of(language, self.due_fell.to_string()));
        }
        if self.amount.minus(self.due_fell) > Paise::ZERO {
            shown.push(Label::GivenBack.of(language, on_day(language, &self.methods(language), self.issued_on)));
        }
        shown.push(Label::Reason.of(language, &self.reason));
        said.with(NotificationType::CreditNoteReady, shown, self.booking_id.clone())
    }

    fn in_english(&self) -> Said {
        let (hello, amount, given) =
            (greeting(&self.customer_first_name), self.amount, self.amount.minus(self.due_fell));
        let document = if self.pdf_attached {
            "The credit note is attached."
        } else {
            "Here is the credit note in short; ask us any time for the full document."
        };
        let (title, said, told) = if given > Paise::ZERO {
            let told = format!("We gave back {given} of invoice {}.", self.invoice_number);
            ("Your refund", format!("we have given back {given}."), told)
        } else {
            let told = format!("{amount} of invoice {} need not be paid any more.", self.invoice_number);
            ("Your credit note", format!("{amount} of this invoice need not be paid any more."), told)
        };
        Said {
            title: title.to_owned(),
            body: format!("{told} Reason: {}", self.reason),
            subject: format!("Your credit note {}: {amount}", self.number),
            before: format!("{hello} {said} {document}"),
            after: None,
            button: match self.invoice_type {
                InvoiceType::Service | InvoiceType::MembershipSession => Some(SEE_VISIT),
                InvoiceType::MembershipPurchase => Some(OPEN_MEMBERSHIP),
                // No page shows what was bought at the counter.
                InvoiceType::Sale => None,
            },
            footnote: None,
        }
    }

    /// `In cash and by UPI`.
    fn methods(&self, language: Language) -> String {
        let words: Vec<String> = self.refund_methods.iter().map(|method| payment(language, method.as_str())).collect();
        match (language, words.split_first()) {
            (Language::English, Some((first, others))) => others.iter().fold(first.clone(), |all, next| {
                format!("{all} and {}", next.replacen("By", "by", 1).replacen("In", "in", 1))
            }),
            _ => wording::list(language, &words),
        }
    }
}

fn on_day(language: Language, how: &str, date: IstDate) -> String {
    let day = wording::day(language, date);
    match language {
        Language::English => format!("{how} on {day}"),
        Language::Hindi => format!("{how}, {day}"),
    }
}

fn payment(language: Language, method: &str) -> String {
    let (english, hindi) = match method {
        "cash" => ("In cash", "नक़द"),
        "upi" => ("By UPI", "यूपीआई से"),
        "card" => ("By card", "कार्ड से"),
        other => (other, other),
    };
    match language {
        Language::English => english.to_owned(),
        Language::Hindi => hindi.to_owned(),
    }
}
