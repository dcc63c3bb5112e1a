//! The demo salon's own face.

use parlour_setup::branding::Branding;
use parlour_storage::table::Bulk;

use super::calendar::Calendar;

/// The number of the salon; a branch may have one of its own.
const PHONE: &str = "080 4000 0000";

pub fn write(records: &mut Bulk, calendar: &Calendar) {
    let unset = Branding::default();
    records.put(&Branding {
        name: "Saffron Room".to_owned(),
        tagline: Some("Hair, skin and quiet hours in the middle of Bengaluru".to_owned()),
        accent_color: "#B4531A".parse().unwrap_or(unset.accent_color),
        logo_url: None,
        phone: PHONE.parse().ok(),
        email: "hello@example.test".parse().ok(),
        grievance_email: "privacy@example.test".parse().ok(),
        address: Some("214, 12th Main Road, Indiranagar, Bengaluru 560038".to_owned()),
        website: Some("https://saffron-room.example.test".to_owned()),
        instagram: None,
        updated_at: Some(calendar.opened),
    });
}
