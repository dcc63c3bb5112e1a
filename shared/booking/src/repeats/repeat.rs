//! A repeat and its occurrences, as they are kept.

use serde::{Deserialize, Serialize};

use crate::slots::reason::Reason;
use parlour_setup::catalogue::ServiceType;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{BookingId, BranchId, RepeatId, ServiceId, StaffId, UserId, first_id_of};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

text_enum! {
    /// The way to deal with an occurrence whose time is not free.
    pub enum OnConflict {
        /// Nothing is done at all.
        Refuse => "refuse",
        /// The others are done without it.
        Skip => "skip",
        /// It is at the nearest free time of its day.
        Nearest => "nearest",
    }

    /// How far a repeat is.
    pub enum RepeatState {
        Making => "making",
        /// Not all times were free any more when they were booked: what was booked is given back.
        Undoing => "undoing",
        Made => "made",
        Moving => "moving",
        Cancelling => "cancelling",
        /// None of its bookings is ahead any more, because they were cancelled.
        Cancelled => "cancelled",
    }
}

parlour_values::input::enum_fields!(OnConflict);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat {
    pub id: RepeatId,
    pub customer_id: UserId,
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    /// One after the other.
    pub services: Vec<RepeatedService>,
    pub start: TimeOfDay,
    pub every_weeks: u32,
    pub on_conflict: OnConflict,
    pub state: RepeatState,
    /// In the order of their days.
    pub occurrences: Vec<Occurrence>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatedService {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The day it was made for. With the repeat it names the booking, wherever that is moved.
    pub origin: IstDate,
    /// The day the repeat has it on: the booking may have been moved on its own since.
    pub date: IstDate,
    pub start: TimeOfDay,
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_booked: bool,
    /// Cancelled with those that followed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_dropped: bool,
    /// Why it was not booked, or not moved with the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub todo: Option<Todo>,
}

/// The step still to be done with an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Todo {
    Book,
    Move {
        date: IstDate,
        start: TimeOfDay,
        /// Given to the people of the repeat; otherwise it keeps those it has.
        #[serde(default, skip_serializing_if = "is_default")]
        reassigns: bool,
    },
    Cancel,
}

impl Repeat {
    /// The same for a repeat and a day, however often it is asked: whoever makes the booking again finds it made. Like
    /// every id it begins with the moment of its making, by which lists are sorted.
    pub fn booking_id(&self, origin: IstDate) -> BookingId {
        let digits: String = origin.to_string().chars().filter(char::is_ascii_digit).collect();
        let own: String = self.id.as_str().chars().rev().take(OWN_LETTERS).collect();
        BookingId::from(format!("{}{digits}{own}", first_id_of(self.created_at)))
    }

    pub fn is_busy(&self) -> bool {
        !matches!(self.state, RepeatState::Made | RepeatState::Cancelled)
    }
}

/// How much of the repeat's own id goes into those of its bookings: the part that was drawn at random.
const OWN_LETTERS: usize = 12;

impl Occurrence {
    /// To be booked on its day.
    pub fn to_book(date: IstDate, start: TimeOfDay) -> Self {
        let todo = Some(Todo::Book);
        Self { origin: date, date, start, is_booked: false, is_dropped: false, reason: None, todo }
    }

    /// Left out, and why.
    pub fn left_out(date: IstDate, start: TimeOfDay, reason: Reason) -> Self {
        Self { reason: Some(reason), todo: None, ..Self::to_book(date, start) }
    }
}

impl Record for Repeat {
    const KIND: &'static str = "repeat";
    const IS_VERSIONED: bool = true;

    fn key(&self) -> Key {
        keys::repeat(&self.id)
    }
}

#[cfg(test)]
impl Repeat {
    /// A haircut with Meera on Mondays at eleven, every four weeks from 16 November 2026.
    pub fn sample(count: u32) -> Self {
        let (first, start): (IstDate, TimeOfDay) = ("2026-11-16".parse().unwrap(), "11:00".parse().unwrap());
        let created_at = "2026-11-10T04:30:00Z".parse().unwrap();
        let dates = super::rules::dates(first, 4, count);
        let booked = |date| Occurrence { is_booked: true, todo: None, ..Occurrence::to_book(date, start) };
        Self {
            id: "0193310a4b2c7d5e8f00a1b2c3d4e5f6".into(),
            customer_id: "asha".into(),
            branch_id: "main".into(),
            service_type: ServiceType::Salon,
            services: vec![RepeatedService { service_id: "haircut".into(), staff_id: "meera".into() }],
            start,
            every_weeks: 4,
            on_conflict: OnConflict::Refuse,
            state: RepeatState::Made,
            occurrences: dates.into_iter().map(booked).collect(),
            created_at,
            updated_at: created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::id::moment_of;

    #[test]
    fn a_booking_is_named_by_its_repeat_and_its_day() {
        let repeat = Repeat::sample(2);
        let [one, two] = [&repeat.occurrences[0], &repeat.occurrences[1]].map(|one| repeat.booking_id(one.origin));
        assert_eq!(one, repeat.booking_id("2026-11-16".parse().unwrap()));
        assert_ne!(one, two);
        let other = Repeat { id: "0193310a4b2c7d5e8f00a1b2c3d4e5f7".into(), ..Repeat::sample(2) };
        assert_ne!(one, other.booking_id("2026-11-16".parse().unwrap()));
        assert_eq!((one.as_str().len(), moment_of(one.as_str())), (32, Some(repeat.created_at)));
    }

    #[test]
    fn an_occurrence_with_nothing_to_tell_is_stored_by_its_days_and_time() {
        let made = &Repeat::sample(1).occurrences[0];
        assert_eq!(
            serde_json::to_value(made).unwrap(),
            serde_json::json!({ "origin": "2026-11-16", "date": "2026-11-16", "start": "11:00", "is_booked": true })
        );
        let moving = Occurrence {
            todo: Some(Todo::Move { date: made.date, start: made.start, reassigns: true }),
            reason: Some(Reason::Booked),
            ..made.clone()
        };
        let stored = serde_json::to_value(&moving).unwrap();
        assert_eq!(stored["todo"]["act"], "move");
        assert_eq!(serde_json::from_value::<Occurrence>(stored).unwrap(), moving);
    }
}
