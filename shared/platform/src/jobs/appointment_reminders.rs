//! Reminds customers of their confirmed bookings a day and an hour ahead, once per window and start.
//!
//! The index lists a booking at the time of its next reminder. The delivery log makes a second send a no-op: it names the
//! booking, the window and the start. A reminder that a missed run should have sent is sent by the next run, unless the
//! booking has begun; a day's reminder that would come within the last hour is left out in favour of the hour's.
//!
//! Where mail has a pace, thousands that are due at the same time take longer than one run may. It sends as many itself as
//! it can in its time, and leaves the others to the queue, each in the write that says it was reminded; those who take
//! messages from there send side by side.

use chrono::TimeDelta;
use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::notifications::{Channels, NoticeOutcome, Notifications, OutgoingNotice, SkipReason, Switch, booking_facts};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Reminded};
use parlour_booking::links::LinkFor;
use parlour_senders::templates::{BookingNotice, Notice};
use parlour_setup::names::TranslatedNames;
use parlour_storage::failure::Setback;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{AtomicWrite, Partition, Stored, WriteError, keys};
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// How far ahead a reminder is, in hours.
const DAY_AHEAD: u8 = 24;
const HOUR_AHEAD: u8 = 1;

/// A run may send for so long, a third of the time that its function has.
const SENDING: u32 = 300;

/// How many reminders a run sends itself: all, where mail has no pace.
fn sent_by_a_run(mails_per_second: Option<u32>, senders_at_once: Option<u32>) -> usize {
    let Some(mails) = mails_per_second else { return usize::MAX };
    let instances = senders_at_once.unwrap_or(0).saturating_add(1);
    let own = mails.saturating_mul(SENDING).checked_div(instances);
    own.and_then(|own| usize::try_from(own).ok()).unwrap_or(usize::MAX)
}

/// The reminder to send now, if any, and how far the booking's reminders are afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    notice: Option<BookingNotice>,
    then: Reminded,
}

fn due(booking: &Booking, now: Instant) -> Option<Due> {
    let start = booking.starts_at();
    if booking.status != BookingStatus::Confirmed || start <= now {
        return None;
    }
    let (day, hour) = (start.minus(TimeDelta::hours(24)), start.minus(TimeDelta::hours(1)));
    // A booking that was confirmed after a window began gets no reminder for it.
    let in_time = |window: Instant| booking.confirmed_at.is_none_or(|confirmed| confirmed <= window);
    match booking.reminded {
        Reminded::All => None,
        Reminded::Nothing if now < day => None,
        Reminded::Nothing if now < hour => {
            Some(Due { notice: in_time(day).then_some(BookingNotice::Reminder24h), then: Reminded::DayBefore })
        }
        Reminded::DayBefore if now < hour => None,
        Reminded::Nothing | Reminded::DayBefore => {
            Some(Due { notice: in_time(hour).then_some(BookingNotice::Reminder1h), then: Reminded::All })
        }
    }
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let (now, table) = (run.now(), &run.salon.table);
    // If its booking is still ahead, a reminder fell due within the last day.
    let yesterday = now.minus(TimeDelta::hours(24));
    let moments = Partition::g3(keys::REMINDERS_DUE).between(yesterday.to_string(), format!("{now}~"));
    let is_due = |booking: Stored<Booking>| due(&booking, now).map(|_| booking.record.id);
    let settings = &run.salon.settings;
    let mut own = sent_by_a_run(settings.mails_per_second, settings.senders_at_once);
    let one = |id| {
        let is_own = own > 0;
        own = own.saturating_sub(1);
        remind(run, id, is_own)
    };
    let mut tally = Tally::default();
    tally.pages(table.pages::<Booking>(moments), is_due, one).await?;
    Ok(processed(tally.end()?))
}

async fn remind(run: &Run<'_>, id: BookingId, is_own: bool) -> Result<usize, JobError> {
    // The index is eventually consistent: decide on the booking itself.
    let Some(booking) = run.salon.table.get::<Booking>(&keys::booking(&id)).await? else { return Ok(0) };
    let Some(due) = due(&booking, run.now()) else { return Ok(0) };
    let outcome = match due.notice {
        Some(notice) if is_own => send(run, &booking, notice).await?,
        Some(notice) => return leave_to_queue(run, &booking, notice, due.then).await,
        None => NoticeOutcome::Skipped(SkipReason::NotDue),
    };
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(&booking, &Booking { reminded: due.then, ..booking.record.clone() });
    match write.commit(&run.salon.table).await {
        // The booking was changed meanwhile: the next run finds the reminder sent and updates `reminded`.
        Ok(()) | Err(WriteError::ConditionsFailed(_) | WriteError::Contended) => Ok(outcome.count()),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

/// If the booking was changed meanwhile, nothing is written: the next run finds what is due then.
async fn leave_to_queue(
    run: &Run<'_>,
    booking: &Stored<Booking>,
    notice: BookingNotice,
    then: Reminded,
) -> Result<usize, JobError> {
    let mut transaction = run.salon.transaction(&run.act);
    transaction.replace(booking, &Booking { reminded: then, ..booking.record.clone() });
    transaction.enqueue(OutboxMessage::new(task(booking, notice), run.now()));
    match transaction.commit().await {
        Ok(()) => Ok(1),
        Err(Setback::ConditionsFailed(_) | Setback::Contended) => Ok(0),
        Err(setback) => Err(setback.into()),
    }
}

fn task(booking: &Booking, notice: BookingNotice) -> Task {
    let hours = if notice == BookingNotice::Reminder1h { HOUR_AHEAD } else { DAY_AHEAD };
    Task::Remind { booking_id: booking.id.clone(), starts_at: booking.starts_at(), hours }
}

/// One reminder that a run left to the queue, or by the next channel, after one has failed; nothing once the booking has
/// moved or begun.
pub async fn one(run: &Run<'_>, id: &BookingId, starts_at: Instant, hours: u8) -> Result<Value, JobError> {
    let booking = run.salon.table.get::<Booking>(&keys::booking(id)).await?;
    let is_due = |booking: &Stored<Booking>| {
        booking.status == BookingStatus::Confirmed && booking.starts_at() == starts_at && starts_at > run.now()
    };
    let Some(booking) = booking.filter(is_due) else { return Ok(processed(0)) };
    let notice = if hours == HOUR_AHEAD { BookingNotice::Reminder1h } else { BookingNotice::Reminder24h };
    Ok(processed(send(run, &booking, notice).await?.count()))
}

async fn send(run: &Run<'_>, booking: &Booking, notice: BookingNotice) -> Result<NoticeOutcome, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(recipient) = notifications.recipient(&booking.customer_id).await? else {
        return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
    };
    if !recipient.agrees_to(Switch::Reminders, run.today()) {
        return Ok(NoticeOutcome::Skipped(SkipReason::OptedOut));
    }
    let occasion = format!("{}#{}", booking.id, booking.starts_at());
    let again = OutboxMessage::new(task(booking, notice), run.now());
    let names = TranslatedNames::read(run.salon, recipient.language()).await?;
    let notice = Notice::Booking(notice, booking_facts(booking, &names));
    let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::PushAndEmail)
        .of_booking(&booking.id)
        .linked(Some(LinkFor::booking(booking)))
        .from_branch(&booking.branch_id)
        .brought_again_by(again);
    Ok(notifications.send(notice).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_sends_what_its_share_of_the_rate_is_in_five_minutes() {
        assert_eq!(sent_by_a_run(None, None), usize::MAX);
        assert_eq!(sent_by_a_run(Some(14), Some(5)), 700);
        assert_eq!(sent_by_a_run(Some(1), Some(2)), 100);
        assert_eq!(sent_by_a_run(Some(1), None), 300);
        assert_eq!(sent_by_a_run(Some(1), Some(399)), 0);
    }
}
