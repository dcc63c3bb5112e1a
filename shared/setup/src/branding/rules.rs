//! How the branding changes, decided without I/O.

use super::Branding;
use super::request::BrandingPatch;
use parlour_values::time::Instant;

impl Branding {
    pub fn patched(&self, request: &BrandingPatch, now: Instant) -> Self {
        let (kept, request) = (self.clone(), request.clone());
        Self {
            name: request.name.map_or(kept.name, String::from),
            tagline: request.tagline.over(kept.tagline),
            accent_color: request.accent_color.unwrap_or(kept.accent_color),
            logo_url: request.logo_url.over(kept.logo_url),
            phone: request.phone.over(kept.phone),
            email: request.email.over(kept.email),
            grievance_email: request.grievance_email.over(kept.grievance_email),
            address: request.address.over(kept.address),
            website: request.website.over(kept.website),
            instagram: request.instagram.over(kept.instagram),
            updated_at: Some(now),
        }
    }
}
