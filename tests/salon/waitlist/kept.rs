//! Offers that the salon cannot keep, time that came free while somebody had an offer, and who is asked for it.

use parlour_people::auth::User;

use super::*;

const NEXT_DAY: &str = "2026-11-18";

async fn stored(salon: &TestSalon, wish: &Value) -> Wish {
    salon.stored::<Wish>(&keys::wish(&wish["id"].as_str().unwrap().into())).await.unwrap().record
}

/// Meera is given leave for the day of the wishes: the address of her leave.
async fn leave(salon: &TestSalon, shop: &Shop) -> String {
    let asked = json!({ "startDate": DAY, "endDate": DAY, "leaveType": "sick", "reason": "fever" });
    let asked = salon.signed_in_as(&shop.meera).await.post("/api/me/leave", asked).await.created();
    let path = format!("/api/schedule/leave/{}", asked["leave"]["id"].as_str().unwrap());
    salon.manager().await.post(&format!("{path}/approve"), json!({})).await.ok();
    path
}

#[tokio::test]
async fn time_that_came_free_on_another_day_during_an_offer_is_offered_when_that_is_gone() {
    for how in ["declined", "run out"] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
        let first_day = full(&salon, &shop, &asha).await;
        nearly_full(&salon, &shop, NEXT_DAY.parse().unwrap(), &[("12:00", "12:45")]).await;
        let next_day = booked(&salon, &shop, &asha, NEXT_DAY, "12:00").await;
        let made = wishes(&bina, with(wish(&shop), "dates", json!([DAY, NEXT_DAY]))).await;
        cancel(&asha, &first_day).await;
        salon.deliver().await;
        cancel(&asha, &next_day).await;
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (DAY, "12:00"));
        if how == "declined" {
            bina.post(&of(&made, "/decline"), json!({})).await.ok();
        } else {
            wait(&salon, 15);
        }
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (NEXT_DAY, "12:00"), "{how}");
    }
}

#[tokio::test]
async fn an_offer_that_the_salon_cannot_keep_is_withdrawn_and_was_not_let_pass() {
    for how in ["accepted", "run out"] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, bina, chetan) =
            (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
        let taken = full(&salon, &shop, &asha).await;
        let (made, _) = (wishes(&bina, wish(&shop)).await, wishes(&chetan, wish(&shop)).await);
        cancel(&asha, &taken).await;
        salon.deliver().await;
        assert_eq!(first(&bina).await["state"], "offered");
        let leave = leave(&salon, &shop).await;
        if how == "accepted" {
            let refused = bina.post(&of(&made, "/accept"), json!({})).await.refused(409, "CONFLICT");
            assert_eq!(refused["details"], json!({ "reason": "OFFER_WITHDRAWN" }));
            assert!(refused["message"].as_str().unwrap().starts_with("The salon cannot do that time any more."));
            assert!(salon.day_of(&shop.meera, day()).await.busy().is_empty(), "nothing is held any more");
            bina.post(&of(&made, "/accept"), json!({})).await.refused(409, "CONFLICT");
        } else {
            wait(&salon, 15);
        }
        salon.deliver().await;
        let after = stored(&salon, &made).await;
        assert_eq!((after.state, after.run_outs, after.passed), (WishState::Waiting, 0, vec![]), "{how}");
        salon.manager().await.post(&format!("{leave}/revoke"), json!({ "note": "well again" })).await.ok();
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (DAY, "12:00"), "{how}");
        assert_eq!(first(&chetan).await["state"], "waiting", "{how}");
    }
}

#[tokio::test]
async fn another_time_is_looked_for_where_an_offer_is_withdrawn() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, manager) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.manager().await);
    nearly_full(&salon, &shop, day(), &[("12:00", "12:45"), ("14:00", "14:45")]).await;
    let noon = booked(&salon, &shop, &asha, DAY, "12:00").await;
    let later = booked(&salon, &shop, &asha, DAY, "14:00").await;
    let made = wishes(&bina, wish(&shop)).await;
    cancel(&asha, &noon).await;
    salon.deliver().await;
    cancel(&asha, &later).await;
    let block = json!({
        "staffId": shop.meera.id, "date": DAY, "startTime": "12:15", "endTime": "12:30", "reason": "delivery",
    });
    manager.post("/api/schedule/blocks", block).await.created();
    bina.post(&of(&made, "/accept"), json!({})).await.refused(409, "CONFLICT");
    salon.deliver().await;
    assert_eq!(offered(&first(&bina).await), (DAY, "14:00"));
    bina.post(&of(&made, "/accept"), json!({})).await.created();
    salon.no_double_bookings("2026-11-16".parse().unwrap(), 7).await;
}

#[tokio::test]
async fn whoever_accepts_the_offer_they_saw_gets_that_one_or_none() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, manager) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.manager().await);
    let mut taken = Vec::new();
    for date in [DAY, NEXT_DAY] {
        nearly_full(&salon, &shop, date.parse().unwrap(), &[("12:00", "12:45")]).await;
        taken.push(booked(&salon, &shop, &asha, date, "12:00").await);
    }
    let made = wishes(&bina, with(wish(&shop), "dates", json!([DAY, NEXT_DAY]))).await;
    for path in &taken {
        cancel(&asha, path).await;
        salon.deliver().await;
    }
    assert_eq!(offered(&first(&bina).await), (DAY, "12:00"));
    let block = json!({
        "staffId": shop.meera.id, "date": DAY, "startTime": "12:00", "endTime": "12:30", "reason": "delivery",
    });
    manager.post("/api/schedule/blocks", block).await.created();
    let seen = json!({ "date": DAY, "startTime": "12:00" });
    // Pressed twice: meanwhile another day is offered.
    for _ in 0..2 {
        let refused = bina.post(&of(&made, "/accept"), seen.clone()).await.refused(409, "CONFLICT");
        assert_eq!(refused["details"], json!({ "reason": "OFFER_WITHDRAWN" }));
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (NEXT_DAY, "12:00"));
    }
    bina.post(&of(&made, "/accept"), with(seen, "date", json!("noon"))).await.invalid(&["date"]);
    let accepted = bina.post(&of(&made, "/accept"), json!({ "date": NEXT_DAY, "startTime": "12:00" })).await.created();
    assert_eq!(accepted["status"], "confirmed");
}

#[tokio::test]
async fn time_that_comes_free_beside_a_gap_that_was_let_pass_is_another_gap() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    nearly_full(&salon, &shop, day(), &[("12:00", "15:45")]).await;
    let mut taken = Vec::new();
    for start in ["12:00", "12:45", "13:30", "14:15", "15:00"] {
        taken.push(booked(&salon, &shop, &asha, DAY, start).await);
    }
    let made = wishes(&bina, wish(&shop)).await;
    for (number, start) in [(1, "12:45"), (2, "13:30"), (0, "12:00")] {
        cancel(&asha, &taken[number]).await;
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (DAY, start));
        bina.post(&of(&made, "/decline"), json!({})).await.ok();
        salon.deliver().await;
        assert_eq!(first(&bina).await["state"], "waiting", "none of it is offered twice");
    }
    let gaps: Vec<_> = stored(&salon, &made).await.passed.into_iter().map(|passed| passed.gap.unwrap()).collect();
    assert_eq!(gaps, [time("12:45", "13:30"), time("12:45", "14:15"), time("12:00", "14:15")]);
}

#[tokio::test]
async fn an_offer_of_another_day_is_seen_on_it_and_takes_nobodys_place() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let desk = salon.reception().await;
    full(&salon, &shop, &asha).await;
    nearly_full(&salon, &shop, NEXT_DAY.parse().unwrap(), &[("12:00", "12:45")]).await;
    let made = wishes(&bina, wish(&shop)).await;
    let noon = json!({ "date": NEXT_DAY, "startTime": "12:00", "staffId": shop.meera.id });
    desk.post(&of(&made, "/offer"), noon).await.ok();
    let seen = async |date: &str| -> Vec<(String, Value)> {
        let line = desk.get(&format!("/api/waitlist?date={date}&branchId={}", shop.staffed.id)).await.ok();
        let rows = line["wishes"].as_array().unwrap().iter();
        rows.map(|wish| (wish["customerName"].as_str().unwrap().to_owned(), wish["position"].clone())).collect()
    };
    let row = |name: &str, position: Value| (name.to_owned(), position);
    assert_eq!(seen(NEXT_DAY).await, [row("Bina", Value::Null)]);
    let second = wishes(&chetan, with(wish(&shop), "dates", json!([NEXT_DAY]))).await;
    assert_eq!(second["position"], 1);
    assert_eq!(seen(NEXT_DAY).await, [row("Bina", Value::Null), row("Chetan", json!(1))]);
    assert_eq!(seen(DAY).await, [row("Bina", json!(1))]);
    wait(&salon, 15);
    assert_eq!(seen(NEXT_DAY).await, [row("Chetan", json!(1))]);
    salon.deliver().await;
    assert_eq!(offered(&first(&chetan).await), (NEXT_DAY, "12:00"));
    assert_eq!((seen(NEXT_DAY).await, seen(DAY).await), (vec![row("Chetan", json!(1))], vec![row("Bina", json!(1))]));
    let line = parlour_storage::table::Partition::of(keys::line(&shop.staffed.id, NEXT_DAY.parse().unwrap()));
    assert_eq!(salon.salon.table.query::<Wish>(line).await.unwrap().len(), 1, "and stands there no longer");
}

#[tokio::test]
async fn a_window_that_holds_no_visit_is_refused() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    full(&salon, &shop, &asha).await;
    let window = |from: &str, to: &str| with(with(wish(&shop), "from", json!(from)), "to", json!(to));
    bina.post("/api/waitlist", window("10:00", "10:20")).await.invalid(&["to"]);
    bina.post("/api/waitlist", window("10:00", "10:44")).await.invalid(&["to"]);
    let both = with(window("10:00", "11:00"), "serviceIds", json!([shop.cut.id, shop.colour.id]));
    bina.post("/api/waitlist", both).await.invalid(&["to"]);
    // All that is wrong at once, and before what the branch does not do.
    let nobodys = with(window("10:00", "10:44"), "staffId", json!("nobody"));
    bina.post("/api/waitlist", nobodys).await.invalid(&["staffId", "to"]);
    let open = |wish: Value| with(wish, "branchId", json!(shop.open.id));
    bina.post("/api/waitlist", open(window("10:00", "10:44"))).await.invalid(&["to"]);
    bina.post("/api/waitlist", open(window("10:00", "10:45"))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    wishes(&bina, window("10:00", "10:45")).await;
    // Only the desk could offer it a time, but it may.
    wishes(&bina, window("07:00", "09:00")).await;

    // What is over today leaves the other days.
    let today = |dates: Value| with(window("10:00", "17:00"), "dates", dates);
    salon.set_clock("2026-11-16T10:00:00+05:30");
    nearly_full(&salon, &shop, "2026-11-16".parse().unwrap(), &[]).await;
    let early = wishes(&bina, today(json!(["2026-11-16"]))).await;
    salon.set_clock("2026-11-16T16:15:00+05:30");
    let chetan = salon.customer("Chetan").await;
    chetan.post("/api/waitlist", today(json!(["2026-11-16"]))).await.invalid(&["to"]);
    chetan.post("/api/waitlist", open(today(json!(["2026-11-16"])))).await.invalid(&["to"]);
    wishes(&chetan, today(json!(["2026-11-16", DAY]))).await;
    assert_eq!(bina.post("/api/waitlist", today(json!(["2026-11-16"]))).await.ok()["wish"]["id"], early["id"]);
}

#[tokio::test]
async fn nothing_is_held_for_a_customer_who_cannot_sign_in() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let taken = full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    wishes(&chetan, wish(&shop)).await;
    let user = salon.stored::<User>(&keys::user(&bina.id())).await.unwrap().record;
    salon.put(&User { is_active: false, ..user }).await;
    cancel(&asha, &taken).await;
    salon.deliver().await;
    assert_eq!(stored(&salon, &made).await.state, WishState::Waiting);
    assert_eq!(offered(&first(&chetan).await), (DAY, "12:00"));
}
