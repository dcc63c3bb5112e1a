//! One person of every role, and a second customer.

use parlour_people::auth::{Unlinked, User};
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{Gender, Profile};
use parlour_settings::App;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::role::Role;
use parlour_values::time::IstDate;

use super::calendar::Calendar;

pub struct People {
    pub customer: User,
    pub customer2: User,
    pub staff: User,
    pub receptionist: User,
    pub manager: User,
}

impl People {
    /// Those who are told of bookings, each on the app they work with.
    pub fn with_feeds(&self) -> [(&User, App); 4] {
        let (customer, admin) = (App::Customer, App::Admin);
        [(&self.customer, customer), (&self.customer2, customer), (&self.staff, admin), (&self.receptionist, admin)]
    }
}

pub fn write(records: &mut Bulk, calendar: &Calendar) -> People {
    let people = People {
        customer: user(records, calendar, "customer", "Demo Customer", Role::Customer),
        customer2: user(records, calendar, "customer2", "Second Customer", Role::Customer),
        staff: user(records, calendar, "staff", "Demo Staff", Role::Staff),
        receptionist: user(records, calendar, "receptionist", "Demo Receptionist", Role::Receptionist),
        manager: user(records, calendar, "manager", "Demo Manager", Role::Manager),
    };
    user(records, calendar, "owner", "Demo Owner", Role::Owner);
    user(records, calendar, "developer", "Demo Developer", Role::Developer);
    profile(records, calendar, &people.customer, ("9800000001", Gender::Female, (1990, 3, 14)));
    profile(records, calendar, &people.customer2, ("9800000002", Gender::Male, (1985, 8, 2)));
    people
}

/// The one person of an otherwise empty salon.
pub fn owner_alone(records: &mut Bulk, calendar: &Calendar) {
    user(records, calendar, "owner", "Owner", Role::Owner);
}

fn user(records: &mut Bulk, calendar: &Calendar, mailbox: &str, name: &str, role: Role) -> User {
    let user = User {
        id: calendar.id(calendar.opened),
        email: format!("{mailbox}@parlour.test"),
        email_verified: true,
        name: name.to_owned(),
        image: None,
        role,
        is_active: true,
        branch_ids: Vec::new(),
        sessions_valid_from: None,
        refused_address: None,
        created_at: calendar.opened,
        updated_at: calendar.opened,
    };
    records.put(&user);
    records.put(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
    records.put(&Unlinked::of(&user.id));
    user
}

fn profile(
    records: &mut Bulk,
    calendar: &Calendar,
    user: &User,
    (phone, gender, (year, month, day)): (&str, Gender, (i32, u32, u32)),
) {
    let profile = Profile {
        phone: phone.parse().ok(),
        gender: Some(gender),
        date_of_birth: IstDate::from_ymd(year, month, day),
        marketing_consent: true,
        marketing_consent_at: Some(calendar.opened),
        acquisition_source: Some("walk_in".to_owned()),
        is_onboarded: true,
        ..Profile::bare(calendar.id(calendar.opened), user.id.clone(), calendar.opened)
    };
    if let Some(phone) = &profile.phone {
        records.put(&UniqueValue::held_by(&user.id, Unique::Phone, phone.as_str()));
    }
    records.put(&DirectoryRow::of(user, &profile, None, []));
    records.put(&profile);
}
