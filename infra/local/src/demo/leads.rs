//! A few leads along the pipeline, some of them left lying.

use std::collections::BTreeSet;

use parlour_people::leads::status::LeadStatus;
use parlour_people::leads::{Lead, LeadNote, Utm};
use parlour_storage::table::Bulk;
use parlour_values::time::Month;

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::people::People;

/// Name, phone, days ago, status, whether somebody looks after it, and where it came from.
type LeadLine = (&'static str, &'static str, u64, LeadStatus, bool, &'static str);

const LEADS: [LeadLine; 6] = [
    ("Sneha", "9811100001", 40, LeadStatus::Won, true, "referral"),
    ("Rohan", "9811100002", 25, LeadStatus::Lost, true, "meta_ad"),
    ("Nandini", "9811100003", 9, LeadStatus::Booked, true, "meta_ad"),
    ("Zoya", "9811100004", 6, LeadStatus::FollowUp, true, "website"),
    ("Prakash", "9811100005", 3, LeadStatus::Contacted, false, "meta_ad"),
    ("Isha", "9811100006", 0, LeadStatus::New, false, "website"),
];

/// Says which months they came in.
pub fn write(records: &mut Bulk, calendar: &Calendar, menu: &ServiceMenu, people: &People) -> BTreeSet<Month> {
    let mut known = BTreeSet::new();
    for (at, (name, phone, days, status, assigned, source)) in LEADS.into_iter().enumerate() {
        let Ok(phone) = phone.parse() else { continue };
        let created = calendar.days_ago(days, 9);
        let contacted = (status != LeadStatus::New).then(|| created.plus(chrono::TimeDelta::hours(5)));
        let lead = Lead {
            id: calendar.id(created),
            name: name.to_owned(),
            phone: Some(phone),
            email: format!("{}@example.test", name.to_lowercase()).parse().ok(),
            service_interested_id: menu.salon.get(at).map(|service| service.id.clone()),
            status,
            source: source.to_owned(),
            utm: Utm { source: Some("instagram".to_owned()), campaign: Some("opening".to_owned()), ..Utm::default() },
            assigned_to: assigned.then(|| people.receptionist.id.clone()),
            converted_booking_id: None,
            converted_booking_number: None,
            last_contacted_at: contacted,
            created_at: created,
            updated_at: contacted.unwrap_or(created),
        };
        if let Some(contacted) = contacted {
            records.put(&LeadNote {
                id: calendar.id(contacted),
                lead_id: lead.id.clone(),
                content: "Called; asked us to ring again on the weekend.".to_owned(),
                author_id: people.receptionist.id.clone(),
                author_name: people.receptionist.name.clone(),
                created_at: contacted,
            });
        }
        known.insert(created.ist_date().calendar_month());
        records.put(&lead);
    }
    known
}
