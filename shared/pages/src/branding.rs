//! The salon's own face: its name, its colour, how to reach it.

use parlour_setup::branding::{Branding, BrandingStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;

use crate::accent::Accent;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBranding {
    pub name: String,
    pub tagline: Option<String>,
    pub accent: Accent,
    pub logo_url: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
    pub website: Option<String>,
    pub instagram: Option<String>,
}

impl Default for PageBranding {
    fn default() -> Self {
        Self::from(Branding::default())
    }
}

impl From<Branding> for PageBranding {
    fn from(branding: Branding) -> Self {
        Self {
            name: branding.name,
            tagline: branding.tagline,
            accent: branding.accent_color.as_str().parse().unwrap_or(Accent::STANDARD),
            logo_url: branding.logo_url,
            phone: branding.phone.map(|phone| phone.spaced()),
            email: branding.email.map(|email| email.to_string()),
            address: branding.address,
            website: branding.website,
            instagram: branding.instagram,
        }
    }
}

impl PageBranding {
    pub async fn read(salon: &Salon) -> Result<Self, TableError> {
        Ok(Self::from(BrandingStore::of(salon).read().await?))
    }
}
