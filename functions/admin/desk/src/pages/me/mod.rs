//! `/me`: one's own days, and leave.

mod days;
mod earnings;
mod leave;
mod pin;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::feeds::{FeedOf, Feeds};
use parlour_booking::schedule::{
    LeaveListRequest, LeaveStatus, LeaveType, LeaveView, MeAnswer, MyDay, Schedule, SpanRequest,
};
use parlour_http::{Given, Refusal};
use parlour_money::pay::{Pay, PersonPay};
use parlour_pages::parts::{Tone, badge, calendar_feed, needs_script, opener};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_people::pins::Pins;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;
use parlour_values::time::IstDate;

use crate::assets::SETUP;
use crate::filters;

/// How many days are shown.
const DAYS: u64 = 14;

struct OwnPage {
    me: MeAnswer,
    from: IstDate,
    days: Vec<MyDay>,
    leave: Vec<LeaveView>,
    /// Whether they have a PIN; of those who approve nothing it is not asked.
    has_pin: Option<bool>,
    pay: PersonPay,
    /// Whether calendars have an address to read.
    is_shared: bool,
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let from = from_day(&asked);
    let span = SpanRequest { from: Some(from), to: Some(from.plus_days(DAYS - 1)) };
    let every: LeaveListRequest = filters::of_pairs(&[("pageSize", "50")])?;
    let month = filters::parameter(&asked, earnings::MONTH).and_then(|month| month.parse().ok());
    let (schedule, pay, feeds) = (Schedule::of(&salon), Pay::of(&salon), Feeds::of(&salon));
    let (me, days, (leave, _), has_pin, pay, is_shared) = tokio::try_join!(
        async { schedule.me(&caller).await.map_err(Refusal::from) },
        async { schedule.my_days(&caller, &span).await.map_err(Refusal::from) },
        async { schedule.my_leave(&caller, &every).await.map_err(Refusal::from) },
        has_pin(&salon, &caller),
        async { pay.mine(&caller, month).await.map_err(Refusal::from) },
        async { feeds.is_shared(&caller.user.id, FeedOf::Work).await.map_err(Refusal::from) },
    )?;
    let own = OwnPage { me, from, days, leave, has_pin, pay, is_shared };
    Page::private(&caller, "My days", render(&asked, &caller, &own))
}

async fn has_pin(salon: &Salon, caller: &Caller) -> Result<Option<bool>, Refusal> {
    if !caller.user.role.satisfies(Role::Manager) {
        return Ok(None);
    }
    Ok(Some(Pins::of(salon).is_set(&caller.user.id).await?))
}

fn from_day(asked: &Asked) -> IstDate {
    filters::parameter(asked, "from").and_then(|from| from.parse().ok()).unwrap_or(asked.today)
}

fn render(asked: &Asked, caller: &Caller, own: &OwnPage) -> Markup {
    let last = own.from.plus_days(DAYS - 1);
    html! {
        (SETUP.run())
        div.toolbar {
            h1 { "My days" }
            @if own.has_pin.is_some() { (opener("pin-dialog", "Set PIN", "ghost button")) }
            @if own.me.staff.is_some() { a.ghost.button href="#earnings-title" { "My earnings" } }
            (opener("ask", "Ask for leave", "button"))
        }
        (needs_script(&asked.words))
        @if own.me.staff.is_none() {
            p.notice { "You are not on the list of staff, so there are no shifts of yours. Leave you can ask for all the same." }
        }
        div.me-columns {
            section aria-labelledby="days-title" {
                div.week-steps {
                    h2 id="days-title" { (format::day(&asked.words, own.from, asked.today)) " to " (format::day(&asked.words, last, asked.today)) }
                    nav aria-label="Weeks" {
                        a.ghost.button.small href=(format!("/me?from={}", own.from.minus_days(DAYS))) { "Earlier" }
                        @if own.from != asked.today { a.ghost.button.small href="/me" { "Today" } }
                        a.ghost.button.small href=(format!("/me?from={}", own.from.plus_days(DAYS))) { "Later" }
                    }
                }
                (days::days(asked, caller, &own.days))
            }
            div {
                (leave::leave(asked, &own.leave))
                (calendar_feed(&asked.words, "/api/me/calendar", own.is_shared))
            }
        }
        @if own.me.staff.is_some() { (earnings::earnings(asked, &own.pay)) }
        (leave::dialog(asked))
        @if let Some(has_pin) = own.has_pin { (pin::dialog(asked, has_pin)) }
    }
}

pub const fn kind_word(kind: LeaveType) -> &'static str {
    match kind {
        LeaveType::Casual => "Casual leave",
        LeaveType::Sick => "Sick leave",
        LeaveType::Unpaid => "Unpaid leave",
        LeaveType::CompOff => "Compensatory day off",
    }
}

pub const fn status_word(status: LeaveStatus) -> &'static str {
    match status {
        LeaveStatus::Pending => "Waiting",
        LeaveStatus::Approved => "Approved",
        LeaveStatus::Rejected => "Rejected",
        LeaveStatus::Cancelled => "Withdrawn",
        LeaveStatus::Revoked => "Taken back",
    }
}

pub fn leave_state(status: LeaveStatus) -> Markup {
    let tone = match status {
        LeaveStatus::Pending => Tone::Waiting,
        LeaveStatus::Approved => Tone::Good,
        LeaveStatus::Rejected | LeaveStatus::Revoked => Tone::Bad,
        LeaveStatus::Cancelled => Tone::Calm,
    };
    badge(tone, status_word(status))
}
