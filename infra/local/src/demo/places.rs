//! Three branches: one takes every request, one plans its people's time, one is yet to open.

use parlour_setup::branches::{Branch, BranchSettings, BranchStatus, SlotPolicy};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::time::TimeOfDay;

use super::calendar::Calendar;

pub struct Places {
    pub open: Branch,
    pub staffed: Branch,
}

pub fn write(records: &mut Bulk, calendar: &Calendar) -> Places {
    let mut place = |name: &str, code: &str, number: &str, phone: &str, policy, status| {
        let branch = Branch {
            id: calendar.id(calendar.opened),
            name: name.to_owned(),
            code: code.to_owned(),
            number: number.to_owned(),
            address: format!("{number} Main Road, Bengaluru 560038"),
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
    let open = place("Indiranagar", "IND", "01", "080 4000 0001", SlotPolicy::Open, BranchStatus::Operational);
    let staffed = place("Koramangala", "KOR", "02", "", SlotPolicy::Staffed, BranchStatus::Operational);
    // The salon's number answers for it, as for the branch before.
    place("Whitefield", "WHF", "03", "", SlotPolicy::Open, BranchStatus::ComingSoon);
    Places { open, staffed }
}
