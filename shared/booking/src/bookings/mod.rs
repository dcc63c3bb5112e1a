//! Bookings: their life cycle, their numbers, and the staff time they take.

mod answer;
mod book;
mod booking;
mod calendar;
mod change;
mod customer_note;
mod day;
mod decide;
mod error;
mod follow_ups;
mod guest;
mod new_booking;
pub mod number;
mod open_requests;
mod order;
mod panel;
mod read;
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
    Lookups, ServiceChoice, StaffMemberChoice,
};
pub use booking::{BookedService, Booking, Reminded};
pub use day::DeskDay;
pub use error::BookingError;
pub use new_booking::{BookingCustomer, BookingOrigin, NewBooking};
pub use open_requests::OpenRequests;
pub use panel::BookingPanel;
pub use request::{
    BookRequest, CancelRequest, DecideRequest, Decision, DeskCancelRequest, DeskRescheduleRequest, ListBookingsRequest,
    OwnBookingsRequest, RejectRequest, RescheduleRequest, StaffChoice, WalkInCustomer, WalkInRequest,
};
pub use store::Bookings;
pub use time_ledger::VisitTime;
pub use undo::NoShowMark;
pub use view::{
    BookedServiceView, BookingCore, BookingView, DeskBookingView, MembershipSessionView, SessionServiceView,
};
