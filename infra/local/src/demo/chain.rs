//! Generated branches, for a chain at size: each plans the time of its ten people.

use parlour_booking::slots::Rosters;
use parlour_booking::slots::roster::WeeklyRoster;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::translations::Translations;

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::places::DemoBranches;
use super::team;

const PEOPLE: u32 = 10;

/// A branch, and somebody who works there.
pub struct Post {
    pub branch: Branch,
    pub staff: StaffMember,
}

pub fn write(
    records: &mut Bulk,
    calendar: &Calendar,
    places: &DemoBranches,
    menu: &ServiceMenu,
    branches: u32,
) -> Vec<Post> {
    let services: Vec<_> = menu.salon_ids().into_iter().chain(menu.spa_ids()).collect();
    let mut posts = Vec::new();
    for number in 1..=branches {
        let branch = Branch {
            id: calendar.id(calendar.opened),
            name: format!("Branch {number:04}"),
            translations: Translations::default(),
            code: format!("C{number:04}"),
            number: format!("{:02}", number % 100),
            address: format!("{number} Ring Road, Bengaluru 560038"),
            is_primary: false,
            ..places.staffed.clone()
        };
        records.put(&UniqueValue::held_by(&branch.id, Unique::BranchCode, branch.code.clone()));
        for person in 1..=PEOPLE {
            let name = format!("Stylist {person} of {}", branch.code);
            let staff = team::member(calendar, &name, None, &branch, &services);
            let weekly = WeeklyRoster { effective_from: staff.joined_on, days: team::week(&[]) };
            records.put(&Rosters {
                staff_id: staff.id.clone(),
                branch_ids: staff.branch_ids.clone(),
                weekly: vec![weekly],
            });
            records.put(&staff);
            posts.push(Post { branch: branch.clone(), staff });
        }
        records.put(&branch);
    }
    posts
}
