//! `/membership`: what is left of it, or what there is to have.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::MembershipSessionView;
use parlour_http::Given;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_money::memberships::{MembershipRow, Memberships, OwnMembership, TierView};
use parlour_pages::parts::{Tone, badge, meter};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::time::Minutes;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let memberships = Memberships::of(&salon);
    let (own, tiers) = tokio::try_join!(memberships.of_customer(&caller.user.id), memberships.tiers())?;
    Page::private(&caller, asked.words.membership(), render(&asked, &own, &tiers))
}

fn render(asked: &Asked, own: &OwnMembership, tiers: &[TierView]) -> Markup {
    let words = &asked.words;
    html! {
        div.page-head { h1 { (words.membership()) } }
        @if let Some(active) = &own.active {
            (card(asked, active))
            section aria-labelledby="sessions" {
                h2 id="sessions" { (words.sessions()) }
                @if own.sessions.is_empty() { p.quiet { (words.no_sessions()) } }
                @else { ul.ledger { @for session in &own.sessions { (line(asked, session)) } } }
            }
        } @else {
            p.lead { (words.no_membership()) }
            (offered(words, tiers))
        }
        @if !own.past.is_empty() {
            section aria-labelledby="earlier" {
                h2 id="earlier" { (words.earlier_memberships()) }
                ul.ledger { @for membership in &own.past { (earlier(words, membership)) } }
            }
        }
    }
}

fn left(membership: &MembershipRow) -> Minutes {
    Minutes(membership.total_hours_minutes.0.saturating_sub(membership.used_hours_minutes.0))
}

fn card(asked: &Asked, membership: &MembershipRow) -> Markup {
    let words = &asked.words;
    let expires = membership.expires_at.ist_date();
    html! {
        section.member-card aria-labelledby="card-title" {
            div {
                p.overline { (membership.membership_number) }
                h2 id="card-title" { (membership.tier_name_snapshot) }
            }
            div {
                p.member-left {
                    (words.hours_left(format::span(words, left(membership)), format::span(words, membership.total_hours_minutes)))
                }
                (meter(&words.hours_remaining(), left(membership).0, membership.total_hours_minutes.0))
            }
            p { (words.valid_until(format::full_date(words, expires))) }
        }
        p.actions { a.button href="/book" { (words.book_a_visit()) } }
    }
}

fn line(asked: &Asked, session: &MembershipSessionView) -> Markup {
    let words = &asked.words;
    let names: Vec<&str> = session.services.iter().map(|service| service.service_name_snapshot.as_str()).collect();
    html! {
        li {
            div {
                strong { (names.join(", ")) }
                p.fine { (format::day(words, session.booking.booking_date, asked.today)) " · " (session.booking.booking_number) }
            }
            span.amount { (format::span(words, session.booking.total_duration_minutes)) }
        }
    }
}

fn offered(words: &Words, tiers: &[TierView]) -> Markup {
    html! {
        @if tiers.is_empty() { p.quiet { (words.no_tiers()) } }
        ul.tiers {
            @for tier in tiers {
                li.tier {
                    (pictures::drawn(Motif::Lotus))
                    h2 { (tier.name) }
                    @if !tier.description.is_empty() { p { (tier.description) } }
                    p.tier-price { strong { (tier.default_price_paise) } }
                    p.fine {
                        (words.tier_terms(format::span(words, tier.default_hours_minutes), tier.default_validity_days))
                    }
                }
            }
        }
        p.quiet { (words.tiers_at_desk()) }
    }
}

fn earlier(words: &Words, membership: &MembershipRow) -> Markup {
    let (tone, status) = match membership.status {
        MembershipStatus::Active => (Tone::Good, words.membership_active()),
        MembershipStatus::Expired => (Tone::Calm, words.membership_expired()),
        MembershipStatus::Cancelled => (Tone::Bad, words.membership_cancelled()),
    };
    html! {
        li {
            div {
                strong { (membership.tier_name_snapshot) }
                p.fine { (membership.membership_number) " · " (words.valid_until(format::full_date(words, membership.expires_at.ist_date()))) }
            }
            (badge(tone, &status))
        }
    }
}
