//! `/book`: services, branch, day and time, all of it in the address.

mod choose;
mod when;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::slots::availability::Slot;
use parlour_booking::teams::{Availability, AvailabilityError, WantedVisit};
use parlour_http::{Refusal, Visit};
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{TextArea, needs_script};
use parlour_pages::paths::Choices;
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_setup::branches::{Branch, BranchStatus, Branches};
use parlour_setup::catalogue::{CatalogueStore, CategoryView, ServiceType, ServiceView};
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

use super::catalogue::{running, saving, services};

/// From then on today has no more to offer.
const LAST_START: Option<TimeOfDay> = TimeOfDay::hm(20, 30);

pub async fn page(State(salon): State<Salon>, asked: Asked, visit: Visit) -> PageAnswer {
    let now = visit.act.at;
    let mut choices = Choices::read(&asked.query);
    let date = choices.date.filter(|date| *date >= asked.today).unwrap_or_else(|| first_day(now));
    let (catalogue, offers, branches) = (CatalogueStore::of(&salon), Offers::of(&salon), Branches::of(&salon));
    // The slots first: they read the versions that the others then know.
    let (slots, signed_in, catalogue, offers, branches) = tokio::try_join!(
        slots(&salon, &choices, date),
        async { visit.session(&salon).await.map_err(Refusal::from) },
        async { catalogue.read().await.map_err(Refusal::from) },
        async { offers.all().await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
    )?;
    let offers = running(&offers, &catalogue, asked.today);
    let categories = catalogue.public().categories;
    let branches: Vec<&Branch> = branches.iter().map(|branch| &branch.record).collect();
    let open: Vec<&Branch> = branches.iter().copied().filter(|branch| branch.is_operational()).collect();

    choices.date = Some(date);
    keep_what_is_offered(&mut choices, &categories, &open);
    let slots = match (&choices.branch, open.as_slice()) {
        // The only branch need not be chosen.
        (None, [only]) => {
            choices.branch = Some(only.id.clone());
            self::slots(&salon, &choices, date).await?
        }
        _ => slots,
    };
    let branch = open.iter().find(|branch| choices.branch.as_ref() == Some(&branch.id)).copied();
    let slots = branch.map(|branch| when::judged(&slots, branch, date, now)).unwrap_or_default();
    let shown = Shown {
        words: &asked.words,
        today: asked.today,
        date,
        choices: &choices,
        categories: &categories,
        offers: &offers,
        open: &open,
        soon: branches.iter().copied().filter(|branch| branch.status == BranchStatus::ComingSoon).collect(),
        branch,
        slots: &slots,
        is_signed_in: signed_in.is_some(),
    };
    Page::shared(shown.is_signed_in, asked.words.book_a_visit(), render(&shown))
        .described(asked.words.book_description())
        .found_at("/book")
        .one_step()
        .looking("booking")
}

/// Today, until its last time has passed.
fn first_day(now: Instant) -> IstDate {
    let today = now.ist_date();
    if LAST_START.is_some_and(|last| now.ist_time() >= last) { today.plus_days(1) } else { today }
}

/// The day's slots at the chosen branch. Services that are no longer on offer do not stand in the way of looking.
async fn slots(salon: &Salon, choices: &Choices, date: IstDate) -> Result<Vec<Slot>, Refusal> {
    let Some(branch) = &choices.branch else { return Ok(Vec::new()) };
    let wanted = WantedVisit { branch, date, services: &choices.services, staff: None };
    match Availability::of(salon).day_slots(wanted).await {
        Err(Failure::Refused(AvailabilityError::UnknownService)) => {
            Ok(Availability::of(salon).day_slots(WantedVisit { services: &[], ..wanted }).await?)
        }
        slots => Ok(slots?),
    }
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

struct Shown<'a> {
    words: &'a Words,
    today: IstDate,
    date: IstDate,
    choices: &'a Choices,
    categories: &'a [CategoryView],
    offers: &'a [OfferView],
    open: &'a [&'a Branch],
    soon: Vec<&'a Branch>,
    branch: Option<&'a Branch>,
    slots: &'a [Slot],
    is_signed_in: bool,
}

impl Shown<'_> {
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

    /// The chosen time, where it can be had.
    fn time(&self) -> Option<TimeOfDay> {
        let has = |time: &TimeOfDay| self.slots.iter().any(|slot| slot.time.start == *time && slot.is_available());
        self.choices.time.filter(has)
    }
}

fn render(shown: &Shown<'_>) -> Markup {
    let words = shown.words;
    html! {
        div.page-head { h1 { (words.book_a_visit()) } p.lead { (words.book_lead()) } }
        (needs_script(words))
        form id="book" class="book" method="get" action="/book" data-call="POST /api/bookings"
            data-then="/bookings/{id}" data-say=(words.said_requested()) data-refresh data-once data-with="leadId"
            data-sign-in[!shown.is_signed_in] {
            div.book-choices {
                (choose::services(shown))
                (choose::branch(shown))
                (when::days(shown))
                (when::times(shown))
                (TextArea {
                    name: "notes",
                    label: &words.notes(),
                    hint: Some(&words.notes_hint()),
                    value: None,
                    most: 500,
                    within: None,
                    is_required: false,
                })
                noscript { button.button type="submit" { (words.show_times()) } }
            }
            aside.book-bar aria-label=(words.your_visit()) {
                (summary(shown))
                button.button type="submit" {
                    @if shown.is_signed_in { (words.request_booking()) } @else { (words.sign_in_to_request()) }
                }
            }
        }
    }
}

/// What has been chosen, what it comes to, and how to be cheaper.
fn summary(shown: &Shown<'_>) -> Markup {
    let (words, chosen) = (shown.words, shown.chosen());
    html! {
        div.summary id="summary" data-part {
            h2.summary-title { (words.your_visit()) }
            @if chosen.is_empty() {
                p.summary-none { (words.nothing_chosen()) }
            } @else {
                ul.summary-list { @for service in &chosen { li { span { (service.name) } span { (service.price_paise) } } } }
                p.summary-total {
                    strong { (chosen.iter().map(|service| service.price_paise).sum::<parlour_values::money::Paise>()) }
                    span { (format::span(words, shown.minutes())) }
                }
            }
            p.summary-when {
                @if let Some(branch) = shown.branch { span { (branch.name) } }
                span { (format::near_day(words, shown.date, shown.today)) }
                @if shown.branch.is_some() {
                    span data-picked {
                        @if let Some(time) = shown.time() { (format::time(words, time)) }
                        @else { a href="#times" { (words.choose_time()) } }
                    }
                }
            }
            (offer_hint(shown))
        }
    }
}

fn offer_hint(shown: &Shown<'_>) -> Markup {
    let applies = |offer: &&OfferView| {
        offer.service_ids.is_empty() || offer.service_ids.iter().any(|id| shown.choices.services.contains(id))
    };
    html! {
        @if !shown.choices.services.is_empty() {
            @for offer in shown.offers.iter().filter(applies) {
                p.offer-hint { strong { (saving(shown.words, offer)) } " " (offer.row.name) }
            }
        }
    }
}
