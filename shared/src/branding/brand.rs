//! The branding as messages, calendar entries and documents need it.

use super::Branding;
use crate::branches::Branch;
use crate::invoices::document::Letterhead;
use crate::outbound::email::address_of;
use crate::outbound::templates::Brand;
use crate::settings::Settings;

impl Brand {
    /// `branch` is the one it speaks for; what that does not have is the salon's own.
    pub fn of(settings: &Settings, branding: Branding, branch: Option<Branch>) -> Self {
        let (phone, address) = branch.map_or((None, None), |branch| (branch.phone, Some(branch.address)));
        let own = branding.email.map(|email| email.to_string());
        Self {
            name: branding.name,
            accent: branding.accent_color,
            phone: phone.or(branding.phone).map(|phone| phone.spaced()),
            address: address.or(branding.address),
            email: own.or_else(|| settings.email_from.as_deref().map(|from| address_of(from).to_owned())),
            customer_url: Some(settings.base_url.clone()),
            admin_url: Some(settings.admin_url.clone()),
        }
    }

    /// For documents on paper.
    pub fn letterhead(&self) -> Letterhead {
        Letterhead { name: self.name.clone(), accent_color: self.accent.clone(), phone: self.phone.clone() }
    }
}
