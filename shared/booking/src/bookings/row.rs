//! The row of a booking.

use serde::{Deserialize, Serialize};

use super::booking::{BookedService, Booking, Reminded, VisitPart};
use super::status::BookingStatus;
use parlour_setup::catalogue::ServiceType;
use parlour_storage::table::is_default;
use parlour_values::id::{
    BookingId, BookingServiceId, BranchId, InvoiceId, LeadId, MembershipId, OfferId, RepeatId, ResourceId, ServiceId,
    StaffId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

/// With its indexes and its copy a booking is written up to five times for each change. With one service it fits in
/// 1 KB, one write unit each time.
#[derive(Serialize, Deserialize)]
pub(super) struct BookingRow {
    id: BookingId,
    number: String,
    branch_id: BranchId,
    branch_name: String,
    customer_id: UserId,
    customer_name: String,
    customer_email: String,
    status: BookingStatus,
    service_type: ServiceType,
    date: IstDate,
    start: TimeOfDay,
    end: TimeOfDay,
    total_amount: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    paid: Option<Paise>,
    total_duration: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    total_buffer: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    notes: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    is_walkin: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    is_membership_session: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    offer_id: Option<OfferId>,
    #[serde(default, skip_serializing_if = "is_default")]
    membership_id: Option<MembershipId>,
    #[serde(default, skip_serializing_if = "is_default")]
    invoice_id: Option<InvoiceId>,
    #[serde(default, skip_serializing_if = "is_default")]
    lead_id: Option<LeadId>,
    #[serde(default, skip_serializing_if = "is_default")]
    confirmed_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    checked_in_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    missed_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    completed_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    cancelled_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    rejected_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    cancellation_reason: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    rejection_reason: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    reschedule_count: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    desk_moves: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    revision: u32,
    services: Vec<BookedServiceRow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    booked_services: Option<Vec<BookedServiceRow>>,
    #[serde(default, skip_serializing_if = "is_default")]
    reminded: Reminded,
    created_at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    asked_again_at: Option<Instant>,
    updated_at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    overlaps: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    repeat_id: Option<RepeatId>,
    #[serde(default, skip_serializing_if = "is_default")]
    link_generation: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    is_in_doubt: bool,
}

#[derive(Serialize, Deserialize)]
struct BookedServiceRow {
    id: BookingServiceId,
    service_id: ServiceId,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_name: Option<String>,
    name: String,
    price: Paise,
    duration: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    display_order: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    starts_after: Option<Minutes>,
    #[serde(default, skip_serializing_if = "is_default")]
    processing: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    finish: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    buffer: Minutes,
    #[serde(default, skip_serializing_if = "is_default")]
    needs: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    requested_staff_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "is_default")]
    resource_ids: Vec<ResourceId>,
}

impl From<Booking> for BookingRow {
    fn from(booking: Booking) -> Self {
        Self {
            id: booking.id,
            number: booking.number,
            branch_id: booking.branch_id,
            branch_name: booking.branch_name,
            customer_id: booking.customer_id,
            customer_name: booking.customer_name,
            customer_email: booking.customer_email,
            status: booking.status,
            service_type: booking.service_type,
            date: booking.date,
            start: booking.start,
            end: booking.end,
            total_amount: booking.total_amount,
            paid: booking.paid,
            total_duration: booking.total_duration,
            total_buffer: booking.total_buffer,
            notes: booking.notes,
            is_walkin: booking.is_walkin,
            is_membership_session: booking.is_membership_session,
            offer_id: booking.offer_id,
            membership_id: booking.membership_id,
            invoice_id: booking.invoice_id,
            lead_id: booking.lead_id,
            confirmed_at: booking.confirmed_at,
            checked_in_at: booking.checked_in_at,
            missed_at: booking.missed_at,
            completed_at: booking.completed_at,
            cancelled_at: booking.cancelled_at,
            rejected_at: booking.rejected_at,
            cancellation_reason: booking.cancellation_reason,
            rejection_reason: booking.rejection_reason,
            reschedule_count: booking.reschedule_count,
            desk_moves: booking.desk_moves,
            revision: booking.revision,
            services: booking.services.into_iter().map(Into::into).collect(),
            booked_services: booking.booked_services.map(|booked| booked.into_iter().map(Into::into).collect()),
            reminded: booking.reminded,
            created_at: booking.created_at,
            asked_again_at: booking.asked_again_at,
            updated_at: booking.updated_at,
            overlaps: booking.overlaps,
            repeat_id: booking.repeat_id,
            link_generation: booking.link_generation,
            is_in_doubt: booking.is_in_doubt,
        }
    }
}

impl From<BookingRow> for Booking {
    fn from(row: BookingRow) -> Self {
        Self {
            id: row.id,
            number: row.number,
            branch_id: row.branch_id,
            branch_name: row.branch_name,
            customer_id: row.customer_id,
            customer_name: row.customer_name,
            customer_email: row.customer_email,
            status: row.status,
            service_type: row.service_type,
            date: row.date,
            start: row.start,
            end: row.end,
            total_amount: row.total_amount,
            paid: row.paid,
            total_duration: row.total_duration,
            total_buffer: row.total_buffer,
            notes: row.notes,
            is_walkin: row.is_walkin,
            is_membership_session: row.is_membership_session,
            offer_id: row.offer_id,
            membership_id: row.membership_id,
            invoice_id: row.invoice_id,
            lead_id: row.lead_id,
            confirmed_at: row.confirmed_at,
            checked_in_at: row.checked_in_at,
            missed_at: row.missed_at,
            completed_at: row.completed_at,
            cancelled_at: row.cancelled_at,
            rejected_at: row.rejected_at,
            cancellation_reason: row.cancellation_reason,
            rejection_reason: row.rejection_reason,
            reschedule_count: row.reschedule_count,
            desk_moves: row.desk_moves,
            revision: row.revision,
            services: row.services.into_iter().map(Into::into).collect(),
            booked_services: row.booked_services.map(|booked| booked.into_iter().map(Into::into).collect()),
            reminded: row.reminded,
            created_at: row.created_at,
            asked_again_at: row.asked_again_at,
            updated_at: row.updated_at,
            overlaps: row.overlaps,
            repeat_id: row.repeat_id,
            link_generation: row.link_generation,
            is_in_doubt: row.is_in_doubt,
        }
    }
}

impl From<BookedService> for BookedServiceRow {
    fn from(service: BookedService) -> Self {
        Self {
            id: service.id,
            service_id: service.service_id,
            staff_id: service.staff_id,
            staff_name: service.staff_name,
            name: service.name,
            price: service.price,
            duration: service.duration,
            display_order: service.display_order,
            starts_after: service.part.starts_after,
            processing: service.part.processing,
            finish: service.part.finish,
            buffer: service.part.buffer,
            needs: service.part.needs,
            requested_staff_id: service.part.requested_staff_id,
            resource_ids: service.part.resource_ids,
        }
    }
}

impl From<BookedServiceRow> for BookedService {
    fn from(row: BookedServiceRow) -> Self {
        Self {
            id: row.id,
            service_id: row.service_id,
            staff_id: row.staff_id,
            staff_name: row.staff_name,
            name: row.name,
            price: row.price,
            duration: row.duration,
            display_order: row.display_order,
            part: VisitPart {
                starts_after: row.starts_after,
                processing: row.processing,
                finish: row.finish,
                buffer: row.buffer,
                needs: row.needs,
                requested_staff_id: row.requested_staff_id,
                resource_ids: row.resource_ids,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::new_booking::tests::requested;
    use super::*;
    use parlour_storage::table::{record_of, row_of};

    fn is_stored_as(booking: &Booking, golden: &str) {
        let golden: Value = serde_json::from_str(golden).unwrap();
        assert_eq!(serde_json::to_value(row_of(booking).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<Booking>(serde_json::from_value(golden).unwrap()).unwrap(), *booking);
    }

    #[test]
    fn a_request_is_stored_without_what_has_its_default() {
        is_stored_as(
            &requested(),
            r#"{
            "PK": { "S": "BOOKING#b1" },
            "SK": { "S": "BOOKING" },
            "G1PK": { "S": "BOOKINGS#main#2026-11" },
            "G1SK": { "S": "2026-11-16#b1" },
            "G2PK": { "S": "OPEN#main#pending" },
            "G2SK": { "S": "2026-11-16#b1" },
            "kind": { "S": "booking" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "branch_id": { "S": "main" },
            "branch_name": { "S": "Main" },
            "created_at": { "S": "2026-11-16T04:30:00.000Z" },
            "customer_email": { "S": "asha@example.test" },
            "customer_id": { "S": "asha" },
            "customer_name": { "S": "Asha" },
            "date": { "S": "2026-11-16" },
            "end": { "S": "12:15" },
            "id": { "S": "b1" },
            "number": { "S": "MAIN-1" },
            "service_type": { "S": "salon" },
            "services": { "L": [
                { "M": {
                    "duration": { "N": "30" },
                    "id": { "S": "haircut" },
                    "name": { "S": "haircut" },
                    "price": { "N": "50000" },
                    "service_id": { "S": "haircut" }
                } },
                { "M": {
                    "display_order": { "N": "1" },
                    "duration": { "N": "45" },
                    "id": { "S": "colour" },
                    "name": { "S": "colour" },
                    "price": { "N": "150000" },
                    "service_id": { "S": "colour" }
                } }
            ] },
            "start": { "S": "11:00" },
            "status": { "S": "pending" },
            "total_amount": { "N": "200000" },
            "total_buffer": { "N": "10" },
            "total_duration": { "N": "75" },
            "updated_at": { "S": "2026-11-16T04:30:00.000Z" }
        }"#,
        );
    }

    #[test]
    fn every_field_is_stored_under_its_name() {
        let at = |text: &str| -> Option<Instant> { Some(text.parse().unwrap()) };
        let booking = Booking {
            status: BookingStatus::Confirmed,
            notes: Some("By the window".to_owned()),
            is_walkin: true,
            is_membership_session: true,
            offer_id: Some("o1".into()),
            membership_id: Some("m1".into()),
            invoice_id: Some("i1".into()),
            lead_id: Some("l1".into()),
            confirmed_at: at("2026-11-16T04:31:00Z"),
            checked_in_at: at("2026-11-16T05:30:00Z"),
            completed_at: at("2026-11-16T06:45:00Z"),
            cancelled_at: at("2026-11-16T06:46:00Z"),
            rejected_at: at("2026-11-16T06:47:00Z"),
            cancellation_reason: Some("Ill".to_owned()),
            rejection_reason: Some("Full".to_owned()),
            reschedule_count: 1,
            revision: 2,
            reminded: Reminded::DayBefore,
            link_generation: 3,
            asked_again_at: at("2026-11-16T04:30:30Z"),
            is_in_doubt: true,
            ..requested().with_staff(Some((&"meera".into(), "Meera")))
        };
        is_stored_as(
            &booking,
            r#"{
            "PK": { "S": "BOOKING#b1" },
            "SK": { "S": "BOOKING" },
            "G1PK": { "S": "BOOKINGS#main#2026-11" },
            "G1SK": { "S": "2026-11-16#b1" },
            "G2PK": { "S": "OPEN#main#confirmed" },
            "G2SK": { "S": "2026-11-16#b1" },
            "G3PK": { "S": "DUE#REMINDERS#3" },
            "G3SK": { "S": "2026-11-16T04:30:00.000Z#b1" },
            "kind": { "S": "booking" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "asked_again_at": { "S": "2026-11-16T04:30:30.000Z" },
            "branch_id": { "S": "main" },
            "branch_name": { "S": "Main" },
            "cancellation_reason": { "S": "Ill" },
            "cancelled_at": { "S": "2026-11-16T06:46:00.000Z" },
            "checked_in_at": { "S": "2026-11-16T05:30:00.000Z" },
            "completed_at": { "S": "2026-11-16T06:45:00.000Z" },
            "confirmed_at": { "S": "2026-11-16T04:31:00.000Z" },
            "created_at": { "S": "2026-11-16T04:30:00.000Z" },
            "customer_email": { "S": "asha@example.test" },
            "customer_id": { "S": "asha" },
            "customer_name": { "S": "Asha" },
            "date": { "S": "2026-11-16" },
            "end": { "S": "12:15" },
            "id": { "S": "b1" },
            "invoice_id": { "S": "i1" },
            "is_in_doubt": { "BOOL": true },
            "is_membership_session": { "BOOL": true },
            "is_walkin": { "BOOL": true },
            "lead_id": { "S": "l1" },
            "link_generation": { "N": "3" },
            "membership_id": { "S": "m1" },
            "notes": { "S": "By the window" },
            "number": { "S": "MAIN-1" },
            "offer_id": { "S": "o1" },
            "rejected_at": { "S": "2026-11-16T06:47:00.000Z" },
            "rejection_reason": { "S": "Full" },
            "reminded": { "S": "day_before" },
            "reschedule_count": { "N": "1" },
            "revision": { "N": "2" },
            "service_type": { "S": "salon" },
            "services": { "L": [
                { "M": {
                    "duration": { "N": "30" },
                    "id": { "S": "haircut" },
                    "name": { "S": "haircut" },
                    "price": { "N": "50000" },
                    "service_id": { "S": "haircut" },
                    "staff_id": { "S": "meera" },
                    "staff_name": { "S": "Meera" }
                } },
                { "M": {
                    "display_order": { "N": "1" },
                    "duration": { "N": "45" },
                    "id": { "S": "colour" },
                    "name": { "S": "colour" },
                    "price": { "N": "150000" },
                    "service_id": { "S": "colour" },
                    "staff_id": { "S": "meera" },
                    "staff_name": { "S": "Meera" }
                } }
            ] },
            "start": { "S": "11:00" },
            "status": { "S": "confirmed" },
            "total_amount": { "N": "200000" },
            "total_buffer": { "N": "10" },
            "total_duration": { "N": "75" },
            "updated_at": { "S": "2026-11-16T04:30:00.000Z" }
        }"#,
        );
    }
}
