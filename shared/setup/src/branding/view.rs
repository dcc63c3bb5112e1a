//! The branding as anybody sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::Branding;
use parlour_values::color::Color;
use parlour_values::contact::{BusinessPhone, EmailAddress};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingView {
    pub name: String,
    pub tagline: Option<String>,
    pub accent_color: Color,
    pub logo_url: Option<String>,
    pub phone: Option<BusinessPhone>,
    pub email: Option<EmailAddress>,
    /// The address that answers for what is held of people.
    pub grievance_email: Option<EmailAddress>,
    pub address: Option<String>,
    pub website: Option<String>,
    pub instagram: Option<String>,
}

impl From<Branding> for BrandingView {
    fn from(branding: Branding) -> Self {
        Self {
            name: branding.name,
            tagline: branding.tagline,
            accent_color: branding.accent_color,
            logo_url: branding.logo_url,
            phone: branding.phone,
            email: branding.email,
            grievance_email: branding.grievance_email,
            address: branding.address,
            website: branding.website,
            instagram: branding.instagram,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BrandingAnswer {
    pub branding: BrandingView,
}
