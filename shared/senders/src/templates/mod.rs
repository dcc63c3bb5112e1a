//! The words of the messages: for every notification type a title and a short line for the feed and the push, and an
//! email as text and HTML. Plain and warm; customers read them in their language (`hindi/`), everybody else in English.
//! The inputs are small facts, so nothing here reads a record.

mod bookings;
mod customers;
mod desk;
mod erasure;
mod hindi;
mod invoices;
mod label;
mod letter;
mod memberships;
mod owner;
mod phone;
pub mod phrasing;
mod repeats;
mod reports;
mod waitlist;
mod webhooks;

pub use bookings::{BookingFacts, BookingNotice, BookingStanding};
pub use customers::{BirthdayFacts, GemsFacts, GemsNotice, LeadFacts};
pub use desk::DeskNotice;
pub use erasure::ErasureFacts;
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

use label::Label;
use letter::{Envelope, LabelledValue, Letter, LetterPart};

use super::{Attachment, Email, NotificationType};
use crate::document::Letterhead;
use parlour_settings::App;
use parlour_values::color::Color;
use parlour_values::id::BookingId;
use parlour_values::language::Language;

/// The salon whose messages these are, and the addresses of their buttons; without an address there is no button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brand {
    pub name: String,
    pub accent: Color,
    /// The number somebody answers under: of the branch it is about, else the salon's. Grouped for people.
    pub phone: Option<String>,
    /// The address of the branch it is about, else of the salon.
    pub address: Option<String>,
    /// The address where the salon reads mail.
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

/// Links by which one reader ends mail of a kind: the page to do it on, and the one a mail program posts to by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsubscribe {
    pub page: String,
    pub one_click: String,
}

/// Links of a mail that only its reader has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnLinks {
    /// The links that end mail like this.
    pub unsubscribe: Option<Unsubscribe>,
    /// The link to see and change what the mail speaks of without a sign-in.
    pub open: Option<String>,
}

/// The name of a salon before its owner gives one.
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
    Erasure(ErasureFacts),
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
        self.draft(&Brand::default(), Language::English).kind
    }

    /// In English, with no links but the page's.
    pub fn texts(&self, brand: &Brand) -> Texts {
        self.texts_for(Language::English, brand, OwnLinks::default())
    }

    /// In the reader's language, with links that are their own.
    pub fn texts_for(&self, reader: Language, brand: &Brand, own: OwnLinks) -> Texts {
        let language = self.spoken_to(reader);
        self.draft(brand, language).finish(brand, own, language)
    }

    /// Customers are written to in their language; the people who work here share one.
    const fn spoken_to(&self, reader: Language) -> Language {
        match self {
            Self::Booking(..)
            | Self::Waitlist(_)
            | Self::Repeat(..)
            | Self::Membership(..)
            | Self::Gems(..)
            | Self::Invoice(_)
            | Self::CreditNote(_)
            | Self::Birthday(_)
            | Self::Erasure(_) => reader,
            Self::Desk(..)
            | Self::DeskRepeat(..)
            | Self::Lead(_)
            | Self::Webhook(_)
            | Self::Channel(_)
            | Self::Reply(_)
            | Self::Owner(_) => Language::English,
        }
    }

    fn draft(&self, brand: &Brand, language: Language) -> NoticeDraft {
        match self {
            Self::Booking(notice, facts) => notice.draft(facts, brand, language),
            Self::Desk(notice, facts) => notice.draft(facts),
            Self::Waitlist(facts) => facts.draft(brand, language),
            Self::Repeat(notice, facts) => notice.draft(facts, brand, language),
            Self::DeskRepeat(notice, facts) => notice.draft_for_desk(facts),
            Self::Membership(notice, facts) => notice.draft(facts, language),
            Self::Gems(notice, facts) => notice.draft(facts, language),
            Self::Invoice(facts) => facts.draft(brand, language),
            Self::CreditNote(facts) => facts.draft(language),
            Self::Birthday(facts) => facts.draft(language),
            Self::Erasure(facts) => facts.draft(language),
            Self::Lead(facts) => facts.draft(),
            Self::Webhook(facts) => facts.draft(),
            Self::Channel(facts) => facts.draft(),
            Self::Reply(facts) => facts.draft(),
            Self::Owner(notice) => notice.draft(),
        }
    }
}

/// A notice before it is laid out.
struct NoticeDraft {
    kind: NotificationType,
    title: String,
    body: String,
    subject: String,
    letter: Letter,
    /// The booking it speaks of.
    booking: Option<BookingId>,
}

/// The words to a customer, in one language.
struct Said {
    title: String,
    body: String,
    subject: String,
    /// Above and below the facts of the letter.
    before: String,
    after: Option<String>,
    /// None where no page shows what it is about.
    button: Option<&'static str>,
    footnote: Option<&'static str>,
}

impl Said {
    /// The letter is headed by the title.
    fn with(self, kind: NotificationType, facts: Vec<LabelledValue>, booking: Option<BookingId>) -> NoticeDraft {
        let facts = (!facts.is_empty()).then_some(LetterPart::Facts(facts));
        let parts = [Some(paragraph(self.before)), facts, self.after.map(paragraph)];
        NoticeDraft {
            kind,
            letter: Letter {
                heading: self.title.clone(),
                parts: parts.into_iter().flatten().collect(),
                action: self.button.map(|button| (button, App::Customer)),
                footnote: self.footnote,
            },
            title: self.title,
            body: self.body,
            subject: self.subject,
            booking,
        }
    }
}

impl NoticeDraft {
    /// To the people who work here: a letter that is headed by the title.
    fn for_team(
        kind: NotificationType,
        title: impl Into<String>,
        body: String,
        subject: impl Into<String>,
        parts: Vec<LetterPart>,
        button: &'static str,
    ) -> Self {
        let title = title.into();
        let letter = Letter { heading: title.clone(), parts, action: Some((button, App::Admin)), footnote: None };
        Self { kind, title, body, subject: subject.into(), letter, booking: None }
    }

    fn finish(self, brand: &Brand, own: OwnLinks, language: Language) -> Texts {
        let OwnLinks { unsubscribe, open } = own;
        let page = self.kind.page(self.booking.as_ref());
        let end = unsubscribe.as_ref().map(|unsubscribe| unsubscribe.page.as_str());
        let envelope = Envelope { brand, language, page: &page, unsubscribe: end, open: open.as_deref() };
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

/// The place to go to: the branch, its address and the number it answers under, each on a line of its own, and a map.
fn place(branch: &str, brand: &Brand, language: Language) -> LabelledValue {
    let lines = [Some(branch), brand.address.as_deref(), brand.phone.as_deref()];
    let place = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let map = brand.address.as_deref().map(|address| map(branch, address));
    Label::Where.of(language, place).linked(Label::Map.text(language), map)
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

/// Below letters that somebody agreed to.
const NEWS: &str = "You get this because you said yes to news from us. You can change that in your profile.";

#[cfg(test)]
mod tests;
