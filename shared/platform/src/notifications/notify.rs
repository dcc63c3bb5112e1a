//! Notifying people of an event: who is notified, and over which channels.

use std::collections::BTreeSet;

use serde_json::json;

use super::{
    Channels, NoticeOutcome, NotifyError, OutgoingNotice, Recipient, SkipReason, booking_facts, membership_facts,
};
use crate::notifications::Notifications;
use crate::webhooks::{DisabledReason, Webhook};
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::links::LinkFor;
use parlour_booking::repeats::Repeats;
use parlour_booking::waitlist::{Wish, WishState};
use parlour_money::gems::GemsStore;
use parlour_money::memberships::{Membership, Memberships};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerNote, Erasure};
use parlour_people::staff::StaffMember;
use parlour_senders::templates::{
    BookingNotice, ChannelFacts, DeskNotice, ErasureFacts, GemsFacts, GemsNotice, MembershipNotice, Notice,
    RepeatFacts, RepeatNotice, ReplyFacts, WaitlistFacts, WebhookFacts, WebhookTrouble,
};
use parlour_setup::branches::Branches;
use parlour_setup::branding::BrandingStore;
use parlour_setup::catalogue::CatalogueStore;
use parlour_setup::names::TranslatedNames;
use parlour_storage::at_once;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Side};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError, keys};
use parlour_values::id::{BookingId, NoteId, RepeatId, StaffId, UserId, WebhookId, WishId};
use parlour_values::role::Role;
use parlour_values::time::{Instant, IstDate};

type NoticeResult = Result<NoticeOutcome, NotifyError>;

/// Notifies everybody concerned; how many were notified now. Messages describe the booking as it is by now: a time or a
/// status that has changed since the event would mislead. `at` is when the event happened; it is the same however often the message
/// is delivered.
pub(crate) async fn notify(salon: &Salon, event: &NotifiableEvent, at: Instant) -> Result<usize, NotifyError> {
    let notifier = Notifier { salon, occasion: occasion(event, at), message: event.clone().message(at) };
    let outcomes = match event {
        NotifiableEvent::BookingReceived { booking_id } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(0) };
            vec![notifier.customer(&booking, BookingNotice::Received, Channels::PushAndEmail).await]
        }
        NotifiableEvent::BookingConfirmed { booking_id, staff_id, .. } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(0) };
            // The staff member the event names, and everybody else who is to do something.
            let others =
                booking.staff_ids().into_iter().filter(|_| staff_id.is_none() || booking.staff_ids().len() > 1);
            let assigned = notifier.users_of(staff_id.iter().chain(others)).await?;
            let (customer, assigned) = tokio::join!(
                notifier.customer(&booking, BookingNotice::Confirmed, Channels::PushAndEmail),
                notifier.staff(&booking, DeskNotice::Assigned, &assigned),
            );
            std::iter::once(customer).chain(assigned).collect()
        }
        NotifiableEvent::BookingRejected { booking_id } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(0) };
            vec![notifier.customer(&booking, BookingNotice::Rejected, Channels::PushAndEmail).await]
        }
        NotifiableEvent::BookingCancelled { booking_id, by, quietly } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(0) };
            let receptionists = Notifications::of(salon).receptionists(&booking.branch_id).await?;
            let by_the_salon = *by == Side::Salon;
            let desk_notice =
                if *quietly { DeskNotice::CancelledQuietly } else { DeskNotice::Cancelled { by_the_salon } };
            let (customer, receptionists) = tokio::join!(
                notifier.customer_unless(*quietly, &booking, BookingNotice::Cancelled { by_the_salon }),
                notifier.staff(&booking, desk_notice, &receptionists),
            );
            customer.into_iter().chain(receptionists).collect()
        }
        NotifiableEvent::BookingRescheduled { booking_id, quietly, .. } => {
            let Some(booking) = booking(salon, booking_id).await? else { return Ok(0) };
            let receptionists = Notifications::of(salon).receptionists(&booking.branch_id).await?;
            let (customer, receptionists) = tokio::join!(
                notifier.customer_unless(*quietly, &booking, BookingNotice::Rescheduled),
                notifier.staff(&booking, DeskNotice::Rescheduled, &receptionists),
            );
            customer.into_iter().chain(receptionists).collect()
        }
        NotifiableEvent::RepeatMade { repeat_id, days } => {
            let bookings = bookings_in(salon, repeat_id, days, BookingStatus::Confirmed).await?;
            let people = notifier.users_of(bookings.iter().flat_map(|booking| booking.staff_ids())).await?;
            notifier.repeat(RepeatNotice::Made, &bookings, &people).await?
        }
        NotifiableEvent::RepeatMoved { repeat_id, days } => {
            let bookings = bookings_in(salon, repeat_id, days, BookingStatus::Confirmed).await?;
            let Some(first) = bookings.first() else { return Ok(0) };
            let receptionists = Notifications::of(salon).receptionists(&first.branch_id).await?;
            notifier.repeat(RepeatNotice::Moved, &bookings, &receptionists).await?
        }
        NotifiableEvent::RepeatCancelled { repeat_id, days } => {
            let bookings = bookings_in(salon, repeat_id, days, BookingStatus::Cancelled).await?;
            let Some(first) = bookings.first() else { return Ok(0) };
            let receptionists = Notifications::of(salon).receptionists(&first.branch_id).await?;
            notifier.repeat(RepeatNotice::Cancelled, &bookings, &receptionists).await?
        }
        NotifiableEvent::BookingCompleted { booking_id } => {
            let Some(booking) = completed(salon, booking_id).await? else { return Ok(0) };
            vec![notifier.customer(&booking, BookingNotice::Completed, Channels::InApp).await]
        }
        NotifiableEvent::WaitlistOffer { wish_id, booking_id } => {
            let Some((wish, facts)) = waitlist_facts(salon, wish_id, booking_id).await? else { return Ok(0) };
            vec![notifier.waitlist_offer(&wish, booking_id, facts).await]
        }
        NotifiableEvent::MembershipCreated { membership_id } => {
            let Some(membership) = Memberships::of(salon).get(membership_id).await? else { return Ok(0) };
            vec![notifier.member(&membership, MembershipNotice::Created, membership.id.to_string()).await]
        }
        NotifiableEvent::MembershipSessionUsed { membership_id, booking_id } => {
            let membership = Memberships::of(salon).get(membership_id).await?;
            let session = completed(salon, booking_id).await?;
            let Some((membership, session)) = membership.zip(session) else { return Ok(0) };
            let occasion = format!("{}#{}", membership.id, session.id);
            vec![notifier.member(&membership, MembershipNotice::SessionUsed, occasion).await]
        }
        NotifiableEvent::WebhookDisabled { webhook_id } => {
            let Some(facts) = webhook_facts(salon, webhook_id).await? else { return Ok(0) };
            let developers = Notifications::of(salon).active(Role::Developer).await?;
            at_once::all(developers.iter().map(|user| notifier.webhook_disabled(&user.id, webhook_id, &facts))).await
        }
        NotifiableEvent::ChannelTrouble { channel, template, code, meaning } => {
            let developers = Notifications::of(salon).active(Role::Developer).await?;
            let facts = ChannelFacts {
                channel: *channel,
                template: template.clone(),
                code: code.clone(),
                meaning: meaning.clone(),
            };
            at_once::all(developers.iter().map(|user| notifier.channel_trouble(&user.id, &facts))).await
        }
        NotifiableEvent::CustomerReplied { user_id, note_id, wants_link } => {
            notifier.customer_replied(user_id, note_id, *wants_link).await?
        }
        NotifiableEvent::ErasureRequested { user_id, erase_on } => {
            vec![notifier.erasure_requested(user_id, *erase_on).await]
        }
        NotifiableEvent::GemsExpired { user_id, gems, transaction_id, last_day } => {
            let last_day = last_day.unwrap_or(at.ist_date());
            vec![notifier.gems_expired(user_id, *gems, transaction_id, last_day).await]
        }
    };
    // Everybody has been tried by now: only then does a failure bring the message back.
    let mut notified = 0_usize;
    for outcome in outcomes {
        notified = notified.saturating_add(outcome?.count());
    }
    Ok(notified)
}

/// The facts of a webhook that is off; `None` where it is on again or deleted.
async fn webhook_facts(salon: &Salon, id: &WebhookId) -> Result<Option<WebhookFacts>, TableError> {
    let webhook = salon.table.get::<Webhook>(&keys::webhook(id)).await?;
    Ok(webhook.and_then(|webhook| {
        let trouble = match webhook.disabled_reason? {
            DisabledReason::Gone => WebhookTrouble::Gone,
            DisabledReason::Failing => WebhookTrouble::Failing,
        };
        let host = url::Url::parse(&webhook.url).ok()?.host_str()?.to_owned();
        Some(WebhookFacts { host, trouble })
    }))
}

/// The facts of an offer that can still be taken; `None` where it was answered, taken back or has run out.
async fn waitlist_facts(
    salon: &Salon,
    id: &WishId,
    booking: &BookingId,
) -> Result<Option<(Wish, WaitlistFacts)>, TableError> {
    let now = salon.clock.now();
    let Some(wish) = salon.table.get::<Wish>(&keys::wish(id)).await?.map(|found| found.at(now)) else {
        return Ok(None);
    };
    let Some(offer) =
        wish.live_offer(now).filter(|offer| offer.booking_id == *booking && wish.state == WishState::Offered)
    else {
        return Ok(None);
    };
    let (catalogue, branch) =
        (CatalogueStore::of(salon).read().await?, Branches::of(salon).get(&wish.branch_id).await?);
    let mut staff: Vec<&StaffId> = offer.plan.iter().map(|part| &part.staff_id).collect();
    staff.dedup();
    let mut people = salon.table.get_many(staff.iter().map(|id| keys::staff(id))).await?;
    let mut staff_names = Vec::with_capacity(staff.len());
    for id in staff {
        staff_names.extend(people.take::<StaffMember>(&keys::staff(id))?.map(|member| member.record.display_name));
    }
    let named = |id| catalogue.service(id).map(|service| service.name.clone()).unwrap_or_default();
    let facts = WaitlistFacts {
        customer_first_name: String::new(),
        // Beside their ids, also where one is not in the catalogue any more.
        service_names: wish.service_ids.iter().map(named).collect(),
        date: offer.date,
        start: offer.start,
        end: offer.end(),
        branch_name: branch.map(|branch| branch.name.clone()).unwrap_or_default(),
        staff_names,
        held_until: offer.expires_at.ist_time(),
    };
    Ok(Some((wish, facts)))
}

async fn booking(salon: &Salon, id: &BookingId) -> Result<Option<Booking>, TableError> {
    Ok(salon.table.get::<Booking>(&keys::booking(id)).await?.map(|found| found.record))
}

/// Those of a repeat's bookings that still are in this status.
async fn bookings_in(
    salon: &Salon,
    id: &RepeatId,
    days: &[IstDate],
    status: BookingStatus,
) -> Result<Vec<Booking>, TableError> {
    let mut bookings = Repeats::of(salon).bookings_of(id, days).await?;
    bookings.retain(|booking| booking.status == status);
    Ok(bookings)
}

/// The booking, if it is completed still: a visit whose invoice is void is not over.
async fn completed(salon: &Salon, id: &BookingId) -> Result<Option<Booking>, TableError> {
    Ok(booking(salon, id).await?.filter(|booking| booking.status == BookingStatus::Completed))
}

/// A mark that tells this event apart from others of its kind. A booking can be moved twice in one millisecond; the
/// starts differ.
fn occasion(event: &NotifiableEvent, at: Instant) -> String {
    match event {
        NotifiableEvent::BookingConfirmed { starts_at, .. } | NotifiableEvent::BookingRescheduled { starts_at, .. } => {
            format!("{at}#{starts_at}")
        }
        NotifiableEvent::BookingReceived { .. }
        | NotifiableEvent::BookingRejected { .. }
        | NotifiableEvent::BookingCancelled { .. }
        | NotifiableEvent::BookingCompleted { .. }
        | NotifiableEvent::WaitlistOffer { .. }
        | NotifiableEvent::RepeatMade { .. }
        | NotifiableEvent::RepeatMoved { .. }
        | NotifiableEvent::RepeatCancelled { .. }
        | NotifiableEvent::MembershipCreated { .. }
        | NotifiableEvent::MembershipSessionUsed { .. }
        | NotifiableEvent::WebhookDisabled { .. }
        | NotifiableEvent::ChannelTrouble { .. }
        | NotifiableEvent::CustomerReplied { .. }
        | NotifiableEvent::ErasureRequested { .. }
        | NotifiableEvent::GemsExpired { .. } => at.to_string(),
    }
}

/// Sends the notices of one event.
struct Notifier<'a> {
    salon: &'a Salon,
    occasion: String,
    /// The message that is being carried out.
    message: OutboxMessage,
}

impl Notifier<'_> {
    /// A notice that changes the customer's plans comes with the entry for their calendar.
    async fn customer(&self, booking: &Booking, notice: BookingNotice, channels: Channels) -> NoticeResult {
        let changes_plans = match notice {
            BookingNotice::Confirmed
            | BookingNotice::Rescheduled
            | BookingNotice::Cancelled { .. }
            | BookingNotice::Rejected => true,
            BookingNotice::Received
            | BookingNotice::Completed
            | BookingNotice::Reminder24h
            | BookingNotice::Reminder1h
            | BookingNotice::ReviewRequest => false,
        };
        let told = |names: &TranslatedNames| Notice::Booking(notice, booking_facts(booking, names));
        let link = Some(LinkFor::booking(booking));
        if !changes_plans {
            let prepare = |recipient, names: &TranslatedNames| {
                self.booking_notice(recipient, booking, told(names), channels).linked(link)
            };
            return self.send_named(&booking.customer_id, prepare).await;
        }
        let brand = BrandingStore::of(self.salon).brand(Some(&booking.branch_id)).await?;
        let prepare = |recipient: Recipient, names: &TranslatedNames| {
            let entry = recipient.address().map(|address| booking.calendar_for(address, &brand));
            self.booking_notice(recipient, booking, told(names), channels)
                .linked(link)
                .branded(&brand)
                .attached(entry.into_iter().collect())
        };
        self.send_named(&booking.customer_id, prepare).await
    }

    /// The customer, unless the desk has told them already.
    async fn customer_unless(&self, quietly: bool, booking: &Booking, notice: BookingNotice) -> Option<NoticeResult> {
        if quietly {
            return None;
        }
        Some(self.customer(booking, notice, Channels::PushAndEmail).await)
    }

    /// One message for all of these bookings, to their customer and to some of those who work here.
    async fn repeat(
        &self,
        notice: RepeatNotice,
        bookings: &[Booking],
        people: &[UserId],
    ) -> Result<Vec<NoticeResult>, NotifyError> {
        let facts_in = |names: &TranslatedNames| RepeatFacts::of(bookings.iter().map(|one| booking_facts(one, names)));
        let Some((first, facts)) = bookings.first().zip(facts_in(&TranslatedNames::default())) else {
            return Ok(Vec::new());
        };
        let brand = BrandingStore::of(self.salon).brand(Some(&first.branch_id)).await?;
        let prepare = |recipient: Recipient, names: &TranslatedNames| {
            let told = facts_in(names).unwrap_or_else(|| facts.clone());
            let address = recipient.address().map(str::to_owned);
            let entries =
                address.map(|address| bookings.iter().map(|booking| booking.calendar_for(&address, &brand)).collect());
            self.booking_notice(recipient, first, Notice::Repeat(notice, told), Channels::PushAndEmail)
                .linked(Some(LinkFor::booking(first)))
                .branded(&brand)
                .attached(entries.unwrap_or_default())
        };
        let desk = Notice::DeskRepeat(notice, facts.clone());
        let (customer, desk) = tokio::join!(
            self.send_named(&first.customer_id, prepare),
            at_once::all(people.iter().map(|id| self.about_booking(first, id, desk.clone(), Channels::InApp))),
        );
        Ok(std::iter::once(customer).chain(desk).collect())
    }

    /// Staff read of it in the app.
    async fn staff(&self, booking: &Booking, notice: DeskNotice, people: &[UserId]) -> Vec<NoticeResult> {
        let notice = Notice::Desk(notice, booking_facts(booking, &TranslatedNames::default()));
        at_once::all(people.iter().map(|id| self.about_booking(booking, id, notice.clone(), Channels::InApp))).await
    }

    async fn about_booking(
        &self,
        booking: &Booking,
        user: &UserId,
        notice: Notice,
        channels: Channels,
    ) -> NoticeResult {
        self.send(user, |recipient| self.booking_notice(recipient, booking, notice, channels)).await
    }

    fn booking_notice(
        &self,
        recipient: Recipient,
        booking: &Booking,
        notice: Notice,
        channels: Channels,
    ) -> OutgoingNotice {
        let occasion = format!("{}#{}", booking.id, self.occasion);
        OutgoingNotice::new(recipient, notice, occasion, channels)
            .of_booking(&booking.id)
            .about_customer(&booking.customer_id)
            .from_branch(&booking.branch_id)
    }

    /// Each offer is told of once: its time is held under an id of its own.
    async fn waitlist_offer(&self, wish: &Wish, booking: &BookingId, facts: WaitlistFacts) -> NoticeResult {
        let prepare = |recipient: Recipient, names: &TranslatedNames| {
            let named = wish.service_ids.iter().zip(&facts.service_names);
            let notice = Notice::Waitlist(WaitlistFacts {
                customer_first_name: recipient.user.first_name().to_owned(),
                service_names: named
                    .map(|(id, copy)| names.service(id, copy).to_owned())
                    .filter(|name| !name.is_empty())
                    .collect(),
                branch_name: names.branch(&wish.branch_id, &facts.branch_name).to_owned(),
                ..facts.clone()
            });
            OutgoingNotice::new(recipient, notice, booking.as_str(), Channels::PushAndEmail)
                .from_branch(&wish.branch_id)
                .linked(LinkFor::offer(wish))
                .published("waitlist", json!({ "wishId": wish.id }))
        };
        self.send_named(&wish.customer_id, prepare).await
    }

    async fn member(&self, membership: &Membership, notice: MembershipNotice, occasion: String) -> NoticeResult {
        let Some(recipient) = Notifications::of(self.salon).recipient(&membership.customer_id).await? else {
            return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
        };
        let facts = membership_facts(self.salon, membership, recipient.language()).await?;
        let notice = Notice::Membership(notice, facts);
        let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::PushAndEmail)
            .published("memberships", json!({ "membershipId": membership.id }));
        self.send_out(notice).await
    }

    async fn webhook_disabled(&self, user: &UserId, webhook: &WebhookId, facts: &WebhookFacts) -> NoticeResult {
        let occasion = format!("{webhook}#{}", self.occasion);
        let notice = Notice::Webhook(facts.clone());
        let prepare = |recipient| OutgoingNotice::new(recipient, notice, occasion, Channels::InAppAndEmail);
        self.send(user, prepare).await
    }

    async fn channel_trouble(&self, user: &UserId, facts: &ChannelFacts) -> NoticeResult {
        let occasion = format!("{}#{}#{}", facts.channel, facts.code, self.occasion);
        let notice = Notice::Channel(facts.clone());
        let prepare = |recipient| OutgoingNotice::new(recipient, notice, occasion, Channels::InAppAndEmail);
        self.send(user, prepare).await
    }

    /// The desk reads it, unless all that was asked for is the link, which is sent.
    async fn customer_replied(
        &self,
        user: &UserId,
        note: &NoteId,
        wants_link: bool,
    ) -> Result<Vec<NoticeResult>, NotifyError> {
        let notifications = Notifications::of(self.salon);
        if wants_link {
            return Ok(vec![notifications.answer_with_link(user, note).await]);
        }
        let (user_key, note_key) = (keys::user(user), keys::customer_note(user, note));
        let (user, note) = tokio::try_join!(self.salon.table.get::<User>(&user_key), self.salon.table.get(&note_key))?;
        let Some((user, note)) = user.zip(note) else { return Ok(Vec::new()) };
        let note: Stored<CustomerNote> = note;
        let facts = ReplyFacts { customer_name: user.name.clone(), text: note.content.clone() };
        let receptionists = notifications.active(Role::Receptionist).await?;
        let tell = |receptionist: &UserId| {
            let (notice, occasion) = (Notice::Reply(facts.clone()), note.id.to_string());
            let customer = user.id.clone();
            let prepare = move |recipient| {
                OutgoingNotice::new(recipient, notice, occasion, Channels::InApp).about_customer(&customer)
            };
            let receptionist = receptionist.clone();
            async move { self.send(&receptionist, prepare).await }
        };
        Ok(at_once::all(receptionists.iter().map(|receptionist| tell(&receptionist.id))).await)
    }

    /// Unless they have taken it back by now.
    async fn erasure_requested(&self, user: &UserId, erase_on: Instant) -> NoticeResult {
        let asked = self.salon.table.get::<Erasure>(&keys::erasure(user)).await?;
        if asked.is_none_or(|asked| asked.erase_on != erase_on) {
            return Ok(NoticeOutcome::Skipped(SkipReason::NotDue));
        }
        let prepare = |recipient: Recipient| {
            let facts = ErasureFacts { customer_first_name: recipient.user.first_name().to_owned(), erase_on };
            let occasion = erase_on.to_string();
            OutgoingNotice::new(recipient, Notice::Erasure(facts), occasion, Channels::InAppAndEmail)
        };
        self.send(user, prepare).await
    }

    async fn gems_expired(&self, user: &UserId, gems: i64, transaction: &str, last_day: IstDate) -> NoticeResult {
        let account = GemsStore::of(self.salon).account(user).await?;
        let prepare = |recipient: Recipient| {
            let facts = GemsFacts {
                customer_first_name: recipient.user.first_name().to_owned(),
                gems: u64::try_from(gems).unwrap_or(0),
                balance: account.map_or(0, |account| account.account.balance().count()),
                expires_on: last_day,
                days_left: 0,
            };
            let notice = Notice::Gems(GemsNotice::Expired, facts);
            OutgoingNotice::new(recipient, notice, transaction, Channels::PushAndEmail).published("gems", json!({}))
        };
        self.send(user, prepare).await
    }

    async fn send(&self, user: &UserId, prepare: impl FnOnce(Recipient) -> OutgoingNotice) -> NoticeResult {
        match Notifications::of(self.salon).recipient(user).await? {
            Some(recipient) => self.send_out(prepare(recipient)).await,
            None => Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient)),
        }
    }

    /// To a customer, with the names of services and branches in their language.
    async fn send_named(
        &self,
        user: &UserId,
        prepare: impl FnOnce(Recipient, &TranslatedNames) -> OutgoingNotice,
    ) -> NoticeResult {
        let Some(recipient) = Notifications::of(self.salon).recipient(user).await? else {
            return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
        };
        let names = TranslatedNames::read(self.salon, recipient.language()).await?;
        self.send_out(prepare(recipient, &names)).await
    }

    async fn send_out(&self, notice: OutgoingNotice) -> NoticeResult {
        Notifications::of(self.salon).send(notice.brought_again_by(self.message.clone())).await
    }

    /// The users behind these people, each once, as far as they can sign in.
    async fn users_of(&self, staff: impl IntoIterator<Item = &StaffId>) -> Result<Vec<UserId>, TableError> {
        let staff: BTreeSet<&StaffId> = staff.into_iter().collect();
        let mut found = self.salon.table.get_many(staff.iter().map(|id| keys::staff(id))).await?;
        let mut users = Vec::new();
        for id in staff {
            let member = found.take::<StaffMember>(&keys::staff(id))?;
            users.extend(member.and_then(|member| member.record.user_id));
        }
        Ok(users)
    }
}
