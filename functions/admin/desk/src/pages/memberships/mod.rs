//! `/memberships`: who has one, selling one, and the tiers they are sold from.

pub mod sell;
mod tiers;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::memberships::rules::MembershipStatus;
use parlour_money::memberships::{ListMembershipsRequest, ListTiersRequest, MembershipListRow, Memberships, TierView};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Input, ListTable, empty, meter, needs_script, opener};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;
use parlour_values::time::Minutes;

use super::customers;
use super::states::{membership_badge, membership_word};
use crate::assets::PEOPLE;
use crate::filters::{self, Filters};
use crate::pages::fields::named;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListMembershipsRequest>(&asked)?;
    let is_manager = caller.user.role.satisfies(Role::Manager);
    let memberships = Memberships::of(&salon);
    let all = ListTiersRequest { all: is_manager.then_some(true) };
    let (rows, tiers, branches) = tokio::try_join!(
        async { memberships.list(&filters.wanted, SizeLimit::GZIP).await.map_err(Refusal::from) },
        async { memberships.list_tiers(&caller, &all).await.map_err(Refusal::from) },
        async { sell::branches(&salon).await.map_err(Refusal::from) },
    )?;
    Page::private(&caller, "Memberships", render(&asked, &filters, &rows.rows, &tiers, &branches, is_manager))
}

fn render(
    asked: &Asked,
    filters: &Filters<ListMembershipsRequest>,
    rows: &[MembershipListRow],
    tiers: &[TierView],
    branches: &[(String, String)],
    is_manager: bool,
) -> Markup {
    let request = &filters.wanted;
    let on_sale: Vec<TierView> = tiers.iter().filter(|tier| tier.is_active).cloned().collect();
    let is_filtered = request.tier.is_some() || request.status.is_some();
    html! {
        div.toolbar {
            h1 { "Memberships" }
            @if is_manager { a.ghost.button.small href="#tiers" { "Tiers" } }
            @if !on_sale.is_empty() { (opener("sell", "Sell membership", "button small")) }
        }
        (needs_script(&asked.words))
        (filters.notice())
        (choices(request, tiers))
        @if rows.is_empty() {
            @let text = if is_filtered { "No membership matches." } else { "No memberships yet." };
            (empty(pictures::drawn(Motif::Lotus), text, html! { @if is_filtered { a.ghost.button href="/memberships" { "Show all" } } }))
        } @else {
            (table(asked, rows))
        }
        @if is_manager { (tiers::section(asked, tiers)) }
        @if !on_sale.is_empty() { (sell::dialog(asked, &on_sale, branches, None)) }
        (PEOPLE.run())
    }
}

fn choices(request: &ListMembershipsRequest, tiers: &[TierView]) -> Markup {
    html! {
        form.filters method="get" action="/memberships" {
            (Input::choice("status", "Status", named(MembershipStatus::ALL, membership_word),
                request.status.map(MembershipStatus::as_str)).or("Any").within("filter"))
            (Input::choice("tier", "Tier", tiers.iter().map(|tier| (tier.id.to_string(), tier.name.clone())),
                request.tier.as_ref().map(|tier| tier.as_str())).or("Any").within("filter"))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn table(asked: &Asked, rows: &[MembershipListRow]) -> Markup {
    let words = &asked.words;
    html! {
        p.fine { (rows.len()) @if rows.len() == 1 { " membership" } @else { " memberships" } }
        (ListTable::new(&[Text("Number"), Text("Customer"), Text("Tier"), Text("Left"), Amount("Paid"), Text("Until"),
            Text("Status")], html! {
            @for row in rows {
                @let membership = &row.membership;
                @let left = Minutes(membership.total_hours_minutes.0.saturating_sub(membership.used_hours_minutes.0));
                tr {
                    th.nowrap scope="row" { a href=(paths::membership(&membership.id)) { (membership.membership_number) } }
                    td { a href=(customers::href(membership.customer_id.as_str())) { (row.customer_name) } }
                    td { (row.tier_name) }
                    td.left {
                        (format::span(words, left)) " of " (format::span(words, membership.total_hours_minutes))
                        (meter("Minutes left", left.0, membership.total_hours_minutes.0))
                    }
                    td.amount { (membership.price_paid_paise) }
                    td.nowrap { (format::full_date(words, membership.expires_at.ist_date())) }
                    td { (membership_badge(membership.status)) }
                }
            }
        }).labelled("Memberships"))
    }
}
