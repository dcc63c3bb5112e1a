//! What memberships the demo salon sells: three, and one it no longer does.

use parlour_money::memberships::Tier;
use parlour_storage::table::Bulk;
use parlour_values::id::TierId;
use parlour_values::money::Paise;
use parlour_values::time::Minutes;

use super::calendar::Calendar;

/// Name, slug, hours, rupees, days, active.
const TIERS: [(&str, &str, u32, i64, u32, bool); 4] = [
    ("Silver", "silver", 5, 9_999, 90, true),
    ("Gold", "gold", 12, 21_999, 180, true),
    ("Platinum", "platinum", 30, 49_999, 365, true),
    ("Founder", "founder", 20, 29_999, 365, false),
];

/// Gives the id of the tier that the demo's member has.
pub fn write(records: &mut Bulk, calendar: &Calendar) -> TierId {
    let mut gold = TierId::from("");
    for (order, (name, slug, hours, rupees, days, is_active)) in (1..).zip(TIERS) {
        let tier = Tier {
            id: calendar.id(calendar.opened),
            name: name.to_owned(),
            slug: slug.to_owned(),
            description: format!("{hours} hours in the spa, to use within {days} days."),
            default_hours: Minutes(hours * 60),
            default_price: Paise(rupees * 100),
            default_validity_days: days,
            is_active,
            display_order: order,
            created_at: calendar.opened,
            updated_at: calendar.opened,
        };
        records.put(&tier);
        if slug == "gold" {
            gold = tier.id;
        }
    }
    gold
}
