//! **New link**: the address by which a customer sees to a booking without a sign-in. The one before ends, so it is asked about
//! first; the new one is shown to be copied.

use maud::{Markup, html};
use parlour_booking::bookings::{Booking, BookingView};
use parlour_pages::parts::{Form, Input, in_dialog, opener, submit};
use parlour_pages::{Asked, format, paths};

const DIALOG: &str = "new-link";
/// How many of a customer's visits are offered to choose from.
const MOST: usize = 10;

/// On the page of a booking that is still to come or under way.
pub fn of_booking(asked: &Asked, booking: &Booking) -> Markup {
    let call = format!("POST /api/bookings/{}/link", paths::encoded(booking.id.as_str()));
    html! {
        @if booking.status.is_open() {
            p { (opener(DIALOG, "New link", "ghost button small")) }
            (dialog(asked, &booking.customer_name, call, &html! {}))
        }
    }
}

/// On the page of a customer, for one of the visits that are open.
pub fn of_customer(asked: &Asked, name: &str, bookings: &[BookingView]) -> Markup {
    let words = &asked.words;
    let open = bookings.iter().filter(|booking| booking.core.status.is_open()).take(MOST);
    let options: Vec<(String, String)> = open
        .map(|BookingView { core, .. }| {
            let day = format::day(words, core.booking_date, asked.today);
            (core.id.to_string(), format!("{day}, {}, {}", format::time(words, core.start_time.0), core.booking_number))
        })
        .collect();
    if options.is_empty() {
        return html! {};
    }
    let visit = html! {
        (Input::choice("bookingId", "Visit", options, None).within("link"))
    };
    html! {
        (opener(DIALOG, "New link", "ghost button small"))
        (dialog(asked, name, "POST /api/bookings/{bookingId}/link".to_owned(), &visit))
    }
}

fn dialog(asked: &Asked, name: &str, call: String, fields: &Markup) -> Markup {
    let form = html! {
        p { "With it " (name) " can see, move and cancel the visit without signing in. Links sent before stop working." }
        (fields)
        div.actions { (submit("Make a new link")) }
    };
    let body = html! {
        (Form::new("new-link-form", call, form).done("made-link"))
        div id="made-link" hidden {
            p { strong { "Send it to " (name) " only." } }
            p { code.secret id="made-link-url" data-shown="url" { "It was made, but did not arrive here. Please make another." } }
            div.actions { button.button type="button" data-copies="made-link-url" { "Copy link" } }
        }
    };
    in_dialog(&asked.words, DIALOG, "New link", body)
}
