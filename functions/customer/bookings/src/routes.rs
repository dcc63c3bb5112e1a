//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::bookings::{
    BookRequest, Booked, BookingAnswer, BookingList, CancelRequest, Cancelled, OwnBookingsRequest, RescheduleRequest,
};
use parlour_booking::links::{LinkView, MovedByLink};
use parlour_booking::waitlist::{AcceptOfferRequest, WishAnswer, WishList, WishRequest};
use parlour_http::{Code, Limit, Routes, public, role};
use parlour_money::invoices::InvoiceAnswer;
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::book::book;
use crate::handlers::calendar::calendar;
use crate::handlers::cancel::cancel;
use crate::handlers::invoice::invoice;
use crate::handlers::invoice_pdf::invoice_pdf;
use crate::handlers::links;
use crate::handlers::list::list;
use crate::handlers::reschedule::reschedule;
use crate::handlers::view::view;
use crate::handlers::waitlist;

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .post(
            "/api/bookings",
            book,
            role(Role::Customer, "Ask for an appointment")
                .id("bookings.book")
                .about(
                    "Asks for an appointment: it is `pending` until the desk decides. Price, length and end are \
                     computed here. Refused where the branch does not take bookings, a service is not on offer or of \
                     another type, the time is past, outside the opening hours or too far ahead, or nobody can do it; \
                     under the policy `staffed` also where nobody is free; and where the customer has 120 requests \
                     that are not answered yet. The customer is told, and the desk is reminded after two hours.",
                )
                .refuses(&[Code::BookingSlotUnavailable, Code::BusinessRuleViolation])
                .limited(Limit::BOOKINGS)
                .idempotent()
                .takes::<BookRequest>()
                .creates::<Booked>(),
        )
        .get(
            "/api/bookings",
            list,
            role(Role::Customer, "The caller's bookings, newest first")
                .id("bookings.list")
                .about(
                    "All of the caller's bookings, newest first, with their services; page by page where `limit` is given.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .asks::<OwnBookingsRequest>()
                .answers::<BookingList>(),
        )
        .get(
            "/api/bookings/{id}",
            view,
            role(Role::Customer, "One of the caller's bookings")
                .id("bookings.view")
                .about("One of the caller's bookings; somebody else's is not found.")
                .answers::<BookingAnswer>(),
        )
        .get(
            "/api/bookings/{id}/invoice",
            invoice,
            role(Role::Customer, "The invoice of a visit")
                .id("bookings.invoice")
                .about("The invoice of a completed visit with its lines; there is none before.")
                .answers::<InvoiceAnswer>(),
        )
        .get(
            "/api/bookings/{id}/invoice/pdf",
            invoice_pdf,
            role(Role::Customer, "Redirect to the document")
                .id("bookings.invoicePdf")
                .about(
                    "Leads to the invoice as a PDF, by a link that lives for five minutes; not found while there is \
                     none.",
                )
                .refuses(&[Code::UpstreamError])
                .redirects(),
        )
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            role(Role::Customer, "Cancel a booking")
                .id("bookings.cancel")
                .about(
                    "Cancels a `pending` or `confirmed` booking until it starts; within two hours of the start it \
                     counts as a late cancellation. The time is free again, and the desk is told.",
                )
                .refuses(&[Code::BookingAlreadyCancelled, Code::BookingCancelWindowPassed])
                .takes::<CancelRequest>()
                .answers::<Cancelled>(),
        )
        .post(
            "/api/bookings/{id}/reschedule",
            reschedule,
            role(Role::Customer, "Reschedule a booking")
                .id("bookings.reschedule")
                .about(
                    "Moves a `pending` or `confirmed` booking; the new time is judged as for a new one. At most two \
                     moves (a branch may set another number; the desk's do not count), and not within two hours of the start. Under `staffed` \
                     it returns to `pending` where the same person is not free.",
                )
                .refuses(&[
                    Code::BookingSlotUnavailable,
                    Code::BookingInvalidStatusTransition,
                    Code::BookingMaxReschedules,
                    Code::BookingCancelWindowPassed,
                ])
                .takes::<RescheduleRequest>()
                .answers::<BookingAnswer>(),
        )
        .get(
            "/api/bookings/{id}/calendar.ics",
            calendar,
            role(Role::Customer, "A booking as a calendar event")
                .id("bookings.calendar")
                .about("A calendar entry (RFC 5545) of one of the caller's bookings.")
                .answers_file("text/calendar"),
        )
        .get(
            "/api/links/{token}",
            links::view::view,
            public("What a link leads to")
                .id("links.view")
                .about(
                    "The token of a link in a mail or a message opens one booking, or one offer of the waitlist, without a \
                     sign-in, until 24 hours after the visit. It shows the first name and nothing else of the person; \
                     `can` says what the link can do now. A link that was made up, has ended or was replaced is not found.",
                )
                .limited(Limit::LINKS)
                .answers::<LinkView>(),
        )
        .post(
            "/api/links/{token}/cancel",
            links::cancel::cancel,
            public("Cancel a booking by its link")
                .id("links.cancel")
                .about("As `bookings.cancel`, by whoever has the link.")
                .refuses(&[Code::BookingAlreadyCancelled, Code::BookingCancelWindowPassed])
                .limited(Limit::LINKS)
                .takes::<CancelRequest>()
                .answers::<Cancelled>(),
        )
        .post(
            "/api/links/{token}/reschedule",
            links::reschedule::reschedule,
            public("Reschedule a booking by its link")
                .id("links.reschedule")
                .about("As `bookings.reschedule`, by whoever has the link.")
                .refuses(&[
                    Code::BookingSlotUnavailable,
                    Code::BookingInvalidStatusTransition,
                    Code::BookingMaxReschedules,
                    Code::BookingCancelWindowPassed,
                ])
                .limited(Limit::LINKS)
                .takes::<RescheduleRequest>()
                .answers::<MovedByLink>(),
        )
        .post(
            "/api/links/{token}/accept",
            links::accept::accept,
            public("Accept an offer of the waitlist by its link")
                .id("links.accept")
                .about("As `waitlist.accept`, by whoever has the link. Afterwards it is a link to the booking.")
                .limited(Limit::LINKS)
                .idempotent()
                .creates::<Booked>(),
        )
        .post(
            "/api/links/{token}/decline",
            links::decline::decline,
            public("Decline an offer of the waitlist by its link")
                .id("links.decline")
                .about("As `waitlist.decline`, by whoever has the link, which ends with it.")
                .limited(Limit::LINKS)
                .answers::<WishAnswer>(),
        )
        .get(
            "/api/links/{token}/calendar.ics",
            links::calendar::calendar,
            public("The booking of a link as a calendar event")
                .id("links.calendar")
                .about("A calendar entry (RFC 5545) of the booking.")
                .refuses(&[Code::Conflict])
                .limited(Limit::LINKS)
                .answers_file("text/calendar"),
        )
        .get(
            "/api/links/{token}/invoice/pdf",
            links::invoice_pdf::invoice_pdf,
            public("Redirect to the invoice of a link's visit")
                .id("links.invoicePdf")
                .about(
                    "Leads to the invoice as a PDF, by an address that lives for five minutes; not found while there is \
                     none.",
                )
                .refuses(&[Code::Conflict, Code::UpstreamError])
                .limited(Limit::LINKS)
                .redirects(),
        )
        .post(
            "/api/waitlist",
            waitlist::wish::wish,
            role(Role::Customer, "Wish for time that is taken")
                .id("waitlist.wish")
                .about(
                    "Puts the caller in the line of each of up to seven days, at a branch with the policy `staffed`. The \
                     whole visit must lie between `from` and `to`; a `staffId` is that person or nobody. When time comes \
                     free, the first in line whose wish fits is offered it, and told. The same wish again answers 200 with \
                     the one that is there. Refused where something that fits is free now, where the caller has five \
                     open wishes, and at a branch with the policy `open`.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .limited(Limit::WISHES)
                .idempotent()
                .takes::<WishRequest>()
                .creates_or_updates::<WishAnswer>(),
        )
        .get(
            "/api/waitlist",
            waitlist::list::list,
            role(Role::Customer, "The caller's wishes, newest first")
                .id("waitlist.list")
                .about(
                    "The caller's wishes, newest first, until 30 days after their last day. `position` is the place in the \
                     line of the wish's next day; `offer` is there while it can be accepted.",
                )
                .answers::<WishList>(),
        )
        .delete(
            "/api/waitlist/{id}",
            waitlist::end::end,
            role(Role::Customer, "Take a wish back")
                .id("waitlist.end")
                .about("Ends one of the caller's wishes. Time that is held for it is free again, and offered to the next.")
                .refuses(&[Code::Conflict])
                .answers::<Done>(),
        )
        .post(
            "/api/waitlist/{id}/accept",
            waitlist::accept::accept,
            role(Role::Customer, "Accept an offer of the waitlist")
                .id("waitlist.accept")
                .about(
                    "Makes the time that is held for the caller a confirmed booking, while the offer lasts. With \
                     the `date` and `startTime` of an offer it is that one or none.",
                )
                .refuses(&[Code::Conflict])
                .idempotent()
                .takes::<AcceptOfferRequest>()
                .creates::<Booked>(),
        )
        .post(
            "/api/waitlist/{id}/decline",
            waitlist::decline::decline,
            role(Role::Customer, "Decline an offer of the waitlist")
                .id("waitlist.decline")
                .about(
                    "Gives the time back, which is offered to the next in line. The wish stays; the same time is not offered \
                     to it again.",
                )
                .refuses(&[Code::Conflict])
                .answers::<WishAnswer>(),
        )
}
