//! `/m?TOKEN`: where the link of a message leads, without a sign-in. It shows what the API does of a link, and changes nothing
//! by itself: every button asks once more, and then posts.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::Booking;
use parlour_booking::links::{LinkAction, LinkError, LinkStatus, LinkView, Linked, Links};
use parlour_booking::waitlist::TimeOffer;
use parlour_http::{Given, Refusal};
use parlour_pages::assets::FILES;
use parlour_pages::parts::{Form, Tone, badge, facts, icon, needs_script, opener, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;

use super::booking::{Addresses, OtherTimes, asked_day, cancel_dialog, move_dialog, times};
use super::names::Names;
use super::visits::status_badge;

pub async fn page(State(salon): State<Salon>, Given(act): Given<Act>, asked: Asked) -> PageAnswer {
    let words = &asked.words;
    let token = token_in(&asked.query);
    let links = Links::of(&salon);
    let link = match links.open(&act, token).await {
        Ok(link) => link,
        Err(Failure::Refused(LinkError::Unknown)) => return Page::no_secret(words.link_gone_title(), gone(words)),
        Err(failure) => return Err(Refusal::from(failure)),
    };
    let (view, names) = (links.view(&link, act.at).await?, Names::read(&salon, words).await?);
    let view = names.told(&link, view);
    let shown =
        LinkPage { asked: &asked, view: &view, page: format!("/m?{token}"), api: format!("/api/links/{token}") };
    let main = match &link.to {
        Linked::Booking(booking) => {
            let times = match asked_day(&asked).filter(|_| view.can.contains(&LinkAction::Move)) {
                Some(date) => Some(times(&salon, &asked, booking, date, act.at).await?),
                None => None,
            };
            shown.booking(booking, times.as_ref())
        }
        Linked::Offer { offer, .. } => shown.offer(offer),
    };
    Page::secret(words.your_visit(), main)
}

/// The part of the address without a name.
fn token_in(query: &str) -> &str {
    query.split('&').find(|pair| !pair.contains('=')).unwrap_or_default()
}

/// The answer to anything that is wrong with a link.
fn gone(words: &Words) -> Markup {
    html! {
        div.narrow.plate.centred {
            (pictures::drawn(Motif::Leaf))
            h1 { (words.link_gone_title()) }
            p.lead { (words.link_gone_text()) }
            p.actions { a.button href="/" { (words.to_start()) } }
        }
    }
}

struct LinkPage<'a> {
    asked: &'a Asked,
    view: &'a LinkView,
    page: String,
    api: String,
}

impl LinkPage<'_> {
    fn words(&self) -> &Words {
        &self.asked.words
    }

    fn can(&self, action: LinkAction) -> bool {
        self.view.can.contains(&action)
    }

    fn booking(&self, booking: &Booking, times: Option<&OtherTimes>) -> Markup {
        let (words, place) = (self.words(), Addresses { page: &self.page, api: &self.api });
        html! {
            (self.head(&words.link_hello(self.view.first_name.clone()), &status_badge(words, booking.status)))
            (self.about())
            (needs_script(words))
            div.actions {
                @if self.can(LinkAction::Move) { (opener("move", &words.move_booking(), "button")) }
                @if self.can(LinkAction::Cancel) { (opener("cancel", &words.cancel_booking(), "ghost button")) }
                @if booking.status.is_open() {
                    a.ghost.button.no-prefetch href=(format!("{}/calendar.ics", self.api)) download { (icon("calendar")) (words.add_to_calendar()) }
                }
                @if self.can(LinkAction::Invoice) {
                    a.ghost.button.no-prefetch href=(format!("{}/invoice/pdf", self.api)) data-file data-gone=(words.invoice_not_yet()) { (words.invoice()) }
                    (FILES.run())
                }
            }
            p.fine { (words.link_keep()) }
            @if self.can(LinkAction::Move) { (move_dialog(self.asked, booking, times, &place)) }
            @if self.can(LinkAction::Cancel) { (cancel_dialog(words, booking, &self.title(), &self.api)) }
        }
    }

    fn offer(&self, offer: &TimeOffer) -> Markup {
        let words = self.words();
        let held = words.held_until(format::time(words, offer.expires_at.ist_time()));
        html! {
            (self.head(&words.link_offer(self.view.first_name.clone()), &badge(Tone::Good, &words.wish_offered())))
            p { strong { (held) } }
            (self.about())
            (needs_script(words))
            div.actions {
                (opener("accept", &words.accept(), "button"))
                (opener("decline", &words.decline(), "ghost button"))
            }
            p.fine { (words.link_keep()) }
            (self.asking("accept", &words.accept(), &words.accept_explained(), &words.yes_accept(), "reload", words.said_accepted()))
            (self.asking("decline", &words.decline(), &words.decline_explained(), &words.yes_decline(), "/", words.said_declined()))
        }
    }

    /// What the visit is, and when.
    fn title(&self) -> String {
        let (words, view) = (self.words(), self.view);
        let day = format::day(words, view.booking_date, self.asked.today);
        format!("{}, {day}, {}", self.names(), format::time(words, view.start_time.0))
    }

    fn names(&self) -> String {
        self.view.services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn head(&self, hello: &str, standing: &Markup) -> Markup {
        let words = self.words();
        html! {
            div.page-head {
                p.overline {
                    (format::near_day(words, self.view.booking_date, self.asked.today)) ", "
                    (format::time(words, self.view.start_time.0))
                }
                h1 { (self.names()) }
                p { (standing) }
                p.lead { (hello) }
                @if self.view.status == LinkStatus::Pending { p { (words.pending_explained()) } }
            }
        }
    }

    fn about(&self) -> Markup {
        let (words, view) = (self.words(), self.view);
        let mut rows = vec![(
            words.when(),
            html! {
                (format::day(words, view.booking_date, self.asked.today)) ", "
                (format::hours(words, view.start_time.0, view.end_time.0))
            },
        )];
        if view.services.len() > 1 {
            let parts = html! {
                @for service in &view.services { p { (format::time(words, service.start_time.0)) " " (service.name) } }
            };
            rows.push((words.services(), parts));
        }
        let branch = html! {
            (view.branch.name)
            @if let Some(address) = &view.branch.address { br; span.as-written { (address) } }
        };
        rows.push((words.branch(), branch));
        if let Some(phone) = &view.branch.phone {
            let dialled = html! { a href=(format!("tel:{}", phone.as_str())) { (phone.spaced()) } };
            rows.push((words.call_us(), dialled));
        }
        facts(&rows)
    }

    /// A button asks once more before it posts.
    fn asking(&self, id: &str, title: &str, question: &str, yes: &str, then: &str, said: String) -> Markup {
        let form = html! { p { (question) } div.actions { (submit(yes)) } };
        let call = format!("POST {}/{id}", self.api);
        let name = format!("{id}-form");
        Form::new(&name, call, form).then(then).say(said).in_dialog(self.words(), id, title)
    }
}
