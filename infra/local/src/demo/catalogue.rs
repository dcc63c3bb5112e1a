//! The demo salon's services.

use parlour_setup::catalogue::{Category, Service, ServiceType};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::gems::Gems;
use parlour_values::gst::RateSchedule;
use parlour_values::id::{CategoryId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::Minutes;

use super::calendar::Calendar;
use super::hindi::hindi;
use super::places::ROOMS;

pub struct ServiceMenu {
    /// Active services, in the order of the catalogue.
    pub salon: Vec<Service>,
    pub spa: Vec<Service>,
}

impl ServiceMenu {
    pub fn salon_ids(&self) -> Vec<ServiceId> {
        self.salon.iter().map(|service| service.id.clone()).collect()
    }

    pub fn spa_ids(&self) -> Vec<ServiceId> {
        self.spa.iter().map(|service| service.id.clone()).collect()
    }

    /// The id of a service by its slug.
    pub fn named(&self, slug: &str) -> Vec<ServiceId> {
        let all = self.salon.iter().chain(&self.spa);
        all.filter(|service| service.slug == slug).map(|service| service.id.clone()).collect()
    }
}

/// Name in English and Hindi, slug, minutes, buffer, rupees, gems it can be had for.
type ServiceLine = ((&'static str, &'static str), &'static str, u32, u32, i64, Option<i64>);

const HAIR: &[ServiceLine] = &[
    (("Haircut and Styling", "हेयरकट और स्टाइलिंग"), "haircut-and-styling", 45, 10, 799, None),
    (("Blow Dry", "ब्लो ड्राई"), "blow-dry", 30, 5, 499, Some(2)),
    (("Hair Spa", "हेयर स्पा"), "hair-spa", 60, 10, 1_499, None),
    (("Root Touch-up", "रूट टच-अप"), "root-touch-up", 75, 15, 1_999, None),
];
const SKIN: &[ServiceLine] = &[
    (("Classic Facial", "क्लासिक फ़ेशियल"), "classic-facial", 60, 10, 1_299, None),
    (("Manicure", "मैनीक्योर"), "manicure", 45, 5, 699, Some(12)),
    (("Pedicure", "पेडीक्योर"), "pedicure", 50, 5, 899, None),
];
const MASSAGE: &[ServiceLine] = &[
    (("Swedish Massage", "स्वीडिश मसाज"), "swedish-massage", 60, 15, 2_499, None),
    (("Deep Tissue Massage", "डीप टिशू मसाज"), "deep-tissue-massage", 90, 15, 3_499, None),
    (("Head and Shoulder Massage", "सिर और कंधों की मालिश"), "head-and-shoulder-massage", 30, 10, 999, Some(20)),
];
const BODY: &[ServiceLine] = &[
    (("Body Scrub", "बॉडी स्क्रब"), "body-scrub", 45, 15, 1_799, None),
    (("Aroma Wrap", "अरोमा रैप"), "aroma-wrap", 75, 15, 2_999, None),
];

pub fn write(records: &mut Bulk, calendar: &Calendar) -> ServiceMenu {
    let mut menu = ServiceMenu { salon: Vec::new(), spa: Vec::new() };
    let hair = category(records, calendar, (("Hair", "बाल"), "hair", ServiceType::Salon, 1, true));
    menu.salon.extend(services(records, calendar, &hair, HAIR));
    let retired = service(calendar, &hair, 9, &(("Perm", "पर्म"), "perm", 120, 15, 4_999, None));
    keep(records, &Service { is_active: false, ..retired });
    let skin = category(
        records,
        calendar,
        (("Skin and Nails", "त्वचा और नाख़ून"), "skin-and-nails", ServiceType::Salon, 2, true),
    );
    menu.salon.extend(services(records, calendar, &skin, SKIN));
    let massage = category(records, calendar, (("Massage", "मसाज"), "massage", ServiceType::Spa, 3, true));
    menu.spa.extend(services(records, calendar, &massage, MASSAGE));
    let body = category(records, calendar, (("Body Rituals", "बॉडी रिचुअल"), "body-rituals", ServiceType::Spa, 4, true));
    menu.spa.extend(services(records, calendar, &body, BODY));
    category(records, calendar, (("Bridal", "ब्राइडल"), "bridal", ServiceType::Salon, 5, false));
    menu
}

fn category(
    records: &mut Bulk,
    calendar: &Calendar,
    ((name, in_hindi), slug, service_type, display_order, is_active): ((&str, &str), &str, ServiceType, i64, bool),
) -> CategoryId {
    let category = Category {
        id: calendar.id(calendar.opened),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: format!("{name}, by people who know how."),
        translations: hindi(in_hindi, Some(format!("{in_hindi}: जानकार हाथों से।"))),
        service_type,
        display_order,
        is_active,
        created_at: calendar.opened,
        updated_at: calendar.opened,
    };
    records.put(&category);
    records.put(&UniqueValue::held_by(&category.id, Unique::CategorySlug, slug));
    category.id
}

fn services(records: &mut Bulk, calendar: &Calendar, category: &CategoryId, lines: &[ServiceLine]) -> Vec<Service> {
    let mut services = Vec::with_capacity(lines.len());
    for (order, line) in (1..).zip(lines) {
        let service = Service { needs: needs(line.1), ..service(calendar, category, order, line) };
        keep(records, &service);
        services.push(service);
    }
    services
}

/// The needs of a service beside a person.
fn needs(slug: &str) -> Vec<String> {
    if slug == "deep-tissue-massage" { vec![ROOMS.to_owned()] } else { Vec::new() }
}

fn keep(records: &mut Bulk, service: &Service) {
    records.put(service);
    records.put(&UniqueValue::held_by(&service.id, Unique::ServiceSlug, service.slug.clone()));
}

fn service(calendar: &Calendar, category: &CategoryId, order: i64, line: &ServiceLine) -> Service {
    let ((name, in_hindi), slug, minutes, buffer, rupees, gems) = *line;
    // Colour takes a while to work by itself before it is washed out.
    let (processing, finish) = if slug == "root-touch-up" { (35, 15) } else { (0, 0) };
    Service {
        id: calendar.id(calendar.opened),
        category_id: category.clone(),
        name: name.to_owned(),
        slug: slug.to_owned(),
        description: format!("{name}: about {minutes} minutes for yourself."),
        translations: hindi(in_hindi, Some(format!("{in_hindi}: लगभग {minutes} मिनट, सिर्फ़ आपके लिए।"))),
        duration: Minutes(minutes),
        buffer: Minutes(buffer),
        processing: Minutes(processing),
        finish: Minutes(finish),
        needs: Vec::new(),
        needs_approval: false,
        price: Paise(rupees * 100),
        is_active: true,
        image_url: String::new(),
        display_order: order,
        gems_redeemable: gems.is_some(),
        gems_required: gems.map(Gems),
        gems_catalogue_order: gems,
        sac_code: "999721".to_owned(),
        gst: RateSchedule::default(),
        created_at: calendar.opened,
        updated_at: calendar.opened,
    }
}
