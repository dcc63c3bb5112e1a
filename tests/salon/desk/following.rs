//! Following the day board: what has changed is shown, and asking whether anything has costs next to nothing.

use parlour_booking::bookings::status::BookingStatus;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::json;

use super::board::{TODAY, board_of};
use super::seen::desk;
use crate::site::table::{all, parsed};

/// Moments at which all that was written before is known everywhere.
const LATER: [&str; 3] = ["2026-11-16T10:01:00+05:30", "2026-11-16T10:01:30+05:30", "2026-11-16T10:02:30+05:30"];

/// The answer to whoever has this copy: its status, and the tag to ask with the next time.
async fn follow(desk: &Client<'_>, path: &str, tag: &str) -> (u16, String) {
    let reply = desk.clone().with_header("if-none-match", tag).get(path).await;
    (reply.status.as_u16(), reply.header("etag").unwrap().to_owned())
}

/// The desk's first look a minute after the salon opened.
async fn looked<'a>(salon: &'a TestSalon, shop: &Shop) -> (Client<'a>, String) {
    let desk = desk(salon).await;
    salon.set_clock(LATER[0]);
    salon.warm(&[&shop.open, &shop.staffed]).await;
    let tag = desk.get(&board_of(shop)).await.header("etag").unwrap().to_owned();
    (desk, tag)
}

#[tokio::test]
async fn whoever_follows_the_board_is_sent_it_again_only_when_it_has_changed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let path = board_of(&shop);
    let reply = desk.get(&path).await;
    let tag = reply.header("etag").unwrap().to_owned();
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    // The script finds the tag in the page.
    assert_eq!(
        all(&parsed(&reply), "#cols")[0].value().attr("data-tag").map(|tag| format!("\"{tag}\"")),
        Some(tag.clone())
    );

    let follower = desk.clone().with_header("if-none-match", &tag);
    let known = follower.get(&path).await;
    assert_eq!((known.status.as_u16(), known.bytes.len(), known.header("etag")), (304, 0, Some(tag.as_str())));
    asha.book(shop.request(&shop.open, &[&shop.cut], TODAY, "12:00")).await;
    let changed = follower.get(&path).await;
    assert_eq!(changed.status.as_u16(), 200);
    assert_ne!(changed.header("etag"), Some(tag.as_str()));
    let again = desk.clone().with_header("if-none-match", changed.header("etag").unwrap()).get(&path).await;
    assert_eq!(again.status.as_u16(), 304);
}

#[tokio::test]
async fn a_look_at_a_board_that_nothing_happened_to_reads_the_session_and_the_latest_events() {
    let (salon, shop) = TestSalon::with_shop().await;
    for number in 0..20 {
        let guest = salon.user(&format!("Guest {number}"), Role::Customer).await;
        salon.booked(&shop, &guest, TODAY, "12:00", BookingStatus::Confirmed).await;
    }
    let (desk, tag) = looked(&salon, &shop).await;
    let mut known = tag.clone();
    for now in &LATER[1..] {
        salon.set_clock(now);
        salon.wire.reset();
        let (status, next) = follow(&desk, &board_of(&shop), &known).await;
        assert_eq!(status, 304);
        assert_ne!(next, known, "it says until when nothing has happened");
        let cost = salon.wire.cost();
        assert_eq!((cost.round_trips, cost.read_units), (2, 5.0), "{:?}", cost.calls);
        known = next;
    }
    // Two minutes after it was read it is read again, and is the same.
    salon.set_clock("2026-11-16T10:03:00+05:30");
    salon.wire.reset();
    let (status, next) = follow(&desk, &board_of(&shop), &known).await;
    assert_eq!(status, 304);
    assert!(salon.wire.cost().read_units > 5.0);
    salon.wire.reset();
    assert_eq!(follow(&desk, &board_of(&shop), &next).await.0, 304);
    assert_eq!(salon.wire.cost().read_units, 5.0);
    // Another look, another day, and a copy from the future are no copies of it.
    for path in [format!("{}&by=rooms", board_of(&shop)), format!("/?branch={}&date=2026-11-17", shop.open.id)] {
        assert_eq!(follow(&desk, &path, &next).await.0, 200, "{path}");
    }
    salon.set_clock(LATER[0]);
    salon.wire.reset();
    assert_eq!(follow(&desk, &board_of(&shop), &next).await.0, 304);
    assert!(salon.wire.cost().read_units > 5.0);
}

#[tokio::test]
async fn a_board_is_shown_again_for_what_happens_at_its_branch_and_for_what_names_none() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let (desk, tag) = looked(&salon, &shop).await;
    salon.set_clock(LATER[1]);
    let path = board_of(&shop);

    // At another branch.
    asha.book(shop.request(&shop.staffed, &[&shop.massage], TODAY, "12:00")).await;
    salon.wire.reset();
    assert_eq!(follow(&desk, &path, &tag).await.0, 304);
    assert!(salon.wire.cost().read_units < 10.0, "{:?}", salon.wire.cost());
    // To the name on a column, which names no branch.
    let renamed = manager.patch(&format!("/api/staff/{}", shop.ravi.id), json!({ "name": "Ravi K" })).await;
    renamed.ok();
    let (status, tag) = follow(&desk, &path, &tag).await;
    assert_eq!(status, 200);
    // Here, by whoever does it: each is seen by the next look.
    let booking = asha.book(shop.request(&shop.open, &[&shop.cut], TODAY, "12:00")).await;
    let (status, tag) = follow(&desk, &path, &tag).await;
    assert_eq!(status, 200);
    let approved = desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await;
    approved.ok();
    let (status, tag) = follow(&desk, &path, &tag).await;
    assert_eq!(status, 200);
    let block =
        json!({ "staffId": shop.meera.id, "date": TODAY, "startTime": "15:00", "endTime": "15:30", "reason": "lunch" });
    manager.post("/api/schedule/blocks", block).await.created();
    let (status, tag) = follow(&desk, &path, &tag).await;
    assert_eq!(status, 200);
    let close = json!({ "branchId": shop.staffed.id, "date": "2026-11-20", "reason": "stocktaking" });
    manager.post("/api/schedule/closures", close).await.created();
    assert_eq!(follow(&desk, &path, &tag).await.0, 304);
}

#[tokio::test]
async fn a_tag_that_makes_no_sense_is_nobodys_copy() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, tag) = looked(&salon, &shop).await;
    let cut = tag.trim_matches('"').rsplit_once('~').unwrap().0.to_owned();
    for tag in ["\"\"", "*", "\"~~~~\"", &format!("\"{cut}\"")] {
        assert_eq!(follow(&desk, &board_of(&shop), tag).await.0, 200, "{tag}");
    }
    assert_eq!(follow(&desk, &board_of(&shop), &format!("W/{tag}")).await.0, 304);
}
