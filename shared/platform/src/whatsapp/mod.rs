//! News from WhatsApp: how far our messages have got, and what customers answer.

mod news;
mod progress;
mod receive;
mod reply;
mod update;

pub use news::WhatsAppNews;
pub use parlour_senders::whatsapp::SIGNATURE_HEADER;
pub use receive::ReceiveError;
pub use reply::Reply;

use parlour_storage::salon::Salon;

pub struct WhatsApp<'a>(&'a Salon);

impl<'a> WhatsApp<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
