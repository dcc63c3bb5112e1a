//! `/pay/{staffId}`: a person's month, line by line.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::pay::{Pay, PayState, PersonPay, PersonPayRequest};
use parlour_pages::parts::{Tone, badge, breadcrumb, needs_script, opener};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

use super::lines::{InvoiceLinks, figures, lines};
use super::{Whose, adjusting, month_name, months};
use crate::filters::{self, Filters};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<StaffId>,
) -> PageAnswer {
    let filters = filters::read::<PersonPayRequest>(&asked)?;
    let pay = Pay::of(&salon).of_person(&id, filters.wanted.month).await.map_err(Refusal::from)?;
    let title = format!("Pay of {}", pay.totals.name);
    Page::private(&caller, title, render(&asked, &filters, &pay))
}

fn render(asked: &Asked, filters: &Filters<PersonPayRequest>, pay: &PersonPay) -> Markup {
    let is_open = pay.state == PayState::Open;
    let totals = &pay.totals;
    html! {
        (breadcrumb(&asked.words, &format!("/pay?month={}", pay.month), "Pay"))
        div.toolbar {
            h1 { (totals.name) }
            @if is_open { (badge(Tone::Good, "Open")) } @else { (badge(Tone::Calm, "Closed")) }
            a.ghost.button.small href=(format!("/staff/{}", paths::encoded(totals.staff_id.as_str()))) { "Commission rules" }
            @if is_open { (opener("adjust", "Adjust", "button small")) }
        }
        (needs_script(&asked.words))
        (filters.notice())
        div.week-steps {
            h2 id="month" { (month_name(asked, pay.month)) }
            (months(asked, pay.month, "month"))
        }
        (figures(totals.commission_paise, totals.tips_paise, totals.adjustments_paise, totals.total_paise))
        (lines(asked, &pay.lines, InvoiceLinks::Followed))
        @if is_open { (adjusting(asked, pay.month, Whose::One(&totals.staff_id))) }
    }
}
