//! One person of every role, and a second customer.

use parlour_people::auth::{Unlinked, User};
use parlour_people::customers::{Gender, Profile};
use parlour_settings::App;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::role::Role;
use parlour_values::time::IstDate;

use super::calendar::Calendar;
use super::guests::Patron;

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

/// Writes everybody but the customers, who are written with what their visits come to.
pub fn write(records: &mut Bulk, calendar: &Calendar) -> People {
    let people = People {
        customer: made(calendar, "customer", "Demo Customer", Role::Customer),
        customer2: made(calendar, "customer2", "Second Customer", Role::Customer),
        staff: user(records, calendar, "staff", "Demo Staff", Role::Staff),
        receptionist: user(records, calendar, "receptionist", "Demo Receptionist", Role::Receptionist),
        manager: user(records, calendar, "manager", "Demo Manager", Role::Manager),
    };
    user(records, calendar, "owner", "Demo Owner", Role::Owner);
    user(records, calendar, "developer", "Demo Developer", Role::Developer);
    people
}

/// The two customers, before they ever came.
pub fn customers(calendar: &Calendar, people: &People) -> [Patron; 2] {
    let first = profile(calendar, &people.customer, ("9800000001", Gender::Female, (1990, 3, 14)));
    let second = profile(calendar, &people.customer2, ("9800000002", Gender::Male, (1985, 8, 2)));
    [Patron::known(people.customer.clone(), first), Patron::known(people.customer2.clone(), second)]
}

/// The one person of an otherwise empty salon.
pub fn owner_alone(records: &mut Bulk, calendar: &Calendar) {
    user(records, calendar, "owner", "Owner", Role::Owner);
}

fn user(records: &mut Bulk, calendar: &Calendar, mailbox: &str, name: &str, role: Role) -> User {
    let user = made(calendar, mailbox, name, role);
    records.put(&user);
    records.put(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
    records.put(&Unlinked::of(&user.id));
    user
}

fn made(calendar: &Calendar, mailbox: &str, name: &str, role: Role) -> User {
    User::new(calendar.id(calendar.opened), name.to_owned(), format!("{mailbox}@parlour.test"), role, calendar.opened)
}

fn profile(
    calendar: &Calendar,
    user: &User,
    (phone, gender, (year, month, day)): (&str, Gender, (i32, u32, u32)),
) -> Profile {
    Profile {
        phone: phone.parse().ok(),
        gender: Some(gender),
        date_of_birth: IstDate::from_ymd(year, month, day),
        marketing_consent: true,
        marketing_consent_at: Some(calendar.opened),
        acquisition_source: Some("walk_in".to_owned()),
        is_onboarded: true,
        ..Profile::bare(calendar.id(calendar.opened), user.id.clone(), calendar.opened)
    }
}
