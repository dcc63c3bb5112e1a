//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::bookings::{
    DecideRequest, Decided, DeskBookingAnswer, DeskBookingList, DeskCancelRequest, DeskRescheduleRequest,
    ListBookingsRequest, Lookups, WalkInRequest,
};
use parlour_http::{Code, Routes, Spec, role};
use parlour_money::checkout::{CompleteRequest, Completed};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::cancel::cancel;
use crate::handlers::check_in::check_in;
use crate::handlers::complete::complete;
use crate::handlers::decide::decide;
use crate::handlers::list::list;
use crate::handlers::lookups::lookups;
use crate::handlers::no_show::no_show;
use crate::handlers::reschedule::reschedule;
use crate::handlers::undo_check_in::undo_check_in;
use crate::handlers::undo_no_show::undo_no_show;
use crate::handlers::view::view;
use crate::handlers::walk_in::walk_in;

/// Everything here is the desk's.
fn desk(summary: &'static str) -> Spec {
    role(Role::Receptionist, summary)
}

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/bookings",
            list,
            desk("Bookings by date, newest first")
                .id("bookings.list")
                .about(
                    "By date and then by creation, both newest first; filtered by status, type and date. Not in \
                     pages: a list too long for one answer is refused.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .asks::<ListBookingsRequest>()
                .answers::<DeskBookingList>(),
        )
        .post(
            "/api/bookings",
            walk_in,
            desk("Book at the desk")
                .id("bookings.walkIn")
                .about(
                    "Books for a known customer (`customerId`) or somebody who came in (`customer`): confirmed at \
                     once, now where no time is given. A known phone books for whoever has it; where their name \
                     is another one, 409 with `details.customer` asks who it is: `confirmCustomerId` names them, \
                     `confirmNewCustomer` says that it is somebody else. Under `staffed` the person must be free; a customer \
                     who is being served (no time, or one up to now) is refused by another booking's own minutes \
                     only, and a manager records even that with `allowOverlap`.",
                )
                .refuses(&[Code::BookingSlotUnavailable])
                .idempotent()
                .takes::<WalkInRequest>()
                .creates::<DeskBookingAnswer>(),
        )
        .get(
            "/api/bookings/{id}",
            view,
            desk("A booking")
                .id("bookings.view")
                .about("One booking with its customer and services.")
                .answers::<DeskBookingAnswer>(),
        )
        .patch(
            "/api/bookings/{id}",
            decide,
            desk("Approve, reject or assign")
                .id("bookings.decide")
                .about(
                    "`approve` confirms a pending booking with a staff member, `reject` turns it down with words for \
                     the customer, `assign` gives it to somebody in any status. Under `staffed` the person must be \
                     free. The customer is told of the first two.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::BookingInvalidStatusTransition])
                .takes::<DecideRequest>()
                .answers::<Decided>(),
        )
        .post(
            "/api/bookings/{id}/complete",
            complete,
            desk("Complete a visit and take the payment")
                .id("bookings.complete")
                .about(
                    "Completes a confirmed or begun visit: invoice, number, gems, offer and totals in one step. An \
                     offer and gems exclude each other. The invoice is mailed, and a review asked for a day later. \
                     The dry run is the bill.",
                )
                .refuses(&[
                    Code::BookingInvalidStatusTransition,
                    Code::OfferExpired,
                    Code::OfferNotApplicable,
                    Code::GemsInsufficientBalance,
                    Code::GemsServiceNotRedeemable,
                ])
                .idempotent()
                .takes::<CompleteRequest>()
                .answers::<Completed>(),
        )
        .post(
            "/api/bookings/{id}/noshow",
            no_show,
            desk("Mark a booking as a no-show")
                .id("bookings.noShow")
                .about(
                    "A confirmed booking whose customer did not come; three of them, and the customer's bookings need \
                     approval.",
                )
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/undo-noshow",
            undo_no_show,
            desk("Undo a no-show")
                .id("bookings.undoNoShow")
                .about(
                    "On the day it was marked: the booking is confirmed again and the customer's counters are as \
                     before. Where its person has something else by now, the booking has `overlaps`.",
                )
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/checkin",
            check_in,
            desk("Check a customer in")
                .id("bookings.checkIn")
                .about("A confirmed booking begins.")
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/undo-checkin",
            undo_check_in,
            desk("Undo a check-in")
                .id("bookings.undoCheckIn")
                .about("Within 15 minutes of the check-in.")
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/reschedule",
            reschedule,
            desk("Reschedule a booking")
                .id("bookings.reschedule")
                .about(
                    "Moves a pending or confirmed booking, to another person where one is named; without the limits \
                     that customers have. Under `staffed` somebody must be free. The customer is told.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::BookingInvalidStatusTransition])
                .takes::<DeskRescheduleRequest>()
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            desk("Cancel a booking")
                .id("bookings.cancel")
                .about("Cancels a pending or confirmed booking; the customer is told the reason.")
                .refuses(&[Code::BookingInvalidStatusTransition])
                .takes::<DeskCancelRequest>()
                .answers::<DeskBookingAnswer>(),
        )
        .get(
            "/api/lookups",
            lookups,
            desk("The choices of the desk's forms")
                .id("lookups.list")
                .about("Branches, active staff and services, with what a form needs of each.")
                .answers::<Lookups>(),
        )
}
