//! What the messages say: for every notification type a title and a short line for the feed and the push, and an
//! email as text and HTML. Plain warm English; the inputs are small facts, so nothing here reads a record.

mod bookings;
mod customers;
mod desk;
mod invoices;
mod letter;
mod memberships;
mod owner;
mod phone;
pub mod phrasing;
mod repeats;
mod reports;
mod waitlist;
mod webhooks;

pub use bookings::{BookingFacts, BookingNotice, Standing};
pub use customers::{BirthdayFacts, GemsFacts, GemsNotice, LeadFacts};
pub use desk::DeskNotice;
pub use invoices::{CreditNoteFacts, InvoiceFacts};
pub use memberships::{MembershipFacts, MembershipNotice};
pub use owner::OwnerNotice;
pub use phone::{ChannelFacts, ReplyFacts};
pub use repeats::{RepeatFacts, RepeatNotice};
pub use reports::{
    BranchSales, GstDocuments, GstFacts, GstRegistration, GstRow, LowStock, Report, SalesFacts, ServiceSales,
};
pub use waitlist::WaitlistFacts;
pub use webhooks::{WebhookFacts, WebhookTrouble};

use letter::{Envelope, Fact, Letter, LetterPart};

use super::{Attachment, Email, NotificationType};
use crate::document::Letterhead;
use parlour_values::color::Color;
use parlour_values::id::BookingId;

/// Whose messages these are, and where their buttons lead; without an address there is no button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    pub name: String,
    pub accent: Color,
    /// Where somebody answers: the number of the branch it is about, else the salon's. Grouped for people.
    pub phone: Option<String>,
    /// Where the branch it is about stands, else the salon.
    pub address: Option<String>,
    /// Where the salon reads mail.
    pub email: Option<String>,
    pub customer_url: Option<String>,
    pub admin_url: Option<String>,
}

impl Brand {
    /// For documents on paper.
    pub fn letterhead(&self) -> Letterhead {
        Letterhead { name: self.name.clone(), accent_color: self.accent.clone(), phone: self.phone.clone() }
    }
}

/// Where one reader ends mail of a kind: the page to do it on, and the address that a mail program posts to by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsubscribe {
    pub page: String,
    pub one_click: String,
}

/// Links of a mail that only its reader has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnLinks {
    /// Where mail like this is ended.
    pub unsubscribe: Option<Unsubscribe>,
    /// Where what the mail speaks of is seen and changed without a sign-in.
    pub open: Option<String>,
}

/// What a salon is called before its owner says so.
const NAME: &str = "Parlour";
const ACCENT: &str = "#8A3D5C";

impl Default for Brand {
    /// A salon that has told nothing of itself yet.
    fn default() -> Self {
        let accent = ACCENT.parse().unwrap_or_else(|_| Color::black());
        Self {
            name: NAME.to_owned(),
            accent,
            phone: None,
            address: None,
            email: None,
            customer_url: None,
            admin_url: None,
        }
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
    pub unsubscribe: Option<Unsubscribe>,
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
            unsubscribe: self.unsubscribe.map(|unsubscribe| unsubscribe.one_click),
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
    /// To whoever waits for time, when some has come free.
    Waitlist(WaitlistFacts),
    /// To the customer, about several of their bookings.
    Repeat(RepeatNotice, RepeatFacts),
    /// To the people who work here, about several bookings of a customer.
    DeskRepeat(RepeatNotice, RepeatFacts),
    Membership(MembershipNotice, MembershipFacts),
    Gems(GemsNotice, GemsFacts),
    Invoice(InvoiceFacts),
    CreditNote(CreditNoteFacts),
    Birthday(BirthdayFacts),
    Lead(LeadFacts),
    /// To developers.
    Webhook(WebhookFacts),
    /// To developers.
    Channel(ChannelFacts),
    /// To reception.
    Reply(ReplyFacts),
    Owner(OwnerNotice),
}

impl Notice {
    pub fn kind(&self) -> NotificationType {
        self.draft(&Brand::default()).kind
    }

    pub fn texts(&self, brand: &Brand) -> Texts {
        self.texts_with(brand, OwnLinks::default())
    }

    /// The same, with links that are this reader's own.
    pub fn texts_with(&self, brand: &Brand, own: OwnLinks) -> Texts {
        self.draft(brand).finish(brand, own)
    }

    fn draft(&self, brand: &Brand) -> Draft {
        match self {
            Self::Booking(notice, facts) => notice.draft(facts, brand),
            Self::Desk(notice, facts) => notice.draft(facts),
            Self::Waitlist(facts) => facts.draft(brand),
            Self::Repeat(notice, facts) => notice.draft(facts, brand),
            Self::DeskRepeat(notice, facts) => notice.draft_for_desk(facts),
            Self::Membership(notice, facts) => notice.draft(facts),
            Self::Gems(notice, facts) => notice.draft(facts),
            Self::Invoice(facts) => facts.draft(brand),
            Self::CreditNote(facts) => facts.draft(),
            Self::Birthday(facts) => facts.draft(),
            Self::Lead(facts) => facts.draft(),
            Self::Webhook(facts) => facts.draft(),
            Self::Channel(facts) => facts.draft(),
            Self::Reply(facts) => facts.draft(),
            Self::Owner(notice) => notice.draft(),
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
    /// The booking it speaks of.
    booking: Option<BookingId>,
}

impl Draft {
    fn finish(self, brand: &Brand, own: OwnLinks) -> Texts {
        let OwnLinks { unsubscribe, open } = own;
        let page = self.kind.page(self.booking.as_ref());
        let end = unsubscribe.as_ref().map(|unsubscribe| unsubscribe.page.as_str());
        let envelope = Envelope { brand, page: &page, unsubscribe: end, open: open.as_deref() };
        Texts {
            kind: self.kind,
            sender: brand.name.clone(),
            text: self.letter.text(&envelope),
            html: self.letter.html(&envelope, &self.body),
            title: self.title,
            body: self.body,
            subject: self.subject,
            unsubscribe,
        }
    }
}

fn paragraph(words: impl Into<String>) -> LetterPart {
    LetterPart::Paragraph(words.into())
}

/// Where to go: the branch, its address and the number somebody answers under, each on a line of its own, and a map.
fn place(branch: &str, brand: &Brand) -> Fact {
    let lines = [Some(branch), brand.address.as_deref(), brand.phone.as_deref()];
    let place = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    Fact::from(("Where", place)).linked("Map", brand.address.as_deref().map(|address| map(branch, address)))
}

/// A search that the map programs of phones answer, and a browser elsewhere.
fn map(branch: &str, address: &str) -> String {
    let query = format!("{branch}, {}", address.replace('\n', ", "));
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("https://www.google.com/maps/search/?api=1&query={query}")
}

fn greeting(first_name: &str) -> String {
    let name = first_name.trim();
    if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") }
}

#[cfg(test)]
mod tests;
