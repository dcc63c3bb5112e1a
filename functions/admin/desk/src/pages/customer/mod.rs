//! `/customers/{id}`: one person on one page.

mod about;
mod edit;
mod erase;
mod form;
mod history;
mod looks;
mod merge;
mod messages;
pub mod new;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::customer_overview::CustomerOverview;
use parlour_money::memberships::{Memberships, TierView};
use parlour_pages::parts::{Tone, badge, breadcrumb, icon, meter, needs_script, opener};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::customers::{AccessLog, AccessLogRequest, Customers, ErasureView};
use parlour_platform::erasure::Erasures;
use parlour_platform::notifications::{NotificationView, Notifications};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Minutes};

use super::memberships::sell::{self, MembershipBuyer};
use super::{cards, links, states};
use crate::assets::PEOPLE;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<UserId>,
) -> PageAnswer {
    let memberships = Memberships::of(&salon);
    let notifications = Notifications::of(&salon);
    let customers = Customers::of(&salon);
    let is_owner = caller.user.role.satisfies(Role::Owner);
    let erasures = Erasures::of(&salon);
    let (person, tiers, branches, sent, looked, erasure) = tokio::try_join!(
        async { CustomerOverview::read(&salon, &id).await.map_err(Refusal::from) },
        async { memberships.tiers().await.map_err(Refusal::from) },
        async { sell::branches(&salon).await.map_err(Refusal::from) },
        async { notifications.sent_to(&id).await.map_err(Refusal::from) },
        async {
            let asked = AccessLogRequest { customer_id: id.clone() };
            if is_owner { customers.accesses(&asked).await.map(Some).map_err(Refusal::from) } else { Ok(None) }
        },
        async { if is_owner { erasures.asked(&id).await.map_err(Refusal::from) } else { Ok(None) } },
    )?;
    customers.note_access(&caller, &id).await?;
    let shown = CustomerPage {
        person: &person,
        tiers: &tiers,
        branches: &branches,
        sent: &sent,
        looked: looked.as_ref(),
        erasure: erasure.as_ref(),
    };
    Page::private(&caller, person.user.name.clone(), render(&asked, &caller, &shown))
}

/// A customer of the desk's making, who never signed in.
fn is_walk_in(person: &CustomerOverview) -> bool {
    !person.user.signs_in()
}

/// A customer with everything that the page shows.
struct CustomerPage<'a> {
    person: &'a CustomerOverview,
    tiers: &'a [TierView],
    branches: &'a [(String, String)],
    /// Their newest messages.
    sent: &'a [NotificationView],
    /// The people who looked at them, if the caller may know.
    looked: Option<&'a AccessLog>,
    /// That they are to be erased, where the caller may know.
    erasure: Option<&'a ErasureView>,
}

fn render(asked: &Asked, caller: &Caller, shown: &CustomerPage<'_>) -> Markup {
    let CustomerPage { person, tiers, branches, sent, looked, erasure } = *shown;
    let may_erase = caller.user.role.satisfies(Role::Owner) && erasure.is_none();
    let is_manager = caller.user.role.satisfies(Role::Manager);
    let (user, profile) = (&person.user, &person.profile);
    let may_buy = person.memberships.active.is_none() && !tiers.is_empty();
    let buyer = MembershipBuyer { id: &user.id, name: &user.name };
    html! {
        (breadcrumb(&asked.words, "/customers", "Customers"))
        div.toolbar {
            div.title-line {
                h1 { (user.name) }
                @if is_walk_in(person) { (badge(Tone::Calm, "Walk-in")) }
                @if profile.booking_requires_approval { (badge(Tone::Waiting, "Needs approval")) }
                (cards::due(profile.due))
                @if let Some(brought) = profile.opening_due() { span.fine { (brought) " of it brought along" } }
            }
            (opener("edit", "Edit", "ghost button small"))
            @if is_manager { (opener("merge", "Merge", "ghost button small")) }
            @if may_erase { (opener("erase", "Erase…", "ghost button small")) }
            @if may_buy { (opener("sell", "Sell membership", "ghost button small")) }
            (links::of_customer(asked, &user.name, &person.bookings))
            a.button.small href=(book(person)) { "Book" }
        }
        (needs_script(&asked.words))
        @if let Some(erasure) = erasure { (erase::notice(asked, person, erasure)) }
        (cards::alerts(person.alerts.as_deref()))
        (figures(asked, person, caller.act.at))
        div.columns.person-columns {
            div.stack {
                (about::about(asked, person))
                (about::tags(person))
                (about::overrule(person, is_manager))
                (membership_card(asked, person))
            }
            div.stack {
                (history::notes(asked, person))
                (messages::messages(asked, sent))
                (history::visits(asked, person))
                (history::gems(asked, person))
                @if let Some(looked) = looked { (looks::looks(asked, looked)) }
            }
        }
        (edit::dialog(asked, person))
        @if is_manager { (merge::dialog(asked, person)) }
        @if may_erase { (erase::dialog(asked, person)) }
        @if may_buy { (sell::dialog(asked, tiers, branches, Some(&buyer))) }
        (PEOPLE.run())
    }
}

/// A walk-in for this person: the desk finds them by their phone.
fn book(person: &CustomerOverview) -> String {
    let phone = person.profile.phone.as_ref().map(|phone| phone.as_str()).unwrap_or_default();
    format!("/bookings/new?name={}&phone={}", paths::encoded(&person.user.name), paths::encoded(phone))
}

fn figures(asked: &Asked, person: &CustomerOverview, now: Instant) -> Markup {
    let profile = &person.profile;
    let gems = person.gems.as_ref().map_or(0, |gems| gems.account.spendable(now).0);
    let last = profile.last_visit_at.map(|at| format::near_day(&asked.words, at.ist_date(), asked.today));
    let figures: [(&str, String); 6] = [
        ("Visits", profile.total_visits.to_string()),
        ("Spent", profile.total_spent.to_string()),
        ("Gems", gems.to_string()),
        ("No-shows", profile.noshow_count.to_string()),
        ("Late cancellations", profile.late_cancellation_count.to_string()),
        ("Last visit", last.unwrap_or_else(|| "never".to_owned())),
    ];
    html! {
        dl.figures.six {
            @for (name, value) in figures { div.figure { dt.fine { (name) } dd { strong { (value) } } } }
        }
    }
}

fn membership_card(asked: &Asked, person: &CustomerOverview) -> Markup {
    let words = &asked.words;
    let own = &person.memberships;
    html! {
        section.card aria-labelledby="membership" {
            h2 id="membership" { (icon("gem")) "Membership" }
            @match &own.active {
                Some(active) => {
                    @let left = Minutes(active.total_hours_minutes.0.saturating_sub(active.used_hours_minutes.0));
                    p { a href=(paths::membership(&active.id)) { strong { (active.tier_name_snapshot) } } " " span.fine { (active.membership_number) } }
                    p { (format::span(words, left)) " of " (format::span(words, active.total_hours_minutes)) " left, until " (format::full_date(words, active.expires_at.ist_date())) }
                    div.meter-line { (meter("Minutes left", left.0, active.total_hours_minutes.0)) }
                },
                None => p.quiet { "No active membership." },
            }
            @if !own.past.is_empty() {
                details {
                    summary { "Earlier ones" }
                    ul.rows {
                        @for past in &own.past {
                            li {
                                a href=(paths::membership(&past.id)) { (past.tier_name_snapshot) }
                                span.fine { "until " (format::full_date(words, past.expires_at.ist_date())) }
                                (states::membership_badge(past.status))
                            }
                        }
                    }
                }
            }
        }
    }
}
