//! Bookings: their life cycle, their numbers, and the staff time they take.

mod answer;
mod assignment;
mod book;
mod booking;
mod by_customer;
mod calendar;
mod change;
mod confirm;
mod customer_note;
mod day;
mod decide;
mod error;
mod follow_ups;
mod free_times;
mod given;
mod guest;
mod held;
mod new_booking;
pub mod number;
mod open_requests;
mod order;
mod panel;
mod read;
mod repeated;
mod request;
mod row;
pub mod rules;
pub mod status;
mod store;
mod time_ledger;
mod undo;
mod view;
mod visit;
mod walkin;

pub use answer::{
    Assigned, Booked, BookingAnswer, BookingList, BranchChoice, Cancelled, Decided, DeskBookingAnswer, DeskBookingList,
    Lookups, PlacedAnswer, ServiceChoice, StaffMemberChoice,
};
pub use assignment::{Warning, WarningCode};
pub use booking::{BookedService, Booking, Reminded, VisitPart};
pub use confirm::PlannedVisit;
pub use day::DeskDay;
pub use error::BookingError;
pub use free_times::{DayOffer, VisitSketch};
pub use given::Placed;
pub use new_booking::{BookingCustomer, BookingOrigin, NewBooking};
pub use open_requests::OpenRequests;
pub(crate) use order::Order;
pub use panel::BookingPanel;
pub use repeated::{Appointment, AppointmentMove, NewAppointment, UnchangedRecord, WantedTime};
pub use request::{
    Assignees, Assignments, BookRequest, CancelRequest, DecideRequest, Decision, DeskCancelRequest,
    DeskRescheduleRequest, ListBookingsRequest, OwnBookingsRequest, RejectRequest, RescheduleRequest,
    ServiceAssignment, StaffChoice, WalkInCustomer, WalkInRequest, WishedService,
};
pub use store::Bookings;
pub use time_ledger::{OfferedPlan, PlanTime, VisitTime};
pub use undo::NoShowMark;
pub use view::{
    BookedServiceView, BookingCore, BookingView, DeskBookingView, MembershipSessionView, SessionServiceView,
};
