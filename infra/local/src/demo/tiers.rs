//! Memberships that the demo salon sells: three, and one it no longer does.

use parlour_money::memberships::Tier;
use parlour_storage::table::Bulk;
use parlour_values::money::Paise;
use parlour_values::time::Minutes;

use super::calendar::Calendar;
use super::hindi::hindi;

/// Name in English and Hindi, slug, hours, rupees, days, active.
type TierLine = ((&'static str, &'static str), &'static str, u32, i64, u32, bool);

const TIERS: [TierLine; 4] = [
    (("Silver", "सिल्वर"), "silver", 5, 9_999, 90, true),
    (("Gold", "गोल्ड"), "gold", 12, 21_999, 180, true),
    (("Platinum", "प्लैटिनम"), "platinum", 30, 49_999, 365, true),
    (("Founder", "फ़ाउंडर"), "founder", 20, 29_999, 365, false),
];

/// Gives all of them.
pub fn write(records: &mut Bulk, calendar: &Calendar) -> Vec<Tier> {
    let mut tiers = Vec::with_capacity(TIERS.len());
    for (order, ((name, in_hindi), slug, hours, rupees, days, is_active)) in (1..).zip(TIERS) {
        let tier = Tier {
            id: calendar.id(calendar.opened),
            name: name.to_owned(),
            slug: slug.to_owned(),
            description: format!("{hours} hours in the spa, to use within {days} days."),
            translations: hindi(in_hindi, Some(format!("स्पा के {hours} घंटे, {days} दिन में इस्तेमाल के लिए।"))),
            default_hours: Minutes(hours * 60),
            default_price: Paise(rupees * 100),
            default_validity_days: days,
            is_active,
            display_order: order,
            created_at: calendar.opened,
            updated_at: calendar.opened,
        };
        records.put(&tier);
        tiers.push(tier);
    }
    tiers
}
