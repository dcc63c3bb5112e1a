//! The branding as messages, calendar entries and documents need it.

use super::Branding;
use crate::branches::Branch;
use parlour_senders::email::address_of;
use parlour_senders::templates::Brand;
use parlour_settings::Settings;

impl Branding {
    /// In whose name something is sent. `branch` is the one it speaks for; what that does not have is the salon's own.
    pub fn brand(self, settings: &Settings, branch: Option<Branch>) -> Brand {
        let (phone, address) = branch.map_or((None, None), |branch| (branch.phone, Some(branch.address)));
        let own = self.email.map(|email| email.to_string());
        Brand {
            name: self.name,
            accent: self.accent_color,
            phone: phone.or(self.phone).map(|phone| phone.spaced()),
            address: address.or(self.address),
            email: own.or_else(|| settings.email_from.as_deref().map(|from| address_of(from).to_owned())),
            customer_url: Some(settings.base_url.clone()),
            admin_url: Some(settings.admin_url.clone()),
        }
    }
}
