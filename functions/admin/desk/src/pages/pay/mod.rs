//! `/pay`: what everybody comes to in a month, and how a month is closed.

mod lines;
pub mod person;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::pay::{Pay, PayReport, PayReportRequest, PayState, PersonTotals};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Form, Input, ListTable, Tone, badge, empty, icon, needs_script, opener, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::StaffId;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Month;

pub use self::lines::{InvoiceLinks, figures, lines, percent};
use crate::filters::{self, Filters, address, carried};
use crate::pages::fields::branch_options;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<PayReportRequest>(&asked)?;
    let (pay, branches) = (Pay::of(&salon), Branches::of(&salon));
    let (report, branches) = tokio::try_join!(pay.sheet(&filters.wanted), branches.all()).map_err(Refusal::from)?;
    Page::private(&caller, "Pay", render(&asked, &caller, &filters, &report, &branches))
}

/// The path of a person's lines of a month.
pub fn href(staff: &StaffId, month: Month) -> String {
    format!("/pay/{}?month={month}", paths::encoded(staff.as_str()))
}

/// `Nov 2026`.
pub fn month_name(asked: &Asked, month: Month) -> String {
    format!("{} {}", format::month(&asked.words, month.first_day()), month.year)
}

/// The month before, this one, and the month after; `parameter` says the month in the address.
pub fn months(asked: &Asked, month: Month, parameter: &str) -> Markup {
    let current = asked.today.calendar_month();
    let to = |month: Month| address(asked, &[(parameter, &month.to_string())]);
    html! {
        nav aria-label="Months" {
            a.ghost.button.small rel="prev" href=(to(month.previous())) { "Previous month" }
            @if month != current { a.ghost.button.small href=(address(asked, &[(parameter, "")])) { "This month" } }
            @if month < current { a.ghost.button.small rel="next" href=(to(month.next())) { "Next month" } }
        }
    }
}

fn render(
    asked: &Asked,
    caller: &Caller,
    filters: &Filters<PayReportRequest>,
    report: &PayReport,
    branches: &[Stored<Branch>],
) -> Markup {
    let is_open = report.state == PayState::Open;
    let can_close = is_open && caller.user.role.satisfies(Role::Owner) && report.month < asked.today.calendar_month();
    let can_adjust = is_open && !report.people.is_empty();
    html! {
        div.toolbar {
            h1 { "Pay" }
            (state(asked, report))
            a.ghost.button.small href=(csv(report.month, &filters.wanted)) download { (icon("chart")) "Download CSV" }
            @if can_adjust { (opener("adjust", "Adjust", "ghost button small")) }
            @if can_close { (opener("close-month", "Close month", "button small")) }
        }
        (needs_script(&asked.words))
        (filters.notice())
        div.week-steps {
            h2 id="month" { (month_name(asked, report.month)) }
            (months(asked, report.month, "month"))
        }
        @if branches.len() > 1 { (places(asked, &filters.wanted, branches)) }
        @if report.people.is_empty() {
            (empty(pictures::drawn(Motif::Hands), "Nobody is paid here in this month.", html! {}))
        } @else {
            (sums(&report.people))
            (table(report))
            p.fine { "Services, products and sessions are what commission is counted on: net, without GST." }
        }
        @if can_adjust { (adjusting(asked, report.month, Whose::Any(&report.people))) }
        @if can_close { (closing(asked, report)) }
    }
}

fn state(asked: &Asked, report: &PayReport) -> Markup {
    match report.closed_at {
        Some(at) => badge(Tone::Calm, &format!("Closed {}", format::full_date(&asked.words, at.ist_date()))),
        None => badge(Tone::Good, "Open"),
    }
}

fn csv(month: Month, wanted: &PayReportRequest) -> String {
    let branch = wanted.branch_id.as_ref().map(|id| format!("&branchId={}", paths::encoded(id.as_str())));
    format!("/api/pay?format=csv&month={month}{}", branch.unwrap_or_default())
}

fn places(asked: &Asked, wanted: &PayReportRequest, branches: &[Stored<Branch>]) -> Markup {
    html! {
        form.filters method="get" action="/pay" {
            (carried(asked, &["branchId"]))
            (Input::choice("branchId", "Branch", branch_options(branches),
                wanted.branch_id.as_ref().map(|id| id.as_str())).or("All branches"))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn sums(people: &[PersonTotals]) -> Markup {
    let sum = |amount: fn(&PersonTotals) -> Paise| people.iter().map(amount).sum::<Paise>();
    figures(
        sum(|person| person.commission_paise),
        sum(|person| person.tips_paise),
        sum(|person| person.adjustments_paise),
        sum(|person| person.total_paise),
    )
}

fn table(report: &PayReport) -> Markup {
    html! {
        (ListTable::new(&[Text("Person"), Amount("To pay"), Amount("Commission"), Amount("Tips"), Amount("Adjustments"),
            Amount("Services"), Amount("Products"), Amount("Sessions"), Amount("Visits")], html! {
            @for person in &report.people {
                tr {
                    th scope="row" { a href=(href(&person.staff_id, report.month)) { (person.name) } }
                    td.amount { strong { (person.total_paise) } }
                    td.amount { (person.commission_paise) }
                    td.amount { (person.tips_paise) }
                    td.amount { (person.adjustments_paise) }
                    td.amount { (person.services_paise) }
                    td.amount { (person.products_paise) }
                    td.amount { (person.sessions_paise) }
                    td.amount { (person.visits) }
                }
            }
        }).headed("month"))
    }
}

/// The person whose pay is adjusted.
enum Whose<'a> {
    Any(&'a [PersonTotals]),
    One(&'a StaffId),
}

fn adjusting(asked: &Asked, month: Month, whose: Whose<'_>) -> Markup {
    let fields = html! {
        @match whose {
            Whose::Any(people) => {
                (Input::choice("staffId", "Person",
                    people.iter().map(|person| (person.staff_id.to_string(), person.name.clone())), None))
            }
            Whose::One(staff) => { input type="hidden" name="staffId" value=(staff); }
        }
        (Input::new("amountPaise", "Amount in rupees").kind("number").sent_type("rupees").required()
            .hint("A bonus is added; with a minus before it, such as an advance, it is taken off.").with("step", "0.01"))
        (Input::new("reason", "Reason").required().hint("The person sees it.").with("maxlength", "200").autocomplete("off"))
        div.actions { (submit("Adjust")) }
    };
    let call = format!("POST /api/pay/{month}/adjustments");
    let title = format!("Adjust the pay of {}", month_name(asked, month));
    Form::new("adjust-form", call, fields).then("reload").say("Adjusted.").in_dialog(&asked.words, "adjust", &title)
}

/// Closing says what it means: it is never opened again.
fn closing(asked: &Asked, report: &PayReport) -> Markup {
    let month = month_name(asked, report.month);
    let fields = html! {
        p { "Everybody's pay of " (month) ", of all branches, is stored as it stands now and " strong { "never changes again" } ". It cannot be opened again." }
        p { "What comes later, such as a refund, stands in the month in which it comes. Nothing can be adjusted in " (month) " any more." }
        div.actions { (submit("Close month")) }
    };
    let call = format!("POST /api/pay/{}/close", report.month);
    let title = format!("Close {month}?");
    Form::new("close-form", call, fields).then("reload").say(format!("{month} is closed.")).in_dialog(
        &asked.words,
        "close-month",
        &title,
    )
}
