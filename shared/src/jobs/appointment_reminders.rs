//! Customers of confirmed bookings are reminded a day and an hour ahead, once for each time the booking has.
//!
//! A booking stands in the index at the moment of its next reminder and moves on once that is behind it; the log row names
//! booking, window and start. A run that was missed is made up for by the next one, unless the booking has begun; a day's
//! reminder that comes within the last hour is left out in favour of the hour's.

use chrono::TimeDelta;
use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Booking, Reminded};
use crate::id::BookingId;
use crate::notifications::{Switch, Telling, Told, Ways, booking_facts};
use crate::outbound::templates::{BookingNotice, Notice};
use crate::table::{AtomicWrite, Partition, Stored, WriteError, keys};
use crate::time::Instant;

/// What is to be done about a booking now: what to say, if anything, and how far its reminders are then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    say: Option<BookingNotice>,
    then: Reminded,
}

fn due(booking: &Booking, now: Instant) -> Option<Due> {
    let start = booking.starts_at();
    if booking.status != BookingStatus::Confirmed || start <= now {
        return None;
    }
    let (day, hour) = (start.minus(TimeDelta::hours(24)), start.minus(TimeDelta::hours(1)));
    // A promise made too late for a window leaves that reminder out.
    let in_time = |window: Instant| booking.confirmed_at.is_none_or(|confirmed| confirmed <= window);
    match booking.reminded {
        Reminded::All => None,
        Reminded::Nothing if now < day => None,
        Reminded::Nothing if now < hour => {
            Some(Due { say: in_time(day).then_some(BookingNotice::Reminder24h), then: Reminded::DayBefore })
        }
        Reminded::DayBefore if now < hour => None,
        Reminded::Nothing | Reminded::DayBefore => {
            Some(Due { say: in_time(hour).then_some(BookingNotice::Reminder1h), then: Reminded::All })
        }
    }
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let (now, table) = (run.now(), &run.salon.table);
    // A reminder whose booking is still ahead fell due within the last day.
    let yesterday = now.minus(TimeDelta::hours(24));
    let moments = Partition::g3(keys::REMINDERS_DUE).between(yesterday.to_string(), format!("{now}~"));
    let is_due = |booking: Stored<Booking>| due(&booking, now).map(|_| booking.record.id);
    let mut tally = Tally::default();
    tally.pages(table.pages::<Booking>(moments), is_due, |id| remind(run, id)).await?;
    Ok(processed(tally.end()?))
}

async fn remind(run: &Run<'_>, id: BookingId) -> Result<usize, JobError> {
    // The index lags: what is sent is decided on the booking itself.
    let Some(booking) = run.salon.table.get::<Booking>(&keys::booking(&id)).await? else { return Ok(0) };
    let Some(due) = due(&booking, run.now()) else { return Ok(0) };
    let told = match due.say {
        Some(notice) => say(run, &booking, notice).await?,
        None => Told::Before,
    };
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(&booking, &Booking { reminded: due.then, ..booking.record.clone() });
    match write.commit(&run.salon.table).await {
        // Somebody changed the booking: the next run finds the reminder sent and moves it on.
        Ok(()) | Err(WriteError::Lost(_) | WriteError::Contended) => Ok(told.count()),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

async fn say(run: &Run<'_>, booking: &Booking, notice: BookingNotice) -> Result<Told, JobError> {
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&booking.customer_id).await? else { return Ok(Told::Before) };
    if !recipient.agrees_to(Switch::Reminders) {
        return Ok(Told::Before);
    }
    let occasion = format!("{}#{}", booking.id, booking.starts_at());
    let notice = Notice::Booking(notice, booking_facts(booking));
    let telling = Telling::new(recipient, notice, occasion, Ways::PushAndEmail).of_booking(&booking.id);
    notifications.tell(telling).await
}
