//! The full check after a race, over the whole table.

use futures::future::join_all;
use parlour_booking::bookings::{Booking, Bookings};
use parlour_booking::slots::ledger::DayLedger;
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::table::{Partition, keys};
use parlour_values::time::IstDate;

use crate::TestSalon;

impl TestSalon {
    pub async fn day_of(&self, member: &StaffMember, date: IstDate) -> DayLedger {
        let day = self.stored::<DayLedger>(&keys::staff_day(&member.id, date)).await;
        day.map_or_else(|| DayLedger::empty(member.id.clone(), date), |day| day.record)
    }

    /// Every minute of a person is taken at most once, each hold belongs to an open booking of that person, and every
    /// such booking of these days has its hold.
    pub async fn no_double_bookings(&self, from: IstDate, days: usize) {
        let table = &self.salon.table;
        let dates: Vec<IstDate> = (0..u64::try_from(days).unwrap()).map(|day| from.plus_days(day)).collect();
        let last = *dates.last().unwrap();
        let found = Bookings::of(&self.salon).of_days(None, from, last).await.unwrap();
        let bookings: Vec<Booking> = found.into_iter().map(|booking| booking.record).collect();
        let mut holds = 0;
        let staff = Staff::of(&self.salon).all().await.unwrap();
        let asked = staff.iter().map(|member| {
            let days = Partition::of(keys::staff_partition(&member.id)).starting(keys::DAY_PREFIX);
            table.query::<DayLedger>(days)
        });
        let days = join_all(asked).await.into_iter().flat_map(Result::unwrap);
        for day in days.filter(|day| dates.contains(&day.date)) {
            for (at, busy) in day.busy().iter().enumerate() {
                let booking = bookings.iter().find(|booking| booking.id == busy.booking_id).expect("a booking");
                assert!(booking.status.holds_time(), "{} holds time as {}", booking.number, booking.status);
                assert_eq!((booking.staff_id(), booking.date), (day.staff_id(), day.date));
                assert_eq!(booking.hold(), busy.hold());
                assert!(day.busy().iter().skip(at + 1).all(|other| !other.hold().overlaps(busy.hold())));
                holds += 1;
            }
        }
        let holding = |booking: &&Booking| booking.status.holds_time() && booking.staff_id().is_some();
        assert_eq!(holds, bookings.iter().filter(holding).count());
    }
}
