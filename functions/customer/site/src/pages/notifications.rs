//! `/notifications`: the feed, and whether this browser is told at once.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Query};
use parlour_pages::assets::PUSH;
use parlour_pages::parts::{Form, PagesBy, empty, needs_script, pager, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{FeedAnswer, NotificationView, Notifications};
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::salon::Salon;

/// Where what a customer is told of can be seen.
const OWN_PAGES: [&str; 6] = ["/bookings", "/membership", "/waitlist", "/gems", "/book", "/profile"];

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    Query(page): Query<FeedPage>,
) -> PageAnswer {
    let (feed, meta) = Notifications::of(&salon).feed(&caller, page).await?;
    Page::private(&caller, asked.words.notifications(), render(&asked, &feed, &meta))
}

fn render(asked: &Asked, feed: &FeedAnswer, meta: &Meta) -> Markup {
    let words = &asked.words;
    html! {
        div.page-head.with-action {
            h1 { (words.notifications()) }
            @if feed.unread_count > 0 {
                (Form::new("read", "PATCH /api/notifications", submit(&words.mark_all_read())).then("reload").class("inline"))
            }
        }
        (needs_script(words))
        (pushes(words))
        @if feed.notifications.is_empty() {
            (empty(pictures::drawn(Motif::Leaf), &words.no_notifications(), html! { a.button href="/book" { (words.book_a_visit()) } }))
        } @else {
            @if feed.unread_count > 0 { p.quiet { (words.unread(feed.unread_count)) } }
            ul.feed { @for notification in &feed.notifications { (entry(asked, notification)) } }
            (pager(words, PagesBy::Age, meta.page, meta.total_pages > meta.page, |page| format!("/notifications?page={page}")))
        }
    }
}

fn pushes(words: &Words) -> Markup {
    html! {
        div.push-box data-push data-on=(words.said_push_on()) data-off=(words.said_push_off())
            data-denied=(words.said_push_denied()) data-failed=(words.said_push_failed()) {
            div { h2.small-title { (words.push_title()) } p.fine { (words.push_text()) } }
            button.button type="button" { (words.turn_on()) }
            button.ghost.button type="button" hidden { (words.turn_off()) }
        }
        (PUSH.run())
    }
}

fn entry(asked: &Asked, notification: &NotificationView) -> Markup {
    let words = &asked.words;
    let is_new = notification.read_at.is_none();
    let page = notification.kind.page(notification.booking_id.as_ref());
    // Who works here is told of things that only the desk has pages for.
    let is_here = OWN_PAGES.iter().any(|own| page.starts_with(own));
    html! {
        li.feed-item.unread[is_new] {
            div {
                p.feed-title {
                    @if is_here { a.cover href=(page) { (notification.title) } } @else { (notification.title) }
                    @if is_new { " " span.new { (words.new_mark()) } }
                }
                p { (notification.body) }
                p.fine { time datetime=(notification.created_at) { (format::moment(words, notification.created_at, asked.today)) } }
            }
        }
    }
}
