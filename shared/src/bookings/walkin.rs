//! A booking taken at the desk: confirmed at once and assigned, for a known or a new customer.

use serde_json::json;

use super::answer::DeskBookingAnswer;
use super::book::number;
use super::order::{Order, both, operational};
use super::request::{WalkInCustomer, WalkInRequest};
use super::time_ledger::{Place, Setting};
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking};
use crate::act::Act;
use crate::auth::User;
use crate::branches::{Branch, check_code};
use crate::customers::{BookableCustomer, Profile, save_profile};
use crate::failure::Failure;
use crate::id::UserId;
use crate::input::Problems;
use crate::month_index::MonthIndex;
use crate::role::Role;
use crate::slots::Interval;
use crate::table::keys::{MonthlyList, Unique};
use crate::table::{Found, Key, Record as _, Stored, TableError, UniqueValue, keys};
use crate::time::{Instant, IstDate, Minutes, TimeOfDay};

/// The customer of a walk-in. A new one gets a user and a profile in the same transaction.
enum Guest {
    Known(BookableCustomer),
    New {
        user: User,
        profile: Box<Profile>,
        /// The uniqueness guard of the phone, if it belongs to a customer who is no longer active.
        left: Option<Stored<UniqueValue>>,
    },
}

impl Guest {
    fn user(&self) -> &User {
        match self {
            Self::Known(customer) => customer,
            Self::New { user, .. } => user,
        }
    }
}

impl Bookings<'_> {
    pub async fn walk_in(
        &self,
        act: &Act,
        request: &WalkInRequest,
    ) -> Result<DeskBookingAnswer, Failure<BookingError>> {
        self.0.retry_on_conflict(|| self.write_walk_in(act, request)).await
    }

    async fn write_walk_in(
        &self,
        act: &Act,
        request: &WalkInRequest,
    ) -> Result<DeskBookingAnswer, Failure<BookingError>> {
        let salon = self.0;
        let date = request.booking_date.unwrap_or_else(|| act.at.ist_date());
        let place = Place { branch: &request.branch_id, date, staff: Some(&request.staff_id) };
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&request.branch_id));
        let (catalogue, branch) = (salon.catalogue().read().await?, salon.branches().get(&request.branch_id).await?);
        let (read, is_new_month, sequence) = tokio::try_join!(
            async {
                let wanted = place.keys(None).into_iter().chain(guest_keys(request));
                let mut found = salon.table.get_many(wanted).await?;
                let setting = Setting::among(&mut found, branch, &place, None)?;
                Ok::<_, Failure<BookingError>>((setting, self.guest(act, request, found).await?))
            },
            async { Ok(months.lacks(date.calendar_month()).await?) },
            async { Ok(self.next_number(&request.branch_id, request.service_type, act.at).await?) },
        )?;
        let (mut setting, guest) = read;

        let mut problems = Problems::default();
        let branch = setting.branch.clone();
        let branch = operational(branch.as_deref(), &request.branch_id, &mut problems);
        let order = Order::of(&catalogue, request.service_type, &request.service_ids, &mut problems);
        let time = desk_times(branch, request, date, order.duration(), act.at, &mut problems);
        if guest.is_none() {
            problems.add("customerId", "must be a customer");
        }
        if setting.worker().is_err() {
            problems.add("staffId", "must be an active staff member");
        }
        let ((branch, time), guest) = both(branch.zip(time), guest, problems)?;

        let worker = setting.worker()?.clone();
        let number = salon.random.issue(number(branch, request.service_type, sequence, act.at));
        let notes = request.notes.as_deref().map(str::to_owned);
        let new = NewBooking {
            id: salon.random.id(),
            number,
            branch,
            customer: BookingCustomer::from(guest.user()),
            service_type: request.service_type,
            date,
            time,
            services: order.rows(&salon.random),
            buffer: order.buffer(),
            notes,
            origin: BookingOrigin::WalkIn,
        };
        let booking = Booking::new(new, act.at).with_staff(Some((&worker.id, &worker.display_name)));
        setting.hold(None, &booking, act.at)?;

        let answer = DeskBookingAnswer::from(&booking);
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        setting.write(&mut transaction, &booking);
        if let Some(branch) = &setting.branch {
            check_code(branch, sequence, &mut transaction);
        }
        match &guest {
            Guest::Known(customer) => customer.check(&mut transaction),
            Guest::New { user, profile, left } => {
                transaction.create(user);
                save_profile(&mut transaction, user, None, profile);
                if let Some(phone) = &profile.phone {
                    transaction
                        .save(left.as_ref(), &UniqueValue::held_by(&user.id, Unique::WalkinPhone, phone.as_str()));
                }
            }
        }
        if is_new_month {
            months.add(&mut transaction, date.calendar_month());
        }
        transaction.enqueue(booking.noshow_check());
        transaction.enqueue(booking.confirmed_event().message(act.at));
        let audit_details = json!({ "bookingNumber": booking.number, "staffId": request.staff_id });
        transaction.audit("booking.walk_in", Booking::KIND, booking.id.as_str(), audit_details);
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// The customer named by id, the one with this phone, or a new one; None if the id is not that of an active
    /// customer.
    async fn guest(
        &self,
        act: &Act,
        request: &WalkInRequest,
        mut found: Found,
    ) -> Result<Option<Guest>, TableError> {
        match (&request.customer_id, &request.customer) {
            (Some(id), _) => Ok(BookableCustomer::among(&mut found, id)?.map(Guest::Known)),
            (None, Some(described)) => self.described_guest(act, described, found).await.map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The customer who signed up with this phone, else an earlier walk-in with it, else a new customer.
    async fn described_guest(
        &self,
        act: &Act,
        described: &WalkInCustomer,
        mut found: Found,
    ) -> Result<Guest, TableError> {
        let [phone, desk] = phone_keys(described);
        let (signed_up, left) = (found.take::<UniqueValue>(&phone)?, found.take::<UniqueValue>(&desk)?);
        let holders: Vec<UserId> =
            signed_up.iter().chain(&left).map(|taken| UserId::from(taken.holder.clone())).collect();
        let mut found = self.0.table.get_many(holders.iter().flat_map(BookableCustomer::keys)).await?;
        for id in &holders {
            if let Some(customer) = BookableCustomer::among(&mut found, id)? {
                return Ok(Guest::Known(customer));
            }
        }
        Ok(self.new_guest(act, described, left))
    }

    fn new_guest(&self, act: &Act, described: &WalkInCustomer, left: Option<Stored<UniqueValue>>) -> Guest {
        let user = User {
            id: self.0.random.id(),
            email: String::new(),
            email_verified: false,
            name: described.name.to_string(),
            image: None,
            role: Role::Customer,
            is_active: true,
            branch_ids: Vec::new(),
            sessions_valid_from: None,
            created_at: act.at,
            updated_at: act.at,
        };
        let bare = Profile::bare(self.0.random.id(), user.id.clone(), act.at);
        let profile = Box::new(Profile { phone: Some(described.phone.clone()), ..bare });
        Guest::New { user, profile, left }
    }
}

/// What tells who the guest is: the customer of an id, or whoever holds the phone.
fn guest_keys(request: &WalkInRequest) -> Vec<Key> {
    match (&request.customer_id, &request.customer) {
        (Some(id), _) => BookableCustomer::keys(id).into_iter().collect(),
        (None, Some(described)) => phone_keys(described).into(),
        (None, None) => Vec::new(),
    }
}

fn phone_keys(described: &WalkInCustomer) -> [Key; 2] {
    [Unique::Phone, Unique::WalkinPhone].map(|it| keys::unique_value(it, described.phone.as_str()))
}

/// A walk-in starts now unless the request names a time. Opening hours bind only a named time: a customer who is being
/// served right now is recorded whatever the hour. A time earlier today is allowed, for a visit entered late.
fn desk_times(
    branch: Option<&Branch>,
    request: &WalkInRequest,
    date: IstDate,
    duration: Minutes,
    now: Instant,
    problems: &mut Problems,
) -> Option<Interval> {
    let today = now.ist_date();
    if date < today {
        problems.add("bookingDate", "must not be in the past");
    }
    let start: TimeOfDay = match request.start_time {
        Some(start) => start,
        None if date <= today => now.ist_time(),
        None => {
            problems.add("startTime", "is required for another day");
            return None;
        }
    };
    let opening = branch.filter(|_| request.start_time.is_some()).map(Branch::opening);
    if opening.is_some_and(|opening| start < opening.start || start >= opening.end) {
        problems.add("startTime", "must be within opening hours");
        return None;
    }
    let end = start.plus(duration);
    if end.is_none() {
        problems.add("startTime", "must leave time to finish before midnight");
    }
    end.map(|end| Interval { start, end })
}
