//! `/`: the day board, which people look at all day.

mod address;
mod grid;
mod layout;
mod marks;
mod tag;
mod tray;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Bookings, DeskDay};
use parlour_http::Given;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Input, needs_script};
use parlour_pages::paths::encoded;
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_setup::branches::Branches;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;
use parlour_values::time::IstDate;

use super::chosen_branch::{chosen, none_yet};
use crate::assets::DAY;

pub use address::Address;
use address::Columns;
pub use grid::given_to_another;
use marks::Marks;
use tag::BoardTag;

/// The channel that tells the desk that bookings or the day changed (`notifications/send.rs` and `realtime.rs` publish
/// there).
const REALTIME_CHANNEL: &str = "admin:bookings";

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    if !caller.user.role.satisfies(Role::Receptionist) {
        return Page::elsewhere("/me");
    }
    let address = Address::read(&asked.query);
    let date = address.date.unwrap_or(asked.today);
    let now = caller.act.at;
    let bookings = Bookings::of(&salon);
    let known = asked.known_tag().and_then(BoardTag::read);
    if let Some(known) = known.as_ref().filter(|known| known.is_fresh_copy_of(&address, date, now))
        && bookings.is_day_unchanged(&known.branch, known.seen_at, now).await?
    {
        return Page::followed(&caller, &known.seen(now).to_string(), "Day board", None);
    }
    let branches = Branches::of(&salon).all().await?;
    let branch = chosen(branches.iter(), &caller, address.branch.as_ref().map(|branch| branch.as_str()));
    let Some(day) = bookings.day_at(branch.map(|branch| &branch.id), date).await? else {
        return Page::private(&caller, "Day board", none_yet(&caller, "Day board", "there is no day to look at"));
    };
    let tag = BoardTag::of(&day, address.by, now);
    if known.is_some_and(|known| known.content == tag.content) {
        return Page::followed(&caller, &tag.to_string(), "Day board", None);
    }
    let channel = salon.settings.ably_api_key.is_configured().then_some(REALTIME_CHANNEL);
    // Not read for those who ask whether anything has changed: what is marked is as old as the copy at most.
    let marks = Marks::of(&salon, &day).await?;
    let tag = tag.to_string();
    let page = render(&asked, (&day, &marks), address.by, &tag, &caller, channel);
    Page::followed(&caller, &tag, "Day board", Some(page)).looking("board-page")
}

fn render(
    asked: &Asked,
    (day, marks): (&DeskDay, &Marks),
    by: Columns,
    tag: &str,
    caller: &Caller,
    realtime: Option<&str>,
) -> Markup {
    let now = caller.act.at;
    let board = layout::board(day, by, now);
    html! {
        (bar(asked, day, by))
        (needs_script(&asked.words))
        @if let Some(closure) = day.team.closure() { p.notice { "Closed that day: " span.as-written { (closure.reason) } } }
        @if by == Columns::Rooms && board.columns.is_empty() {
            p.notice { "This branch has no rooms yet. The owner adds them on the branch’s page." }
        }
        div.board-parts {
            section.tray id="tray" aria-labelledby="tray-title" { (tray::render(asked, day, marks, now)) }
            div.board id="board" tabindex="0" role="region" aria-label="Board" {
                div id="cols" class=(format!("cols h{}", board.height())) data-tag=(tag) data-date=(day.date) data-realtime=[realtime]
                    data-manager[caller.user.role.satisfies(Role::Manager)]
                    data-from=(board.hours.start.minutes()) data-to=(board.hours.end.minutes())
                    data-now=(now.millis()) data-walk-in=(Address::of(&day.branch.id, Some(day.date)).walk_in()) {
                    (grid::render(asked, day, marks, &board, now))
                }
            }
        }
        (DAY.run())
    }
}

fn bar(asked: &Asked, day: &DeskDay, by: Columns) -> Markup {
    let of = |date: IstDate| Address::of(&day.branch.id, Some(date)).by(by).href();
    let now = Address::of(&day.branch.id, None).by(by).href();
    let branches: Vec<(String, String)> = day
        .branches
        .iter()
        .filter(|branch| branch.is_operational() || branch.id == day.branch.id)
        .map(|branch| (branch.id.to_string(), branch.name.clone()))
        .collect();
    html! {
        div.toolbar.day-bar {
            div {
                h1 { "Day board" }
                p.fine id="day-sum" { strong { (near(asked, day.date)) } (sum(day)) }
            }
            nav.day-steps aria-label="Days" {
                a.ghost.button.small href=(of(day.date.minus_days(1))) aria-label="Previous day" { span aria-hidden="true" { "‹" } }
                a.ghost.button.small href=(now) { "Today" }
                a.ghost.button.small href=(of(day.date.plus_days(1))) aria-label="Next day" { span aria-hidden="true" { "›" } }
            }
            (switch(day, by))
            form.day-form method="get" action="/" data-go {
                @if by == Columns::Rooms { input type="hidden" name="by" value="rooms"; }
                (Input::new("date", "Date").kind("date").required().value(day.date.to_string()))
                (Input::choice("branch", "Branch", branches, Some(day.branch.id.as_str())))
                noscript { button.ghost.button.small type="submit" { "Show" } }
            }
        }
    }
}

/// The switch between columns of people and of rooms.
fn switch(day: &DeskDay, by: Columns) -> Markup {
    let to = |columns: Columns| Address::of(&day.branch.id, Some(day.date)).by(columns).href();
    let current = |columns: Columns| (columns == by).then_some("true");
    html! {
        nav.board-by aria-label="Columns" {
            a.ghost.button.small href=(to(Columns::People)) aria-current=[current(Columns::People)] { "People" }
            a.ghost.button.small href=(to(Columns::Rooms)) aria-current=[current(Columns::Rooms)] { "Rooms" }
        }
    }
}

/// `Mon 16 Nov, today`.
fn near(asked: &Asked, date: IstDate) -> String {
    let (day, near) = (format::day(&asked.words, date, asked.today), format::near_day(&asked.words, date, asked.today));
    if near == day { day } else { format!("{day}, {near}") }
}

fn sum(day: &DeskDay) -> Markup {
    let with =
        |wanted: &dyn Fn(BookingStatus) -> bool| day.bookings.iter().filter(|booking| wanted(booking.status)).count();
    let visits = with(&layout::is_shown);
    let off = with(&|status| !layout::is_shown(status));
    html! {
        " · " (visits) @if visits == 1 { " visit" } @else { " visits" }
        @if off > 0 { " · " a href=(format!("/bookings?date={}&branchId={}", day.date, encoded(day.branch.id.as_str()))) { (off) " called off" } }
    }
}
