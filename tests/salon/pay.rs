//! Commission rules, and the pay of a month: summed from what was earned, adjusted, closed.

use futures::future::join_all;
use parlour_money::pay::{
    CreditedLine, Earning, EarningInvoice, Undoing, WorkKind, WorkLine, commission_among, commission_keys,
    earning_keys, earnings, earnings_among, take_back,
};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, InvoiceId, StaffId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;
use serde_json::{Value, json};

/// An invoice that somebody earned by.
struct Earned {
    id: InvoiceId,
    number: DocumentNumber,
    branch: BranchId,
    at: Instant,
    staff: StaffId,
}

impl Earned {
    fn facts(&self) -> EarningInvoice<'_> {
        EarningInvoice { id: &self.id, number: &self.number, branch: &self.branch, at: self.at }
    }
}

/// A line of each kind: what it is, and its base.
async fn earns(salon: &TestSalon, branch: &Branch, staff: &StaffMember, lines: &[(WorkKind, i64)], tip: i64) -> Earned {
    let act = Act::of_job("tests", "tests", salon.salon.clock.now());
    let invoice = Earned {
        id: salon.salon.random.id(),
        number: DocumentNumber::stored("BLR/26-27/00042"),
        branch: branch.id.clone(),
        at: act.at,
        staff: staff.id.clone(),
    };
    let found = salon.salon.table.get_many(commission_keys([&staff.id])).await.unwrap();
    let rules = commission_among(&found, [&staff.id]).unwrap();
    let lines: Vec<WorkLine> = lines
        .iter()
        .enumerate()
        .map(|(number, (kind, base))| WorkLine {
            line: number.to_string().into(),
            staff: staff.id.clone(),
            kind: *kind,
            service_id: None,
            description: format!("A {kind}"),
            base: Paise(*base),
        })
        .collect();
    let mut transaction = salon.salon.transaction(&act);
    for earning in earnings(&rules, &invoice.facts(), &lines, &[(staff.id.clone(), Paise(tip))]) {
        transaction.create(&earning);
    }
    transaction.commit().await.unwrap();
    invoice
}

/// Takes an invoice back now, wholly or a part of its first line.
async fn undone(salon: &TestSalon, invoice: &Earned, part: Option<CreditedLine>) {
    let act = Act::of_job("tests", "tests", salon.salon.clock.now());
    let mut found = salon.salon.table.get_many(earning_keys(&invoice.facts(), [&invoice.staff])).await.unwrap();
    let earnings = earnings_among(&mut found, &invoice.facts(), [&invoice.staff]).unwrap();
    assert_eq!(earnings.len(), 1);
    let mut transaction = salon.salon.transaction(&act);
    let (note, lines): (_, Vec<CreditedLine>) = (salon.salon.random.id(), part.into_iter().collect());
    let credit = Undoing::Credit { note: &note, lines: &lines, tips: &[], is_last: false };
    let undoing = if lines.is_empty() { Undoing::Void } else { credit };
    take_back(&mut transaction, &earnings, undoing, act.at);
    transaction.commit().await.unwrap();
}

fn credited(whole: i64, before: i64, after: i64) -> CreditedLine {
    CreditedLine { line: "0".into(), whole: Paise(whole), before: Paise(before), after: Paise(after) }
}

fn rule(from: &str, service_bps: u32) -> Value {
    json!({ "from": from, "serviceBps": service_bps, "productBps": 500 })
}

fn commission(staff: &StaffMember) -> String {
    format!("/api/staff/{}/commission", staff.id)
}

/// A person's row of the report, by field.
fn person<'v>(report: &'v Value, staff: &StaffMember) -> &'v Value {
    let people = report["people"].as_array().unwrap();
    people.iter().find(|person| person["staffId"] == json!(staff.id)).unwrap_or(&Value::Null)
}

fn amounts(person: &Value) -> [i64; 4] {
    ["commissionPaise", "tipsPaise", "adjustmentsPaise", "totalPaise"].map(|field| person[field].as_i64().unwrap())
}

async fn month(manager: &Client<'_>, month: &str) -> Value {
    manager.get(&format!("/api/pay?month={month}")).await.ok()
}

async fn at_work() -> (TestSalon, Shop) {
    let (salon, shop) = TestSalon::with_shop().await;
    (salon, shop)
}

#[tokio::test]
async fn rules_are_dated_and_never_changed_backwards() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let path = commission(&shop.meera);
    assert_eq!(manager.get(&path).await.ok(), json!({ "commission": null, "history": [] }));
    manager.put(&path, rule("2026-11-15", 1000)).await.invalid(&["from"]);
    let set = manager.put(&path, rule("2026-11-16", 1000)).await.ok();
    assert_eq!((&set["commission"]["from"], &set["commission"]["serviceBps"]), (&json!("2026-11-16"), &json!(1000)));
    assert_eq!(set["commission"]["sessionBps"], json!(null));
    manager.put(&path, rule("2026-12-01", 1200)).await.ok();
    let set = manager.put(&path, rule("2026-12-01", 1300)).await.ok();
    assert_eq!(set["commission"]["serviceBps"], 1300);
    let read = manager.get(&path).await.ok();
    assert_eq!(read["commission"]["serviceBps"], 1000, "what is to come does not hold yet");
    let history: Vec<&Value> = read["history"].as_array().unwrap().iter().map(|rule| &rule["serviceBps"]).collect();
    assert_eq!(history, [&json!(1300), &json!(1000)]);
    assert_eq!(read["history"][0]["setBy"], json!(manager.id()));
}

#[tokio::test]
async fn a_rule_that_is_set_again_writes_nothing() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let first = manager.put(&commission(&shop.meera), rule("2026-11-16", 1000)).await.ok();
    let events = salon.events().await.len();
    assert_eq!(manager.put(&commission(&shop.meera), rule("2026-11-16", 1000)).await.ok(), first);
    assert_eq!(salon.events().await.len(), events);
}

#[tokio::test]
async fn what_is_wrong_with_a_rule_is_named() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let path = commission(&shop.meera);
    manager.put(&path, json!({})).await.invalid(&["from", "serviceBps", "productBps"]);
    let with = |field: &str, value: Value| {
        let mut body = rule("2026-11-16", 1000);
        body[field] = value;
        body
    };
    manager.put(&path, with("serviceBps", json!(10_001))).await.invalid(&["serviceBps"]);
    manager.put(&path, with("byService", json!([{ "serviceId": "nothing", "bps": 5 }]))).await.invalid(&["byService"]);
    let twice = json!([{ "serviceId": shop.cut.id, "bps": 5 }, { "serviceId": shop.cut.id, "bps": 6 }]);
    manager.put(&path, with("byService", twice)).await.invalid(&["byService"]);
    let falling = json!([{ "abovePaise": 200, "serviceBps": 5 }, { "abovePaise": 100, "serviceBps": 6 }]);
    manager.put(&path, with("tiers", falling)).await.invalid(&["tiers"]);
    manager.put("/api/staff/nobody/commission", rule("2026-11-16", 1000)).await.refused(404, "NOT_FOUND");
    manager.get("/api/staff/nobody/commission").await.refused(404, "NOT_FOUND");
    salon.reception().await.put(&path, rule("2026-11-16", 1000)).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_month_is_summed_by_person_with_those_who_earned_nothing() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let nila = salon.staff("Nila", &[&shop.staffed], &[&shop.cut]).await;
    manager.put(&commission(&shop.meera), rule("2026-11-16", 1000)).await.ok();
    let work = [(WorkKind::Service, 100_000), (WorkKind::Product, 20_000), (WorkKind::Session, 30_000)];
    earns(&salon, &shop.open, &shop.meera, &work, 500).await;
    earns(&salon, &shop.staffed, &shop.meera, &[(WorkKind::Service, 50_000)], 0).await;
    earns(&salon, &shop.open, &shop.ravi, &[(WorkKind::Service, 70_000)], 0).await;

    let report = month(&manager, "2026-11").await;
    assert_eq!((&report["month"], &report["state"]), (&json!("2026-11"), &json!("open")));
    assert_eq!(
        person(&report, &shop.meera),
        &json!({
            "staffId": shop.meera.id, "name": "Meera", "servicesPaise": 150_000, "productsPaise": 20_000,
            "sessionsPaise": 30_000, "commissionPaise": 19_000, "tipsPaise": 500, "adjustmentsPaise": 0,
            "totalPaise": 19_500, "visits": 2,
        })
    );
    let ravi = person(&report, &shop.ravi);
    assert_eq!((&ravi["servicesPaise"], amounts(ravi)), (&json!(70_000), [0, 0, 0, 0]), "no rule, and yet counted");
    assert_eq!(amounts(person(&report, &nila)), [0, 0, 0, 0]);
    assert_eq!(manager.get("/api/pay").await.ok(), report, "the current month is the usual one");

    let there = manager.get(&format!("/api/pay?month=2026-11&branchId={}", shop.staffed.id)).await.ok();
    assert_eq!(amounts(person(&there, &shop.meera)), [5_000, 0, 0, 5_000]);
    let here = manager.get(&format!("/api/pay?month=2026-11&branchId={}", shop.open.id)).await.ok();
    assert_eq!(person(&here, &nila), &Value::Null, "she works elsewhere");
    let file = manager.get("/api/pay?month=2026-11&format=csv").await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains(",Meera,150000,20000,30000,19000,500,0,19500,2\r\n"), "{text}");
    manager.get("/api/pay?month=2026-13").await.invalid(&["month"]);
    salon.reception().await.get("/api/pay").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn what_is_given_back_is_taken_back_to_the_paisa_and_a_void_takes_the_tip() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    manager.put(&commission(&shop.meera), rule("2026-11-16", 1234)).await.ok();
    let invoice = earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 99_999)], 700).await;
    // The rule that holds by then changes nothing.
    manager.put(&commission(&shop.meera), rule("2026-11-16", 5000)).await.ok();
    for (before, after) in [(0, 1), (1, 33_333), (33_333, 104_999)] {
        undone(&salon, &invoice, Some(credited(104_999, before, after))).await;
    }
    let report = month(&manager, "2026-11").await;
    let meera = person(&report, &shop.meera);
    assert_eq!((amounts(meera), &meera["servicesPaise"], &meera["visits"]), ([0, 700, 0, 700], &json!(0), &json!(1)));

    let other = earns(&salon, &shop.open, &shop.ravi, &[(WorkKind::Service, 100)], 50).await;
    undone(&salon, &other, None).await;
    let report = month(&manager, "2026-11").await;
    let ravi = person(&report, &shop.ravi);
    assert_eq!((amounts(ravi), &ravi["servicesPaise"], &ravi["visits"]), ([0; 4], &json!(0), &json!(0)));

    let lines = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok()["lines"].clone();
    let lines = lines.as_array().unwrap();
    assert_eq!(lines.len(), 5, "the line, its tip, and three times a part of it: {lines:?}");
    let taken: i64 =
        lines.iter().filter(|line| line["takenBack"] == true).map(|line| line["amountPaise"].as_i64().unwrap()).sum();
    assert_eq!((taken, &lines[0]["bps"], &lines[0]["basePaise"]), (-12_340, &json!(1234), &json!(99_999)));
    assert!(lines.iter().all(|line| line["takenBack"] == false || line["creditNoteId"].is_string()));
}

#[tokio::test]
async fn tiers_are_one_line_of_the_month_by_the_rule_of_its_end() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let mut tiered = rule("2026-11-16", 1000);
    tiered["tiers"] =
        json!([{ "abovePaise": 100_000, "serviceBps": 1500 }, { "abovePaise": 200_000, "serviceBps": 2000 }]);
    manager.put(&commission(&shop.meera), tiered).await.ok();
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 180_000)], 0).await;
    let invoice = earns(&salon, &shop.staffed, &shop.meera, &[(WorkKind::Service, 70_000)], 0).await;
    let path = format!("/api/pay/{}?month=2026-11", shop.meera.id);
    let meera = manager.get(&path).await.ok();
    // 25,000 by the lines; 5 % more of 1,000 rupees, 10 % more of 500.
    assert_eq!(amounts(&meera), [25_000 + 5_000 + 5_000, 0, 0, 35_000]);
    let last = meera["lines"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["basePaise"]), (&json!("tiers"), &json!(250_000)));
    assert_eq!((&last["amountPaise"], &last["at"]), (&json!(10_000), &json!(null)));
    undone(&salon, &invoice, None).await;
    assert_eq!(amounts(&manager.get(&path).await.ok()), [18_000 + 4_000, 0, 0, 22_000]);
    let report = month(&manager, "2026-11").await;
    assert_eq!(amounts(person(&report, &shop.meera)), [22_000, 0, 0, 22_000]);
}

#[tokio::test]
async fn tiers_of_a_new_rule_add_nothing_to_what_was_earned_by_the_old_one() {
    let (salon, shop) = at_work().await;
    salon.manager().await.put(&commission(&shop.meera), rule("2026-11-16", 2000)).await.ok();
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 190_380)], 0).await;
    salon.set_clock("2026-11-17T10:00:00+05:30");
    let manager = salon.manager().await;
    let mut tiered = rule("2026-11-17", 1000);
    tiered["tiers"] = json!([{ "abovePaise": 0, "serviceBps": 2000 }]);
    manager.put(&commission(&shop.meera), tiered).await.ok();
    let report = month(&manager, "2026-11").await;
    assert_eq!(amounts(person(&report, &shop.meera)), [38_076, 0, 0, 38_076]);
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 100_000)], 0).await;
    let report = month(&manager, "2026-11").await;
    assert_eq!(amounts(person(&report, &shop.meera)), [58_076, 0, 0, 58_076]);
}

#[tokio::test]
async fn a_rule_to_come_changes_nothing_of_what_is_earned_before_it() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    manager.put(&commission(&shop.meera), rule("2026-11-16", 1000)).await.ok();
    let invoice = earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 1_332_490)], 0).await;
    let mut to_come = rule("2026-11-30", 1000);
    to_come["tiers"] = json!([{ "abovePaise": 0, "serviceBps": 9000 }]);
    manager.put(&commission(&shop.meera), to_come).await.ok();
    let path = format!("/api/pay/{}?month=2026-11", shop.meera.id);
    assert_eq!(amounts(&manager.get(&path).await.ok()), [133_249, 0, 0, 133_249]);
    // By then it counts what is earned from then on, and not what is taken back of what was earned before.
    salon.set_clock("2026-11-30T10:00:00+05:30");
    let manager = salon.manager().await;
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 10_000)], 0).await;
    assert_eq!(amounts(&manager.get(&path).await.ok()), [142_249, 0, 0, 142_249]);
    undone(&salon, &invoice, Some(credited(1_000, 0, 1_000))).await;
    assert_eq!(amounts(&manager.get(&path).await.ok()), [9_000, 0, 0, 9_000]);
}

#[tokio::test]
async fn an_adjustment_is_added_to_an_open_month() {
    let (salon, shop) = at_work().await;
    let manager = salon.manager().await;
    let body = |amount: i64| json!({ "staffId": shop.meera.id, "amountPaise": amount, "reason": "Advance" });
    let made = manager.post("/api/pay/2026-11/adjustments", body(-20_000)).await.created()["adjustment"].clone();
    assert_eq!(
        (&made["amountPaise"], &made["reason"], &made["month"]),
        (&json!(-20_000), &json!("Advance"), &json!("2026-11"))
    );
    manager.post("/api/pay/2026-11/adjustments", body(5_000)).await.created();
    let report = month(&manager, "2026-11").await;
    assert_eq!(amounts(person(&report, &shop.meera)), [0, 0, -15_000, -15_000]);
    let lines = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok()["lines"].clone();
    assert_eq!((&lines[0]["kind"], &lines[0]["name"]), (&json!("adjustment"), &json!("Advance")));
    assert_eq!(amounts(person(&month(&manager, "2026-10").await, &shop.meera)), [0; 4]);

    manager.post("/api/pay/2026-11/adjustments", body(0)).await.invalid(&["amountPaise"]);
    manager.post("/api/pay/2026-11/adjustments", json!({})).await.invalid(&["staffId", "amountPaise", "reason"]);
    manager.post("/api/pay/november/adjustments", body(1)).await.invalid(&["month"]);
    let nobody = json!({ "staffId": "nobody", "amountPaise": 1, "reason": "Advance" });
    manager.post("/api/pay/2026-11/adjustments", nobody).await.invalid(&["staffId"]);
    salon.reception().await.post("/api/pay/2026-11/adjustments", body(1)).await.refused(403, "FORBIDDEN");
    manager.get("/api/pay/nobody").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_closed_month_never_changes_and_what_comes_later_stands_in_the_next() {
    let (salon, shop) = at_work().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let mut tiered = rule("2026-11-16", 1000);
    tiered["tiers"] = json!([{ "abovePaise": 10_000, "serviceBps": 2000 }]);
    manager.put(&commission(&shop.meera), tiered).await.ok();
    let invoice = earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 20_000)], 300).await;
    let bonus = json!({ "staffId": shop.meera.id, "amountPaise": 1_000, "reason": "Bonus" });
    manager.post("/api/pay/2026-11/adjustments", bonus.clone()).await.created();
    owner.post("/api/pay/2026-11/close", json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.set_clock("2026-12-01T00:00:30+05:30");
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    owner.post("/api/pay/2026-11/close", json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.set_clock("2026-12-01T10:00:00+05:30");
    let before = month(&manager, "2026-11").await;
    assert_eq!(amounts(person(&before, &shop.meera)), [3_000, 300, 1_000, 4_300]);
    manager.post("/api/pay/2026-11/close", json!({})).await.refused(403, "FORBIDDEN");
    let closed = owner.post("/api/pay/2026-11/close", json!({})).await.ok();
    assert_eq!((&closed["state"], &closed["totalPaise"]), (&json!("closed"), &json!(4_300)));
    owner.post("/api/pay/2026-11/close", json!({})).await.refused(409, "CONFLICT");
    manager.post("/api/pay/2026-11/adjustments", bonus).await.refused(409, "CONFLICT");

    // Another name, no tiers, a row that should not be there, and a refund.
    let late =
        salon.stored::<Earning>(&earning_keys(&invoice.facts(), [&invoice.staff]).next().unwrap()).await.unwrap();
    salon.put(&Earning { invoice_id: "late".into(), ..late.record }).await;
    manager.patch(&format!("/api/staff/{}", shop.meera.id), json!({ "displayName": "Meera K" })).await.ok();
    undone(&salon, &invoice, Some(credited(21_000, 0, 21_000))).await;
    let after = month(&manager, "2026-11").await;
    assert_eq!((&after["state"], &after["people"]), (&json!("closed"), &before["people"]));
    let meera = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok();
    assert_eq!((amounts(&meera), &meera["state"]), ([3_000, 300, 1_000, 4_300], &json!("closed")));
    let december = month(&manager, "2026-12").await;
    let meera = person(&december, &shop.meera);
    assert_eq!((amounts(meera), &meera["servicesPaise"]), ([-2_000, 0, 0, -2_000], &json!(-20_000)));
}

#[tokio::test]
async fn a_month_is_closed_once_however_many_close_it() {
    let (salon, shop) = at_work().await;
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 20_000)], 300).await;
    salon.set_clock("2026-12-01T10:00:00+05:30");
    let owner = salon.owner().await;
    salon.wire.shuffle(1);
    let replies = join_all((0..10).map(|_| owner.post("/api/pay/2026-11/close", json!({})))).await;
    salon.wire.reset();
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.refused(409, "CONFLICT");
    }
}

#[tokio::test]
async fn an_adjustment_made_while_the_month_is_closed_is_in_it_or_refused() {
    for round in 0..rounds() {
        let (salon, shop) = at_work().await;
        salon.set_clock("2026-12-01T10:00:00+05:30");
        let (manager, owner) = (salon.manager().await, salon.owner().await);
        let bonus = json!({ "staffId": shop.meera.id, "amountPaise": 100, "reason": "Bonus" });
        salon.wire.shuffle(round);
        let adjusting = join_all((0..8).map(|_| manager.post("/api/pay/2026-11/adjustments", bonus.clone())));
        let (replies, closed) = tokio::join!(adjusting, owner.post("/api/pay/2026-11/close", json!({})));
        salon.wire.reset();
        closed.ok();
        let taken = replies.iter().filter(|reply| reply.status == 201).count();
        assert!(replies.iter().all(|reply| reply.status == 201 || reply.status == 409), "round {round}");
        let report = month(&manager, "2026-11").await;
        assert_eq!(amounts(person(&report, &shop.meera))[2], 100 * i64::try_from(taken).unwrap(), "round {round}");
        let lines = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok()["lines"].clone();
        assert_eq!(lines.as_array().map(Vec::len), Some(taken));
    }
}

#[tokio::test]
async fn everybody_sees_their_own_lines_only() {
    let (salon, shop) = at_work().await;
    let meera = salon.signed_in_as(&shop.meera).await;
    earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 20_000)], 300).await;
    earns(&salon, &shop.open, &shop.ravi, &[(WorkKind::Service, 90_000)], 900).await;
    let own = meera.get("/api/me/earnings?month=2026-11").await.ok();
    assert_eq!((&own["staffId"], &own["servicesPaise"]), (&json!(shop.meera.id), &json!(20_000)));
    let kinds: Vec<&Value> = own["lines"].as_array().unwrap().iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, [&json!("service"), &json!("tip")]);
    meera.get(&format!("/api/pay/{}", shop.meera.id)).await.refused(403, "FORBIDDEN");
    let nobody = salon.reception().await.get("/api/me/earnings").await.ok();
    assert_eq!((amounts(&nobody), &nobody["lines"]), ([0; 4], &json!([])));
}

#[tokio::test]
async fn the_rows_of_an_invoice_stand_with_their_branch_and_month() {
    let (salon, shop) = at_work().await;
    salon.set_clock("2026-11-30T23:59:59+05:30");
    let invoice = earns(&salon, &shop.open, &shop.meera, &[(WorkKind::Service, 20_000)], 0).await;
    let key = keys::earning(&shop.open.id, &shop.meera.id, invoice.at, &invoice.id);
    assert_eq!(key.pk, format!("EARNINGS#{}#2026-11", shop.open.id));
    assert!(salon.stored::<Earning>(&key).await.is_some());
}
