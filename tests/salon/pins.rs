//! A manager's PIN: set by themselves, tried at the desk, locked after five wrong ones.

use futures::future::join_all;
use parlour_people::pins::{Pin, PinError, PinTries, Pins, UserPin};
use parlour_storage::act::{Act, Actor};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::keys;
use parlour_tests::{Client, TestSalon};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use serde_json::{Value, json};

const RIGHT: &str = "480217";
const WRONG: &str = "111111";

/// Tries a PIN as the desk: nothing, or `wrong`, or the seconds for which it is locked.
async fn tried(salon: &TestSalon, approver: &UserId, pin: &str) -> Result<(), String> {
    tried_by(salon, "desk", approver, pin).await
}

async fn tried_by(salon: &TestSalon, caller: &str, approver: &UserId, pin: &str) -> Result<(), String> {
    let actor = Actor::User { id: caller.into(), role: Role::Receptionist };
    let act = Act { actor, ..Act::of_job("tests", "tests", salon.salon.clock.now()) };
    let pin: Pin = pin.parse().unwrap();
    match Pins::of(&salon.salon).verify(&act, approver, &pin).await {
        Ok(()) => Ok(()),
        Err(Failure::Refused(PinError::Wrong)) => Err("wrong".to_owned()),
        Err(Failure::Refused(PinError::Locked { wait })) => Err(format!("locked {}", wait.num_seconds())),
        Err(other) => panic!("{other}"),
    }
}

fn wrong() -> Result<(), String> {
    Err("wrong".to_owned())
}

async fn with_pin(salon: &TestSalon) -> Client<'_> {
    let manager = salon.manager().await;
    manager.put("/api/me/pin", json!({ "pin": RIGHT })).await.ok();
    manager
}

/// The audit's entries of tries, oldest first.
async fn audited(salon: &TestSalon) -> Vec<(EventType, Value)> {
    let is_try = |what: EventType| matches!(what, EventType::PinAccepted | EventType::PinRefused);
    let events = salon.events().await;
    events.iter().filter(|event| is_try(event.what)).map(|event| (event.what, event.data.clone())).collect()
}

#[tokio::test]
async fn a_manager_sets_six_digits_which_are_kept_as_a_hash_and_tried_at_the_desk() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await;
    let kept = salon.stored::<UserPin>(&keys::pin(&manager.id())).await.unwrap();
    assert!(!serde_json::to_string(&kept.record).unwrap().contains(RIGHT));
    assert_eq!(tried(&salon, &manager.id(), RIGHT).await, Ok(()));
    assert_eq!(tried(&salon, &manager.id(), WRONG).await, wrong());

    for bad in ["48021", "4802170", "48o217", "", "४८०२१७"] {
        manager.put("/api/me/pin", json!({ "pin": bad })).await.invalid(&["pin"]);
    }
    manager.put("/api/me/pin", json!({ "pin": 480_217 })).await.invalid(&["pin"]);
    manager.put("/api/me/pin", json!({})).await.invalid(&["pin"]);
    salon.reception().await.put("/api/me/pin", json!({ "pin": RIGHT })).await.refused(403, "FORBIDDEN");

    manager.put("/api/me/pin", json!({ "pin": WRONG })).await.ok();
    assert_eq!(tried(&salon, &manager.id(), RIGHT).await, wrong());
    assert_eq!(tried(&salon, &manager.id(), WRONG).await, Ok(()));
}

#[tokio::test]
async fn the_same_pin_again_writes_nothing() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await;
    let before = salon.events().await.len();
    manager.put("/api/me/pin", json!({ "pin": RIGHT })).await.ok();
    assert_eq!(salon.events().await.len(), before);
}

#[tokio::test]
async fn five_wrong_pins_lock_it_for_a_quarter_of_an_hour_also_for_the_right_one() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await.id();
    for minute in 0..5 {
        salon.set_clock(&format!("2026-11-16T10:0{minute}:00+05:30"));
        assert_eq!(tried(&salon, &manager, WRONG).await, wrong(), "{minute}");
    }
    assert_eq!(tried(&salon, &manager, RIGHT).await, Err("locked 900".to_owned()));
    salon.set_clock("2026-11-16T10:18:59+05:30");
    assert_eq!(tried(&salon, &manager, RIGHT).await, Err("locked 1".to_owned()));
    salon.set_clock("2026-11-16T10:19:00+05:30");
    assert_eq!(tried(&salon, &manager, RIGHT).await, Ok(()));
}

#[tokio::test]
async fn a_right_pin_forgets_the_wrong_ones_and_so_does_a_new_one() {
    let salon = TestSalon::open().await;
    let client = with_pin(&salon).await;
    let manager = client.id();
    for round in 0..2 {
        for _ in 0..4 {
            assert_eq!(tried_by(&salon, &format!("desk {round}"), &manager, WRONG).await, wrong());
        }
        assert_eq!(tried(&salon, &manager, RIGHT).await, Ok(()));
        assert!(salon.stored::<PinTries>(&keys::pin_tries(&manager)).await.is_none());
    }
    for _ in 0..5 {
        assert_eq!(tried(&salon, &manager, WRONG).await, wrong());
    }
    client.put("/api/me/pin", json!({ "pin": "222222" })).await.ok();
    assert_eq!(tried(&salon, &manager, "222222").await, Ok(()));
}

#[tokio::test]
async fn whoever_has_no_pin_or_may_not_approve_looks_like_a_wrong_pin() {
    let salon = TestSalon::open().await;
    let (gone, demoted) = (with_pin(&salon).await, with_pin(&salon).await);
    let owner = salon.owner().await;
    owner.patch(&format!("/api/users/{}", gone.id()), json!({ "isActive": false })).await.ok();
    owner.patch(&format!("/api/users/{}", demoted.id()), json!({ "role": "receptionist" })).await.ok();
    let without = salon.manager().await.id();
    for approver in [gone.id(), demoted.id(), without, UserId::from("nobody")] {
        // Each at a desk of its own: a caller's wrong ones count together.
        for _ in 0..5 {
            assert_eq!(tried_by(&salon, approver.as_str(), &approver, RIGHT).await, wrong(), "{approver}");
        }
        assert_eq!(
            tried_by(&salon, approver.as_str(), &approver, RIGHT).await,
            Err("locked 900".to_owned()),
            "{approver}"
        );
    }
}

#[tokio::test]
async fn thirty_wrong_ones_of_a_caller_lock_them_out_whomever_they_were_for() {
    let salon = TestSalon::open().await;
    let managers = [with_pin(&salon).await.id(), with_pin(&salon).await.id()];
    // Four for each of many: no PIN is locked by them, and who does not exist counts no less.
    for (number, approver) in (0..30).map(|number| (number, UserId::from(format!("nobody {}", number / 4)))) {
        let approver = if number < 4 { &managers[0] } else { &approver };
        assert_eq!(tried(&salon, approver, WRONG).await, wrong(), "{number}");
        if number == 5 {
            // A PIN that they know forgets nothing of it.
            assert_eq!(tried(&salon, &managers[1], RIGHT).await, Ok(()));
        }
    }
    for approver in [&managers[0], &managers[1], &UserId::from("nobody 9")] {
        assert_eq!(tried(&salon, approver, RIGHT).await, Err("locked 900".to_owned()));
    }
    assert!(salon.stored::<PinTries>(&keys::pin_tries(&"nobody 9".into())).await.is_none());
    assert_eq!(audited(&salon).await.len(), 34, "every try");
    // Nobody else is locked out, and they are for a quarter of an hour.
    assert_eq!(tried_by(&salon, "another desk", &managers[0], RIGHT).await, Ok(()));
    salon.set_clock("2026-11-16T10:15:00+05:30");
    assert_eq!(tried(&salon, &managers[0], RIGHT).await, Ok(()));
}

#[tokio::test]
async fn wrong_ones_at_the_same_moment_are_all_counted() {
    let salon = TestSalon::open().await;
    let approvers: Vec<UserId> = (0..34).map(|number| UserId::from(format!("nobody {number}"))).collect();
    let (before, at_once) = approvers.split_at(20);
    for approver in before {
        assert_eq!(tried(&salon, approver, WRONG).await, wrong());
    }
    let outcomes = join_all(at_once.iter().map(|approver| tried(&salon, approver, WRONG))).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == wrong()).count(), 10, "{outcomes:?}");
}

#[tokio::test]
async fn tries_at_the_same_moment_tell_no_more_than_five() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await.id();
    // The right one comes last of twelve.
    let pins = (0..12).map(|at| if at == 11 { RIGHT } else { WRONG });
    let outcomes = join_all(pins.map(|pin| tried(&salon, &manager, pin))).await;
    let told = outcomes.iter().filter(|outcome| **outcome == wrong()).count();
    // If the right one came in between, those before it are forgotten.
    let most = if outcomes.contains(&Ok(())) { 9 } else { 5 };
    assert!((5..=most).contains(&told), "{outcomes:?}");
    assert_eq!(audited(&salon).await.len(), 12);
}

#[tokio::test]
async fn every_try_is_audited_and_none_names_a_pin() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await.id();
    for _ in 0..5 {
        tried(&salon, &manager, WRONG).await.unwrap_err();
    }
    tried(&salon, &manager, RIGHT).await.unwrap_err();
    salon.set_clock("2026-11-16T10:15:00+05:30");
    tried(&salon, &manager, RIGHT).await.unwrap();
    let refused = |reason: &str| (EventType::PinRefused, json!({ "reason": reason }));
    let expected = [vec![refused("wrong"); 5], vec![refused("locked"), (EventType::PinAccepted, json!({}))]].concat();
    assert_eq!(audited(&salon).await, expected);
    let events = salon.events().await;
    let said = events.iter().map(|event| serde_json::to_string(event).unwrap());
    assert!(said.into_iter().all(|event| !event.contains(RIGHT) && !event.contains(WRONG)));
}

#[tokio::test]
async fn a_dry_run_neither_counts_a_pin_nor_tells_whether_it_is_right() {
    let salon = TestSalon::open().await;
    let manager = with_pin(&salon).await.id();
    let act = Act::of_job("tests", "tests", salon.salon.clock.now());
    let dry = salon.salon.dry_run();
    for pin in [RIGHT, WRONG] {
        Pins::of(&dry).verify(&act, &manager, &pin.parse().unwrap()).await.unwrap();
    }
    assert!(salon.stored::<PinTries>(&keys::pin_tries(&manager)).await.is_none());
    assert_eq!(audited(&salon).await, []);
}
