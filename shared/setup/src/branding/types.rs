//! The branding, as it is kept: one item.

use serde::{Deserialize, Serialize};

use parlour_senders::templates::Brand;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::color::Color;
use parlour_values::contact::{BusinessPhone, EmailAddress};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branding {
    pub name: String,
    pub tagline: Option<String>,
    pub accent_color: Color,
    pub logo_url: Option<String>,
    pub phone: Option<BusinessPhone>,
    pub email: Option<EmailAddress>,
    /// The address that answers for what is held of people, where it is not the salon's own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub grievance_email: Option<EmailAddress>,
    pub address: Option<String>,
    pub website: Option<String>,
    pub instagram: Option<String>,
    /// None before it is set.
    pub updated_at: Option<Instant>,
}

impl Default for Branding {
    fn default() -> Self {
        let Brand { name, accent, .. } = Brand::default();
        Self {
            name,
            tagline: None,
            accent_color: accent,
            logo_url: None,
            phone: None,
            email: None,
            grievance_email: None,
            address: None,
            website: None,
            instagram: None,
            updated_at: None,
        }
    }
}

impl Record for Branding {
    const KIND: &'static str = "branding";

    fn key(&self) -> Key {
        keys::branding()
    }
}
