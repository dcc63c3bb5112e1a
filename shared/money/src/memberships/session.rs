//! Recording a session: a visit, already over, that a membership's hours pay for.

use serde_json::json;

use super::request::SessionRequest;
use super::rules::{SessionRefusal, SessionTerms, take_session};
use super::store::branch_for;
use super::view::SessionTaken;
use super::{Membership, MembershipError, Memberships};
use crate::counter::{CounterRecords, CounterSale};
use crate::invoices::{Invoice, InvoiceBuyer, InvoiceView, Sale, Settlement, SoldItem, SoldMembership};
use crate::pricing::{LinePerson, SaleItem, SaleLine, price_membership};
use parlour_booking::bookings::number::BookingNumber;
use parlour_booking::bookings::{
    BookedService, Booking, BookingCustomer, BookingOrigin, Bookings, DeskBookingView, NewBooking,
};
use parlour_people::auth::{Caller, User};
use parlour_people::customers::{Profile, save_profile};
use parlour_people::staff::{Staff, StaffMember};
use parlour_settings::App;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branches, NumberSeries, check_code};
use parlour_setup::catalogue::{Catalogue, CatalogueStore, ServiceType};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Task};
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Record as _, Stored, keys};
use parlour_values::document_number::{DocumentSeries, FinancialYear};
use parlour_values::id::{InvoiceId, MembershipId, StaffId};
use parlour_values::input::Problems;
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

impl Memberships<'_> {
    pub async fn take_session(
        &self,
        caller: &Caller,
        id: &MembershipId,
        request: &SessionRequest,
    ) -> Result<SessionTaken, Failure<MembershipError>> {
        self.0.retry_on_conflict(|| self.write_session(caller, id, request)).await
    }

    async fn write_session(
        &self,
        caller: &Caller,
        id: &MembershipId,
        request: &SessionRequest,
    ) -> Result<SessionTaken, Failure<MembershipError>> {
        let (salon, act) = (self.0, &caller.act);
        let _membership_lock = salon.table.lock(&keys::membership(id)).await;
        let (branches, catalogue, staff) = (Branches::of(salon), CatalogueStore::of(salon), Staff::of(salon));
        let (membership, branches, catalogue, staff) =
            tokio::try_join!(self.get(id), branches.all(), catalogue.read(), staff.all())?;
        let mut problems = Problems::default();
        let branch = branch_for(&branches, caller, request.branch_id.as_ref(), &mut problems);
        let services = booked(request, &catalogue, &staff, &salon.random, problems)?;
        let read = membership.ok_or(MembershipError::Unknown)?;
        let branch = branch.ok_or(MembershipError::NoPrimaryBranch)?;
        let total = request.total();
        let (date, time) = date_and_time(request, act.at);
        let hours = take_session(read.session_terms(), total, date, act.at).map_err(MembershipError::from)?;

        let today = act.at.ist_date();
        let year = FinancialYear::of(today);
        let series = NumberSeries::key_of(DocumentSeries::SessionRecord, &branch.id, year);
        let bookings = Bookings::of(salon);
        let _series_lock = salon.table.lock(&series).await;
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&branch.id));
        let (user, profile) = (keys::user(&read.customer_id), keys::profile(&read.customer_id));
        let people: Vec<&StaffId> = services.iter().filter_map(|service| service.staff_id.as_ref()).collect();
        let wanted = CounterRecords::keys(&branch.id, &[], &people).into_iter();
        let wanted = wanted.chain([series.clone(), user.clone(), profile.clone()]);
        let (mut found, sequence, is_new_month) = tokio::try_join!(
            salon.table.get_many(wanted),
            bookings.next_number(&branch.id, ServiceType::Spa, act.at),
            months.lacks(date.calendar_month()),
        )?;
        let series: Option<Stored<NumberSeries>> = found.take(&series)?;
        let counter = CounterRecords::among(&mut found, branch, &[], &people)?;
        let (user, profile): (Option<Stored<User>>, Option<Stored<Profile>>) =
            (found.take(&user)?, found.take(&profile)?);
        if user.as_deref().is_some_and(User::is_erased) {
            return Err(MembershipError::Erased.into());
        }
        let mut transaction = salon.transaction(act);
        transaction.check(User::KIND, keys::user(&read.customer_id), User::NOT_ERASED);
        let invoice_number =
            NumberSeries::next(series.as_ref(), DocumentSeries::SessionRecord, branch, year, &mut transaction)
                .map_err(MembershipError::from)?;
        check_code(branch, sequence, &mut transaction);
        let membership = Membership { used_hours: hours.used, updated_at: act.at, ..read.record.clone() };
        transaction.replace(&read, &membership);

        let number = BookingNumber {
            branch_code: &branch.code,
            month: today.calendar_month(),
            service_type: ServiceType::Spa,
            sequence,
            is_membership_session: true,
        };
        let (booking_id, invoice_id) = (salon.random.id(), salon.random.id());
        let new = NewBooking {
            id: booking_id,
            number: salon.random.issue(number.to_string()),
            branch,
            customer: membership.customer(),
            service_type: ServiceType::Spa,
            date,
            time,
            services,
            buffer: Minutes(0),
            notes: None,
            origin: BookingOrigin::MembershipSession {
                membership_id: membership.id.clone(),
                invoice_id: InvoiceId::clone(&invoice_id),
            },
        };
        let booking = Booking::new(new, act.at);
        let lines: Vec<SaleLine> = booking.services.iter().map(|service| free_line(service, &catalogue)).collect();
        let receipt = price_membership(&lines);
        let sold = membership.sold();
        let customer_name = user.as_ref().map_or(sold.customer_name, |user| user.name.as_str());
        let sale = Sale {
            branch,
            item: SoldItem::Session { booking: &booking, membership: SoldMembership { customer_name, ..sold } },
            buyer: InvoiceBuyer::default(),
            receipt: &receipt,
            settlement: Settlement::whole(membership.payment_method, Paise::ZERO, act.at, act.actor.id()),
        };
        let mut invoice = Invoice::of_sale(invoice_id, invoice_number, sale, act.at);
        let of = CounterSale { branch, products: &[], membership: Some(membership.sold_minutes()) };
        counter.write(&mut transaction, salon, act, of, &mut invoice).map_err(MembershipError::from)?;
        if let Some(user) = &user {
            let mut visitor = Profile::or_bare(profile.as_ref(), &salon.random, &user.id, act.at);
            visitor.count_visit(act.at);
            save_profile(&mut transaction, user, profile.as_ref(), &visitor);
        }
        transaction.create(&booking);
        transaction.create(&invoice);
        let paper =
            Task::InvoicePdf { booking_id: None, invoice_id: Some(invoice.id.clone()), again: None, channel: None };
        transaction.enqueue(OutboxMessage::new(paper, act.at));
        let used = NotifiableEvent::MembershipSessionUsed { membership_id: id.clone(), booking_id: booking.id.clone() };
        transaction.enqueue(used.message(act.at));
        if is_new_month {
            months.add(&mut transaction, booking.date.calendar_month());
        }
        transaction.audit(
            EventType::MembershipUsed,
            Membership::KIND,
            id.as_str(),
            json!({ "bookingId": booking.id, "invoiceId": invoice.id, "minutes": total }),
        );
        let taken = SessionTaken {
            booking: DeskBookingView::from(&booking),
            invoice: InvoiceView::new(&invoice, App::Admin, act),
            remaining_minutes: hours.remaining(),
        };
        transaction.keep_response(&taken);
        transaction.commit().await?;
        salon.outbound.metrics.booking(BookedAs::MembershipSession);
        Ok(taken)
    }
}

/// The service rows of the session, or one problem for every line that names an unknown service or staff member, or a
/// service that is not of the spa.
fn booked(
    request: &SessionRequest,
    catalogue: &Catalogue,
    staff: &[Stored<StaffMember>],
    random: &parlour_values::id::Random,
    mut problems: Problems,
) -> Result<Vec<BookedService>, MembershipError> {
    let mut rows = Vec::with_capacity(request.services.len());
    for (at, line) in request.services.iter().enumerate() {
        let service = catalogue.service(&line.service_id);
        match service.map(|service| catalogue.service_type(service)) {
            None => problems.add(format!("services.{at}.serviceId"), "must be an existing service"),
            Some(Some(ServiceType::Spa)) => {}
            Some(_) => problems.add(format!("services.{at}.serviceId"), "must be a spa service"),
        }
        let member = staff.iter().find(|member| member.id == line.staff_id);
        if member.is_none() {
            problems.add(format!("services.{at}.staffId"), "must be an existing staff member");
        }
        if let (Some(service), Some(member)) = (service, member) {
            rows.push(BookedService {
                id: random.id(),
                service_id: service.id.clone(),
                staff_id: Some(member.id.clone()),
                staff_name: Some(member.display_name.clone()),
                name: service.name.clone(),
                price: Paise::ZERO,
                duration: Minutes(line.duration_minutes.as_u32()),
                display_order: u32::try_from(at).unwrap_or(u32::MAX),
                part: parlour_booking::bookings::VisitPart::default(),
            });
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(MembershipError::Invalid(problems)) }
}

/// A line of the session's invoice. It costs nothing: the membership was paid for when it was bought.
fn free_line(service: &BookedService, catalogue: &Catalogue) -> SaleLine {
    let known = catalogue.service(&service.service_id);
    let sac = known.map_or_else(|| parlour_values::gst::DEFAULT_SAC.to_owned(), |known| known.sac_code.clone());
    let person = service
        .staff_id
        .as_ref()
        .map(|id| LinePerson { id: id.clone(), name: service.staff_name.clone().unwrap_or_default() });
    let item = SaleItem::Service(service.service_id.clone());
    let rate = parlour_values::gst::GstRate::ZERO;
    SaleLine { duration: service.duration, person, ..SaleLine::new(item, service.name.clone(), Paise::ZERO, sac, rate) }
}

/// When a session of another day than today is recorded to have begun.
const USUAL_START: Option<TimeOfDay> = TimeOfDay::hm(10, 0);

/// A session of today begins now, one of another date at ten in the morning. One that would run past midnight is
/// recorded as ending with the day.
fn date_and_time(request: &SessionRequest, now: Instant) -> (IstDate, Interval) {
    let today = now.ist_date();
    let date = request.booking_date.unwrap_or(today);
    let start = if date == today { now.ist_time() } else { USUAL_START.unwrap_or(TimeOfDay::MIDNIGHT) };
    (date, Interval { start, end: start.plus(request.total()).unwrap_or(TimeOfDay::END_OF_DAY) })
}

impl Membership {
    /// Whether its minutes can pay for something now.
    pub fn may_be_used(&self, now: Instant) -> Result<(), SessionRefusal> {
        take_session(self.session_terms(), Minutes(0), now.ist_date(), now).map(|_| ())
    }

    fn session_terms(&self) -> SessionTerms {
        let (starts_at, expires_at) = (self.starts_at, self.expires_at);
        SessionTerms { status: self.status, starts_at, expires_at, hours: self.hours() }
    }

    fn customer(&self) -> BookingCustomer<'_> {
        BookingCustomer { id: &self.customer_id, name: &self.customer_name, email: &self.customer_email }
    }
}
