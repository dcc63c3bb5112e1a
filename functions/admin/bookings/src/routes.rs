//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::bookings::{
    DecideRequest, Decided, DeskBookingAnswer, DeskBookingList, DeskCancelRequest, DeskRescheduleRequest,
    ListBookingsRequest, Lookups, PlacedAnswer, WalkInRequest,
};
use parlour_booking::links::LinkAnswer;
use parlour_booking::repeats::{CancelRepeatRequest, MakeRepeatRequest, MoveRepeatRequest, RepeatAnswer};
use parlour_booking::waitlist::{DeskWishAnswer, DeskWishList, OfferTimeRequest, WaitlistRequest};
use parlour_http::{Code, Routes, Spec, role};
use parlour_money::checkout::{ApproveBillRequest, BillAnswer, CompleteRequest, Completed, PutBillRequest};
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::bill;
use crate::handlers::cancel::cancel;
use crate::handlers::check_in::check_in;
use crate::handlers::complete::complete;
use crate::handlers::decide::decide;
use crate::handlers::link::link;
use crate::handlers::list::list;
use crate::handlers::lookups::lookups;
use crate::handlers::no_show::no_show;
use crate::handlers::repeats;
use crate::handlers::reschedule::reschedule;
use crate::handlers::undo_check_in::undo_check_in;
use crate::handlers::undo_no_show::undo_no_show;
use crate::handlers::view::view;
use crate::handlers::waitlist;
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
                .refuses(&[Code::BookingSlotUnavailable, Code::BusinessRuleViolation])
                .idempotent()
                .takes::<WalkInRequest>()
                .creates::<PlacedAnswer>(),
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
                     free. The customer is told of the first two, of a \
                     rejection unless `notify` is false.",
                )
                .refuses(&[
                    Code::BookingSlotUnavailable,
                    Code::BookingInvalidStatusTransition,
                    Code::BusinessRuleViolation,
                ])
                .takes::<DecideRequest>()
                .answers::<Decided>(),
        )
        .get(
            "/api/bookings/{id}/bill",
            bill::view::view,
            desk("The bill of a visit")
                .id("bookings.bill")
                .about(
                    "What a confirmed or begun visit comes to, and what could be taken off. Until somebody edits it, it \
                     is computed from the booking, with `version` 0.",
                )
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<BillAnswer>(),
        )
        .put(
            "/api/bookings/{id}/bill",
            bill::put::put,
            desk("Edit the bill of a visit")
                .id("bookings.editBill")
                .about(
                    "The lines given are the bill: one left out is taken off, one with an `id` keeps what is not given. \
                     Refused with `details.bill` where the bill has another `version` meanwhile.",
                )
                .refuses(&[
                    Code::BookingInvalidStatusTransition,
                    Code::BusinessRuleViolation,
                    Code::Conflict,
                    Code::OfferExpired,
                    Code::OfferNotApplicable,
                    Code::GemsInsufficientBalance,
                    Code::GemsServiceNotRedeemable,
                    Code::MembershipExpired,
                    Code::MembershipInsufficientHours,
                ])
                .takes::<PutBillRequest>()
                .answers::<BillAnswer>(),
        )
        .delete(
            "/api/bookings/{id}/bill",
            bill::drop::drop,
            desk("Drop the edits of a bill")
                .id("bookings.dropBill")
                .about("The bill is as it was booked again, with `version` 0.")
                .refuses(&[Code::BookingInvalidStatusTransition])
                .answers::<BillAnswer>(),
        )
        .post(
            "/api/bookings/{id}/bill/approve",
            bill::approve::approve,
            desk("Approve what a bill takes off")
                .id("bookings.approveBill")
                .about(
                    "By a manager's own sign-in, or at the desk by a manager's id and PIN. It holds until an edit takes \
                     more off. With `effectiveBps` it is of a bill that takes off just so much, and of another it is \
                     refused with `details.bill`. Five wrong PINs in 15 minutes lock it for 15; thirty by one caller, for \
                     whomever, lock that caller out for 15.",
                )
                .refuses(&[
                    Code::BookingInvalidStatusTransition,
                    Code::BusinessRuleViolation,
                    Code::Conflict,
                    Code::RateLimited,
                    Code::OfferExpired,
                    Code::OfferNotApplicable,
                    Code::GemsInsufficientBalance,
                    Code::GemsServiceNotRedeemable,
                    Code::MembershipExpired,
                    Code::MembershipInsufficientHours,
                ])
                .idempotent()
                .takes::<ApproveBillRequest>()
                .answers::<BillAnswer>(),
        )
        .post(
            "/api/bookings/{id}/complete",
            complete,
            desk("Complete a visit and take the payment")
                .id("bookings.complete")
                .about(
                    "Completes a confirmed or begun visit: invoice, number, payments, gems, offer, stock and totals in \
                     one step. An offer and gems exclude each other. Exactly one of `paymentMethod` (everything by it) \
                     and `payments`, which sum to the total and the tips; a manager may leave the rest due. Where the \
                     bill has been edited, it decides, and `billVersion` must be its version. The invoice is mailed, \
                     and a review asked for a day later. The dry run is the invoice.",
                )
                .refuses(&[
                    Code::BookingInvalidStatusTransition,
                    Code::BusinessRuleViolation,
                    Code::Conflict,
                    Code::MembershipExpired,
                    Code::MembershipInsufficientHours,
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
                     that customers have. Under `staffed` somebody must be free. The customer is told, unless `notify` is \
                     false.",
                )
                .refuses(&[
                    Code::BookingSlotUnavailable,
                    Code::BookingInvalidStatusTransition,
                    Code::BusinessRuleViolation,
                ])
                .takes::<DeskRescheduleRequest>()
                .answers::<PlacedAnswer>(),
        )
        .post(
            "/api/bookings/{id}/link",
            link,
            desk("Make a new link to a booking")
                .id("bookings.link")
                .about(
                    "The address by which the customer sees, moves and cancels the booking without a sign-in, until 24 hours \
                     after the visit. The links that were sent before end.",
                )
                .refuses(&[Code::BusinessRuleViolation, Code::ServiceUnavailable])
                .answers::<LinkAnswer>(),
        )
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            desk("Cancel a booking")
                .id("bookings.cancel")
                .about("Cancels a pending or confirmed booking; the customer is told the reason, unless `notify` is \
                        false.")
                .refuses(&[Code::BookingInvalidStatusTransition])
                .takes::<DeskCancelRequest>()
                .answers::<DeskBookingAnswer>(),
        )
        .post(
            "/api/repeats",
            repeats::make::make,
            desk("Book appointments that repeat")
                .id("repeats.make")
                .about(
                    "The same services with the same people at the same time, every so many weeks. Each is an ordinary \
                     confirmed booking with `repeatId`. Where a time is not free, `onConflict` says what happens: \
                     `refuse` (nothing is booked, and `details.occurrences` lists all), `skip` (the others are booked), \
                     `nearest` (the nearest free time of that day with the same people). The dry run lists them, \
                     conflicts with their reasons and other times. The customer gets one message for all.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::BusinessRuleViolation])
                .idempotent()
                .takes::<MakeRepeatRequest>()
                .creates::<RepeatAnswer>(),
        )
        .get(
            "/api/repeats/{id}",
            repeats::view::view,
            desk("Appointments that repeat")
                .id("repeats.view")
                .about("Each where it is by now; `state` is `made` unless it is just being worked on or was cancelled.")
                .answers::<RepeatAnswer>(),
        )
        .patch(
            "/api/repeats/{id}",
            repeats::patch::patch,
            desk("Move the following appointments")
                .id("repeats.move")
                .about(
                    "Those from a day on that have not begun and were not moved on their own: to another time, to other \
                     people, or to every so many weeks counted from that day. Their number stays. Conflicts as \
                     `onConflict` said when they were made; what is skipped stays where it was. The customer gets one \
                     message for all.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::BusinessRuleViolation])
                .takes::<MoveRepeatRequest>()
                .answers::<RepeatAnswer>(),
        )
        .delete(
            "/api/repeats/{id}",
            repeats::cancel::cancel,
            desk("Cancel the following appointments")
                .id("repeats.cancel")
                .about("Those from a day on that have not begun. The customer gets one message for all.")
                .asks::<CancelRepeatRequest>()
                .answers::<RepeatAnswer>(),
        )
        .get(
            "/api/waitlist",
            waitlist::line::line,
            desk("Who waits for time on a day")
                .id("waitlist.line")
                .about("The open wishes for a day of a branch, the first in line first, with what is offered to them now.")
                .asks::<WaitlistRequest>()
                .answers::<DeskWishList>(),
        )
        .post(
            "/api/waitlist/{id}/offer",
            waitlist::offer::offer,
            desk("Offer a time to somebody who waits")
                .id("waitlist.offer")
                .about(
                    "Holds a time and tells the customer, whoever is first in line: neither the hours of the wish, nor a \
                     pause, nor an earlier answer stand in the way. Nobody's time is taken. Refused from 21:00 to 08:00 \
                     and less than 65 minutes before the start, as every offer is.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::Conflict, Code::BusinessRuleViolation])
                .takes::<OfferTimeRequest>()
                .answers::<DeskWishAnswer>(),
        )
        .delete(
            "/api/waitlist/{id}",
            waitlist::end::end,
            desk("Take somebody off the waitlist")
                .id("waitlist.end")
                .about("Ends a wish. Time that is held for it is free again, and offered to the next.")
                .refuses(&[Code::Conflict])
                .answers::<Done>(),
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
