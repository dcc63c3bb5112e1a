//! A booking with its services.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::row::BookingRow;
use super::status::{Action, BookingStatus, IllegalTransition};
use parlour_people::auth::FORMER_CUSTOMER;
use parlour_setup::catalogue::ServiceType;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{
    BookingId, BookingServiceId, BranchId, InvoiceId, LeadId, MembershipId, OfferId, RepeatId, ResourceId, ServiceId,
    StaffId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

parlour_values::input::enum_fields!(BookingStatus);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "BookingRow", into = "BookingRow")]
pub struct Booking {
    pub id: BookingId,
    pub number: String,
    pub branch_id: BranchId,
    /// Copied from the branch, for messages and lists.
    pub branch_name: String,
    pub customer_id: UserId,
    /// Copied from the customer, for the desk's lists.
    pub customer_name: String,
    pub customer_email: String,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub date: IstDate,
    pub start: TimeOfDay,
    pub end: TimeOfDay,
    pub total_amount: Paise,
    /// The total of its invoice, once it is completed; how much of that is paid stands there.
    pub paid: Option<Paise>,
    pub total_duration: Minutes,
    /// Minutes kept free after the services; the staff member's ledger holds them too.
    pub total_buffer: Minutes,
    pub notes: Option<String>,
    pub is_walkin: bool,
    pub is_membership_session: bool,
    pub offer_id: Option<OfferId>,
    pub membership_id: Option<MembershipId>,
    pub invoice_id: Option<InvoiceId>,
    pub lead_id: Option<LeadId>,
    pub confirmed_at: Option<Instant>,
    pub checked_in_at: Option<Instant>,
    /// When it was marked as a no-show.
    pub missed_at: Option<Instant>,
    pub completed_at: Option<Instant>,
    pub cancelled_at: Option<Instant>,
    pub rejected_at: Option<Instant>,
    pub cancellation_reason: Option<String>,
    pub rejection_reason: Option<String>,
    pub reschedule_count: u32,
    /// How many of these the desk made: they do not count against the customer.
    pub desk_moves: u32,
    /// Counts every change of status or time, so that calendars know which of two entries is the later one.
    pub revision: u32,
    pub services: Vec<BookedService>,
    /// As they were booked, where something else was billed.
    pub booked_services: Option<Vec<BookedService>>,
    /// Which reminders have been sent, or came too late, for the current date and time.
    pub reminded: Reminded,
    pub created_at: Instant,
    /// When it last became a request again, after it was confirmed.
    pub asked_again_at: Option<Instant>,
    pub updated_at: Instant,
    /// Recorded although its person or its room had another booking in these minutes.
    pub overlaps: bool,
    /// The repeat that it is one of.
    pub repeat_id: Option<RepeatId>,
    /// How often a new link was made for it: only the last one opens it.
    pub link_generation: u32,
    /// A completion of it was undone since its customer was checked in: nobody knows any more whether they came.
    pub is_in_doubt: bool,
}

/// A service as it was booked. Later changes to the catalogue do not affect it.
#[derive(Clone, Debug, PartialEq)]
pub struct BookedService {
    pub id: BookingServiceId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    pub name: String,
    pub price: Paise,
    pub duration: Minutes,
    pub display_order: u32,
    pub part: VisitPart,
}

/// The place of a service in the visit and its needs; the default is the usual: behind the one before it, and nothing
/// but its person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitPart {
    /// How long after the visit's start it begins; none: when the one before it ends.
    pub starts_after: Option<Minutes>,
    pub processing: Minutes,
    pub finish: Minutes,
    /// If the visit has several services; of a single one the booking's total says it.
    pub buffer: Minutes,
    /// The groups of rooms and equipment that it needs one of each.
    pub needs: Vec<String>,
    /// The person the customer wished for.
    pub requested_staff_id: Option<StaffId>,
    pub resource_ids: Vec<ResourceId>,
}

/// Which reminders need not be sent any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reminded {
    #[default]
    Nothing,
    DayBefore,
    All,
}

impl Booking {
    pub fn starts_at(&self) -> Instant {
        self.date.at(self.start)
    }

    pub fn ends_at(&self) -> Instant {
        self.date.at(self.end)
    }

    pub fn time(&self) -> Interval {
        Interval { start: self.start, end: self.end }
    }

    /// The customer's first name, for where the whole name is nobody's business.
    pub fn customer_first_name(&self) -> &str {
        self.customer_name.split_whitespace().next().unwrap_or_default()
    }

    /// Without whose it was and what was written about them.
    #[must_use]
    pub fn erased(&self) -> Self {
        Self {
            customer_name: FORMER_CUSTOMER.to_owned(),
            customer_email: String::new(),
            notes: None,
            cancellation_reason: None,
            rejection_reason: None,
            ..self.clone()
        }
    }

    pub fn service_ids(&self) -> Vec<ServiceId> {
        self.services.iter().map(|service| service.service_id.clone()).collect()
    }

    pub fn staff_id(&self) -> Option<&StaffId> {
        self.services.first().and_then(|service| service.staff_id.as_ref())
    }

    /// Everything by one person, or by nobody.
    pub fn with_staff(mut self, staff: Option<(&StaffId, &str)>) -> Self {
        for service in &mut self.services {
            service.staff_id = staff.map(|(id, _)| id.clone());
            service.staff_name = staff.map(|(_, name)| name.to_owned());
        }
        self
    }

    /// Whether somebody is to do it.
    pub fn is_assigned(&self) -> bool {
        self.staff_id().is_some()
    }

    /// With what was billed; what was booked is kept, should the bill be taken back.
    #[must_use]
    pub fn billed(self, services: Vec<BookedService>) -> Self {
        if services == self.services {
            return self;
        }
        Self { booked_services: Some(self.services), services, ..self }.ending_with_services()
    }

    /// With what was booked, whatever was billed: only that took anybody's time.
    #[must_use]
    pub fn as_booked(mut self) -> Self {
        match self.booked_services.take() {
            Some(services) => Self { services, ..self }.ending_with_services(),
            None => self,
        }
    }

    /// Since when it waits for an answer, while it is a request.
    pub fn pending_since(&self) -> Instant {
        self.asked_again_at.unwrap_or(self.created_at)
    }

    /// The status after an action. A visit in doubt can also be cancelled at the desk, and its customer be found not to have
    /// come.
    pub fn status_after(&self, action: Action) -> Result<BookingStatus, IllegalTransition> {
        match (self.status, action) {
            (BookingStatus::InProgress, Action::CancelByDesk) if self.is_in_doubt => Ok(BookingStatus::Cancelled),
            (BookingStatus::InProgress, Action::NoShow) if self.is_in_doubt => Ok(BookingStatus::NoShow),
            (status, action) => status.after(action),
        }
    }

    /// The booking after an action: a new status, and a revision more.
    pub fn after(&self, action: Action, now: Instant) -> Result<Self, IllegalTransition> {
        let revision = self.revision.saturating_add(1);
        // The person who is given the time now was found free.
        let overlaps = self.overlaps && !matches!(action, Action::Reschedule | Action::Assign | Action::Approve);
        Ok(Self { status: self.status_after(action)?, overlaps, revision, updated_at: now, ..self.clone() })
    }

    /// The reminders that a booking confirmed now is too late for.
    pub fn reminders_behind(&self, now: Instant) -> Reminded {
        let ahead = self.starts_at().since(now);
        if ahead < TimeDelta::hours(1) {
            Reminded::All
        } else if ahead < TimeDelta::hours(24) {
            Reminded::DayBefore
        } else {
            Reminded::Nothing
        }
    }

    /// When the next reminder falls due, if one does: a day before the start, then an hour before.
    pub fn next_reminder(&self) -> Option<Instant> {
        if self.status != BookingStatus::Confirmed {
            return None;
        }
        let start = self.starts_at();
        match self.reminded {
            Reminded::Nothing => Some(start.minus(TimeDelta::hours(24))),
            Reminded::DayBefore => Some(start.minus(TimeDelta::hours(1))),
            Reminded::All => None,
        }
    }
}

impl Record for Booking {
    const KIND: &'static str = "booking";
    const IS_VERSIONED: bool = true;

    fn key(&self) -> Key {
        keys::booking(&self.id)
    }

    fn places(&self) -> Places {
        let open = self.status.is_open();
        Places {
            g1: Some(keys::booking_in_month(&self.branch_id, self.date, &self.id)),
            g2: open.then(|| keys::booking_open(&self.branch_id, self.status.as_str(), self.date, &self.id)),
            g3: self.next_reminder().map(|at| keys::reminder_due(at, &self.id)),
            ..Places::default()
        }
    }

    /// A copy in the customer's partition lets them read their own list consistently. A session has two more, so that
    /// it is read with its membership by the desk and by the customer.
    fn copies(&self) -> Vec<Key> {
        let mut copies = vec![keys::customer_booking(&self.customer_id, &self.id)];
        if let Some(membership) = self.membership_id.as_ref().filter(|_| self.is_membership_session) {
            copies.push(keys::membership_session(membership, &self.id));
            copies.push(keys::customer_membership_session(&self.customer_id, membership, &self.id));
        }
        copies
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn an_action_changes_the_status_and_counts_the_revision() {
        let (before, now) = (Booking { revision: 3, ..requested() }, at("2026-11-16T05:00:00Z"));
        let after = before.after(Action::Approve, now).unwrap();
        assert_eq!((after.status, after.revision, after.updated_at), (BookingStatus::Confirmed, 4, now));
        assert_eq!(after.created_at, before.created_at);
    }

    #[test]
    fn only_a_visit_in_doubt_is_cancelled_or_missed_after_its_check_in() {
        let grid =
            || BookingStatus::ALL.iter().flat_map(|status| Action::ALL.iter().map(move |action| (*status, *action)));
        for is_in_doubt in [false, true] {
            for (status, action) in grid() {
                let is_more = is_in_doubt && status == BookingStatus::InProgress;
                let expected = match action {
                    Action::CancelByDesk if is_more => Ok(BookingStatus::Cancelled),
                    Action::NoShow if is_more => Ok(BookingStatus::NoShow),
                    action => status.after(action),
                };
                let booking = Booking { status, is_in_doubt, ..requested() };
                assert_eq!(booking.status_after(action), expected, "{action} on {status}");
            }
        }
    }

    #[test]
    fn a_request_waits_since_it_was_made_or_became_one_again() {
        let again = at("2026-11-16T10:30:00+05:30");
        assert_eq!(requested().pending_since(), requested().created_at);
        assert_eq!(Booking { asked_again_at: Some(again), ..requested() }.pending_since(), again);
    }

    #[test]
    fn a_visit_ends_with_what_was_billed_and_as_booked_with_what_was_booked() {
        let booked = requested();
        let longer = BookedService { duration: Minutes(120), ..booked.services[1].clone() };
        let billed = booked.clone().billed(vec![booked.services[0].clone(), longer]);
        assert_eq!((billed.end.to_string(), billed.times()[1].end), ("13:30".to_owned(), billed.end));
        assert_eq!(billed.as_booked(), booked);
        let products_alone = booked.clone().billed(Vec::new());
        assert_eq!(products_alone.end, booked.end);
    }

    #[test]
    fn staff_are_given_to_every_service_and_taken_back() {
        let given = requested().with_staff(Some((&"meera".into(), "Meera")));
        assert!(given.services.iter().all(|service| service.staff_name.as_deref() == Some("Meera")));
        assert_eq!(given.staff_id(), Some(&"meera".into()));
        assert_eq!(given.service_ids(), [ServiceId::from("haircut"), ServiceId::from("colour")]);
        assert_eq!(given.with_staff(None), requested());
    }

    #[test]
    fn a_reminder_is_due_a_day_before_and_an_hour_before_unless_that_has_passed() {
        let booking = Booking { status: BookingStatus::Confirmed, ..requested() };
        for (now, behind, next) in [
            ("2026-11-15T11:00:00+05:30", Reminded::Nothing, Some("2026-11-15T11:00:00+05:30")),
            ("2026-11-15T11:00:00.001+05:30", Reminded::DayBefore, Some("2026-11-16T10:00:00+05:30")),
            ("2026-11-16T10:00:00+05:30", Reminded::DayBefore, Some("2026-11-16T10:00:00+05:30")),
            ("2026-11-16T10:00:00.001+05:30", Reminded::All, None),
        ] {
            let reminded = booking.reminders_behind(at(now));
            assert_eq!(reminded, behind, "{now}");
            assert_eq!(Booking { reminded, ..booking.clone() }.next_reminder(), next.map(at), "{now}");
        }
        assert_eq!(requested().next_reminder(), None);
    }

    #[test]
    fn it_is_found_by_month_while_it_is_open_by_status_and_when_a_reminder_is_due() {
        let (main, id) = ("main".into(), "b1".into());
        let booking = Booking { status: BookingStatus::Confirmed, ..requested() };
        let Places { g1, g2, g3, .. } = booking.places();
        assert_eq!(g1, Some(keys::booking_in_month(&main, booking.date, &id)));
        assert_eq!(g2, Some(keys::booking_open(&main, "confirmed", booking.date, &id)));
        assert_eq!(g3, booking.next_reminder().map(|at| keys::reminder_due(at, &id)));
        let over = Booking { status: BookingStatus::Completed, ..booking };
        assert_eq!((over.places().g2, over.places().g3), (None, None));
    }

    #[test]
    fn a_customer_has_a_copy_and_a_membership_those_of_its_sessions() {
        let booking = Booking { membership_id: Some("m1".into()), ..requested() };
        let own = keys::customer_booking(&"asha".into(), &"b1".into());
        assert_eq!(booking.copies(), std::slice::from_ref(&own));
        let session = Booking { is_membership_session: true, ..booking };
        let of_membership = keys::membership_session(&"m1".into(), &"b1".into());
        let of_both = keys::customer_membership_session(&"asha".into(), &"m1".into(), &"b1".into());
        assert_eq!(session.copies(), [own, of_membership, of_both]);
    }
}
