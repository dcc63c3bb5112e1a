//! Requests about bookings.

use std::collections::HashSet;

use utoipa::openapi::schema::{Discriminator, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

use super::rules::date_problem;
use super::status::BookingStatus;
use crate::slots::availability::MOST_SERVICES;
use crate::slots::plan::{MOST_PEOPLE, MOST_ROOMS};
use parlour_setup::catalogue::ServiceType;
use parlour_storage::paging::{Cursor, PageLimit};
use parlour_values::contact::Phone;
use parlour_values::id::{BranchId, LeadId, ResourceId, ServiceId, StaffId, UserId};
use parlour_values::input::{Body, Field, Fields, List, Name, OptionalField, Problems, Prose, Read, Trimmed, body};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{IstDate, TimeOfDay};

body! {
    /// A customer's request for an appointment.
    pub struct BookRequest, checked {
        branch_id: BranchId,
        service_type: ServiceType,
        booking_date: IstDate,
        start_time: TimeOfDay,
        service_ids: Option<Wishes>,
        /// Everything by this person or not at all.
        staff_id: Option<StaffId>,
        /// In place of serviceIds: a person may be wished for each.
        services: Option<List<WishedService, 1, MOST_SERVICES>>,
        notes: Option<Prose<0, 500>>,
        lead_id: Option<LeadId>,
    }
}

impl BookRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let whole = read.branch_id.is_some()
            && read.service_type.is_some()
            && read.start_time.is_some()
            && !read.service_ids.is_invalid()
            && !read.staff_id.is_invalid()
            && !read.services.is_invalid()
            && !read.notes.is_invalid()
            && !read.lead_id.is_invalid();
        check_day(read.booking_date, whole, problems);
        if read.service_ids.is_left_out() && read.services.is_left_out() {
            problems.add("serviceIds", "is required, unless services are given");
        }
        if read.service_ids.is_given() && read.services.is_given() {
            problems.add("services", "must be left out where serviceIds are given");
        }
        check_once(read.services.given(), |service| &service.service_id, problems);
        if read.staff_id.is_given() && read.services.is_given() {
            problems.add("staffId", "must be left out where services are given");
        }
    }
}

impl BookRequest {
    /// The services with who is wished for, and the field that they stand in.
    pub(super) fn wishes(&self) -> (&'static str, Vec<(&ServiceId, Option<&StaffId>)>) {
        match (&self.services, &self.service_ids) {
            (Some(services), _) => {
                let wished = services.iter().map(|service| (&service.service_id, service.staff_id.as_ref()));
                ("services", wished.collect())
            }
            (None, ids) => {
                let ids = ids.iter().flat_map(|ids| ids.iter());
                ("serviceIds", ids.map(|id| (id, self.staff_id.as_ref())).collect())
            }
        }
    }
}

/// Each service stands in `services` once.
fn check_once<T, const MIN: usize, const MAX: usize>(
    services: Option<&List<T, MIN, MAX>>,
    id: impl Fn(&T) -> &ServiceId,
    problems: &mut Problems,
) {
    let mut seen: Vec<&ServiceId> = Vec::new();
    for service in services.iter().flat_map(|services| services.iter()) {
        if seen.contains(&id(service)) {
            problems.add("services", "must name each service once");
            return;
        }
        seen.push(id(service));
    }
}

body! {
    /// A service, and whom the customer would like for it.
    pub struct WishedService {
        service_id: ServiceId,
        staff_id: Option<StaffId>,
    }
}

body! {
    /// A service, who does it, when and where.
    pub struct ServiceAssignment {
        service_id: ServiceId,
        staff_id: StaffId,
        /// When the one before it ends, unless it is given.
        start_time: Option<TimeOfDay>,
        /// Chosen by itself, unless they are given.
        resource_ids: Option<List<ResourceId, 0, MOST_ROOMS>>,
    }
}

/// The services with who does each, in the order in which they are done.
pub type Assignments = List<ServiceAssignment, 1, MOST_SERVICES>;

/// The people who are to do a visit.
#[derive(Clone, Copy, Debug)]
pub enum Assignees<'a> {
    /// Everything, one after the other.
    One(&'a StaffId),
    Each(&'a Assignments),
}

impl<'a> Assignees<'a> {
    fn of(staff: Option<&'a StaffId>, services: Option<&'a Assignments>) -> Option<Self> {
        services.map(Self::Each).or_else(|| staff.map(Self::One))
    }

    pub(super) fn staff(&self) -> Vec<&'a StaffId> {
        let mut staff = Vec::new();
        match self {
            Self::One(id) => staff.push(*id),
            Self::Each(services) => {
                for service in services.iter() {
                    if !staff.contains(&&service.staff_id) {
                        staff.push(&service.staff_id);
                    }
                }
            }
        }
        staff
    }

    /// The rooms that are asked for.
    pub(super) fn named_rooms(&self) -> Vec<ResourceId> {
        match self {
            Self::One(_) => Vec::new(),
            Self::Each(services) => {
                services.iter().flat_map(|service| &service.resource_ids).flat_map(|rooms| rooms.distinct()).collect()
            }
        }
    }

    /// The field that says it.
    pub(super) fn field(&self) -> &'static str {
        match self {
            Self::One(_) => "staffId",
            Self::Each(_) => "services",
        }
    }
}

/// Checks `services` by itself, and with `staffId` beside it.
fn check_assignees(
    staff: &OptionalField<StaffId>,
    services: &OptionalField<Assignments>,
    is_required: bool,
    problems: &mut Problems,
) {
    if is_required && staff.is_left_out() && services.is_left_out() {
        problems.add("staffId", "is required, unless services say who does what");
    }
    if staff.is_given() && services.is_given() {
        problems.add("services", "must be left out where staffId is given");
    }
    let Some(services) = services.given() else { return };
    check_once(Some(services), |service| &service.service_id, problems);
    if Assignees::Each(services).staff().len() > MOST_PEOPLE {
        problems.add("services", format!("must be by at most {MOST_PEOPLE} people"));
    }
    let rooms: HashSet<&ResourceId> =
        services.iter().flat_map(|service| &service.resource_ids).flat_map(|rooms| rooms.iter()).collect();
    if rooms.len() > MOST_ROOMS {
        problems.add("services", format!("must be in at most {MOST_ROOMS} rooms"));
    }
}

/// A day that is over or too far ahead. Where the rest of the request can be read it is judged as a whole, against branch
/// and catalogue; where it cannot, nothing else will tell of the day.
fn check_day(day: Option<IstDate>, whole: bool, problems: &mut Problems) {
    let problem = day.zip(problems.today()).filter(|_| !whole).and_then(|(day, today)| date_problem(day, today));
    if let Some(problem) = problem {
        problems.add("bookingDate", problem);
    }
}

/// The services somebody asks for.
pub type Wishes = List<ServiceId, 1, MOST_SERVICES>;

body! {
    /// Somebody who has no account.
    pub struct WalkInCustomer {
        name: Name<1, 120>,
        phone: Phone,
    }
}

body! {
    /// An appointment taken at the desk, for a known customer or for somebody who just came in.
    pub struct WalkInRequest, checked {
        customer_id: Option<UserId>,
        customer: Option<WalkInCustomer>,
        /// The customer who has the phone, although under another name.
        confirm_customer_id: Option<UserId>,
        /// The holder of the phone is somebody else: this is a customer of their own.
        confirm_new_customer: Option<bool>,
        branch_id: BranchId,
        service_type: ServiceType,
        service_ids: Option<Wishes>,
        staff_id: Option<StaffId>,
        /// In place of serviceIds and staffId: who does what.
        services: Option<Assignments>,
        booking_date: Option<IstDate>,
        start_time: Option<TimeOfDay>,
        notes: Option<Prose<0, 500>>,
        lead_id: Option<LeadId>,
        /// Records a customer who is being served although the person has another booking in these minutes.
        allow_overlap: Option<bool>,
        /// Gives a service to somebody who does not do it, at a staffed branch.
        force: Option<bool>,
    }
}

impl WalkInRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.customer_id.is_left_out() && read.customer.is_left_out() {
            problems.add("customerId", "is required where no customer is described");
        }
        if read.customer_id.is_given() && read.customer.is_given() {
            problems.add("customer", "must be left out where customerId is given");
        }
        if read.confirm_customer_id.is_given() && read.confirm_new_customer.given() == Some(&true) {
            problems.add("confirmNewCustomer", "must be left out where confirmCustomerId is given");
        }
        check_assignees(&read.staff_id, &read.services, true, problems);
        if read.service_ids.is_left_out() && read.services.is_left_out() {
            problems.add("serviceIds", "is required, unless services are given");
        }
        if read.service_ids.is_given() && read.services.is_given() {
            problems.add("serviceIds", "must be left out where services are given");
        }
    }
}

impl WalkInRequest {
    pub(super) fn assignees(&self) -> Option<Assignees<'_>> {
        Assignees::of(self.staff_id.as_ref(), self.services.as_ref())
    }

    /// The services, and the field that they stand in.
    pub(super) fn wishes(&self) -> (&'static str, Vec<(&ServiceId, Option<&StaffId>)>) {
        match (&self.services, &self.service_ids) {
            (Some(services), _) => ("services", services.iter().map(|service| (&service.service_id, None)).collect()),
            (None, ids) => ("serviceIds", ids.iter().flat_map(|ids| ids.iter()).map(|id| (id, None)).collect()),
        }
    }
}

body! {
    pub struct CancelRequest {
        reason: Option<Prose<0, 500>>,
    }
}

body! {
    pub struct DeskCancelRequest {
        reason: Trimmed<1, 500>,
        /// `false`: the customer gets no message.
        notify: Option<bool>,
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
        services: Option<Assignments>,
        /// Gives a service to somebody who does not do it, at a staffed branch.
        force: Option<bool>,
        /// `false`: the customer gets no message.
        notify: Option<bool>,
    }
}

impl DeskRescheduleRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let whole = read.start_time.is_some() && !read.staff_id.is_invalid() && !read.services.is_invalid();
        check_day(read.booking_date, whole, problems);
        check_assignees(&read.staff_id, &read.services, false, problems);
    }

    pub(super) fn assignees(&self) -> Option<Assignees<'_>> {
        Assignees::of(self.staff_id.as_ref(), self.services.as_ref())
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
    /// The desk's decision about a booking.
    pub enum Decision {
        Approve => "approve",
        Reject => "reject",
        Assign => "assign",
    }
}

parlour_values::input::enum_fields!(Decision);

body! {
    /// Given to somebody, or to several.
    pub struct StaffChoice, checked {
        staff_id: Option<StaffId>,
        services: Option<Assignments>,
        /// Gives a service to somebody who does not do it, at a staffed branch.
        force: Option<bool>,
    }
}

impl StaffChoice {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_assignees(&read.staff_id, &read.services, true, problems);
    }

    pub(super) fn assignees(&self) -> Option<Assignees<'_>> {
        Assignees::of(self.staff_id.as_ref(), self.services.as_ref())
    }
}

body! {
    /// Turned down, with words for the customer.
    pub struct RejectRequest {
        rejection_reason: Trimmed<1, 500>,
        /// `false`: the customer gets no message.
        notify: Option<bool>,
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
    type Read = Option<Self>;

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
        let one_of = Decision::ALL
            .iter()
            .fold(OneOfBuilder::new(), |one_of, decision| one_of.item(Ref::from_schema_name(decision.request_name())));
        let address = |decision: &Decision| Ref::from_schema_name(decision.request_name()).ref_location;
        let mapping = Decision::ALL.iter().map(|decision| (decision.as_str(), address(decision)));
        one_of.discriminator(Some(Discriminator::with_mapping("action", mapping))).into()
    }

    fn named_schemas(named: &mut Vec<(String, RefOr<Schema>)>) {
        for decision in Decision::ALL {
            let fields = match decision {
                Decision::Approve | Decision::Assign => StaffChoice::field_schema(),
                Decision::Reject => RejectRequest::field_schema(),
            };
            let RefOr::T(Schema::Object(fields)) = fields else { continue };
            let action = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([decision.as_str()]));
            let schema = ObjectBuilder::from(fields).property("action", action).required("action");
            named.push((decision.request_name().to_owned(), schema.into()));
        }
    }
}

impl Decision {
    /// The name of its own shape of the body.
    fn request_name(self) -> &'static str {
        match self {
            Self::Approve => "ApproveBooking",
            Self::Reject => "RejectBooking",
            Self::Assign => "AssignBooking",
        }
    }
}

#[cfg(test)]
impl WalkInRequest {
    /// For a haircut with Meera; these fields are added, or stand for those of the same name.
    pub fn sample(more: serde_json::Value) -> Self {
        let mut body = serde_json::json!({
            "branchId": "main", "serviceType": "salon", "serviceIds": ["haircut"], "staffId": "meera",
        });
        body.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        Self::from_json(&body, "", &mut Problems::default()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The fields at fault, asked on 16 November 2026.
    fn wrong<T: Field>(body: &Value) -> Vec<String> {
        let mut problems = Problems::on("2026-11-16".parse().ok());
        assert_eq!(T::from_json(body, "", &mut problems).is_some(), problems.is_empty());
        problems.into_details().into_keys().collect()
    }

    fn with(body: &Value, field: &str, value: Value) -> Value {
        let mut body = body.clone();
        body[field] = value;
        body
    }

    #[test]
    fn a_day_that_is_over_is_told_with_whatever_else_is_wrong() {
        let body = json!({
            "branchId": "main", "serviceType": "salon", "bookingDate": "2026-11-15", "startTime": "10:00",
            "serviceIds": ["haircut"], "notes": "", "leadId": "l1",
        });
        assert_eq!(wrong::<BookRequest>(&body), [""; 0], "the whole is judged against the branch");
        for field in ["branchId", "leadId", "notes", "serviceIds", "serviceType", "startTime"] {
            let mut expected = ["bookingDate", field];
            expected.sort_unstable();
            assert_eq!(wrong::<BookRequest>(&with(&body, field, json!(5))), expected);
        }
        let body = json!({ "bookingDate": "2026-11-15", "startTime": "10:00", "staffId": "meera" });
        assert_eq!(wrong::<RescheduleRequest>(&body), [""; 0]);
        assert_eq!(wrong::<RescheduleRequest>(&with(&body, "startTime", json!(5))), ["bookingDate", "startTime"]);
        assert_eq!(wrong::<DeskRescheduleRequest>(&body), [""; 0]);
        for field in ["startTime", "staffId"] {
            assert_eq!(wrong::<DeskRescheduleRequest>(&with(&body, field, json!(5))), ["bookingDate", field]);
        }
    }

    #[test]
    fn a_walk_in_is_for_one_customer() {
        let body = json!({ "branchId": "main", "serviceType": "salon", "serviceIds": ["haircut"], "staffId": "meera" });
        let described = json!({ "name": "Asha", "phone": "9876543210" });
        let known = with(&body, "customerId", json!("asha"));
        assert_eq!(wrong::<WalkInRequest>(&known), [""; 0]);
        assert_eq!(wrong::<WalkInRequest>(&with(&body, "customer", described.clone())), [""; 0]);
        assert_eq!(wrong::<WalkInRequest>(&body), ["customerId"]);
        assert_eq!(wrong::<WalkInRequest>(&with(&known, "customer", described)), ["customer"]);
        let confirmed = with(&known, "confirmCustomerId", json!("asha"));
        assert_eq!(wrong::<WalkInRequest>(&confirmed), [""; 0]);
        assert_eq!(
            wrong::<WalkInRequest>(&with(&confirmed, "confirmNewCustomer", json!(true))),
            ["confirmNewCustomer"]
        );
    }

    #[test]
    fn a_decision_reads_what_it_needs() {
        let read = |body: Value| DecideRequest::from_json(&body, "", &mut Problems::default());
        assert!(matches!(read(json!({ "action": "approve", "staffId": "m" })), Some(DecideRequest::Approve(_))));
        assert!(matches!(read(json!({ "action": "assign", "staffId": "m" })), Some(DecideRequest::Assign(_))));
        let rejected = read(json!({ "action": "reject", "rejectionReason": "Full" }));
        assert!(matches!(rejected, Some(DecideRequest::Reject(_))));
        assert_eq!(wrong::<DecideRequest>(&json!({ "action": "reject", "staffId": "m" })), ["rejectionReason"]);
        assert_eq!(wrong::<DecideRequest>(&json!("approve")), [""]);
    }

    #[test]
    fn every_decision_has_a_shape_of_its_own() {
        let mut named = Vec::new();
        DecideRequest::named_schemas(&mut named);
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ApproveBooking", "RejectBooking", "AssignBooking"]);
        for (decision, (_, schema)) in Decision::ALL.iter().zip(&named) {
            let schema = serde_json::to_value(schema).unwrap();
            assert_eq!(schema["properties"]["action"]["enum"], json!([decision.as_str()]));
        }
        let schema = serde_json::to_value(DecideRequest::field_schema()).unwrap();
        assert_eq!(schema["oneOf"].as_array().map(Vec::len), Some(3));
        assert_eq!(schema["discriminator"]["mapping"]["reject"], "#/components/schemas/RejectBooking");
    }
}
