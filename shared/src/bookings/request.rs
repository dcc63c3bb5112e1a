//! What is asked of bookings.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};

use super::rules::MOST_SERVICES;
use super::status::BookingStatus;
use crate::catalogue::ServiceType;
use crate::contact::Phone;
use crate::id::{BranchId, LeadId, ServiceId, StaffId, UserId};
use crate::input::{Body, Field, Fields, Problems, Read, Text, Trimmed, body};
use crate::paging::{Cursor, PageLimit};
use crate::text_enum::text_enum;
use crate::time::{IstDate, TimeOfDay};

body! {
    /// A customer's request for an appointment.
    pub struct BookRequest, checked {
        branch_id: BranchId,
        service_type: ServiceType,
        booking_date: IstDate,
        start_time: TimeOfDay,
        service_ids: Wishes,
        notes: Option<Text<0, 500>>,
        lead_id: Option<LeadId>,
    }
}

impl BookRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let whole = read.branch_id.is_some()
            && read.service_type.is_some()
            && read.start_time.is_some()
            && read.service_ids.is_some()
            && read.notes.is_some()
            && read.lead_id.is_some();
        check_day(read.booking_date, whole, problems);
    }
}

/// A day that is over. Where the rest of the request can be read it is judged as a whole, against branch and catalogue;
/// where it cannot, nothing else will tell of the day.
fn check_day(day: Option<IstDate>, whole: bool, problems: &mut Problems) {
    if !whole && day.zip(problems.today()).is_some_and(|(day, today)| day < today) {
        problems.add("bookingDate", "must not be in the past");
    }
}

/// The services somebody asks for: at least one, each once in the order they were first named, and not too many.
#[derive(Clone, Debug)]
pub struct Wishes(Vec<ServiceId>);

impl Wishes {
    pub fn ids(&self) -> &[ServiceId] {
        &self.0
    }
}

impl Field for Wishes {
    fn from_json(value: &serde_json::Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let given = Vec::<ServiceId>::from_json(value, path, problems)?;
        let mut seen = std::collections::HashSet::new();
        let distinct: Vec<ServiceId> = given.into_iter().filter(|id| seen.insert(id.clone())).collect();
        match distinct.len() {
            0 => problems.add(path, "must name at least one service"),
            1..=MOST_SERVICES => return Some(Self(distinct)),
            _ => problems.add(path, format!("must be at most {MOST_SERVICES} services")),
        }
        None
    }

    fn field_schema() -> RefOr<Schema> {
        Vec::<ServiceId>::field_schema()
    }
}

body! {
    /// Somebody who has no account.
    pub struct WalkInCustomer {
        name: Trimmed<1, 120>,
        phone: Phone,
    }
}

body! {
    /// An appointment taken at the desk, for a known customer or for somebody who just came in.
    pub struct WalkInRequest, checked {
        customer_id: Option<UserId>,
        customer: Option<WalkInCustomer>,
        branch_id: BranchId,
        service_type: ServiceType,
        service_ids: Wishes,
        staff_id: StaffId,
        booking_date: Option<IstDate>,
        start_time: Option<TimeOfDay>,
        notes: Option<Text<0, 500>>,
    }
}

impl WalkInRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        match (&read.customer_id, &read.customer) {
            (Some(None), Some(None)) => problems.add("customerId", "is required where no customer is described"),
            (Some(Some(_)), Some(Some(_))) => problems.add("customer", "must be left out where customerId is given"),
            _ => {}
        }
    }
}

body! {
    pub struct CancelRequest {
        reason: Option<Text<0, 500>>,
    }
}

body! {
    pub struct DeskCancelRequest {
        reason: Trimmed<1, 500>,
    }
}

body! {
    pub struct RescheduleRequest, checked {
        booking_date: IstDate,
        start_time: TimeOfDay,
    }
}

impl RescheduleRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_day(read.booking_date, read.start_time.is_some(), problems);
    }
}

body! {
    pub struct DeskRescheduleRequest, checked {
        booking_date: IstDate,
        start_time: TimeOfDay,
        staff_id: Option<StaffId>,
    }
}

impl DeskRescheduleRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_day(read.booking_date, read.start_time.is_some() && read.staff_id.is_some(), problems);
    }
}

body! {
    pub struct ListBookingsRequest {
        status: Option<BookingStatus>,
        service_type: Option<ServiceType>,
        date: Option<IstDate>,
        branch_id: Option<BranchId>,
        limit: Option<PageLimit>,
        cursor: Option<Cursor>,
    }
}

body! {
    pub struct OwnBookingsRequest {
        limit: Option<PageLimit>,
        cursor: Option<Cursor>,
    }
}

text_enum! {
    /// What the desk decides about a booking.
    pub enum Decision {
        Approve => "approve",
        Reject => "reject",
        Assign => "assign",
    }
}

crate::input::enum_fields!(Decision);

body! {
    /// Given to somebody.
    pub struct StaffChoice {
        staff_id: StaffId,
    }
}

body! {
    /// Turned down, with words for the customer.
    pub struct RejectRequest {
        rejection_reason: Trimmed<1, 500>,
    }
}

/// A decision with what it needs; `action` says which.
#[derive(Clone, Debug)]
pub enum DecideRequest {
    Approve(StaffChoice),
    Reject(RejectRequest),
    Assign(StaffChoice),
}

impl Body for DecideRequest {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        match fields.take::<Decision>("action")? {
            Decision::Approve => StaffChoice::read(fields).map(Self::Approve),
            Decision::Reject => RejectRequest::read(fields).map(Self::Reject),
            Decision::Assign => StaffChoice::read(fields).map(Self::Assign),
        }
    }
}

impl Field for DecideRequest {
    fn from_json(value: &serde_json::Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value.as_object() {
            Some(object) => Self::from_fields(Fields::of_object(object, path, problems)),
            None => {
                problems.add(path, "must be an object");
                None
            }
        }
    }

    fn field_schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .property("action", Decision::field_schema())
            .required("action")
            .property("staffId", StaffId::field_schema())
            .property("rejectionReason", Trimmed::<1, 500>::field_schema())
            .into()
    }
}
