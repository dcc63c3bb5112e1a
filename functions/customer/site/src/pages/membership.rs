//! `/membership`: what is left of it, or what there is to have.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::MembershipSessionView;
use parlour_http::Given;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_money::memberships::{MembershipRow, Memberships, OwnMembership, Tier, TierView};
use parlour_pages::parts::{Tone, badge, meter};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::time::Minutes;
use parlour_values::translations::Translated as _;

use super::names::Names;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let memberships = Memberships::of(&salon);
    let (own, tiers, names) = tokio::try_join!(
        memberships.of_customer(&caller.user.id),
        memberships.all_tiers(),
        Names::read(&salon, &asked.words)
    )?;
    let shown = MembershipPage { asked: &asked, tiers: &tiers, names: &names };
    Page::private(&caller, asked.words.membership(), render(&shown, &own))
}

struct MembershipPage<'a> {
    asked: &'a Asked,
    /// Active or not, by display order.
    tiers: &'a [Stored<Tier>],
    names: &'a Names,
}

impl MembershipPage<'_> {
    /// The tier's name in the reader's language, else the one it had when the membership was sold.
    fn tier<'a>(&'a self, membership: &'a MembershipRow) -> &'a str {
        let tier = self.tiers.iter().find(|tier| tier.id == membership.tier_id);
        let name = tier.and_then(|tier| tier.translations.name(self.asked.words.language));
        name.unwrap_or(&membership.tier_name_snapshot)
    }
}

fn render(shown: &MembershipPage<'_>, own: &OwnMembership) -> Markup {
    let words = &shown.asked.words;
    html! {
        div.page-head { h1 { (words.membership()) } }
        @if let Some(active) = &own.active {
            (card(shown, active))
            section aria-labelledby="sessions" {
                h2 id="sessions" { (words.sessions()) }
                @if own.sessions.is_empty() { p.quiet { (words.no_sessions()) } }
                @else { ul.ledger { @for session in &own.sessions { (line(shown, session)) } } }
            }
        } @else {
            p.lead { (words.no_membership()) }
            (offered(shown))
        }
        @if !own.past.is_empty() {
            section aria-labelledby="earlier" {
                h2 id="earlier" { (words.earlier_memberships()) }
                ul.ledger { @for membership in &own.past { (earlier(shown, membership)) } }
            }
        }
    }
}

fn left(membership: &MembershipRow) -> Minutes {
    Minutes(membership.total_hours_minutes.0.saturating_sub(membership.used_hours_minutes.0))
}

fn card(shown: &MembershipPage<'_>, membership: &MembershipRow) -> Markup {
    let words = &shown.asked.words;
    let expires = membership.expires_at.ist_date();
    html! {
        section.member-card aria-labelledby="card-title" {
            div {
                p.overline { (membership.membership_number) }
                h2 id="card-title" { (shown.tier(membership)) }
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

fn line(shown: &MembershipPage<'_>, session: &MembershipSessionView) -> Markup {
    let words = &shown.asked.words;
    let copies = session.services.iter().map(|service| (&service.service_id, service.service_name_snapshot.as_str()));
    html! {
        li {
            div {
                strong { (shown.names.services(copies)) }
                p.fine { (format::day(words, session.booking.booking_date, shown.asked.today)) " · " (session.booking.booking_number) }
            }
            span.amount { (format::span(words, session.booking.total_duration_minutes)) }
        }
    }
}

fn offered(shown: &MembershipPage<'_>) -> Markup {
    let words = &shown.asked.words;
    let tiers: Vec<TierView> =
        shown.tiers.iter().filter(|tier| tier.is_active).map(|tier| TierView::from(&tier.record)).collect();
    html! {
        @if tiers.is_empty() { p.quiet { (words.no_tiers()) } }
        ul.tiers {
            @for tier in &tiers {
                li.tier {
                    (pictures::drawn(Motif::Lotus))
                    h2 { (tier.name_in(words.language)) }
                    @let description = tier.description_in(words.language);
                    @if !description.is_empty() { p { (description) } }
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

fn earlier(shown: &MembershipPage<'_>, membership: &MembershipRow) -> Markup {
    let words = &shown.asked.words;
    let (tone, status) = match membership.status {
        MembershipStatus::Active => (Tone::Good, words.membership_active()),
        MembershipStatus::Expired => (Tone::Calm, words.membership_expired()),
        MembershipStatus::Cancelled => (Tone::Bad, words.membership_cancelled()),
    };
    html! {
        li {
            div {
                strong { (shown.tier(membership)) }
                p.fine { (membership.membership_number) " · " (words.valid_until(format::full_date(words, membership.expires_at.ist_date()))) }
            }
            (badge(tone, &status))
        }
    }
}
