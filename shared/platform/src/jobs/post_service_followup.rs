//! Asks the customer for a review a day after the visit, once per booking, if they agreed to marketing.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use crate::notifications::{Channels, NoticeOutcome, Notifications, OutgoingNotice, SkipReason, Switch, booking_facts};
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_senders::templates::{BookingNotice, Notice};
use parlour_setup::names::TranslatedNames;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::keys;
use parlour_values::id::BookingId;
use parlour_values::time::UnixSecond;

/// A follow-up of a completion that was undone since is stale: the completion after it has its own.
fn is_due(booking: &Booking, follows: Option<UnixSecond>) -> bool {
    booking.status == BookingStatus::Completed
        && follows.is_none_or(|completed| booking.completed_at.map(UnixSecond::from) == Some(completed))
}

pub async fn run(run: &Run<'_>, id: &BookingId, follows: Option<UnixSecond>) -> Result<Value, JobError> {
    let sent = match run.salon.table.get::<Booking>(&keys::booking(id)).await? {
        Some(booking) if is_due(&booking, follows) => ask(run, &booking).await? == NoticeOutcome::Sent,
        Some(_) | None => false,
    };
    Ok(answer(sent))
}

pub fn answer(sent: bool) -> Value {
    json!({ "success": true, "sent": sent })
}

async fn ask(run: &Run<'_>, booking: &Booking) -> Result<NoticeOutcome, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(recipient) = notifications.recipient(&booking.customer_id).await? else {
        return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
    };
    if !recipient.agrees_to(Switch::Marketing, run.today()) {
        return Ok(NoticeOutcome::Skipped(SkipReason::OptedOut));
    }
    let names = TranslatedNames::read(run.salon, recipient.language()).await?;
    let notice = Notice::Booking(BookingNotice::ReviewRequest, booking_facts(booking, &names));
    let again = Task::PostServiceFollowup {
        booking_id: booking.id.clone(),
        completed: booking.completed_at.map(UnixSecond::from),
    };
    let notice = OutgoingNotice::new(recipient, notice, booking.id.as_str(), Channels::Email)
        .of_booking(&booking.id)
        .from_branch(&booking.branch_id)
        .brought_again_by(OutboxMessage::new(again, run.now()));
    Ok(notifications.send(notice).await?)
}
