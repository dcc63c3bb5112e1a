//! The demo salon's customers: regulars, people who come now and then, and those who came once.

use parlour_money::gems::GemsAccount;
use parlour_people::auth::{Unlinked, User};
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{ConsentEntry, Profile};
use parlour_storage::act::Actor;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::language::Language;
use parlour_values::role::Role;
use parlour_values::time::IstDate;

use super::calendar::Calendar;
use super::names::{Dice, drawn};

/// How many days of trade lie behind the demo: three months.
pub const DAYS: u64 = 92;

const REGULARS: usize = 30;
const NOW_AND_THEN: usize = 44;
const ONCE: usize = 40;
/// The one whose invoices are made out to a business.
const BUSINESS: usize = 2;
const SOURCES: [&str; 4] = ["walk_in", "instagram", "google", "friend"];

/// How somebody comes.
#[derive(Clone, Copy)]
enum Habit {
    /// Every so many days.
    Every(u32),
    /// On one day, so many days ago.
    Once(u64),
}

/// A customer, with what their visits have added up to so far.
pub struct Patron {
    pub user: User,
    pub profile: Profile,
    pub gems: Option<GemsAccount>,
    habit: Habit,
    /// How many days ago they last came; beyond the demo's days before they ever did.
    came: u64,
}

/// Everybody, regulars first.
pub fn all(calendar: &Calendar, dice: &mut Dice) -> Vec<Patron> {
    let mut habits: Vec<Habit> = (0..REGULARS).map(|_| Habit::Every(12 + dice.below(12))).collect();
    habits.extend((0..NOW_AND_THEN).map(|_| Habit::Every(30 + dice.below(35))));
    habits.extend((0..ONCE).map(|at| Habit::Once(1 + at as u64 * DAYS / ONCE as u64)));
    let names = drawn(dice, habits.len());
    let guests = habits.into_iter().zip(names).enumerate();
    guests.map(|(number, (habit, name))| guest(calendar, dice, number, name, habit)).collect()
}

fn guest(calendar: &Calendar, dice: &mut Dice, number: usize, name: String, habit: Habit) -> Patron {
    let joined = match habit {
        Habit::Every(days) => DAYS + 10 + u64::from(dice.below(260) + days),
        Habit::Once(days) => days + 7,
    };
    let joined = calendar.days_ago(joined, 12);
    let email = format!("{}@example.test", name.to_lowercase().replace(' ', "."));
    let user = User::new(calendar.id(joined), name, email, Role::Customer, joined);
    let is_told = dice.one_in(2);
    let profile = Profile {
        phone: format!("98000{:05}", 1_000 + number).parse().ok(),
        date_of_birth: IstDate::from_ymd(1962, 1, 1).map(|day| day.plus_days(u64::from(dice.below(14_000)))),
        marketing_consent: is_told,
        marketing_consent_at: is_told.then_some(joined),
        acquisition_source: dice.pick(&SOURCES).map(|source| (*source).to_owned()),
        preferred_language: if dice.one_in(8) { Language::Hindi } else { Language::English },
        is_onboarded: true,
        ..Profile::bare(calendar.id(joined), user.id.clone(), joined)
    };
    let profile = if number == BUSINESS { of_business(profile, &user) } else { profile };
    let came = match habit {
        Habit::Every(days) => DAYS + u64::from(dice.below(days)),
        Habit::Once(_) => u64::MAX,
    };
    Patron { user, profile, gems: None, habit, came }
}

/// One whose invoices are made out to a business.
fn of_business(profile: Profile, user: &User) -> Profile {
    let legal_name = Some(format!("{} Traders Private Limited", user.first_name()));
    Profile { gstin: "29ZZZCX1234L1ZD".parse().ok(), legal_name, ..profile }
}

/// The guest of that day: whoever comes only then, else whoever has been away longest by their habit. Nobody comes
/// twice a day.
pub fn comer<'a>(guests: &'a mut [Patron], dice: &mut Dice, days_ago: u64) -> Option<&'a mut Patron> {
    let wish = |guest: &Patron, luck: u32| match guest.habit {
        Habit::Once(day) if day == days_ago && guest.came == u64::MAX => Some(u64::MAX),
        Habit::Once(_) => None,
        Habit::Every(_) if guest.came <= days_ago => None,
        Habit::Every(days) => Some((guest.came - days_ago) * 100 / u64::from(days) + u64::from(luck)),
    };
    let wishes = guests.iter().enumerate().filter_map(|(at, guest)| Some((wish(guest, dice.below(40))?, at)));
    let (_, at) = wishes.max()?;
    let guest = guests.get_mut(at)?;
    guest.came = days_ago;
    Some(guest)
}

impl Patron {
    /// One of those who are known by name, and come when the demo says so.
    pub fn known(user: User, profile: Profile) -> Self {
        Self { user, profile, gems: None, habit: Habit::Once(u64::MAX), came: u64::MAX }
    }

    /// Whether a bill of theirs may be left due: of those who are known by name, the demo says itself what they owe.
    pub fn may_owe(&self) -> bool {
        !matches!(self.habit, Habit::Once(u64::MAX))
    }

    pub fn write(&self, records: &mut Bulk) {
        let Self { user, profile, gems, .. } = self;
        records.put(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
        records.put(&Unlinked::of(&user.id));
        if let Some(phone) = &profile.phone {
            records.put(&UniqueValue::held_by(&user.id, Unique::Phone, phone.as_str()));
        }
        let balance = gems.as_ref().map(|gems| gems.account.balance());
        records.put(&DirectoryRow::of(user, profile, balance, []));
        let own = Actor::User { id: user.id.clone(), role: user.role };
        ConsentEntry::of_change(None, profile, &own, profile.created_at).iter().for_each(|line| records.put(line));
        records.put(profile);
        records.put(user);
        gems.iter().for_each(|gems| records.put(gems));
    }
}
