//! Repeats as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::repeat::{OnConflict, Repeat, RepeatState, RepeatedService};
use crate::bookings::status::BookingStatus;
use crate::slots::reason::Reason;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BookingId, BranchId, RepeatId, ServiceId, StaffId, UserId};
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepeatAnswer {
    pub repeat: RepeatView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepeatView {
    pub id: RepeatId,
    pub state: RepeatState,
    pub customer_id: UserId,
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    pub services: Vec<RepeatedServiceView>,
    #[schema(value_type = String)]
    pub start_time: TimeOfDay,
    pub every_weeks: u32,
    pub on_conflict: OnConflict,
    pub occurrences: Vec<OccurrenceView>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepeatedServiceView {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
}

/// One of the appointments: where it is by now, or where it was to be.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OccurrenceView {
    pub date: IstDate,
    #[schema(value_type = String)]
    pub start_time: TimeOfDay,
    pub booking_id: Option<BookingId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<BookingStatus>,
    /// Why it was not booked, or not moved with the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Free times of the same day with the same people, the nearest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<AlternativeView>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlternativeView {
    #[schema(value_type = String)]
    pub start_time: TimeOfDay,
    #[schema(value_type = String)]
    pub end_time: TimeOfDay,
}

impl From<Interval> for AlternativeView {
    fn from(time: Interval) -> Self {
        Self { start_time: time.start, end_time: time.end }
    }
}

impl From<&RepeatedService> for RepeatedServiceView {
    fn from(service: &RepeatedService) -> Self {
        Self { service_id: service.service_id.clone(), staff_id: service.staff_id.clone() }
    }
}

impl RepeatView {
    pub fn new(repeat: &Repeat, occurrences: Vec<OccurrenceView>) -> Self {
        Self {
            id: repeat.id.clone(),
            state: repeat.state,
            customer_id: repeat.customer_id.clone(),
            branch_id: repeat.branch_id.clone(),
            service_type: repeat.service_type,
            services: repeat.services.iter().map(Into::into).collect(),
            start_time: repeat.start,
            every_weeks: repeat.every_weeks,
            on_conflict: repeat.on_conflict,
            occurrences,
            created_at: repeat.created_at,
            updated_at: repeat.updated_at,
        }
    }
}
