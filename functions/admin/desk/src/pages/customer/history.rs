//! A customer's history: visits, notes, gems.

use maud::{Markup, html};
use parlour_booking::bookings::BookingView;
use parlour_money::customer_overview::CustomerOverview;
use parlour_money::gems::{GemTransaction, GemTransactionType};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Form, Input, ListTable, Toggle, icon, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::customers::NoteKind;

use crate::pages::fields::named;
use crate::pages::{cards, statuses};

/// Visits that are listed at once, and those a note can be tied to.
const VISITS: usize = 30;

pub fn notes(asked: &Asked, person: &CustomerOverview) -> Markup {
    let words = &asked.words;
    let about = |booking: &BookingView| {
        let core = &booking.core;
        let day = format::day(words, core.booking_date, asked.today);
        (core.id.to_string(), format!("{day}, {}", core.booking_number))
    };
    let fields = html! {
        (Input::lines("content", "Note", 1000).within("note").required())
        @if !person.bookings.is_empty() {
            (Input::choice("bookingId", "About a visit", person.bookings.iter().take(VISITS).map(about), None)
                .or("No visit in particular").within("note"))
        }
        (Input::choice("kind", "Kind", named(NoteKind::ALL, cards::kind_word), None).within("note"))
        (Toggle::new("pinned", "Pin it", false)
            .hint("It stays on top, and whoever serves them sees it, as they see formulas."))
        div.actions { (submit("Add note")) }
    };
    let call = format!("POST /api/customers/{}/notes", paths::encoded(person.user.id.as_str()));
    html! {
        section.card aria-labelledby="notes" {
            h2 id="notes" { (icon("list")) "Notes" }
            @if person.notes.is_empty() { p.quiet { "No notes yet. Allergies, preferences, what to ask next time." } }
            ul.notes {
                @for signed in &person.notes {
                    li {
                        (cards::note(signed.note.kind, signed.note.pinned, &signed.note.content))
                        p.fine {
                            (signed.author.as_deref().unwrap_or("Somebody who has left")) ", "
                            (format::moment(words, signed.note.created_at, asked.today))
                            @if let Some(booking) = &signed.note.booking_id { " · " a href=(paths::booking(booking)) { "the visit" } }
                        }
                    }
                }
            }
            details.adding open[person.notes.is_empty()] {
                summary { "Add a note" }
                (Form::new("note-form", call, fields).then("reload").say("The note is kept."))
            }
        }
    }
}

pub fn visits(asked: &Asked, person: &CustomerOverview) -> Markup {
    let words = &asked.words;
    let invoices = format!(
        "/billing?customerId={}&from={}&to={}",
        paths::encoded(person.user.id.as_str()),
        asked.today.minus_days(365),
        asked.today
    );
    html! {
        section.card aria-labelledby="visits" {
            div.card-head { h2 id="visits" { (icon("calendar")) "Visits" } a href=(invoices) { "Invoices" } }
            @if person.bookings.is_empty() { p.quiet { "No bookings yet." } }
            @else {
                (ListTable::new(&[Text("When"), Text("Services"), Amount("Price"), Text("Status")], html! {
                    @for booking in person.bookings.iter().take(VISITS) {
                        @let core = &booking.core;
                        @let names: Vec<&str> = booking.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
                        tr {
                            th.nowrap scope="row" {
                                a href=(paths::booking(&core.id)) {
                                    (format::day(words, core.booking_date, asked.today))
                                    ", " (format::time(words, core.start_time.0))
                                }
                                span.fine { (core.booking_number) }
                            }
                            td { (names.join(", ")) }
                            td.amount { (core.paid_amount_paise.unwrap_or(core.total_amount_paise)) }
                            td { (statuses::badge(core.status)) }
                        }
                    }
                }).headed("visits"))
                @if person.bookings.len() > VISITS { p.fine { "The latest " (VISITS) " of " (person.bookings.len()) " bookings." } }
            }
        }
    }
}

pub fn gems(asked: &Asked, person: &CustomerOverview) -> Markup {
    let words = &asked.words;
    html! {
        section.card aria-labelledby="gems" {
            h2 id="gems" { (icon("gem")) "Gems" }
            @match &person.gems {
                Some(gems) => {
                    p { strong { (gems.account.balance()) } ", " (gems.account.total_earned().0) " earned, " (gems.account.total_redeemed().0) " used." }
                    @if let Some(next) = gems.account.next_expiry() { p.fine { "The next expire on " (format::full_date(words, next.ist_date())) "." } }
                },
                None => p.quiet { "No gems yet." },
            }
            @if !person.gem_history.is_empty() {
                details {
                    summary { "History" }
                    ul.rows { @for line in &person.gem_history { (gem_line(asked, line)) } }
                }
            }
        }
    }
}

fn gem_line(asked: &Asked, line: &GemTransaction) -> Markup {
    let what = match line.kind {
        GemTransactionType::Earned => "Earned",
        GemTransactionType::Redeemed => "Used",
        GemTransactionType::Expired => "Expired",
        GemTransactionType::Adjusted => "Adjusted",
    };
    html! {
        li {
            span { (what) ": " (line.description) }
            span.fine { (format::day(&asked.words, line.created_at.ist_date(), asked.today)) }
            strong.amount { @if line.gems.0 > 0 { "+" } (line.gems.0) }
        }
    }
}
