//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::bookings::{
    DecideRequest, Decided, DeskBookingAnswer, DeskBookingList, DeskCancelRequest, DeskRescheduleRequest,
    ListBookingsRequest, Lookups, WalkInRequest,
};
use parlour::checkout::{CompleteRequest, Completed};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, Spec, role};

use crate::handlers::{
    cancel::cancel, check_in::check_in, complete::complete, decide::decide, list::list, lookups::lookups,
    no_show::no_show, reschedule::reschedule, undo_check_in::undo_check_in, view::view, walk_in::walk_in,
};

/// Everything here is the desk's.
fn desk(summary: &'static str) -> Spec {
    role(Role::Receptionist, summary)
}

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/bookings",
            list,
            desk("Bookings by date, newest first").asks::<ListBookingsRequest>().answers::<DeskBookingList>(),
        )
        .post(
            "/api/bookings",
            walk_in,
            desk("Book at the desk").idempotent().takes::<WalkInRequest>().creates::<DeskBookingAnswer>(),
        )
        .get("/api/bookings/{id}", view, desk("A booking").answers::<DeskBookingAnswer>())
        .patch(
            "/api/bookings/{id}",
            decide,
            desk("Approve, reject or assign").takes::<DecideRequest>().answers::<Decided>(),
        )
        .post(
            "/api/bookings/{id}/complete",
            complete,
            desk("Complete a visit and take the payment")
                .idempotent()
                .takes::<CompleteRequest>()
                .answers::<Completed>(),
        )
        .post("/api/bookings/{id}/noshow", no_show, desk("Mark a booking as a no-show").answers::<DeskBookingAnswer>())
        .post("/api/bookings/{id}/checkin", check_in, desk("Check a customer in").answers::<DeskBookingAnswer>())
        .post("/api/bookings/{id}/undo-checkin", undo_check_in, desk("Undo a check-in").answers::<DeskBookingAnswer>())
        .post(
            "/api/bookings/{id}/reschedule",
            reschedule,
            desk("Reschedule a booking").takes::<DeskRescheduleRequest>().answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            desk("Cancel a booking").takes::<DeskCancelRequest>().answers::<DeskBookingAnswer>(),
        )
        .get("/api/lookups", lookups, desk("The choices of the desk's forms").answers::<Lookups>())
}
