//! `/gems`: what was earned, what expires when, what it buys.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Query, Refusal};
use parlour_money::gems::lots::Lot;
use parlour_money::gems::{GemTransactionType, GemTransactionView, GemsStore, GemsView};
use parlour_pages::parts::{PagesBy, empty, icon, pager};
use parlour_pages::paths::Choices;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::salon::Salon;
use parlour_values::gems::Gems;
use parlour_values::language::Language;
use parlour_values::translations::Translated as _;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    Query(feed): Query<FeedPage>,
) -> PageAnswer {
    let gems = GemsStore::of(&salon);
    let ((view, meta), account) = tokio::try_join!(
        async { gems.page(&caller.act, &caller.user.id, feed).await.map_err(Refusal::from) },
        async { gems.account(&caller.user.id).await.map_err(Refusal::from) },
    )?;
    let lots = account.map(|account| account.account.lots().to_vec()).unwrap_or_default();
    Page::private(&caller, asked.words.gems(), render(&asked, &view, &lots, &meta))
}

fn render(asked: &Asked, view: &GemsView, lots: &[Lot], meta: &Meta) -> Markup {
    let words = &asked.words;
    html! {
        div.page-head { h1 { (words.gems()) } }
        section.balance aria-labelledby="balance" {
            p.overline id="balance" { (words.balance()) }
            p.balance-number { (icon("gem")) strong { (view.summary.balance.0) } span { (words.gems_count(view.summary.balance.0)) } }
            p.fine { (words.earned_and_used(view.summary.total_earned.0, view.summary.total_redeemed.0)) }
            (expiries(asked, lots))
        }
        section aria-labelledby="redeem" {
            h2 id="redeem" { (words.what_gems_buy()) }
            @if view.redeemable.is_empty() { p.quiet { (words.nothing_for_gems()) } }
            ul.menu {
                @for service in &view.redeemable {
                    li.dish {
                        (pictures::drawn(Motif::of_service(&service.name, "", parlour_setup::catalogue::ServiceType::Spa)))
                        div.dish-text {
                            h3 id=(format!("r-{}", service.id)) { (service.name_in(words.language)) }
                            p.fine { (missing(words, view.summary.balance, service.gems_required)) }
                        }
                        p.price { (words.gems_price(service.gems_required.0)) }
                        a.ghost.button.small href=(Choices::of_service(&service.id).href()) aria-describedby=(format!("r-{}", service.id)) { (words.book()) }
                    }
                }
            }
            p.fine { (words.gems_at_desk()) }
        }
        section aria-labelledby="gem-history" {
            h2 id="gem-history" { (words.history()) }
            @if view.transactions.is_empty() {
                (empty(pictures::drawn(Motif::Stones), &words.no_gems_yet(), html! { a.button href="/book" { (words.book_a_visit()) } }))
            } @else {
                ul.ledger { @for transaction in &view.transactions { (line(asked, transaction)) } }
                (pager(words, PagesBy::Age, meta.page, meta.total_pages > meta.page, |page| format!("/gems?page={page}")))
            }
        }
    }
}

/// How many of the next to expire are told apart.
const SOONEST: usize = 4;

fn expiries(asked: &Asked, lots: &[Lot]) -> Markup {
    let words = &asked.words;
    html! {
        @if !lots.is_empty() {
            h2.small-title { (words.expiring()) }
            ul.plain {
                @for lot in lots.iter().take(SOONEST) {
                    li { (words.gems_expire(lot.remaining.0, format::full_date(words, lot.expires_at.ist_date()))) }
                }
                @let later: i64 = lots.iter().skip(SOONEST).map(|lot| lot.remaining.0).sum();
                @if later > 0 { li { (words.gems_expire_later(later)) } }
            }
        }
    }
}

fn missing(words: &Words, balance: Gems, price: Gems) -> String {
    if balance >= price { words.enough_gems() } else { words.gems_missing(price.minus(balance).0) }
}

/// The subject of a line. Its description is English, as the desk reads it.
fn about(words: &Words, transaction: &GemTransactionView) -> Option<String> {
    match words.language {
        Language::English => Some(transaction.description.clone()),
        Language::Hindi => transaction.invoice_number.as_ref().map(|number| words.gems_of_invoice(number.to_string())),
    }
}

fn line(asked: &Asked, transaction: &GemTransactionView) -> Markup {
    let words = &asked.words;
    let name = match transaction.r#type {
        GemTransactionType::Earned => words.gems_earned(),
        GemTransactionType::Redeemed => words.gems_redeemed(),
        GemTransactionType::Expired => words.gems_expired(),
        GemTransactionType::Adjusted => words.gems_adjusted(),
    };
    let amount = transaction.gems_amount.0;
    html! {
        li {
            div {
                strong { (name) }
                @if let Some(about) = about(words, transaction) { p.fine { (about) } }
                p.fine { time datetime=(transaction.created_at) { (format::full_date(words, transaction.created_at.ist_date())) } }
            }
            span.amount { @if amount > 0 { "+" } (amount) }
        }
    }
}
