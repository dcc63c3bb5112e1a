//! `/bookings/new`: somebody at the desk, or on the phone. The board shows the same form in a dialog.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{Bookings, DayOffer, Lookups, ServiceChoice, StaffMemberChoice, VisitSketch};
use parlour_http::Given;
use parlour_pages::parts::{Form, Input, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerDetail, Customers};
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::ServiceType;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::id::{LeadId, ServiceId, StaffId, UserId};
use parlour_values::role::Role;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

use super::chosen_branch::chosen;
use super::persons::{self, Candidate, CandidateState};
use super::picker::{Picker, new_customer};
use super::repeats;
use super::times::{self, FreeTimes};
use crate::assets::WALK_IN;

/// The facts of the walk-in that are known already, as the address says them.
#[derive(Clone, Debug, Default)]
struct KnownWalkIn {
    branch: Option<String>,
    date: Option<IstDate>,
    time: Option<TimeOfDay>,
    person: Option<String>,
    /// The services that are chosen, each with its person: the script asks for their free times.
    plan: Vec<(ServiceId, StaffId)>,
    /// The services that are ticked.
    services: Vec<ServiceId>,
    customer: Option<UserId>,
    name: Option<String>,
    phone: Option<String>,
    /// The lead that books.
    lead: Option<LeadId>,
}

impl KnownWalkIn {
    fn read(query: &str) -> Self {
        let mut known = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let text = || Some(value.to_string()).filter(|text| !text.is_empty() && text.len() <= 256);
            match &*name {
                "branch" => known.branch = text(),
                "date" => known.date = value.parse().ok(),
                "time" => known.time = value.parse().ok(),
                "person" => known.person = text(),
                "plan" => known.plan = times::plan_of(&value),
                "services" => known.services = value.split(',').take(20).map(ServiceId::from).collect(),
                "customer" => known.customer = text().map(UserId::from),
                "name" => known.name = text(),
                "phone" => known.phone = text(),
                "lead" => known.lead = text().map(LeadId::from),
                _ => {}
            }
        }
        known
    }
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let mut known = KnownWalkIn::read(&asked.query);
    if known.branch.is_none() {
        let branches = Branches::of(&salon).all().await?;
        let open = branches.iter().filter(|branch| branch.is_operational());
        known.branch = chosen(open, &caller, None).map(|branch| branch.id.to_string());
    }
    let (lookups, customer) = tokio::join!(async { Bookings::of(&salon).lookups().await }, async {
        match &known.customer {
            Some(id) => Customers::of(&salon).detail(id).await.map(Some),
            None => Ok(None),
        }
    });
    let offer = offer(&salon, &known, caller.act.at).await?;
    let form = form(&asked, &caller, &lookups?, &known, customer?.as_ref(), &offer);
    let main = html! {
        (breadcrumb(&asked.words, "/", "Day board"))
        (needs_script(&asked.words))
        (form)
        (WALK_IN.run())
    };
    Page::private(&caller, "New walk-in", main)
}

/// When everybody named could do what is chosen, and who could do what is ticked.
async fn offer(salon: &Salon, known: &KnownWalkIn, now: Instant) -> Result<DayOffer, TableError> {
    let Some(branch) = known.branch.as_deref() else { return Ok(DayOffer::default()) };
    let sketch = VisitSketch {
        branch: &branch.into(),
        date: known.date.unwrap_or(now.ist_date()),
        time: known.time.unwrap_or(now.ist_time()),
        plan: &known.plan,
        services: &known.services,
    };
    Bookings::of(salon).offer_for(&sketch, now).await
}

fn form(
    asked: &Asked,
    caller: &Caller,
    lookups: &Lookups,
    known: &KnownWalkIn,
    customer: Option<&CustomerDetail>,
    offer: &DayOffer,
) -> Markup {
    let (now, is_manager) = (caller.act.at, caller.user.role.satisfies(Role::Manager));
    let fields = html! {
        div.walk-in-sides {
            div { (who(known, customer)) (services(asked, lookups, known)) }
            div {
                (where_and_when(asked, lookups, known, now, offer))
                (repeats::fields())
                (Input::lines("notes", "Notes", 500).within("walk-in"))
            }
        }
        @if let Some(lead) = &known.lead { input type="hidden" name="leadId" value=(lead); }
        // The script offers it where the person has another booking.
        @if is_manager {
            input type="checkbox" name="allowOverlap" hidden disabled aria-label="Record anyway";
        }
        div.actions { (submit("Book walk-in")) }
    };
    let form = Form::new("walk-in-form", "POST /api/bookings", fields)
        .then("/bookings/{booking.id}")
        .say("Booked.")
        .once()
        .class("form wide-form");
    html! {
        section.walk-in id="walk-in" aria-labelledby="walk-in-title" data-manager[is_manager] { h1 id="walk-in-title" { "New walk-in" } (form) }
    }
}

/// Somebody known, found while typing, or somebody new. Only one of the two is sent.
fn who(known: &KnownWalkIn, customer: Option<&CustomerDetail>) -> Markup {
    let is_new = customer.is_none() && (known.name.is_some() || known.phone.is_some());
    html! {
        fieldset.who {
            legend.unseen { "Who" }
            div data-known hidden[is_new] {
                (Picker {
                    within: "walk-in",
                    name: "customerId",
                    label: "Customer",
                    placeholder: Some("Name or phone"),
                    chosen: customer.map(|customer| (customer.id.as_str(), customer.name.as_str())),
                    is_disabled: is_new,
                    ..Picker::default()
                })
            }
            (new_customer(known.name.as_deref(), known.phone.as_deref(), is_new))
        }
    }
}

fn services(asked: &Asked, lookups: &Lookups, known: &KnownWalkIn) -> Markup {
    let of = |side: ServiceType| lookups.services.iter().filter(move |service| service.service_type == side);
    html! {
        input type="hidden" name="serviceType" value="";
        fieldset.field data-needs-one aria-describedby="serviceIds-error" {
            legend { "Services" }
            p.error id="serviceIds-error" hidden {}
            div.service-list {
                @for (side, name) in [(ServiceType::Salon, "Salon"), (ServiceType::Spa, "Spa")] {
                    @if of(side).next().is_some() {
                        div { p.fine { (name) } @for service in of(side) { (service_choice(asked, service, known.services.contains(&service.id))) } }
                    }
                }
            }
        }
        (by_others(lookups))
    }
}

/// Services that somebody else than the chosen person does: a row each, copied by the script.
fn by_others(lookups: &Lookups) -> Markup {
    html! {
        div.by-others data-others {
            ol data-rows-of="services" {}
            template {
                li.two-fields {
                    div.field {
                        label { "Service" }
                        select data-other="service" aria-label="Service" required {
                            option value="" { "Choose a service" }
                            @for service in &lookups.services {
                                option value=(service.id) data-side=(service.service_type) { (service.name) }
                            }
                        }
                    }
                    div.field {
                        label { "Person" }
                        select data-other="person" aria-label="Person" required {
                            option value="" { "Choose somebody" }
                            @for member in &lookups.staff {
                                @let places: Vec<&str> = member.branch_ids.iter().map(|id| id.as_str()).collect();
                                @let skills: Vec<&str> = member.service_ids.iter().map(|id| id.as_str()).collect();
                                option value=(member.id) data-places=(places.join(" ")) data-does=(skills.join(" ")) { (member.display_name) }
                            }
                        }
                    }
                    button.ghost.button.small type="button" data-remove-other { "Remove" }
                }
            }
            button.ghost.button.small type="button" data-add-other { "Add service" }
            p.fine { "For a service that somebody else does." }
        }
    }
}

fn service_choice(asked: &Asked, service: &ServiceChoice, is_chosen: bool) -> Markup {
    let id = format!("service-{}", service.id);
    html! {
        div.service-choice {
            input id=(id) type="checkbox" name="serviceIds" value=(service.id) data-list data-side=(service.service_type)
                checked[is_chosen];
            label for=(id) { (service.name) }
            span.fine { (format::span(&asked.words, service.duration_minutes)) " · " (service.price_paise) }
        }
    }
}

/// Those who can and are free first, once services are ticked; those of other branches are kept for the script.
fn people<'a>(lookups: &'a Lookups, known: &KnownWalkIn, branch: Option<&str>, offer: &DayOffer) -> Vec<Candidate<'a>> {
    let candidate = |member: &'a StaffMemberChoice| {
        let places: Vec<&str> = member.branch_ids.iter().map(|id| id.as_str()).collect();
        let is_able = known.services.iter().all(|service| member.service_ids.contains(service));
        let standing = if known.services.is_empty() {
            CandidateState::Unasked
        } else {
            CandidateState::of(offer.free.contains(&member.id), is_able)
        };
        Candidate {
            id: &member.id,
            name: &member.display_name,
            standing,
            is_chosen: known.person.as_deref() == Some(member.id.as_str()),
            is_elsewhere: branch.is_none_or(|branch| !places.contains(&branch)),
            places: Some(places.join(" ")),
        }
    };
    lookups.staff.iter().map(candidate).collect()
}

fn where_and_when(asked: &Asked, lookups: &Lookups, known: &KnownWalkIn, now: Instant, offer: &DayOffer) -> Markup {
    let branch = known.branch.as_deref();
    // Untouched, neither is sent: the API takes the moment it is booked at.
    let is_now = known.date.is_none_or(|date| date == now.ist_date()) && known.time.is_none();
    let unsent = |name: &'static str| if is_now { "" } else { name };
    let free = if known.plan.is_empty() {
        FreeTimes::Unasked("Choose services and a person to see them.")
    } else {
        FreeTimes::Known(&offer.times)
    };
    let (date, time) = (known.date.unwrap_or(now.ist_date()), known.time.unwrap_or(now.ist_time()));
    html! {
        (Input::choice("branchId", "Branch",
            lookups.branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone())), branch)
            .within("walk-in"))
        (persons::select("walk-in", "Choose somebody", true, people(lookups, known, branch, offer)))
        (Input::new("bookingDate", "Date").kind("date").within("walk-in").required().value(date.to_string())
            .with("min", now.ist_date().to_string()).sent_as(unsent("bookingDate")))
        (times::render(&asked.words, "walk-in", &free, time, unsent("startTime")))
    }
}
