//! A session: a visit paid from a membership's hours, recorded once it has happened.

use serde_json::json;

use super::request::SessionRequest;
use super::rules::take_session;
use super::view::SessionTaken;
use super::{Membership, MembershipError, Memberships};
use crate::auth::Caller;
use crate::bookings::number::BookingNumber;
use crate::bookings::status::BookingStatus;
use crate::bookings::{BookedService, Booking, DeskBookingView, Reminded};
use crate::branches::{Branch, check_code};
use crate::catalogue::{Catalogue, ServiceType};
use crate::checkout::{SaleLine, price_membership};
use crate::failure::Failure;
use crate::id::{BookingId, MembershipId};
use crate::input::Problems;
use crate::invoices::number::FinancialYear;
use crate::invoices::{InvoiceType, InvoiceView, NumberSeries, SeriesName};
use crate::money::Paise;
use crate::month_index::MonthIndex;
use crate::settings::App;
use crate::staff::StaffMember;
use crate::table::keys::MonthlyList;
use crate::table::{Record as _, Stored, keys};
use crate::time::{Instant, IstDate, Minutes, TimeOfDay};

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
        let _at_the_hours = salon.table.turn(&keys::membership(id)).await;
        let (branches, catalogue, staff) = (salon.branches(), salon.catalogue(), salon.staff());
        let months = MonthIndex::of(salon, MonthlyList::Bookings);
        let (membership, branch, catalogue, staff, known) =
            tokio::try_join!(self.get(id), branches.primary(), catalogue.read(), staff.all(), months.known())?;
        let services = booked(request, &catalogue, &staff, &salon.random)?;
        let read = membership.ok_or(MembershipError::Unknown)?;
        let branch = branch.ok_or(MembershipError::NoPrimaryBranch)?;
        let total = request.total();
        let hours =
            take_session(read.status, read.expires_at, read.hours(), total, act.at).map_err(MembershipError::from)?;

        let today = act.at.ist_date();
        let year = FinancialYear::of(today);
        let series = NumberSeries::key_of(SeriesName::Invoice, &branch.id, year);
        let bookings = salon.bookings();
        let _turn = salon.table.turn(&series).await;
        let (series, sequence) = tokio::try_join!(
            salon.table.get::<NumberSeries>(&series),
            bookings.next_number(&branch.id, ServiceType::Spa, act.at)
        )?;
        let mut transaction = salon.transaction(act);
        let invoice_number = NumberSeries::next(series.as_ref(), SeriesName::Invoice, &branch, year, &mut transaction)
            .map_err(MembershipError::from)?;
        check_code(&branch, sequence, &mut transaction);
        let membership = Membership { used_hours: hours.used, updated_at: act.at, ..read.record.clone() };
        transaction.replace(&read, &membership);

        let number = BookingNumber {
            branch_code: &branch.code,
            month: today.calendar_month(),
            service_type: ServiceType::Spa,
            sequence,
            is_membership_session: true,
        };
        let id_of_booking = salon.random.id();
        let mut booking = membership.session(id_of_booking, &branch, number.to_string(), services, request, act.at);
        let lines: Vec<SaleLine> = booking.services.iter().map(|service| free_line(service, &catalogue)).collect();
        let mut invoice = membership.invoice(
            salon.random.id(),
            InvoiceType::MembershipSession,
            &price_membership(&lines),
            invoice_number,
            &branch,
            act.at,
        );
        for (line, service) in invoice.lines.iter_mut().zip(&booking.services) {
            line.staff_id = service.staff_id.clone();
            line.staff_name = service.staff_name.clone();
        }
        invoice.booking_id = Some(booking.id.clone());
        invoice.booking_number = Some(booking.number.clone());
        booking.invoice_id = Some(invoice.id.clone());
        transaction.create(&booking);
        transaction.create(&invoice);
        if !known.contains(&booking.date.calendar_month()) {
            months.add(&mut transaction, booking.date.calendar_month());
        }
        transaction.audit(
            "membership.session",
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
        Ok(taken)
    }
}

/// The rows of the session; every line that names something that is not there, or not of the spa, is told.
fn booked(
    request: &SessionRequest,
    catalogue: &Catalogue,
    staff: &[Stored<StaffMember>],
    random: &crate::id::Random,
) -> Result<Vec<BookedService>, MembershipError> {
    let mut problems = Problems::default();
    let mut rows = Vec::with_capacity(request.services.0.len());
    for (at, line) in request.services.0.iter().enumerate() {
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
            });
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(MembershipError::Invalid(problems)) }
}

/// A line of the session's invoice: paid for when the membership was.
fn free_line(service: &BookedService, catalogue: &Catalogue) -> SaleLine {
    let known = catalogue.service(&service.service_id);
    SaleLine {
        service: service.service_id.clone(),
        description: service.name.clone(),
        price: Paise::ZERO,
        duration: service.duration,
        sac: known.map_or_else(|| crate::invoices::gst::DEFAULT_SAC.to_owned(), |known| known.sac_code.clone()),
        rate: crate::invoices::gst::GstRate::ZERO,
        gems_required: None,
    }
}

/// When sessions on another day than today are put down to have begun.
const USUAL_START: Option<TimeOfDay> = TimeOfDay::hm(10, 0);

/// From now, when it is for today; from ten in the morning on another date. A session that would run past midnight is
/// put down to end with the day.
fn time(date: IstDate, total: Minutes, now: Instant) -> (TimeOfDay, TimeOfDay) {
    let start = if date == now.ist_date() { now.ist_time() } else { USUAL_START.unwrap_or(TimeOfDay::MIDNIGHT) };
    (start, start.plus(total).unwrap_or(TimeOfDay::END_OF_DAY))
}

impl Membership {
    fn session(
        &self,
        id: BookingId,
        branch: &Branch,
        number: String,
        services: Vec<BookedService>,
        request: &SessionRequest,
        now: Instant,
    ) -> Booking {
        let date = request.booking_date.unwrap_or_else(|| now.ist_date());
        let (start, end) = time(date, request.total(), now);
        Booking {
            id,
            number,
            branch_id: branch.id.clone(),
            branch_name: branch.name.clone(),
            customer_id: self.customer_id.clone(),
            customer_name: self.customer_name.clone(),
            customer_email: self.customer_email.clone(),
            status: BookingStatus::Completed,
            service_type: ServiceType::Spa,
            date,
            start,
            end,
            total_amount: Paise::ZERO,
            total_duration: request.total(),
            total_buffer: Minutes(0),
            notes: None,
            is_walkin: false,
            is_membership_session: true,
            offer_id: None,
            membership_id: Some(self.id.clone()),
            invoice_id: None,
            lead_id: None,
            confirmed_at: None,
            checked_in_at: None,
            completed_at: Some(now),
            cancelled_at: None,
            rejected_at: None,
            cancellation_reason: None,
            rejection_reason: None,
            reschedule_count: 0,
            services,
            reminded: Reminded::default(),
            created_at: now,
            updated_at: now,
        }
    }
}
