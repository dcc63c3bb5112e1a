//! The queue's side of an event: who is told of it, and by which ways.

use futures::future::join_all;
use serde_json::{Value, json};

use super::{Event, Side, Telling, Told, Ways, booking_facts};
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::id::{StaffId, UserId};
use crate::jobs::JobError;
use crate::jobs::gems_expiry_reminder::count_of;
use crate::jobs::members::facts as membership_facts;
use crate::memberships::Membership;
use crate::outbound::templates::{BookingNotice, DeskNotice, GemsFacts, GemsNotice, MembershipNotice, Notice};
use crate::outbox::Message;
use crate::salon::Salon;
use crate::staff::StaffMember;
use crate::table::keys;
use crate::time::{Instant, IstDate};

/// Tells everybody concerned, of every event, and of the booking as it is by now: a time that has changed since would
/// mislead. The act's moment (the message's own) sets one event of a booking apart from the next of
/// the same kind, and is the same however often the message is delivered.
pub(crate) async fn notify(salon: &Salon, message: &Message) -> Result<Value, JobError> {
    let Ok(event) = serde_json::from_value::<Event>(message.payload.clone()) else {
        return Err(JobError::Unreadable);
    };
    let occasion = Occasion { salon, at: occasion_of(&event, message.due) };
    let told = match &event {
        Event::BookingReceived { booking_id } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            vec![occasion.customer(&booking, BookingNotice::Received, Ways::PushAndEmail).await]
        }
        Event::BookingConfirmed { booking_id, staff_id, .. } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            let worker = occasion.worker(staff_id.as_ref().or(booking.staff_id())).await?;
            let (customer, worker) = tokio::join!(
                occasion.customer(&booking, BookingNotice::Confirmed, Ways::PushAndEmail),
                occasion.desk(&booking, DeskNotice::Assigned, worker.as_slice()),
            );
            std::iter::once(customer).chain(worker).collect()
        }
        Event::BookingRejected { booking_id } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            vec![occasion.customer(&booking, BookingNotice::Rejected, Ways::PushAndEmail).await]
        }
        Event::BookingCancelled { booking_id, by } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            let desk = salon.notifications().receptionists().await?;
            let by_the_salon = *by == Side::Salon;
            let notice = BookingNotice::Cancelled { by_the_salon };
            let (customer, desk) = tokio::join!(
                occasion.customer(&booking, notice, Ways::PushAndEmail),
                occasion.desk(&booking, DeskNotice::Cancelled { by_the_salon }, &desk),
            );
            std::iter::once(customer).chain(desk).collect()
        }
        Event::BookingRescheduled { booking_id, .. } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            let desk = salon.notifications().receptionists().await?;
            let notice = BookingNotice::Rescheduled { confirmed: booking.status == BookingStatus::Confirmed };
            let (customer, desk) = tokio::join!(
                occasion.customer(&booking, notice, Ways::PushAndEmail),
                occasion.desk(&booking, DeskNotice::Rescheduled, &desk),
            );
            std::iter::once(customer).chain(desk).collect()
        }
        Event::BookingCompleted { booking_id } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(nobody()) };
            vec![occasion.customer(&booking, BookingNotice::Completed, Ways::InApp).await]
        }
        Event::MembershipCreated { membership_id } => {
            let Some(membership) = salon.memberships().get(membership_id).await? else { return Ok(nobody()) };
            vec![occasion.member(&membership).await]
        }
        Event::GemsExpired { user_id, gems, transaction_id, last_day } => {
            let last_day = last_day.unwrap_or(message.due.ist_date());
            vec![occasion.gems_expired(user_id, *gems, transaction_id, last_day).await]
        }
    };
    // Everybody who can be told is told before a failure brings the message back.
    let mut notified = 0;
    for told in told {
        notified += told?.count();
    }
    Ok(json!({ "success": true, "notified": notified }))
}

fn nobody() -> Value {
    json!({ "success": true, "notified": 0 })
}

async fn booking(salon: &Salon, id: &crate::id::BookingId) -> Result<Option<Booking>, JobError> {
    Ok(salon.table.get::<Booking>(&keys::booking(id)).await?.map(|found| found.record))
}

/// What sets this event apart from others of its kind, however late and often it is delivered. Two moves can be made in
/// one moment; the times they lead to differ.
fn occasion_of(event: &Event, at: Instant) -> String {
    match event {
        Event::BookingConfirmed { starts_at, .. } | Event::BookingRescheduled { starts_at, .. } => {
            format!("{at}#{starts_at}")
        }
        _ => at.to_string(),
    }
}

struct Occasion<'a> {
    salon: &'a Salon,
    at: String,
}

impl Occasion<'_> {
    async fn customer(&self, booking: &Booking, notice: BookingNotice, ways: Ways) -> Result<Told, JobError> {
        let notices = self.salon.notifications();
        let Some(recipient) = notices.recipient(&booking.customer_id).await? else { return Ok(Told::Before) };
        let notice = Notice::Booking(notice, booking_facts(booking));
        let telling = Telling::new(recipient, notice, self.of(booking), ways).of_booking(&booking.id);
        notices.tell(telling).await
    }

    /// People who work here read of it in the app.
    async fn desk(&self, booking: &Booking, notice: DeskNotice, people: &[UserId]) -> Vec<Result<Told, JobError>> {
        join_all(people.iter().map(|id| self.colleague(booking, notice, id))).await
    }

    async fn colleague(&self, booking: &Booking, notice: DeskNotice, id: &UserId) -> Result<Told, JobError> {
        let notices = self.salon.notifications();
        let Some(recipient) = notices.recipient(id).await? else { return Ok(Told::Before) };
        let notice = Notice::Desk(notice, booking_facts(booking));
        let telling = Telling::new(recipient, notice, self.of(booking), Ways::InApp).of_booking(&booking.id);
        notices.tell(telling).await
    }

    async fn member(&self, membership: &Membership) -> Result<Told, JobError> {
        let notices = self.salon.notifications();
        let Some(recipient) = notices.recipient(&membership.customer_id).await? else { return Ok(Told::Before) };
        let notice = Notice::Membership(MembershipNotice::Created, membership_facts(membership));
        let telling = Telling::new(recipient, notice, membership.id.as_str(), Ways::PushAndEmail)
            .about("memberships", json!({ "membershipId": membership.id }));
        notices.tell(telling).await
    }

    async fn gems_expired(&self, user: &UserId, gems: i64, lot: &str, last_day: IstDate) -> Result<Told, JobError> {
        let notices = self.salon.notifications();
        let (recipient, account) = (notices.recipient(user).await?, self.salon.gems().account(user).await?);
        let Some(recipient) = recipient else { return Ok(Told::Before) };
        let facts = GemsFacts {
            customer_first_name: recipient.user.first_name().to_owned(),
            gems: u64::try_from(gems).unwrap_or(0),
            balance: account.map_or(0, |account| count_of(account.account.balance())),
            expires_on: last_day,
        };
        let notice = Notice::Gems(GemsNotice::Expired, facts);
        let telling = Telling::new(recipient, notice, lot, Ways::PushAndEmail).about("gems", json!({}));
        notices.tell(telling).await
    }

    /// Who will do it, if they can sign in.
    async fn worker(&self, staff: Option<&StaffId>) -> Result<Option<UserId>, JobError> {
        let Some(id) = staff else { return Ok(None) };
        let member = self.salon.table.get::<StaffMember>(&keys::staff(id)).await?;
        Ok(member.and_then(|member| member.record.user_id))
    }

    fn of(&self, booking: &Booking) -> String {
        format!("{}#{}", booking.id, self.at)
    }
}
