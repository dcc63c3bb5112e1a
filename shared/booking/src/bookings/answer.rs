//! The answers of the bookings' endpoints.

use serde::Serialize;
use utoipa::ToSchema;

use super::status::BookingStatus;
use super::{BookedServiceView, Booking, BookingView, DeskBookingView, Placed, Warning};
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BookingId, BranchId, ServiceId, StaffId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Minutes};

/// The response to a new booking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Booked {
    pub id: BookingId,
    pub booking_number: String,
    pub status: BookingStatus,
}

impl From<&Booking> for Booked {
    fn from(booking: &Booking) -> Self {
        Self { id: booking.id.clone(), booking_number: booking.number.clone(), status: booking.status }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cancelled {
    pub id: BookingId,
    pub status: BookingStatus,
    pub cancelled_at: Option<Instant>,
}

impl From<&Booking> for Cancelled {
    fn from(booking: &Booking) -> Self {
        Self { id: booking.id.clone(), status: booking.status, cancelled_at: booking.cancelled_at }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookingAnswer {
    pub booking: BookingView,
}

impl From<&Booking> for BookingAnswer {
    fn from(booking: &Booking) -> Self {
        Self { booking: BookingView::from(booking) }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookingList {
    pub bookings: Vec<BookingView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskBookingAnswer {
    pub booking: DeskBookingView,
}

impl From<&Booking> for DeskBookingAnswer {
    fn from(booking: &Booking) -> Self {
        Self { booking: DeskBookingView::from(booking) }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskBookingList {
    pub bookings: Vec<DeskBookingView>,
}

/// A booking as the desk has placed it, and what is unusual about that.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlacedAnswer {
    pub booking: DeskBookingView,
    pub warnings: Vec<Warning>,
}

impl From<Placed> for PlacedAnswer {
    fn from(placed: Placed) -> Self {
        Self { booking: DeskBookingView::from(placed.booking), warnings: placed.warnings }
    }
}

/// The services and who does them, after an assignment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Assigned {
    pub booking_id: BookingId,
    pub services: Vec<BookedServiceView>,
    pub warnings: Vec<Warning>,
}

impl From<Placed> for Assigned {
    fn from(Placed { booking, warnings }: Placed) -> Self {
        Self { booking_id: booking.id.clone(), services: BookedServiceView::rows(&booking), warnings }
    }
}

/// An assignment answers with the rows; the other decisions with the booking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Decided {
    Booking(Box<DecidedBooking>),
    Assigned(Assigned),
}

/// An approved booking, with what is unusual about it, or a rejected one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DecidedBooking {
    pub booking: DeskBookingView,
    /// Of an approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub warnings: Option<Vec<Warning>>,
}

impl Decided {
    pub fn approved(placed: Placed) -> Self {
        let PlacedAnswer { booking, warnings } = PlacedAnswer::from(placed);
        Self::Booking(Box::new(DecidedBooking { booking, warnings: Some(warnings) }))
    }

    pub fn rejected(booking: &Booking) -> Self {
        Self::Booking(Box::new(DecidedBooking { booking: DeskBookingView::from(booking), warnings: None }))
    }

    pub fn assigned(placed: Placed) -> Self {
        Self::Assigned(Assigned::from(placed))
    }
}

/// The lists the desk needs to fill its forms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Lookups {
    pub branches: Vec<BranchChoice>,
    pub staff: Vec<StaffMemberChoice>,
    pub services: Vec<ServiceChoice>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BranchChoice {
    pub id: BranchId,
    pub name: String,
    pub code: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffMemberChoice {
    pub id: StaffId,
    pub display_name: String,
    pub branch_ids: Vec<BranchId>,
    pub service_ids: Vec<ServiceId>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceChoice {
    pub id: ServiceId,
    pub name: String,
    pub service_type: ServiceType,
    pub price_paise: Paise,
    pub duration_minutes: Minutes,
}
