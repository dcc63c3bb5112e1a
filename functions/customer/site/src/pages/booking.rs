//! `/bookings/{id}`: one booking, how it stands, and what can still be done about it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::rules::RescheduleRefusal;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Bookings};
use parlour_booking::slots::availability::{Slot, as_requests_find};
use parlour_booking::teams::{self, Availability, Outlook};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::invoices::{Invoice, Invoices};
use parlour_pages::assets::FILES;
use parlour_pages::parts::{Form, Input, Presets, breadcrumb, facts, icon, in_dialog, needs_script, opener, submit};
use parlour_pages::paths::{self, Choices};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::branding::BrandingStore;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::contact::BusinessPhone;
use parlour_values::id::BookingId;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{Instant, IstDate};

use super::names::Names;
use super::visits::{status_badge, status_word};
use super::when::{self, When, in_sight};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BookingId>,
) -> PageAnswer {
    let (bookings, branches, branding) = (Bookings::of(&salon), Branches::of(&salon), BrandingStore::of(&salon));
    let (booking, branches, branding, names) = tokio::try_join!(
        async { bookings.own(&caller.user.id, &id).await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
        async { branding.read().await.map_err(Refusal::from) },
        async { Names::read(&salon, &asked.words).await.map_err(Refusal::from) },
    )?;
    let branch = branches.iter().map(|branch| &branch.record).find(|branch| branch.id == booking.branch_id);
    let place = branch.map(|branch| Directions {
        address: &branch.address,
        phone: branch.phone.as_ref().or(branding.phone.as_ref()),
    });
    let now = caller.act.at;
    let unmovable = booking.not_to_be_moved(branch, now);
    let times = match asked_day(&asked) {
        Some(date) if unmovable.is_none() => Some(times(&salon, &asked, &booking, date, now).await?),
        _ => None,
    };
    let invoice = match &booking.invoice_id {
        Some(_) => Invoices::of(&salon).of_booking(&caller.user.id, &booking.id).await?,
        None => None,
    };
    let shown = BookingPage {
        booking: &booking,
        names: &names,
        place: place.as_ref(),
        unmovable,
        times: times.as_ref(),
        invoice: invoice.as_ref(),
        now,
    };
    Page::private(&caller, booking.number.clone(), render(&asked, &shown))
}

/// The way to the branch, and its phone number.
struct Directions<'a> {
    address: &'a str,
    phone: Option<&'a BusinessPhone>,
}

/// The day whose times are asked for: only then are they read.
pub(super) fn asked_day(asked: &Asked) -> Option<IstDate> {
    Choices::read(&asked.query).date.filter(|date| *date >= asked.today)
}

/// When a booking could be instead.
pub(super) struct OtherTimes {
    date: IstDate,
    branch: Option<Branch>,
    slots: Vec<Slot>,
    outlook: Outlook,
}

pub(super) async fn times(
    salon: &Salon,
    asked: &Asked,
    booking: &Booking,
    date: IstDate,
    now: Instant,
) -> Result<OtherTimes, Refusal> {
    let (availability, services) = (Availability::of(salon), booking.service_ids());
    let wanted = teams::WantedVisit { branch: &booking.branch_id, date, services: &services, staff: None };
    let days = in_sight(date, asked.today);
    let (slots, outlook) = tokio::join!(
        availability.day_slots_but_of(wanted, Some(&booking.id)),
        availability.outlook(wanted, Some(&booking.id), &days)
    );
    let slots = match slots {
        // Services that are no longer on offer can still be moved.
        Err(Failure::Refused(_)) => availability.day_slots(teams::WantedVisit { services: &[], ..wanted }).await?,
        slots => slots?,
    };
    let branch = Branches::of(salon).get(&booking.branch_id).await?.map(|branch| branch.record);
    let slots = match &branch {
        Some(branch) => as_requests_find(slots, branch, date, now),
        None => slots,
    };
    Ok(OtherTimes { date, branch, slots, outlook: outlook? })
}

/// One booking with all that its page says of it.
#[derive(Clone, Copy)]
struct BookingPage<'a> {
    booking: &'a Booking,
    names: &'a Names,
    place: Option<&'a Directions<'a>>,
    /// Why the customer cannot move it any more, where they cannot.
    unmovable: Option<RescheduleRefusal>,
    times: Option<&'a OtherTimes>,
    /// Of a visit that is billed.
    invoice: Option<&'a Invoice>,
    now: Instant,
}

fn render(asked: &Asked, shown: &BookingPage<'_>) -> Markup {
    let (words, BookingPage { booking, names, times, .. }) = (&asked.words, *shown);
    let day = format::day(words, booking.date, asked.today);
    let title = format!("{}, {day}, {}", names.of_booking(booking), format::time(words, booking.start));
    html! {
        (breadcrumb(words, "/bookings", &words.bookings()))
        div.page-head {
            h1 { (title) }
            p { span.number { (booking.number) } " " (status_badge(words, booking.status)) }
            @if booking.status == BookingStatus::Pending { p.lead { (words.pending_explained()) } }
        }
        div.two {
            div {
                (about(asked, shown))
                (actions(words, shown))
            }
            section aria-labelledby="history" {
                h2 id="history" { (words.so_far()) }
                (timeline(asked, booking))
            }
        }
        @let (page, api) = (paths::booking(&booking.id), paths::booking_api(&booking.id));
        @if shown.unmovable.is_none() { (move_dialog(asked, booking, times, &Addresses { page: &page, api: &api })) }
        @if booking.may_be_cancelled(shown.now) { (cancel_dialog(words, booking, &title, &api)) }
    }
}

/// The branch with its own address, phone and map.
fn where_to_go(words: &Words, shown: &BookingPage<'_>) -> Markup {
    let booking = shown.booking;
    html! {
        (shown.names.branch(&booking.branch_id, &booking.branch_name))
        @if let Some(place) = shown.place {
            br; span.as-written { (place.address) }
            " " a href=(paths::map(&booking.branch_name, place.address)) rel="noreferrer" target="_blank" { (words.on_the_map()) }
            @if let Some(phone) = place.phone { br; a.phone href=(format!("tel:{}", phone.as_str())) { (phone.spaced()) } }
        }
    }
}

fn about(asked: &Asked, shown: &BookingPage<'_>) -> Markup {
    let (words, BookingPage { booking, names, .. }) = (&asked.words, *shown);
    let mut rows = vec![
        (
            words.when(),
            html! {
                (format::day(words, booking.date, asked.today)) ", "
                (format::hours(words, booking.start, booking.end))
            },
        ),
        (words.branch(), where_to_go(words, shown)),
    ];
    if let Some(people) = people(words, booking) {
        rows.push((words.with_whom(), html! { (people) }));
    }
    if let Some(notes) = booking.notes.as_deref().filter(|notes| !notes.is_empty()) {
        rows.push((words.notes(), html! { span.as-written { (notes) } }));
    }
    html! {
        (facts(&rows))
        ul.bill {
            @for service in &booking.services {
                li { span { (names.service(&service.service_id, &service.name)) " " span.fine { (format::span(words, service.duration)) } } span { (service.price) } }
            }
            @if booking.booked_services.is_none() { li.bill-total { span { (words.total()) " " span.fine { (format::span(words, booking.total_duration)) } } strong { (booking.total_amount) } } }
            @if let Some(billed) = booking.paid { li.bill-total { span { (words.billed()) } strong { (billed) } } }
            @if let Some(invoice) = shown.invoice { (settled(words, invoice)) }
        }
    }
}

/// `Asha, then Meera`: everybody who serves the customer, in the order of the services.
fn people(words: &Words, booking: &Booking) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in booking.services.iter().filter_map(|service| service.staff_name.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let parts_are_together = booking.times().windows(2).any(|pair| matches!(pair, [one, next] if next.start < one.end));
    if parts_are_together {
        return (!names.is_empty()).then(|| names.join(", "));
    }
    names.into_iter().map(str::to_owned).reduce(|before, name| words.then_person(before, name))
}

/// What was paid of the bill and of the tip, each way of paying in a row, what came back, and what is still due.
fn settled(words: &Words, invoice: &Invoice) -> Markup {
    let by = |method| match method {
        PaymentMethod::Cash => words.paid_in_cash(),
        PaymentMethod::Upi => words.paid_by_upi(),
        PaymentMethod::Card => words.paid_by_card(),
    };
    let back: Paise = invoice.payments.iter().map(|payment| payment.refunded).sum();
    let tip = invoice.tip();
    html! {
        @if tip > Paise::ZERO { li { span { (words.tip()) } span { (tip) } } }
        @for payment in &invoice.payments { li { span { (by(payment.method)) } span { (payment.amount) } } }
        @if back > Paise::ZERO { li { span { (words.given_back()) } span { (back) } } }
        @if invoice.due > Paise::ZERO { li.bill-due { span { (words.still_to_pay()) } strong { (invoice.due) } } }
    }
}

fn actions(words: &Words, shown: &BookingPage<'_>) -> Markup {
    let BookingPage { booking, unmovable, .. } = *shown;
    let told = match unmovable {
        Some(RescheduleRefusal::TooOften) => Some(words.said_moved_too_often()),
        Some(RescheduleRefusal::TooLate) if booking.may_be_cancelled(shown.now) => Some(words.said_too_late_to_move()),
        _ => None,
    };
    let again =
        Choices { services: booking.service_ids(), branch: Some(booking.branch_id.clone()), ..Choices::default() };
    html! {
        (needs_script(words))
        div.actions {
            @if unmovable.is_none() { (opener("move", &words.move_booking(), "button")) }
            @if booking.may_be_cancelled(shown.now) { (opener("cancel", &words.cancel_booking(), "ghost button")) }
            @if booking.status.is_open() {
                a.ghost.button.no-prefetch href=(paths::booking_calendar(&booking.id)) download { (icon("calendar")) (words.add_to_calendar()) }
            }
            @if booking.invoice_id.is_some() {
                a.ghost.button.no-prefetch href=(paths::booking_invoice(&booking.id)) data-file data-gone=(words.invoice_not_yet()) { (words.invoice()) }
                (FILES.run())
            }
            @if !booking.status.is_open() { a.button href=(again.href()) { (words.book_again()) } }
            @else { a.ghost.button href=(again.href()) { (words.book_again()) } }
        }
        @if let Some(told) = told { p.fine { (told) } }
    }
}

fn timeline(asked: &Asked, booking: &Booking) -> Markup {
    let words = &asked.words;
    let missed = (booking.status == BookingStatus::NoShow).then(|| booking.missed_at.unwrap_or(booking.updated_at));
    let steps = [
        (words.step_requested(), Some(booking.created_at), None),
        (words.status_confirmed(), booking.confirmed_at, None),
        (words.status_in_progress(), booking.checked_in_at, None),
        (words.status_completed(), booking.completed_at, None),
        (words.status_no_show(), missed, None),
        (words.status_rejected(), booking.rejected_at, booking.rejection_reason_in(words.language)),
        (words.status_cancelled(), booking.cancelled_at, booking.cancellation_reason.as_deref()),
    ];
    let mut steps: Vec<_> =
        steps.into_iter().filter_map(|(name, at, reason): (_, _, Option<&str>)| Some((at?, name, reason))).collect();
    // A step that was undone and done again may have come in another order than it usually does.
    steps.sort_by_key(|(at, ..)| *at);
    html! {
        ol.timeline {
            @for (at, name, reason) in steps {
                li {
                    strong { (name) }
                    time datetime=(at) { (format::moment(words, at, asked.today)) }
                    @if let Some(reason) = reason.filter(|reason| !reason.is_empty()) { p.as-written { (reason) } }
                }
            }
            @if booking.reschedule_count > 0 { li.timeline-note { (words.moved_times(booking.reschedule_count)) } }
            @if booking.status == BookingStatus::Pending {
                li.timeline-next { strong { (status_word(words, BookingStatus::Confirmed)) } span { (words.next_confirmation()) } }
            }
        }
    }
}

/// The page that shows a booking, and the API's address that changes it.
pub(super) struct Addresses<'a> {
    pub page: &'a str,
    pub api: &'a str,
}

/// The script reads the times when the dialog is opened.
pub(super) fn move_dialog(
    asked: &Asked,
    booking: &Booking,
    times: Option<&OtherTimes>,
    addresses: &Addresses<'_>,
) -> Markup {
    let (words, own) = (&asked.words, addresses.page);
    let joint = if own.contains('?') { '&' } else { '?' };
    let to = |date: IstDate| format!("{own}{joint}date={date}");
    let nothing = Outlook::default();
    let when = When {
        words,
        today: asked.today,
        date: times.map_or(booking.date, |times| times.date),
        branch: times.and_then(|times| times.branch.as_ref()),
        slots: times.map_or(&[][..], |times| &times.slots),
        outlook: times.map_or(&nothing, |times| &times.outlook),
        wanted: Choices::read(&asked.query).time,
        to: &to,
    };
    let hint = words.now_it_is(format!(
        "{}, {}",
        format::day(words, booking.date, asked.today),
        format::time(words, booking.start)
    ));
    let call = format!("POST {}/reschedule", addresses.api);
    let form = html! {
        form id="move-form" class="form" method="get" action=(own) data-call=(call) data-then=(own)
            data-say=(words.said_moved()) data-refresh data-late
            data-seen=(booking.updated_at.millis()) data-changed=(words.said_booking_changed()) {
            p { (hint) }
            (when::days(&when))
            @if times.is_some() { (when::times(&when)) }
            @else { fieldset.step.times id="times" data-part { legend { (words.time()) } p.hint { (words.said_busy()) } } }
            div.actions { (submit(&words.move_it())) }
        }
    };
    in_dialog(words, "move", &words.move_booking(), form)
}

/// `about` says which visit it is.
pub(super) fn cancel_dialog(words: &Words, booking: &Booking, about: &str, api: &str) -> Markup {
    let form = html! {
        p { strong { (about) } }
        p { (words.cancel_explained()) }
        (Presets {
            field: "cancel-reason",
            name: &words.often_said(),
            words: &[&words.reason_plans(), &words.reason_ill(), &words.reason_other_time()],
            other: &words.other(),
        })
        (Input::lines("reason", &words.reason(), 500).within("cancel").hint(&words.reason_hint()))
        div.actions { (submit(&words.yes_cancel())) }
    };
    let call = format!("POST {api}/cancel");
    Form::new("cancel-form", call, form)
        .then("reload")
        .say(words.said_cancelled())
        .seen(booking.updated_at.millis(), words.said_booking_changed())
        .in_dialog(words, "cancel", &words.cancel_booking())
}
