//! `/bookings`: one's own, those to come first.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{BookingView, Bookings};
use parlour_http::Given;
use parlour_pages::parts::empty;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

use super::names::Names;
use super::visits::status_badge;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let bookings = Bookings::of(&salon);
    let (bookings, names) = tokio::try_join!(bookings.of_customer(&caller.user.id), Names::read(&salon, &asked.words))?;
    let (mut coming, mut past): (Vec<BookingView>, Vec<BookingView>) =
        bookings.into_iter().partition(|booking| is_coming(booking, &asked));
    coming.sort_by_key(|booking| (booking.core.booking_date, booking.core.start_time));
    past.sort_by_key(|booking| std::cmp::Reverse((booking.core.booking_date, booking.core.start_time)));
    Page::private(&caller, asked.words.bookings(), render(&asked, &names, &coming, &past))
}

/// Still open, and its day is not over.
fn is_coming(booking: &BookingView, asked: &Asked) -> bool {
    booking.core.status.is_open() && booking.core.booking_date >= asked.today
}

fn render(asked: &Asked, names: &Names, coming: &[BookingView], past: &[BookingView]) -> Markup {
    let words = &asked.words;
    let nothing_yet = coming.is_empty() && past.is_empty();
    html! {
        div.page-head.with-action {
            h1 { (words.bookings()) }
            @if !nothing_yet { a.button href="/book" { (words.book_a_visit()) } }
        }
        section aria-labelledby="coming" {
            h2 id="coming" { (words.coming_up()) }
            @if nothing_yet {
                (empty(pictures::drawn(Motif::Flower), &words.no_bookings(), html! { a.button href="/book" { (words.book_a_visit()) } }))
            } @else if coming.is_empty() {
                p.quiet { (words.nothing_coming()) }
            } @else {
                ul.visits { @for booking in coming { (card(asked, names, booking)) } }
            }
        }
        section aria-labelledby="past" {
            h2 id="past" { (words.past()) }
            @if past.is_empty() { p.quiet { (words.nothing_past()) } }
            @else { ul.visits { @for booking in past { (card(asked, names, booking)) } } }
        }
    }
}

fn card(asked: &Asked, names: &Names, booking: &BookingView) -> Markup {
    let (words, core) = (&asked.words, &booking.core);
    let copies = booking.services.iter().map(|service| (&service.service_id, service.service_name_snapshot.as_str()));
    html! {
        li.visit {
            div.visit-day aria-hidden="true" {
                span { (format::weekday(words, core.booking_date)) }
                strong { (core.booking_date.day()) }
                span { (format::month(words, core.booking_date)) }
            }
            div.visit-text {
                p.visit-when {
                    time datetime=(core.booking_date) { (format::near_day(words, core.booking_date, asked.today)) }
                    ", " (format::time(words, core.start_time.0))
                }
                h3 { a.cover href=(paths::booking(&core.id)) { (core.booking_number) } }
                p { (names.services(copies)) }
                p.fine { (core.paid_amount_paise.unwrap_or(core.total_amount_paise)) " · " (format::span(words, core.total_duration_minutes)) }
            }
            (status_badge(words, core.status))
        }
    }
}
