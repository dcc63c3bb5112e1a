//! `/branches`: every branch, in the order they were opened.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{empty, icon};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;

use super::{policy_word, state};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let branches = Branches::of(&salon).all().await?;
    Page::private(&caller, "Branches", render(&asked, &branches))
}

fn render(asked: &Asked, branches: &[Stored<Branch>]) -> Markup {
    let new = html! { a.button href="/branches/new" { "New branch" } };
    html! {
        div.toolbar { h1 { "Branches" } @if !branches.is_empty() { (new) } }
        @if branches.is_empty() {
            (empty(pictures::drawn(Motif::Mirror), "No branch yet. The first one you open is the primary one.", new))
        } @else {
            ul.branch-cards { @for branch in branches { (card(asked, branch)) } }
        }
    }
}

fn card(asked: &Asked, branch: &Branch) -> Markup {
    html! {
        li.card.branch-card {
            h2 { a.cover href=(format!("/branches/{}", paths::encoded(branch.id.as_str()))) { (branch.name) } }
            p.branch-states { (state(branch.status)) @if branch.is_primary { span.new { "Primary branch" } } }
            p.with-icon { (icon("place")) span.as-written { (branch.address) } }
            p.with-icon {
                (icon("clock"))
                span {
                    (format::hours(&asked.words, branch.open_time, branch.close_time))
                    @if !branch.hours.is_empty() { ", on some weekdays other hours" }
                }
            }
            @if let Some(phone) = &branch.phone { p.with-icon { (icon("phone")) span.phone { (phone.spaced()) } } }
            p.with-icon { (icon("calendar")) span { (policy_word(branch.settings.slot_policy)) } }
            p.fine { "Code " (branch.code) " · number " (branch.number) @if let Some(gstin) = &branch.gstin { " · GSTIN " (gstin) } }
        }
    }
}
