//! About what was paid, and what was given back.

use super::letter::{App, Fact, Letter, LetterPart};
use super::{Brand, Draft, greeting, paragraph, phrasing, place};
use crate::NotificationType;
use parlour_values::id::BookingId;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::IstDate;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceFacts {
    pub number: String,
    pub customer_first_name: String,
    pub branch_name: String,
    /// The visit it is for; a membership is sold without one.
    pub booking_id: Option<BookingId>,
    pub paid_on: IstDate,
    /// None while nothing is paid.
    pub payment_method: Option<String>,
    pub due: Paise,
    pub total: Paise,
    /// The GST inside the total.
    pub gst: Paise,
    pub gems_earned: u64,
    /// The document is attached; where it could not be made, the email says so.
    pub pdf_attached: bool,
}

impl InvoiceFacts {
    pub(super) fn draft(&self, brand: &Brand) -> Draft {
        let hello = greeting(&self.customer_first_name);
        let document = if self.pdf_attached {
            "Your invoice is attached."
        } else {
            "Here is your invoice in short; ask us any time for the full document."
        };
        let (thanks, button) = match self.booking_id {
            Some(_) => ("thank you for your visit", "See this visit and its invoice"),
            None => ("thank you for your membership", "Open my membership"),
        };
        let mut shown: Vec<Fact> = [
            ("Invoice", self.number.clone()),
            ("Total", self.total.to_string()),
            ("GST included", self.gst.to_string()),
        ]
        .map(Fact::from)
        .into();
        if let Some(method) = &self.payment_method {
            shown.push(Fact::from(("Paid", format!("{} on {}", payment(method), phrasing::day(self.paid_on)))));
        }
        if self.due > Paise::ZERO {
            shown.push(Fact::from(("Still to pay", self.due.to_string())));
        }
        shown.push(place(&self.branch_name, brand));
        if self.gems_earned > 0 {
            shown.push(Fact::from(("Gems earned", self.gems_earned.to_string())));
        }
        Draft {
            kind: NotificationType::InvoiceReady,
            title: "Your invoice".to_owned(),
            body: format!("Invoice {} for {}. Thank you!", self.number, self.total),
            subject: format!("Your invoice {}: {}", self.number, self.total),
            letter: Letter {
                heading: "Thank you".to_owned(),
                parts: vec![paragraph(format!("{hello} {thanks}. {document}")), LetterPart::Facts(shown)],
                action: Some((button, App::Customer)),
                footnote: None,
            },
            booking: self.booking_id.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditNoteFacts {
    pub number: String,
    /// The invoice it takes back from.
    pub invoice_number: String,
    pub customer_first_name: String,
    pub booking_id: Option<BookingId>,
    pub issued_on: IstDate,
    /// None where nothing but what was due fell.
    pub refund_methods: Vec<PaymentMethod>,
    /// What the customer has to pay less.
    pub due_fell: Paise,
    pub amount: Paise,
    /// The GST inside the amount.
    pub gst: Paise,
    pub reason: String,
    pub pdf_attached: bool,
}

impl CreditNoteFacts {
    pub(super) fn draft(&self) -> Draft {
        let (hello, amount, given) =
            (greeting(&self.customer_first_name), self.amount, self.amount.minus(self.due_fell));
        let document = if self.pdf_attached {
            "The credit note is attached."
        } else {
            "Here is the credit note in short; ask us any time for the full document."
        };
        let button = if self.booking_id.is_some() { "See this visit and its invoice" } else { "Open my membership" };
        let (title, said, told) = if given > Paise::ZERO {
            let told = format!("We gave back {given} of invoice {}.", self.invoice_number);
            ("Your refund", format!("we have given back {given}."), told)
        } else {
            let told = format!("{amount} of invoice {} need not be paid any more.", self.invoice_number);
            ("Your credit note", format!("{amount} of this invoice need not be paid any more."), told)
        };
        let mut shown: Vec<Fact> = [
            ("Credit note", self.number.clone()),
            ("For invoice", self.invoice_number.clone()),
            ("Amount", amount.to_string()),
            ("GST included", self.gst.to_string()),
        ]
        .map(Fact::from)
        .into();
        if self.due_fell > Paise::ZERO {
            shown.push(Fact::from(("Not to be paid any more", self.due_fell.to_string())));
        }
        if given > Paise::ZERO {
            shown.push(Fact::from(("Given back", format!("{} on {}", self.methods(), phrasing::day(self.issued_on)))));
        }
        shown.push(Fact::from(("Reason", self.reason.clone())));
        Draft {
            kind: NotificationType::CreditNoteReady,
            title: title.to_owned(),
            body: format!("{told} Reason: {}", self.reason),
            subject: format!("Your credit note {}: {amount}", self.number),
            letter: Letter {
                heading: title.to_owned(),
                parts: vec![paragraph(format!("{hello} {said} {document}")), LetterPart::Facts(shown)],
                action: Some((button, App::Customer)),
                footnote: None,
            },
            booking: self.booking_id.clone(),
        }
    }

    /// `In cash and by UPI`.
    fn methods(&self) -> String {
        let mut words = self.refund_methods.iter().map(|method| payment(method.as_str()));
        let first = words.next().unwrap_or_default();
        words.fold(first, |all, next| format!("{all} and {}", next.replacen("By", "by", 1).replacen("In", "in", 1)))
    }
}

fn payment(method: &str) -> String {
    match method {
        "cash" => "In cash".to_owned(),
        "upi" => "By UPI".to_owned(),
        "card" => "By card".to_owned(),
        other => other.to_owned(),
    }
}
