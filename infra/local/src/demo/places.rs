//! Three branches: one takes every request, one plans its people's time, one is yet to open.

use parlour_booking::resources::Resource;
use parlour_setup::branches::{Branch, BranchSettings, BranchStatus, SlotPolicy};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::time::{Minutes, TimeOfDay};

use super::calendar::Calendar;
use super::hindi::hindi;

/// The group of its rooms.
pub const ROOMS: &str = "massage room";

pub struct DemoBranches {
    pub open: Branch,
    pub staffed: Branch,
    /// Of the branch that takes every request.
    pub rooms: [Resource; 2],
}

pub fn write(records: &mut Bulk, calendar: &Calendar) -> DemoBranches {
    let mut place =
        |(name, in_hindi): (&str, &str), (code, number): (&str, &str), address: &str, phone: &str, policy, status| {
            let branch = Branch {
                id: calendar.id(calendar.opened),
                name: name.to_owned(),
                translations: hindi(in_hindi, None),
                code: code.to_owned(),
                number: number.to_owned(),
                address: address.to_owned(),
                phone: phone.parse().ok(),
                state_code: "29".to_owned(),
                gstin: Some("29AAAAA0000A1ZY".to_owned()),
                status,
                is_primary: number == "01",
                open_time: TimeOfDay::from_minutes(10 * 60).unwrap_or(TimeOfDay::MIDNIGHT),
                close_time: TimeOfDay::from_minutes(21 * 60).unwrap_or(TimeOfDay::END_OF_DAY),
                hours: Vec::new(),
                settings: BranchSettings { slot_policy: policy, ..BranchSettings::default() },
                created_at: calendar.opened,
                updated_at: calendar.opened,
            };
            records.put(&branch);
            records.put(&UniqueValue::held_by(&branch.id, Unique::BranchCode, code));
            branch
        };
    let (operational, soon) = (BranchStatus::Operational, BranchStatus::ComingSoon);
    let open = place(
        ("Indiranagar", "इंदिरानगर"),
        ("IND", "01"),
        "214, 12th Main Road, Indiranagar, Bengaluru 560038",
        "080 4000 0001",
        SlotPolicy::Open,
        operational,
    );
    // The salon's number answers for it, as for the next.
    let staffed = place(
        ("Koramangala", "कोरमंगला"),
        ("KOR", "02"),
        "31, 80 Feet Road, Koramangala 4th Block, Bengaluru 560034",
        "",
        SlotPolicy::Staffed,
        operational,
    );
    place(
        ("Whitefield", "व्हाइटफ़ील्ड"),
        ("WHF", "03"),
        "7, Varthur Main Road, Whitefield, Bengaluru 560066",
        "",
        SlotPolicy::Open,
        soon,
    );
    let rooms = ["Lotus", "Jasmine"].map(|name| room(records, calendar, &open, name));
    DemoBranches { open, staffed, rooms }
}

/// A room for one, to be aired and made up between two guests.
fn room(records: &mut Bulk, calendar: &Calendar, branch: &Branch, name: &str) -> Resource {
    let room = Resource {
        id: calendar.id(calendar.opened),
        branch_id: branch.id.clone(),
        name: name.to_owned(),
        group: ROOMS.to_owned(),
        capacity: 1,
        turnaround: Minutes(15),
        is_active: true,
        created_at: calendar.opened,
        updated_at: calendar.opened,
    };
    records.put(&room);
    room
}
