//! The people who work in the demo salon, and when.

use parlour_booking::slots::Rosters;
use parlour_booking::slots::roster::{RosterDay, WeeklyRoster};
use parlour_money::pay::{CommissionRate, CommissionRule, CommissionRules, CommissionTier};
use parlour_people::auth::User;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;
use parlour_values::time::{Interval, TimeOfDay};

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::people::People;
use super::places::DemoBranches;

pub struct DemoTeam {
    /// The one who can do everything at the open branch.
    pub staff: StaffMember,
    /// Everybody who works here, that one first.
    pub workers: Vec<DemoWorker>,
    /// The commission rules of each of them.
    pub rules: Vec<CommissionRules>,
}

pub struct DemoWorker {
    pub member: StaffMember,
    /// Weekdays, Monday is 1.
    pub days_off: Vec<u32>,
    /// Which of the team they are.
    pub place: u32,
}

impl DemoWorker {
    pub fn works_at(&self, branch: &Branch) -> bool {
        self.member.branch_ids.contains(&branch.id)
    }
}

pub fn write(
    records: &mut Bulk,
    calendar: &Calendar,
    places: &DemoBranches,
    menu: &ServiceMenu,
    people: &People,
) -> DemoTeam {
    let (salon, spa) = (menu.salon_ids(), menu.spa_ids());
    let all = [salon.clone(), spa.clone()].concat();
    let (mut workers, mut rules) = (Vec::new(), Vec::new());
    let mut join = |name: &str, user: Option<&User>, branch: &Branch, services: &[ServiceId], days_off: &[u32]| {
        let member = member(calendar, name, user, branch, services);
        let week = WeeklyRoster { effective_from: member.joined_on, days: week(days_off) };
        if let Some(user) = user {
            records.put(&UniqueValue::held_by(&member.id, Unique::StaffUser, user.id.as_str()));
        }
        records.put(&Rosters {
            staff_id: member.id.clone(),
            branch_ids: member.branch_ids.clone(),
            weekly: vec![week],
        });
        let commission = commission(calendar, &member);
        records.put(&commission);
        rules.push(commission);
        records.put(&member);
        let place = u32::try_from(workers.len()).unwrap_or(0);
        workers.push(DemoWorker { member: member.clone(), days_off: days_off.to_vec(), place });
        member
    };
    let staff = join("Demo Staff", Some(&people.staff), &places.open, &all, &[]);
    join("Meera", None, &places.open, &salon, &[2]);
    join("Lakshmi", None, &places.open, &salon, &[3]);
    join("Joseph", None, &places.open, &spa, &[1]);
    join("Kavita", None, &places.open, &spa, &[4]);
    join("Imran", None, &places.staffed, &salon, &[]);
    join("Anjali", None, &places.staffed, &salon, &[]);
    let former = member(calendar, "Sunita", None, &places.open, &salon);
    records.put(&StaffMember { is_active: false, ..former });
    DemoTeam { staff, workers, rules }
}

pub(super) fn member(
    calendar: &Calendar,
    name: &str,
    user: Option<&User>,
    branch: &Branch,
    services: &[ServiceId],
) -> StaffMember {
    let mailbox = name.to_lowercase().replace(' ', ".");
    StaffMember {
        id: calendar.id(calendar.opened),
        user_id: user.map(|user| user.id.clone()),
        email: user.map_or_else(|| format!("{mailbox}@example.test"), |user| user.email.clone()),
        name: name.to_owned(),
        display_name: name.to_owned(),
        image_url: None,
        branch_ids: vec![branch.id.clone()],
        service_ids: services.to_vec(),
        is_active: true,
        had_role: false,
        joined_on: calendar.opened.ist_date(),
        created_at: calendar.opened,
        updated_at: calendar.opened,
    }
}

/// A tenth of services, more beyond 50,000 rupees a month; a twentieth of products.
fn commission(calendar: &Calendar, member: &StaffMember) -> CommissionRules {
    let rule = CommissionRule {
        from: member.joined_on,
        service: CommissionRate(1000),
        product: CommissionRate(500),
        session: None,
        by_service: Vec::new(),
        tiers: vec![CommissionTier { above: Paise(5_000_000), rate: CommissionRate(1250) }],
        set_by: "demo".to_owned(),
        set_at: calendar.opened,
    };
    CommissionRules { staff_id: member.id.clone(), rules: vec![rule] }
}

/// The branch's hours with half an hour for lunch, but for the days off.
pub(super) fn week(days_off: &[u32]) -> Vec<RosterDay> {
    let hours = |from: u32, to: u32| {
        let times = (TimeOfDay::from_minutes(from), TimeOfDay::from_minutes(to));
        if let (Some(start), Some(end)) = times { vec![Interval { start, end }] } else { Vec::new() }
    };
    (1..=7)
        .filter(|weekday| !days_off.contains(weekday))
        .map(|weekday| RosterDay { weekday, shifts: hours(10 * 60, 21 * 60), breaks: hours(15 * 60, 15 * 60 + 30) })
        .collect()
}
