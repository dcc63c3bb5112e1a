//! The table of contents of this group.

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
            desk("A booking taken at the desk").idempotent().takes::<WalkInRequest>().creates::<DeskBookingAnswer>(),
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
            desk("The visit is over and paid").idempotent().takes::<CompleteRequest>().answers::<Completed>(),
        )
        .post("/api/bookings/{id}/noshow", no_show, desk("The customer did not come").answers::<DeskBookingAnswer>())
        .post("/api/bookings/{id}/checkin", check_in, desk("The customer is here").answers::<DeskBookingAnswer>())
        .post(
            "/api/bookings/{id}/undo-checkin",
            undo_check_in,
            desk("Take a check-in back").answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/reschedule",
            reschedule,
            desk("Move a booking").takes::<DeskRescheduleRequest>().answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            desk("Call a booking off").takes::<DeskCancelRequest>().answers::<DeskBookingAnswer>(),
        )
        .get("/api/lookups", lookups, desk("What the forms choose from").answers::<Lookups>())
}
