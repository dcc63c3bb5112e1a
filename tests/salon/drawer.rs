//! The cash drawer: opened, moved by hand and by payments, counted blind, closed for good.

use futures::future::join_all;
use parlour_money::billing::ByPaymentMethod;
use parlour_money::drawer::{
    ClosedDrawer, Direction, DrawerMovement, MovementKind, NoOpenDrawer, Takings, Till, drawer_key, record_cash,
};
use parlour_senders::Channel;
use parlour_setup::branches::{Branch, NumberSeries};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::Task;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, TestSalon};
use parlour_values::document_number::{DocumentNumber, DocumentSeries, FinancialYear};
use parlour_values::id::{DrawerId, InvoiceId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::{Value, json};

fn opening(branch: &Branch, paise: i64) -> Value {
    json!({ "branchId": branch.id, "openingPaise": paise })
}

fn moving(branch: &Branch, kind: &str, paise: i64) -> Value {
    json!({ "branchId": branch.id, "kind": kind, "amountPaise": paise, "note": "Milk and tea" })
}

fn counting(branch: &Branch, paise: i64) -> Value {
    json!({ "branchId": branch.id, "countedPaise": paise })
}

/// The body with more fields.
fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// The change of the drawer by a completion or a refund, in a transaction of its own and under the same lock.
async fn take(
    salon: &TestSalon,
    branch: &Branch,
    direction: Direction,
    by_method: ByPaymentMethod,
) -> Result<Option<DrawerId>, Failure<NoOpenDrawer>> {
    let salon = &salon.salon;
    let act = Act::of_job("test", "test", salon.clock.now());
    let (id, number): (InvoiceId, _) = (salon.random.id(), DocumentNumber::stored("BLR/26-27/00001"));
    let series = NumberSeries::key_of(DocumentSeries::Invoice, &branch.id, FinancialYear::of(act.at.ist_date()));
    let (act, id, number, series) = (&act, &id, &number, &series);
    salon
        .retry_on_conflict(|| async move {
            let _lock = salon.table.lock(series).await;
            let till = salon.table.get::<Till>(&drawer_key(&branch.id)).await?;
            let mut transaction = salon.transaction(act);
            let takings = Takings { direction, invoice_id: id, invoice_number: number, by_method };
            let drawer = record_cash(&mut transaction, till.as_ref(), branch, takings, act, &salon.random)
                .map_err(Failure::Refused)?;
            if !transaction.is_empty() {
                transaction.commit().await?;
            }
            Ok(drawer)
        })
        .await
}

fn cash(paise: i64) -> ByPaymentMethod {
    ByPaymentMethod { cash: Paise(paise), ..ByPaymentMethod::default() }
}

async fn movements(salon: &TestSalon, branch: &Branch) -> Vec<DrawerMovement> {
    let all = Partition::of(keys::drawers_of(&branch.id)).starting("MOVEMENT#");
    let found = salon.salon.table.query::<DrawerMovement>(all).await.unwrap();
    found.into_iter().map(|movement| movement.record).collect()
}

async fn open(desk: &Client<'_>, branch: &Branch, paise: i64) -> Value {
    desk.post("/api/drawer/open", opening(branch, paise)).await.created()["drawer"].clone()
}

#[tokio::test]
async fn a_drawer_is_opened_moved_counted_and_closed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    let current = format!("/api/drawer?branchId={}", branch.id);
    assert_eq!(desk.get(&current).await.ok(), json!({ "drawer": null, "leftPaise": null }));
    desk.post("/api/drawer/movements", moving(branch, "in", 100)).await.refused(409, "CONFLICT");
    desk.post("/api/drawer/close", counting(branch, 0)).await.refused(409, "CONFLICT");

    let opened = open(&desk, branch, 200_000).await;
    assert_eq!((&opened["openingPaise"], &opened["movements"]), (&json!(200_000), &json!([])));
    assert_eq!(opened["openedBy"], json!(desk.id()));
    desk.post("/api/drawer/open", opening(branch, 200_000)).await.refused(409, "CONFLICT");
    for (kind, paise) in [("in", 50_000), ("out", 12_000), ("bank", 100_000), ("tip_paid", 3_000)] {
        let moved = desk.post("/api/drawer/movements", moving(branch, kind, paise)).await.created();
        assert_eq!((&moved["movement"]["kind"], &moved["movement"]["amountPaise"]), (&json!(kind), &json!(paise)));
        assert_eq!(moved["movements"].as_array().unwrap().last(), Some(&moved["movement"]));
    }
    assert_eq!(take(&salon, branch, Direction::Received, cash(118_000)).await.unwrap().unwrap(), id_of(&opened));
    let mixed = ByPaymentMethod { cash: Paise(50_000), upi: Paise(30_000), card: Paise(20_000) };
    take(&salon, branch, Direction::Received, mixed).await.unwrap();
    take(&salon, branch, Direction::GivenBack, cash(18_000)).await.unwrap();

    let expected = 200_000 + 50_000 - 12_000 - 100_000 - 3_000 + 118_000 + 50_000 - 18_000;
    let count = json!({
        "countedPaise": expected - 5_000, "bankedPaise": 80_000,
        "denominations": [{ "valuePaise": 50_000, "count": 5 }, { "valuePaise": 10_000, "count": 3 }, { "valuePaise": 2_000 }],
    });
    let closed = desk.post("/api/drawer/close", with(counting(branch, 0), &count)).await.ok()["drawer"].clone();
    for (field, value) in [
        ("id", opened["id"].clone()),
        ("openingPaise", json!(200_000)),
        ("expectedPaise", json!(expected)),
        ("countedPaise", json!(280_000)),
        ("differencePaise", json!(-5_000)),
        ("bankedPaise", json!(80_000)),
        ("leftPaise", json!(200_000)),
        ("receivedByMethod", json!({ "cash": 150_000, "upi": 30_000, "card": 20_000 })),
        ("denominations", json!([{ "valuePaise": 50_000, "count": 5 }, { "valuePaise": 10_000, "count": 3 }])),
        ("closedBy", json!(desk.id())),
        ("note", Value::Null),
    ] {
        assert_eq!(closed[field], value, "{field}");
    }
    let kinds: Vec<_> = closed["movements"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(json!(kinds), json!(["in", "out", "bank", "tip_paid", "sale", "sale", "refund"]));
    assert_eq!(desk.get(&current).await.ok(), json!({ "drawer": null, "leftPaise": 200_000 }));
    desk.post("/api/drawer/close", counting(branch, 0)).await.refused(409, "CONFLICT");
}

fn id_of(drawer: &Value) -> DrawerId {
    drawer["id"].as_str().unwrap().into()
}

#[tokio::test]
async fn whoever_counts_is_told_nothing_of_what_must_be_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    open(&desk, branch, 200_000).await;
    take(&salon, branch, Direction::Received, cash(77_700)).await.unwrap();
    desk.post("/api/drawer/movements", moving(branch, "out", 12_000)).await.created();
    take(&salon, branch, Direction::GivenBack, cash(3_300)).await.unwrap();
    let shown = desk.get(&format!("/api/drawer?branchId={}", branch.id)).await.ok();
    let dry = desk.post("/api/drawer/close?dryRun=true", with(counting(branch, 1), &json!({ "note": "n" }))).await.ok();
    let moved = desk.post("/api/drawer/movements", moving(branch, "in", 100)).await.created();
    for answer in [&shown, &dry, &moved] {
        let text = answer.to_string();
        for secret in ["77700", "3300", "262400", "74400", "sale", "refund"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    assert_eq!(shown["drawer"].get("expectedPaise"), None);
    let by_hand = desk.get(&format!("/api/drawer/movements?branchId={}", branch.id)).await.ok();
    assert_eq!(by_hand, json!({ "movements": moved["movements"] }));
    assert_eq!((&dry["drawer"]["expectedPaise"], &dry["drawer"]["differencePaise"]), (&Value::Null, &Value::Null));
    assert_eq!(shown["drawer"]["movements"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_count_that_is_only_tried_is_refused_as_the_count_itself_would_be() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    open(&desk, branch, 200_000).await;
    for counted in [190_000, 200_000, 210_000] {
        let tried = desk.post("/api/drawer/close?dryRun=true", counting(branch, counted)).await.ok();
        assert_eq!(tried["drawer"]["differencePaise"], Value::Null, "{counted}");
    }
    for (path, counted) in ["/api/drawer/close?dryRun=true", "/api/drawer/close"].into_iter().zip([189_999, 210_001]) {
        desk.post(path, counting(branch, counted)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    let noted = with(counting(branch, 0), &json!({ "note": "Not found" }));
    desk.post("/api/drawer/close?dryRun=true", noted).await.ok();
}

#[tokio::test]
async fn the_next_drawer_opens_with_what_was_left_or_with_a_note() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    open(&desk, branch, 200_000).await;
    desk.post("/api/drawer/close", with(counting(branch, 200_000), &json!({ "bankedPaise": 150_000 }))).await.ok();
    let refused = desk.post("/api/drawer/open", opening(branch, 200_000)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert!(refused["message"].as_str().unwrap().contains("₹500"), "{refused}");
    let blank = with(opening(branch, 200_000), &json!({ "note": "  " }));
    desk.post("/api/drawer/open", blank).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let noted = with(opening(branch, 60_000), &json!({ "note": "Change added" }));
    let second = desk.post("/api/drawer/open", noted).await.created()["drawer"].clone();
    assert_eq!(second["openingNote"], "Change added");
    desk.post("/api/drawer/close", counting(branch, 60_000)).await.ok();
    open(&desk, branch, 60_000).await;
    // Another branch has a drawer of its own.
    open(&desk, &shop.staffed, 10_000).await;
}

#[tokio::test]
async fn a_difference_beyond_a_hundred_rupees_needs_a_note() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    open(&desk, branch, 200_000).await;
    for counted in [189_999, 210_001] {
        let refused = desk.post("/api/drawer/close", counting(branch, counted)).await;
        let refused = refused.refused(422, "BUSINESS_RULE_VIOLATION");
        assert!(!refused.to_string().contains("2000"), "{refused}");
    }
    let noted = with(counting(branch, 189_999), &json!({ "note": "Not found" }));
    let closed = desk.post("/api/drawer/close", noted).await.ok()["drawer"].clone();
    assert_eq!((&closed["differencePaise"], &closed["note"]), (&json!(-10_001), &json!("Not found")));
    open(&desk, branch, 189_999).await;
    desk.post("/api/drawer/close", counting(branch, 199_999)).await.ok();
}

#[tokio::test]
async fn what_cannot_be_is_refused_by_its_field() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    for path in ["open", "movements", "close"] {
        desk.post(&format!("/api/drawer/{path}"), json!({})).await.refused(400, "VALIDATION_ERROR");
    }
    desk.post("/api/drawer/open", json!({ "openingPaise": -1 })).await.invalid(&["branchId", "openingPaise"]);
    desk.post("/api/drawer/open", json!({ "branchId": "nowhere", "openingPaise": 1 })).await.invalid(&["branchId"]);
    desk.get("/api/drawer").await.invalid(&["branchId"]);
    desk.get("/api/drawer?branchId=nowhere").await.invalid(&["branchId"]);
    open(&desk, branch, 200_000).await;
    let movement = json!({ "branchId": branch.id, "kind": "sale", "amountPaise": 0, "note": " " });
    desk.post("/api/drawer/movements", movement).await.invalid(&["kind", "amountPaise", "note"]);
    desk.post("/api/drawer/close", json!({ "branchId": branch.id })).await.invalid(&["countedPaise"]);
    let more = with(counting(branch, 100), &json!({ "bankedPaise": 101 }));
    desk.post("/api/drawer/close", more).await.invalid(&["bankedPaise"]);
    let other = json!({ "denominations": [{ "valuePaise": 10_000, "count": 3 }] });
    desk.post("/api/drawer/close", with(counting(branch, 20_000), &other)).await.invalid(&["denominations"]);
    let odd = json!({ "denominations": [{ "valuePaise": 300, "count": 3 }] });
    desk.post("/api/drawer/close", with(counting(branch, 900), &odd)).await.invalid(&["denominations.0.valuePaise"]);
    // The sum alone, or the notes and coins alone.
    let notes = json!({ "branchId": branch.id, "denominations": [{ "valuePaise": 50_000, "count": 4 }] });
    assert_eq!(desk.post("/api/drawer/close", notes).await.ok()["drawer"]["countedPaise"], 200_000);
}

#[tokio::test]
async fn managers_see_the_closed_ones_newest_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager, branch) = (salon.reception().await, salon.manager().await, &shop.open);
    let mut closed = Vec::new();
    for day in ["2026-11-14", "2026-11-15", "2026-11-16"] {
        salon.set_clock(&format!("{day}T10:00:00+05:30"));
        open(&desk, branch, 200_000).await;
        desk.post("/api/drawer/movements", moving(branch, "out", 1_000)).await.created();
        salon.set_clock(&format!("{day}T23:30:00+05:30"));
        let count = with(counting(branch, 200_000), &json!({ "note": day }));
        closed.insert(0, desk.post("/api/drawer/close", count).await.ok()["drawer"].clone());
    }
    let path = format!("/api/drawer/history?branchId={}", branch.id);
    let reply = manager.get(&path).await;
    assert_eq!(reply.ok()["drawers"], json!(closed), "as they were when they were closed");
    assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 3 }));
    let some = manager.get(&format!("{path}&from=2026-11-15&to=2026-11-15")).await.ok()["drawers"].clone();
    assert_eq!(some, json!([closed[1]]));
    let page = manager.get(&format!("{path}&pageSize=1&page=3")).await.ok()["drawers"].clone();
    assert_eq!(page, json!([closed[2]]));
    manager.get(&format!("{path}&from=2026-11-02&to=2026-11-01")).await.invalid(&["to"]);
    manager.get("/api/drawer/history?branchId=nowhere").await.invalid(&["branchId"]);
    desk.get(&path).await.refused(403, "FORBIDDEN");
    salon.person("Sita", Role::Staff).await.post("/api/drawer/open", json!({})).await.refused(403, "FORBIDDEN");
    let events = salon.events().await;
    let said: Vec<_> =
        events.iter().map(|event| event.what.as_str()).filter(|what| what.starts_with("drawer.")).collect();
    assert_eq!(said, ["drawer.opened", "drawer.moved", "drawer.closed"].repeat(3));
}

#[tokio::test]
async fn cash_without_a_drawer_is_outside_one_unless_the_branch_requires_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    assert_eq!(take(&salon, branch, Direction::Received, cash(100)).await.unwrap(), None);
    assert_eq!(movements(&salon, branch).await, []);
    let mut strict = branch.clone();
    strict.settings.require_drawer = true;
    let refused = take(&salon, &strict, Direction::Received, cash(100)).await;
    assert!(matches!(refused, Err(Failure::Refused(NoOpenDrawer))), "{refused:?}");
    let card = ByPaymentMethod { card: Paise(100), ..ByPaymentMethod::default() };
    assert_eq!(take(&salon, &strict, Direction::Received, card).await.unwrap(), None);
    let opened = open(&desk, branch, 0).await;
    assert_eq!(take(&salon, &strict, Direction::Received, cash(100)).await.unwrap(), Some(id_of(&opened)));
}

#[tokio::test]
async fn of_many_who_open_at_once_one_has_opened() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let replies = join_all((0..10).map(|_| desk.post("/api/drawer/open", opening(&shop.open, 200_000)))).await;
    let (opened, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
    assert_eq!(opened.len(), 1);
    for reply in refused {
        reply.refused(409, "CONFLICT");
    }
}

#[tokio::test]
async fn whatever_is_paid_while_the_drawer_closes_is_in_one_place_and_the_sums_fit() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, branch) = (salon.reception().await, &shop.open);
    let first = open(&desk, branch, 200_000).await;
    let sales = join_all((1..=200).map(|paise| {
        let direction = if paise % 5 == 0 { Direction::GivenBack } else { Direction::Received };
        let (salon, taken) = (&salon, cash(paise));
        async move { (paise, take(salon, branch, direction, taken).await.unwrap()) }
    }));
    let by_hand = join_all((0..20).map(|_| desk.post("/api/drawer/movements", moving(branch, "out", 7))));
    let close = async {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let closed =
            desk.post("/api/drawer/close", with(counting(branch, 200_000), &json!({ "note": "Busy" }))).await.ok();
        (
            closed["drawer"].clone(),
            desk.post("/api/drawer/open", opening(branch, 200_000)).await.created()["drawer"].clone(),
        )
    };
    let (sales, by_hand, (closed, second)) = tokio::join!(sales, by_hand, close);
    let all = movements(&salon, branch).await;
    for (paise, drawer) in &sales {
        let found: Vec<_> =
            all.iter().filter(|movement| movement.invoice_id.is_some() && movement.amount == Paise(*paise)).collect();
        match drawer {
            Some(drawer) => assert!(found.len() == 1 && found[0].drawer_id == *drawer, "{paise}: {found:?}"),
            None => assert!(found.is_empty(), "{paise} is outside a drawer: {found:?}"),
        }
    }
    let moved = by_hand.iter().filter(|reply| reply.status.is_success()).count();
    assert_eq!(all.iter().filter(|movement| movement.kind == MovementKind::Out).count(), moved);
    let sum = |drawer: &Value| {
        let of = all.iter().filter(|movement| movement.drawer_id == id_of(drawer));
        Paise(200_000).plus(of.map(DrawerMovement::signed).sum())
    };
    assert_eq!((closed["id"].clone(), &closed["expectedPaise"]), (first["id"].clone(), &json!(sum(&first))));
    let listed = closed["movements"].as_array().unwrap().len();
    assert_eq!(listed, all.iter().filter(|movement| movement.drawer_id == id_of(&first)).count());
    let till = salon.stored::<Till>(&drawer_key(&branch.id)).await.unwrap();
    assert_eq!(till.open.as_ref().unwrap().expected, sum(&second));
}

/// As the queue may.
async fn deliver_alerts_twice(salon: &TestSalon) {
    let alerts: Vec<_> =
        salon.outbox().await.into_iter().filter(|entry| matches!(entry.task, Task::OwnerAlert(_))).collect();
    assert_eq!(alerts.len(), 1);
    for alert in alerts.iter().chain(&alerts) {
        parlour_platform::jobs::deliver(&salon.salon, &alert.message()).await.unwrap();
    }
}

#[tokio::test]
async fn the_owner_is_told_once_of_a_difference_beyond_five_hundred_rupees() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, owner, branch) = (salon.reception().await, salon.owner().await, &shop.open);
    for (opening, counted) in [(200_000, 150_000), (150_000, 99_999)] {
        open(&desk, branch, opening).await;
        desk.post("/api/drawer/close", with(counting(branch, counted), &json!({ "note": "Nobody knows" }))).await.ok();
    }
    deliver_alerts_twice(&salon).await;
    let told =
        |channel| salon.sent(channel).into_iter().filter(|sent| sent.kind == "drawer_differed").collect::<Vec<_>>();
    let (mails, chats) = (told(Channel::Email), told(Channel::Chat));
    assert_eq!((mails.len(), chats.len()), (1, 1), "{mails:?} {chats:?}");
    assert_eq!(mails[0].to, owner.user.as_ref().unwrap().email);
    for sent in mails.iter().chain(&chats) {
        assert!(sent.body.contains("₹500.01") && sent.body.contains("Nobody knows"), "{}", sent.body);
    }
    let drawer =
        salon.salon.table.query::<ClosedDrawer>(Partition::of(keys::drawers_of(&branch.id)).starting("CLOSED#"));
    assert_eq!(drawer.await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_owner_is_told_once_of_a_void() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let owner = salon.owner().await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    let invoices = desk.get("/api/billing/invoices").await.ok();
    let invoice = invoices["invoices"][0]["id"].as_str().unwrap();
    manager.post(&format!("/api/billing/invoices/{invoice}/void"), json!({ "reason": "Wrong bill" })).await.ok();
    deliver_alerts_twice(&salon).await;
    for channel in [Channel::Email, Channel::Chat] {
        let told: Vec<_> = salon.sent(channel).into_iter().filter(|sent| sent.kind == "invoice_voided").collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].body.contains("Wrong bill") && !told[0].body.contains("Asha"), "{}", told[0].body);
    }
    let feed = owner.get("/api/notifications").await.ok();
    assert_eq!(feed["notifications"][0]["type"], "invoice_voided");
}

#[tokio::test]
async fn what_is_due_can_be_paid_by_upi_where_the_branch_has_an_id() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let path = |more: &str| format!("/api/billing/upi?branchId={}&amountPaise=11800{more}", shop.open.id);
    desk.get(&path("&reference=A")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    salon.owner().await.patch(&settings, json!({ "upiId": "salon@bank" })).await.ok();
    let answer = desk.get(&path("&reference=MAIN%2F26-27%2F00001")).await.ok();
    let uri = answer["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("upi://pay?pa=salon@bank&pn=") && uri.ends_with("&am=118.00&cu=INR&tn=MAIN%2F26-27%2F00001"),
        "{uri}"
    );
    assert!(answer["svg"].as_str().unwrap().starts_with("<svg "));
    desk.get("/api/billing/upi?amountPaise=0&branchId=x").await.invalid(&["amountPaise"]);
    desk.get("/api/billing/upi?amountPaise=1&branchId=nowhere").await.invalid(&["branchId"]);
}
