//! `/book`: services, branch, day and time, all of it in the address.

mod choose;
mod offers;
mod waitlist;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::slots::availability::{Slot, as_requests_find, first_day_to_offer};
use parlour_booking::teams::{Availability, AvailabilityError, Outlook, WantedVisit};
use parlour_http::{Refusal, Visit};
use parlour_money::offers::{Offer, Offers};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Input, needs_script};
use parlour_pages::paths::Choices;
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_setup::branches::{Branch, BranchStatus, Branches, Confirmation};
use parlour_setup::catalogue::{CatalogueStore, CategoryView, ServiceType, ServiceView};
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::time::{IstDate, Minutes, TimeOfDay};
use parlour_values::translations::Translated as _;

use super::branches::Nearby;
use super::catalogue::services;
use super::when::{self, When, in_sight};

/// In the address where the services are to be chosen again.
const CHANGING: &str = "change";

pub async fn page(State(salon): State<Salon>, asked: Asked, visit: Visit) -> PageAnswer {
    let now = visit.act.at;
    let mut choices = Choices::read(&asked.query);
    let date = choices.date.filter(|date| *date >= asked.today).unwrap_or_else(|| first_day_to_offer(now));
    let (catalogue, offers, branches) = (CatalogueStore::of(&salon), Offers::of(&salon), Branches::of(&salon));
    // The slots first: they read the versions that the others then know.
    let ((slots, outlook), signed_in, catalogue, offers, branches) = tokio::try_join!(
        offered(&salon, &choices, date, asked.today),
        async { visit.session(&salon).await.map_err(Refusal::from) },
        async { catalogue.read().await.map_err(Refusal::from) },
        async { offers.all().await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
    )?;
    let categories = catalogue.public().categories;
    let branches: Vec<&Branch> = branches.iter().map(|branch| &branch.record).collect();
    let open: Vec<&Branch> = branches.iter().copied().filter(|branch| branch.is_operational()).collect();

    choices.date = Some(date);
    let asked_for = choices.services.len();
    keep_what_is_offered(&mut choices, &categories, &open);
    let is_something_gone = choices.services.len() < asked_for;
    let (slots, outlook) = match (&choices.branch, open.as_slice()) {
        // The only branch need not be chosen.
        (None, [only]) => {
            choices.branch = Some(only.id.clone());
            offered(&salon, &choices, date, asked.today).await?
        }
        _ => (slots, outlook),
    };
    let branch = open.iter().find(|branch| choices.branch.as_ref() == Some(&branch.id)).copied();
    // A person who cannot do it there is not wished for.
    let cannot = choices.person.take_if(|id| branch.is_some() && !outlook.able().any(|person| person.id == *id));
    let slots = branch.map(|branch| as_requests_find(slots, branch, date, now)).unwrap_or_default();
    let shown = BookPage {
        words: &asked.words,
        today: asked.today,
        date,
        choices: &choices,
        categories: &categories,
        offers: offers.iter().map(|offer| &offer.record).filter(|offer| offer.is_running(asked.today)).collect(),
        nearby: Nearby::of(&open, &asked, choices.branch.as_ref()),
        soon: branches.iter().copied().filter(|branch| branch.status == BranchStatus::ComingSoon).collect(),
        branch,
        slots: &slots,
        outlook: &outlook,
        unable: cannot.as_ref().and_then(|id| outlook.name_of(id)),
        is_something_gone,
        is_signed_in: signed_in.is_some(),
        is_changing: asked.query.split('&').any(|pair| pair == CHANGING),
    };
    Page::shared(shown.is_signed_in, asked.words.book_a_visit(), render(&shown))
        .described(asked.words.book_description())
        .found_at("/book")
        .one_step()
        .looking("booking")
}

/// The day's slots at the chosen branch, the days around it and the people. Services that are no longer on offer do not stand
/// in the way of looking, nor does somebody who cannot do them.
async fn offered(
    salon: &Salon,
    choices: &Choices,
    date: IstDate,
    today: IstDate,
) -> Result<(Vec<Slot>, Outlook), Refusal> {
    let Some(branch) = &choices.branch else { return Ok((Vec::new(), Outlook::default())) };
    let (services, staff) = (choices.services.as_slice(), choices.person.as_ref());
    let asked = WantedVisit { branch, date, services, staff };
    let availability = Availability::of(salon);
    let days = in_sight(date, today);
    let (slots, outlook) = tokio::join!(availability.day_slots(asked), availability.outlook(asked, None, &days));
    let slots = match slots {
        Err(Failure::Refused(AvailabilityError::UnablePerson)) => {
            let anyone = WantedVisit { staff: None, ..asked };
            return Ok((availability.day_slots(anyone).await?, availability.outlook(anyone, None, &days).await?));
        }
        Err(Failure::Refused(AvailabilityError::UnknownService)) => {
            availability.day_slots(WantedVisit { services: &[], staff: None, ..asked }).await?
        }
        slots => slots?,
    };
    Ok((slots, outlook?))
}

/// Drops services and branches that cannot be had, and services of the other side of the house than the first.
fn keep_what_is_offered(choices: &mut Choices, categories: &[CategoryView], open: &[&Branch]) {
    let side_of = |id: &parlour_values::id::ServiceId| {
        let has = |category: &&CategoryView| services(category).iter().any(|service| service.id == *id);
        categories.iter().find(has).map(|category| category.service_type)
    };
    let side = choices.services.iter().find_map(side_of);
    choices.services.retain(|id| side.is_some() && side_of(id) == side);
    choices.branch = choices.branch.take().filter(|id| open.iter().any(|branch| branch.id == *id));
}

struct BookPage<'a> {
    words: &'a Words,
    today: IstDate,
    date: IstDate,
    choices: &'a Choices,
    categories: &'a [CategoryView],
    offers: Vec<&'a Offer>,
    nearby: Nearby<'a>,
    soon: Vec<&'a Branch>,
    branch: Option<&'a Branch>,
    slots: &'a [Slot],
    outlook: &'a Outlook,
    /// The person who was wished for and cannot do it there.
    unable: Option<&'a str>,
    /// Whether some of the services asked for are not on offer, or of the other side of the house.
    is_something_gone: bool,
    is_signed_in: bool,
    /// Whether the services are being chosen again.
    is_changing: bool,
}

impl BookPage<'_> {
    /// The chosen services in the order of the catalogue.
    fn chosen(&self) -> Vec<&ServiceView> {
        let all = self.categories.iter().flat_map(services);
        all.filter(|service| self.choices.services.contains(&service.id)).collect()
    }

    fn side(&self) -> Option<ServiceType> {
        let has = |category: &&CategoryView| {
            services(category).iter().any(|service| self.choices.services.contains(&service.id))
        };
        self.categories.iter().find(has).map(|category| category.service_type)
    }

    fn minutes(&self) -> Minutes {
        self.chosen().iter().map(|service| service.duration_minutes).sum()
    }

    /// Whether the visit is confirmed at once.
    fn is_instant(&self) -> bool {
        self.slots.iter().any(|slot| slot.confirmation == Some(Confirmation::Instant))
    }
}

fn render(shown: &BookPage<'_>) -> Markup {
    let words = shown.words;
    let to = |date: IstDate| Choices { date: Some(date), time: None, ..shown.choices.clone() }.href();
    let when = When {
        words,
        today: shown.today,
        date: shown.date,
        branch: shown.branch,
        slots: shown.slots,
        outlook: shown.outlook,
        wanted: shown.choices.time,
        to: &to,
    };
    html! {
        div.page-head { h1 { (words.book_a_visit()) } p.lead { (words.book_lead()) } }
        (needs_script(words))
        form id="book" class="book" method="get" action="/book" data-call="POST /api/bookings"
            data-then="/bookings/{id}" data-refresh data-once data-with="leadId"
            data-sign-in[!shown.is_signed_in] {
            div.book-choices {
                (choose::services(shown))
                (offers::hints(shown))
                (choose::branch(shown))
                (choose::person(shown))
                (when::days(&when))
                (when::times(&when))
                (Input::lines("notes", &words.notes(), 500).hint(&words.notes_hint()))
                noscript { button.button type="submit" { (words.show_times()) } }
            }
            aside.book-bar aria-label=(words.your_visit()) {
                (summary(shown, when.time()))
                (send(shown))
            }
        }
        @if shown.nearby.is_many() { (choose::find_branch(shown)) }
        (waitlist::tell_me(shown))
    }
}

fn send(shown: &BookPage<'_>) -> Markup {
    let words = shown.words;
    let name = match (shown.is_signed_in, shown.is_instant()) {
        (false, _) => words.sign_in_to_request(),
        (true, false) => words.request_booking(),
        (true, true) => words.book(),
    };
    html! {
        button.button id="send" type="submit" data-part data-say=(words.said_booked()) data-say-pending=(words.said_requested()) { (name) }
    }
}

/// The choices so far, and their total.
fn summary(shown: &BookPage<'_>, time: Option<TimeOfDay>) -> Markup {
    let (words, chosen) = (shown.words, shown.chosen());
    html! {
        div.summary id="summary" data-part {
            h2.summary-title { (words.your_visit()) }
            @if chosen.is_empty() {
                p.summary-none { (words.nothing_chosen()) }
            } @else {
                ul.summary-list { @for service in &chosen { li { span { (service.name_in(words.language)) } span { (service.price_paise) } } } }
                p.summary-total {
                    (offers::total(shown))
                    span { (format::span(words, shown.minutes())) }
                }
            }
            p.summary-when {
                @if let Some(branch) = shown.branch { span { (branch.name_in(words.language)) } }
                @if let Some(name) = shown.choices.person.as_ref().and_then(|id| shown.outlook.name_of(id)) {
                    span { (words.wished_for(name)) }
                }
                span { (format::near_day(words, shown.date, shown.today)) }
                @if shown.branch.is_some() {
                    span data-picked {
                        @if let Some(time) = time { (format::time(words, time)) }
                        @else { a href="#times" { (words.choose_time()) } }
                    }
                }
            }
        }
    }
}
