//! Bookings as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::booking::{BookedService, Booking};
use super::status::BookingStatus;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{
    BookingId, BookingServiceId, BranchId, MembershipId, OfferId, RepeatId, ResourceId, ServiceId, StaffId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, WithSeconds};

/// A booking as its customer sees it.
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
    #[schema(value_type = String)]
    pub start_time: WithSeconds,
    #[schema(value_type = String)]
    pub end_time: WithSeconds,
    /// The person the customer wished for.
    pub requested_staff_id: Option<StaffId>,
    /// Its rooms and equipment.
    pub resource_ids: Vec<ResourceId>,
}

/// A booking as the desk sees it: the same, and whose it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookingView {
    #[serde(flatten)]
    pub booking: BookingView,
    pub customer_name: String,
    pub customer_email: String,
    /// Whether it was recorded although its person had another booking in these minutes.
    pub overlaps: bool,
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
    #[schema(value_type = String)]
    pub start_time: WithSeconds,
    #[schema(value_type = String)]
    pub end_time: WithSeconds,
    pub total_amount_paise: Paise,
    /// The amount its invoice says was paid; none until the visit is completed.
    pub paid_amount_paise: Option<Paise>,
    /// The amount billed, whether or not all of it is paid; none until the visit is completed.
    pub billed_paise: Option<Paise>,
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
    /// The repeat that it is one of.
    pub repeat_id: Option<RepeatId>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// A booking taken apart for its views. Lists have thousands of rows: their texts are moved, not copied.
struct BookingParts {
    core: BookingCore,
    services: Vec<(BookedService, Interval)>,
    customer_name: String,
    customer_email: String,
    overlaps: bool,
}

impl From<Booking> for BookingParts {
    fn from(booking: Booking) -> Self {
        let times = booking.times();
        let core = BookingCore {
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
            paid_amount_paise: booking.paid,
            billed_paise: booking.paid,
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
            repeat_id: booking.repeat_id,
            created_at: booking.created_at,
            updated_at: booking.updated_at,
        };
        Self {
            core,
            services: booking.services.into_iter().zip(times).collect(),
            customer_name: booking.customer_name,
            customer_email: booking.customer_email,
            overlaps: booking.overlaps,
        }
    }
}

impl BookedServiceView {
    fn new(booking: &BookingId, service: BookedService, time: Interval) -> Self {
        Self {
            id: service.id,
            booking_id: booking.clone(),
            service_id: service.service_id,
            staff_id: service.staff_id,
            service_name_snapshot: service.name,
            price_at_booking_paise: service.price,
            duration_minutes: service.duration,
            display_order: service.display_order,
            start_time: time.start.with_seconds(),
            end_time: time.end.with_seconds(),
            requested_staff_id: service.part.requested_staff_id,
            resource_ids: service.part.resource_ids,
        }
    }

    pub fn rows(booking: &Booking) -> Vec<Self> {
        let timed = booking.services.iter().zip(booking.times());
        timed.map(|(service, time)| Self::new(&booking.id, service.clone(), time)).collect()
    }
}

impl BookingView {
    fn new(core: BookingCore, services: Vec<(BookedService, Interval)>) -> Self {
        let services = services.into_iter();
        let services = services.map(|(service, time)| BookedServiceView::new(&core.id, service, time)).collect();
        Self { core, services }
    }

    /// How many bytes it takes as JSON at least: the names of its fields, the shortest values, and its texts.
    pub fn least_bytes(booking: &Booking) -> usize {
        let texts = [booking.id.as_str(), booking.branch_id.as_str(), booking.customer_id.as_str(), &booking.number];
        let notes = booking.notes.as_deref().unwrap_or_default();
        let rows = booking.services.iter().map(|service| {
            let texts = [service.id.as_str(), booking.id.as_str(), service.service_id.as_str(), &service.name];
            LEAST_ROW + bytes(&texts)
        });
        LEAST_BOOKING + bytes(&texts) + notes.len().saturating_sub(NULL) + rows.sum::<usize>()
    }
}

/// A booking without rows and texts, as JSON.
const LEAST_BOOKING: usize = 596;
/// One of its rows without texts.
const LEAST_ROW: usize = 220;
/// The part the desk sees beside texts.
const LEAST_OVERLAPS: usize = r#","overlaps":true"#.len();
/// The value in place of a text that there is none of.
const NULL: usize = "null".len();

fn bytes(texts: &[&str]) -> usize {
    texts.iter().map(|text| text.len()).sum()
}

impl From<Booking> for BookingView {
    fn from(booking: Booking) -> Self {
        let parts = BookingParts::from(booking);
        Self::new(parts.core, parts.services)
    }
}

impl From<&Booking> for BookingView {
    fn from(booking: &Booking) -> Self {
        Self::from(booking.clone())
    }
}

impl DeskBookingView {
    pub fn least_bytes(booking: &Booking) -> usize {
        BookingView::least_bytes(booking) + bytes(&[&booking.customer_name, &booking.customer_email]) + LEAST_OVERLAPS
    }
}

impl From<Booking> for DeskBookingView {
    fn from(booking: Booking) -> Self {
        let BookingParts { core, services, customer_name, customer_email, overlaps } = BookingParts::from(booking);
        Self { booking: BookingView::new(core, services), customer_name, customer_email, overlaps }
    }
}

impl From<&Booking> for DeskBookingView {
    fn from(booking: &Booking) -> Self {
        Self::from(booking.clone())
    }
}

impl From<Booking> for MembershipSessionView {
    fn from(booking: Booking) -> Self {
        let BookingParts { core, services, .. } = BookingParts::from(booking);
        let services = services
            .into_iter()
            .map(|(service, _)| SessionServiceView {
                booking_id: core.id.clone(),
                service_id: service.service_id,
                staff_id: service.staff_id,
                staff_name: service.staff_name.unwrap_or_default(),
                service_name_snapshot: service.name,
                duration_minutes: service.duration,
                display_order: service.display_order,
            })
            .collect();
        Self { booking: core, services }
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    #[test]
    fn longer_texts_are_reckoned_with() {
        let more = |text: &str| format!("{text} and more");
        let booking = requested();
        let mut longer =
            Booking { number: more(&booking.number), customer_name: more(&booking.customer_name), ..booking.clone() };
        longer.services[0].name = more(&booking.services[0].name);
        let [short, long] = [&booking, &longer].map(BookingView::least_bytes);
        assert_eq!(long - short, 2 * more("").len());
        let [short, long] = [&booking, &longer].map(DeskBookingView::least_bytes);
        assert_eq!(long - short, 3 * more("").len());
    }

    #[test]
    fn no_booking_takes_less_than_is_reckoned_and_none_much_more() {
        let long = Booking { notes: Some("Please, no \"perfume\".".repeat(9)), ..requested() };
        let mut bare = Booking { customer_name: String::new(), customer_email: String::new(), ..requested() };
        bare.services.clear();
        for booking in [requested(), long, bare] {
            let (least, desk) = (BookingView::least_bytes(&booking), DeskBookingView::least_bytes(&booking));
            let written = serde_json::to_string(&BookingView::from(&booking)).unwrap().len();
            assert!(least <= written && written < least * 6 / 5, "{least} of {written}");
            let written = serde_json::to_string(&DeskBookingView::from(booking)).unwrap().len();
            assert!(desk <= written && written < desk * 6 / 5, "{desk} of {written}");
        }
    }

    #[test]
    fn a_booking_has_a_row_for_each_of_its_services() {
        let rows = BookedServiceView::rows(&requested());
        let told: Vec<(&str, u32)> =
            rows.iter().map(|row| (row.service_name_snapshot.as_str(), row.display_order)).collect();
        assert_eq!(told, [("haircut", 0), ("colour", 1)]);
    }
}
