//! Bookings as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::booking::{BookedService, Booking};
use super::status::BookingStatus;
use crate::catalogue::ServiceType;
use crate::id::{BookingId, BookingServiceId, BranchId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use crate::money::Paise;
use crate::time::{Instant, IstDate, Minutes};

/// What a customer sees of their booking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingView {
    #[serde(flatten)]
    pub core: BookingCore,
    pub services: Vec<BookedServiceView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedServiceView {
    pub id: BookingServiceId,
    pub booking_id: BookingId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub service_name_snapshot: String,
    pub price_at_booking_paise: Paise,
    pub duration_minutes: Minutes,
    pub display_order: u32,
}

/// What the desk sees: the same, and whose it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookingView {
    #[serde(flatten)]
    pub booking: BookingView,
    pub customer_name: String,
    pub customer_email: String,
}

/// A session of a membership: its rows carry who did it, and no price.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipSessionView {
    #[serde(flatten)]
    pub booking: BookingCore,
    pub services: Vec<SessionServiceView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionServiceView {
    pub booking_id: BookingId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub staff_name: String,
    pub service_name_snapshot: String,
    pub duration_minutes: Minutes,
    pub display_order: u32,
}

/// A booking without its rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingCore {
    pub id: BookingId,
    pub booking_number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub booking_date: IstDate,
    pub start_time: String,
    pub end_time: String,
    pub total_amount_paise: Paise,
    pub total_duration_minutes: Minutes,
    pub notes: Option<String>,
    pub is_walkin: bool,
    pub is_membership_session: bool,
    pub offer_id: Option<OfferId>,
    pub spa_membership_id: Option<MembershipId>,
    pub confirmed_at: Option<Instant>,
    pub checked_in_at: Option<Instant>,
    pub completed_at: Option<Instant>,
    pub cancelled_at: Option<Instant>,
    pub rejected_at: Option<Instant>,
    pub cancellation_reason: Option<String>,
    pub rejection_reason: Option<String>,
    pub reschedule_count: u32,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Booking> for BookingCore {
    fn from(booking: &Booking) -> Self {
        let booking = booking.clone();
        Self {
            id: booking.id,
            booking_number: booking.number,
            branch_id: booking.branch_id,
            customer_id: booking.customer_id,
            status: booking.status,
            service_type: booking.service_type,
            booking_date: booking.date,
            start_time: booking.start.with_seconds(),
            end_time: booking.end.with_seconds(),
            total_amount_paise: booking.total_amount,
            total_duration_minutes: booking.total_duration,
            notes: booking.notes,
            is_walkin: booking.is_walkin,
            is_membership_session: booking.is_membership_session,
            offer_id: booking.offer_id,
            spa_membership_id: booking.membership_id,
            confirmed_at: booking.confirmed_at,
            checked_in_at: booking.checked_in_at,
            completed_at: booking.completed_at,
            cancelled_at: booking.cancelled_at,
            rejected_at: booking.rejected_at,
            cancellation_reason: booking.cancellation_reason,
            rejection_reason: booking.rejection_reason,
            reschedule_count: booking.reschedule_count,
            created_at: booking.created_at,
            updated_at: booking.updated_at,
        }
    }
}

impl BookedServiceView {
    fn new(booking: &BookingId, service: &BookedService) -> Self {
        Self {
            id: service.id.clone(),
            booking_id: booking.clone(),
            service_id: service.service_id.clone(),
            staff_id: service.staff_id.clone(),
            service_name_snapshot: service.name.clone(),
            price_at_booking_paise: service.price,
            duration_minutes: service.duration,
            display_order: service.display_order,
        }
    }

    pub fn rows(booking: &Booking) -> Vec<Self> {
        booking.services.iter().map(|service| Self::new(&booking.id, service)).collect()
    }
}

impl From<&Booking> for BookingView {
    fn from(booking: &Booking) -> Self {
        Self { core: BookingCore::from(booking), services: BookedServiceView::rows(booking) }
    }
}

impl From<&Booking> for DeskBookingView {
    fn from(booking: &Booking) -> Self {
        Self {
            booking: BookingView::from(booking),
            customer_name: booking.customer_name.clone(),
            customer_email: booking.customer_email.clone(),
        }
    }
}

impl From<&Booking> for MembershipSessionView {
    fn from(booking: &Booking) -> Self {
        let services = booking
            .services
            .iter()
            .map(|service| SessionServiceView {
                booking_id: booking.id.clone(),
                service_id: service.service_id.clone(),
                staff_id: service.staff_id.clone(),
                staff_name: service.staff_name.clone().unwrap_or_default(),
                service_name_snapshot: service.name.clone(),
                duration_minutes: service.duration,
                display_order: service.display_order,
            })
            .collect();
        Self { booking: BookingCore::from(booking), services }
    }
}
