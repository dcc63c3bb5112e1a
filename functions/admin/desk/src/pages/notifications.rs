//! `/notifications`: the feed, and whether this browser is told at once.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Query};
use parlour_pages::assets::PUSH;
use parlour_pages::parts::{Form, Tone, badge, empty, needs_script, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format, paths};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{FeedAnswer, NotificationView, Notifications};
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::salon::Salon;
use parlour_values::role::Role;

use crate::filters::pager;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    Query(page): Query<FeedPage>,
) -> PageAnswer {
    let (feed, meta) = Notifications::of(&salon).feed(&caller, page).await?;
    let may_open = caller.user.role.satisfies(Role::Receptionist);
    Page::private(&caller, "Notifications", render(&asked, &feed, &meta, may_open))
}

fn render(asked: &Asked, feed: &FeedAnswer, meta: &Meta, may_open: bool) -> Markup {
    let words = &asked.words;
    html! {
        div.toolbar {
            h1 { "Notifications" }
            @if feed.unread_count > 0 {
                (badge(Tone::Waiting, &words.unread(feed.unread_count)))
                (Form::new("read", "PATCH /api/notifications", submit("Mark all as read")).then("reload").class("inline"))
            }
        }
        (needs_script(words))
        (pushes(words))
        @if feed.notifications.is_empty() {
            (empty(pictures::drawn(Motif::Leaf), "Nothing to tell you yet. Requests, moves and leads show up here.", html! {}))
        } @else {
            ul.feed { @for notification in &feed.notifications { (entry(asked, notification, may_open)) } }
            (pager(asked, meta))
        }
    }
}

fn pushes(words: &Words) -> Markup {
    html! {
        div.push-box data-push data-on=(words.said_push_on()) data-off=(words.said_push_off())
            data-denied=(words.said_push_denied()) data-failed=(words.said_push_failed()) {
            div { h2.small-title { (words.push_title()) } p.fine { "Be told at once of new requests and leads, even when this page is closed." } }
            button.button.small type="button" { (words.turn_on()) }
            button.ghost.button.small type="button" hidden { (words.turn_off()) }
        }
        (PUSH.run())
    }
}

fn entry(asked: &Asked, notification: &NotificationView, may_open: bool) -> Markup {
    let words = &asked.words;
    let is_new = notification.read_at.is_none();
    html! {
        li.feed-item.unread[is_new] {
            p.feed-title {
                @match notification.booking_id.as_ref().filter(|_| may_open) {
                    Some(id) => a.cover href=(paths::booking(id)) { (notification.title) },
                    None => (notification.title),
                }
                @if is_new { " " span.new { (words.new_mark()) } }
            }
            p { (notification.body) }
            p.fine { time datetime=(notification.created_at) { (format::moment(words, notification.created_at, asked.today)) } }
        }
    }
}
