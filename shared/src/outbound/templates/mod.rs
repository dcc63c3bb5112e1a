//! What the messages say: for every notification type a title and a short line for the feed and the push, and an
//! email as text and HTML. Plain warm English; the inputs are small facts, so nothing here reads a record.

mod bookings;
mod customers;
mod letter;
mod memberships;
pub mod phrasing;
mod reports;

pub use bookings::{BookingFacts, BookingNotice, DeskNotice};
pub use customers::{BirthdayFacts, GemsFacts, GemsNotice, InvoiceFacts, LeadFacts};
pub use memberships::{MembershipFacts, MembershipNotice};
pub use reports::{BranchSales, GstFacts, GstRow, Report, SalesFacts, ServiceSales};

use letter::{Letter, LetterPart};

use super::{Attachment, Email, NotificationType};
use crate::color::Color;

/// Whose messages these are, and where their buttons lead; without an address there is no button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    pub name: String,
    pub accent: Color,
    /// Where somebody answers: the number of the branch it is about, else the salon's. Grouped for people.
    pub phone: Option<String>,
    pub customer_url: Option<String>,
    pub admin_url: Option<String>,
}

/// What a salon is called before its owner says so.
const NAME: &str = "Parlour";
const ACCENT: &str = "#8A3D5C";

impl Default for Brand {
    /// A salon that has told nothing of itself yet.
    fn default() -> Self {
        let accent = ACCENT.parse().unwrap_or_else(|_| Color::black());
        Self { name: NAME.to_owned(), accent, phone: None, customer_url: None, admin_url: None }
    }
}

/// One message in all its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    pub kind: NotificationType,
    /// In whose name it is sent.
    pub sender: String,
    /// In the feed and on the push.
    pub title: String,
    pub body: String,
    /// The email.
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Texts {
    /// The email to one address.
    pub fn email_to(self, to: impl Into<String>, attachments: Vec<Attachment>) -> Email {
        Email {
            kind: self.kind,
            from_name: Some(self.sender),
            to: to.into(),
            subject: self.subject,
            text: self.text,
            html: self.html,
            attachments,
        }
    }
}

/// Something to tell one person, with the facts it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// To the customer, about their booking.
    Booking(BookingNotice, BookingFacts),
    /// To the people who work here, about a customer's booking.
    Desk(DeskNotice, BookingFacts),
    Membership(MembershipNotice, MembershipFacts),
    Gems(GemsNotice, GemsFacts),
    Invoice(InvoiceFacts),
    Birthday(BirthdayFacts),
    Lead(LeadFacts),
}

impl Notice {
    pub fn kind(&self) -> NotificationType {
        self.draft(&Brand::default()).kind
    }

    pub fn texts(&self, brand: &Brand) -> Texts {
        self.draft(brand).finish(brand)
    }

    fn draft(&self, brand: &Brand) -> Draft {
        match self {
            Self::Booking(notice, facts) => notice.draft(facts, brand),
            Self::Desk(notice, facts) => notice.draft(facts),
            Self::Membership(notice, facts) => notice.draft(facts),
            Self::Gems(notice, facts) => notice.draft(facts),
            Self::Invoice(facts) => facts.draft(brand),
            Self::Birthday(facts) => facts.draft(),
            Self::Lead(facts) => facts.draft(),
        }
    }
}

/// What each notice writes before it is laid out.
struct Draft {
    kind: NotificationType,
    title: String,
    body: String,
    subject: String,
    letter: Letter,
}

impl Draft {
    fn finish(self, brand: &Brand) -> Texts {
        Texts {
            kind: self.kind,
            sender: brand.name.clone(),
            text: self.letter.text(brand),
            html: self.letter.html(brand, &self.body),
            title: self.title,
            body: self.body,
            subject: self.subject,
        }
    }
}

fn paragraph(words: impl Into<String>) -> LetterPart {
    LetterPart::Paragraph(words.into())
}

/// A branch with the number somebody answers under, on a line of its own.
fn place(branch: &str, brand: &Brand) -> String {
    match &brand.phone {
        Some(phone) => format!("{branch}\n{phone}"),
        None => branch.to_owned(),
    }
}

fn greeting(first_name: &str) -> String {
    let name = first_name.trim();
    if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") }
}

#[cfg(test)]
mod tests;
