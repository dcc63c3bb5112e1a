//! One running offer of each kind, one switched off, one over.

use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::hindi::hindi;

/// Gives all of them.
pub fn write(records: &mut Bulk, calendar: &Calendar, menu: &ServiceMenu) -> Vec<Offer> {
    let pick = |slugs: &[&str]| slugs.iter().flat_map(|slug| menu.named(slug)).collect::<Vec<_>>();
    let percent = |percent| (OfferType::Percentage, Some(percent), None, None);
    let running = [
        offer(
            calendar,
            (("Hair Happiness", "बालों की ख़ुशी"), "hair-happiness-d3m0", 1),
            percent(20),
            pick(&["hair-spa", "root-touch-up"]),
        ),
        offer(
            calendar,
            (("Glow for Less", "कम में निखार"), "glow-for-less-d3m0", 2),
            (OfferType::Flat, None, Some(Paise(20_000)), None),
            pick(&["classic-facial"]),
        ),
        offer(
            calendar,
            (("Cut and Colour", "कट और कलर"), "cut-and-colour-d3m0", 3),
            (OfferType::ComboPrice, None, None, Some(Paise(229_900))),
            pick(&["haircut-and-styling", "root-touch-up"]),
        ),
    ];
    let idle =
        offer(calendar, (("Nail Week", "नेल वीक"), "nail-week-d3m0", 4), percent(15), pick(&["manicure", "pedicure"]));
    let past =
        offer(calendar, (("Monsoon Offer", "मॉनसून ऑफ़र"), "monsoon-offer-d3m0", 5), percent(10), pick(&["blow-dry"]));
    let past = Offer {
        start_date: calendar.today.minus_days(120),
        end_date: calendar.today.minus_days(30),
        is_active: false,
        ..past
    };
    let all: Vec<Offer> = running.into_iter().chain([Offer { is_active: false, ..idle }, past]).collect();
    for offer in &all {
        records.put(&UniqueValue::held_by(&offer.id, Unique::OfferSlug, offer.slug.clone()));
        records.put(offer);
    }
    all
}

type Terms = (OfferType, Option<u32>, Option<Paise>, Option<Paise>);

fn offer(
    calendar: &Calendar,
    ((name, in_hindi), slug, display_order): ((&str, &str), &str, i64),
    (offer_type, discount_percentage, discount_amount, combo_price): Terms,
    service_ids: Vec<ServiceId>,
) -> Offer {
    let created = calendar.days_ago(20, 11);
    Offer {
        id: calendar.id(created),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: Some(format!("{name}, for as long as it lasts.")),
        translations: hindi(in_hindi, Some(format!("{in_hindi}: सीमित समय के लिए।"))),
        offer_type,
        discount_percentage,
        discount_amount,
        combo_price,
        start_date: calendar.today.minus_days(14),
        end_date: calendar.today.plus_days(90),
        is_active: true,
        terms: Some("One offer per visit and day.".to_owned()),
        image_url: None,
        display_order,
        service_ids,
        created_at: created,
        updated_at: created,
    }
}
