//! The branding as messages, calendar entries and documents need it.

use super::Branding;
use crate::contact::BusinessPhone;
use crate::invoices::document::Letterhead;
use crate::outbound::templates::Brand;
use crate::settings::Settings;

impl Brand {
    /// `branch_phone` is the number of the branch it speaks for, where that has one of its own.
    pub fn of(settings: &Settings, branding: Branding, branch_phone: Option<BusinessPhone>) -> Self {
        Self {
            name: branding.name,
            accent: branding.accent_color,
            phone: branch_phone.or(branding.phone).map(|phone| phone.spaced()),
            customer_url: Some(settings.base_url.clone()),
            admin_url: Some(settings.admin_url.clone()),
        }
    }

    /// For documents on paper.
    pub fn letterhead(&self) -> Letterhead {
        Letterhead { name: self.name.clone(), accent_color: self.accent.clone(), phone: self.phone.clone() }
    }
}
