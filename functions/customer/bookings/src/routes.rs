//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::bookings::{
    BookRequest, Booked, BookingAnswer, BookingList, CancelRequest, Cancelled, OwnBookingsRequest, RescheduleRequest,
};
use parlour::invoices::InvoiceAnswer;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Limit, Routes, role};

use crate::handlers::{
    book::book, calendar::calendar, cancel::cancel, invoice::invoice, invoice_pdf::invoice_pdf, list::list,
    reschedule::reschedule, view::view,
};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .post(
            "/api/bookings",
            book,
            role(Role::Customer, "Ask for an appointment")
                .limited(Limit::BOOKINGS)
                .idempotent()
                .takes::<BookRequest>()
                .creates::<Booked>(),
        )
        .get(
            "/api/bookings",
            list,
            role(Role::Customer, "The caller's bookings, newest first")
                .asks::<OwnBookingsRequest>()
                .answers::<BookingList>(),
        )
        .get(
            "/api/bookings/{id}",
            view,
            role(Role::Customer, "One of the caller's bookings").answers::<BookingAnswer>(),
        )
        .get(
            "/api/bookings/{id}/invoice",
            invoice,
            role(Role::Customer, "The invoice of a visit").answers::<InvoiceAnswer>(),
        )
        .get("/api/bookings/{id}/invoice/pdf", invoice_pdf, role(Role::Customer, "Redirect to the document"))
        .post(
            "/api/bookings/{id}/cancel",
            cancel,
            role(Role::Customer, "Cancel a booking").takes::<CancelRequest>().answers::<Cancelled>(),
        )
        .post(
            "/api/bookings/{id}/reschedule",
            reschedule,
            role(Role::Customer, "Reschedule a booking").takes::<RescheduleRequest>().answers::<BookingAnswer>(),
        )
        .get("/api/bookings/{id}/calendar.ics", calendar, role(Role::Customer, "A booking as a calendar event"))
}
