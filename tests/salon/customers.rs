//! The customer directory and what the desk does with a customer.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use parlour_people::auth::User;
use parlour_people::customers::Customers;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;
use serde_json::{Value, json};

fn ids(reply: &Value) -> Vec<String> {
    reply["customers"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

async fn asha(salon: &TestSalon) -> User {
    let user = salon.user("Asha Rao", Role::Customer).await;
    salon
        .listed(&user, |profile| {
            profile.phone = Some("9876543210".parse().unwrap());
            profile.total_visits = 3;
            profile.total_spent = Paise(250_000);
            profile.noshow_count = 1;
            profile.last_visit_at = Some("2026-11-01T10:00:00Z".parse().unwrap());
        })
        .await;
    user
}

#[tokio::test]
async fn the_directory_lists_customers_with_a_profile_and_nobody_else() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    salon.user("No Profile", Role::Customer).await;
    let worker = salon.user("Sita Staff", Role::Staff).await;
    salon.listed(&worker, |_| {}).await;
    let reply = salon.reception().await.get("/api/customers").await;
    assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 1 }));
    assert_eq!(
        reply.ok()["customers"],
        json!([{
            "id": asha.id, "name": "Asha Rao", "email": asha.email, "phone": "+919876543210", "totalVisits": 3,
            "totalSpentPaise": 250_000, "noshowCount": 1, "firstVisitAt": null,
            "lastVisitAt": "2026-11-01T10:00:00.000Z", "gemsBalance": null, "createdAt": asha.created_at, "tags": [],
        }])
    );
}

#[tokio::test]
async fn the_detail_shows_the_person_without_tags_and_gems() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    let desk = salon.reception().await;
    let detail = desk.get(&format!("/api/customers/{}", asha.id)).await.ok()["customer"].clone();
    assert_eq!(
        detail,
        json!({
            "id": asha.id, "name": "Asha Rao", "email": asha.email, "phone": "+919876543210", "role": "customer",
            "image": null, "gender": null, "dateOfBirth": null, "guardian": null, "totalVisits": 3, "totalSpentPaise": 250_000,
            "noshowCount": 1, "lateCancellationCount": 0, "bookingRequiresApproval": false, "firstVisitAt": null,
            "lastVisitAt": "2026-11-01T10:00:00.000Z", "createdAt": asha.created_at, "marketingConsent": false,
            "whatsappConsent": false, "photosConsent": false, "healthNotesConsent": false, "preferredLanguage": "en", "channels": ["whatsapp", "sms", "email"],
            "alerts": null, "preferredStaffId": null, "preferredStaffName": null, "gstin": null, "legalName": null,
            "duePaise": 0,
        })
    );
    desk.get("/api/customers/nobody").await.refused(404, "NOT_FOUND");
    let bare = salon.user("No Profile", Role::Customer).await;
    desk.get(&format!("/api/customers/{}", bare.id)).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_manager_overrules_the_count_and_the_directory_knows_at_once() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let path = format!("/api/customers/{}", asha.id);
    desk.get("/api/customers").await.ok();
    let profile = manager.patch(&path, json!({})).await.ok()["customer"].clone();
    assert_eq!((&profile["userId"], &profile["noshowCount"]), (&json!(asha.id), &json!(1)));
    let body = json!({ "noshowCount": 0, "bookingRequiresApproval": true });
    let profile = manager.patch(&path, body).await.ok()["customer"].clone();
    assert_eq!((&profile["noshowCount"], &profile["bookingRequiresApproval"]), (&json!(0), &json!(true)));
    assert_eq!(desk.get("/api/customers").await.ok()["customers"][0]["noshowCount"], 0);
    assert_eq!(desk.get(&path).await.ok()["customer"]["bookingRequiresApproval"], true);

    let wrong = json!({ "noshowCount": -1, "bookingRequiresApproval": "no" });
    manager.patch(&path, wrong).await.invalid(&["noshowCount", "bookingRequiresApproval"]);
    manager.patch("/api/customers/nobody", json!({})).await.refused(404, "NOT_FOUND");
    desk.patch(&path, json!({})).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn notes_are_written_by_the_caller() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    let desk = salon.reception().await;
    let path = format!("/api/customers/{}/notes", asha.id);
    let note = desk.post(&path, json!({ "content": "  Prefers mornings " })).await.created()["note"].clone();
    assert_eq!((&note["content"], &note["authorId"]), (&json!("Prefers mornings"), &json!(desk.id())));
    assert_eq!((&note["customerId"], &note["bookingId"]), (&json!(asha.id), &Value::Null));
    assert_eq!(note["createdAt"], "2026-11-16T04:30:00.000Z");
    desk.post(&path, json!({})).await.invalid(&["content"]);
    desk.post(&path, json!({ "content": "  " })).await.invalid(&["content"]);
    desk.post(&path, json!({ "content": "x".repeat(1001) })).await.invalid(&["content"]);
    desk.post(&path, json!({ "content": "x", "bookingId": "nothing" })).await.invalid(&["bookingId"]);
    desk.post("/api/customers/nobody/notes", json!({ "content": "x" })).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn bad_questions_are_refused_and_the_desk_alone_may_ask() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let long = format!("/api/customers?q={}&sort=age&page=0&pageSize=101", "x".repeat(121));
    desk.get(&long).await.invalid(&["q", "sort", "page", "pageSize"]);
    desk.get("/api/customers?page=two&pageSize=").await.invalid(&["page", "pageSize"]);
    let empty = desk.get("/api/customers?tag=nothing-like-it&q=&page=3").await;
    assert_eq!(empty.ok()["customers"], json!([]));
    assert_eq!(empty.meta(), json!({ "page": 3, "totalPages": 1, "totalCount": 0 }));
    for path in ["/api/customers", "/api/customers/x"] {
        salon.person("Sita", Role::Staff).await.get(path).await.refused(403, "FORBIDDEN");
        salon.anyone(App::Admin).get(path).await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn a_warm_page_costs_two_round_trips() {
    let salon = TestSalon::open().await;
    asha(&salon).await;
    let desk = salon.reception().await;
    desk.get("/api/customers").await.ok();
    salon.wire.reset();
    desk.get("/api/customers?sort=name&q=asha").await.ok();
    let cost = salon.wire.cost();
    assert!(cost.round_trips <= 3, "{cost:?}");
}

#[tokio::test]
async fn a_warm_page_reads_what_changed_and_not_everybody() {
    let salon = TestSalon::open().await;
    for number in 0..50 {
        let user = salon.user(&format!("Guest {number}"), Role::Customer).await;
        salon.listed(&user, |_| {}).await;
    }
    let desk = salon.reception().await;
    desk.get("/api/customers").await.ok();
    salon.set_clock("2026-11-16T11:00:00+05:30");
    desk.get("/api/customers").await.ok();
    let newcomer = salon.user("Newcomer", Role::Customer).await;
    salon.listed(&newcomer, |_| {}).await;
    salon.wire.reset();
    let reply = desk.get("/api/customers?q=newcomer").await;
    assert_eq!(ids(&reply.ok()), [newcomer.id.as_str()]);
    assert_eq!(desk.get("/api/customers").await.meta()["totalCount"], 51);
    // The session, one row that changed, seven shards without news, the tags: half a unit and up, each.
    let cost = salon.wire.cost();
    assert!(cost.read_units < 40.0, "{cost:?}");
}

#[tokio::test]
async fn a_warm_page_of_a_large_directory_costs_what_one_of_a_small_one_does() {
    let salon = TestSalon::open().await;
    let many = parlour_tests::counts::bulk(500);
    salon.large(many).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    desk.get("/api/customers").await.ok();
    salon.set_clock("2026-11-16T12:00:00+05:30");
    for question in ["", "?sort=name&page=5", "?q=kumar&sort=last_visit&pageSize=100", "?sort=gems&tag=vip"] {
        salon.wire.reset();
        let reply = desk.get(&format!("/api/customers{question}")).await;
        reply.ok();
        let cost = salon.wire.cost();
        assert!(cost.round_trips <= 3 && cost.read_units < 20.0, "{question}: {cost:?}");
    }
    let page = desk.get("/api/customers?sort=ltv").await;
    assert!(page.meta()["totalCount"].as_u64().unwrap() >= u64::try_from(many).unwrap());
    let somebody = page.ok()["customers"][0]["id"].as_str().unwrap().to_owned();
    manager.patch(&format!("/api/customers/{somebody}"), json!({ "noshowCount": 99 })).await.ok();
    assert_eq!(desk.get("/api/customers?sort=noshows").await.ok()["customers"][0]["id"], json!(somebody));
}

#[tokio::test]
async fn a_change_by_another_instance_is_seen_by_the_next_request() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    let desk = salon.reception().await;
    assert_eq!(desk.get("/api/customers").await.ok()["customers"][0]["totalVisits"], 3);
    // Another instance: the same table, no memory in common.
    let other = salon.another_instance();
    let body = json!({ "noshowCount": 7 });
    let manager = other.client(&salon.manager().await);
    manager.patch(&format!("/api/customers/{}", asha.id), body).await.ok();
    assert_eq!(desk.get("/api/customers").await.ok()["customers"][0]["noshowCount"], 7);
    // Its clock may be behind ours by a little.
    salon.set_clock("2026-11-16T10:00:20+05:30");
    desk.get("/api/customers").await.ok();
    salon.set_clock("2026-11-16T10:00:00+05:30");
    manager.patch(&format!("/api/customers/{}", asha.id), json!({ "noshowCount": 8 })).await.ok();
    salon.set_clock("2026-11-16T10:00:21+05:30");
    assert_eq!(desk.get("/api/customers").await.ok()["customers"][0]["noshowCount"], 8);
}

#[tokio::test]
async fn two_changes_in_the_same_millisecond_are_both_seen() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (asha(&salon).await, salon.user("Ravi", Role::Customer).await);
    salon.listed(&ravi, |_| {}).await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    for count in 1..4 {
        for user in [&asha, &ravi] {
            manager.patch(&format!("/api/customers/{}", user.id), json!({ "noshowCount": count })).await.ok();
            let rows = desk.get("/api/customers").await.ok()["customers"].clone();
            let row = rows.as_array().unwrap().iter().find(|row| row["id"] == json!(user.id)).unwrap().clone();
            assert_eq!(row["noshowCount"], count);
        }
    }
}

/// The answer of a cold instance to its first question, and the read units it takes.
async fn cold(salon: &TestSalon, manager: &Client<'_>) -> (Value, f64) {
    let instance = salon.another_instance();
    salon.wire.reset();
    let reply = instance.client(manager).get("/api/customers?sort=noshows&pageSize=100").await;
    let read = salon.wire.cost().read_units;
    (json!([reply.meta(), reply.ok()]), read)
}

/// `PARLOUR_BULK` says how many customers.
#[tokio::test]
async fn a_cold_instance_starts_from_the_snapshot_and_the_changes_since() {
    let salon = TestSalon::open().await;
    salon.large(parlour_tests::counts::bulk(1_200)).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let manager = salon.manager().await;
    let (answer, everything) = cold(&salon, &manager).await;
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    let (from_snapshot, read) = cold(&salon, &manager).await;
    assert_eq!(from_snapshot, answer);
    assert!(read < everything / 3.0, "{read} of {everything}");

    // A later change is seen, first by the log, a day later by a further chunk of the snapshot.
    let somebody = answer[1]["customers"][7]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/customers/{somebody}");
    for (moment, count) in
        [("2026-11-16T12:00:00+05:30", 98), ("2026-11-17T13:00:00+05:30", 99), ("2026-11-18T14:00:00+05:30", 100)]
    {
        salon.set_clock(moment);
        let manager = salon.manager().await;
        manager.patch(&path, json!({ "noshowCount": count })).await.ok();
        let (seen, read) = cold(&salon, &manager).await;
        let first = &seen[1]["customers"][0];
        assert_eq!((&first["id"], &first["noshowCount"]), (&json!(somebody), &json!(count)), "{moment}");
        assert!(read < everything / 2.0, "{read} of {everything} at {moment}");
        Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    }
    // A snapshot that nobody kept is not relied upon.
    salon.set_clock("2026-11-25T10:00:00+05:30");
    let (seen, _) = cold(&salon, &salon.manager().await).await;
    assert_eq!(seen[1]["customers"][0]["noshowCount"], 100);
}

#[tokio::test]
async fn a_customer_changed_a_thousand_times_does_not_make_cold_starts_dear() {
    let salon = TestSalon::open().await;
    salon.large(parlour_tests::counts::bulk(1_200)).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let manager = salon.manager().await;
    let (answer, everything) = cold(&salon, &manager).await;
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    let somebody = answer[1]["customers"][7]["id"].as_str().unwrap();
    let path = format!("/api/customers/{somebody}");
    for count in 0..1_050 {
        manager.patch(&path, json!({ "noshowCount": 98 + count % 2 })).await.ok();
    }
    salon.set_clock("2026-11-16T11:10:00+05:30");
    let (_, by_log) = cold(&salon, &manager).await;
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    let (seen, by_snapshot) = cold(&salon, &manager).await;
    let first = &seen[1]["customers"][0];
    assert_eq!((&first["id"], &first["noshowCount"]), (&json!(somebody), &json!(99)));
    assert!(by_snapshot < everything / 3.0 && by_snapshot < by_log / 2.0, "{by_snapshot} of {everything} and {by_log}");
}

#[tokio::test]
async fn a_small_salon_needs_no_snapshot() {
    let salon = TestSalon::open().await;
    asha(&salon).await;
    salon.wire.reset();
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    assert_eq!(salon.wire.cost().write_units, 0.0);
}

#[tokio::test]
async fn somebody_who_starts_to_work_here_leaves_the_directory() {
    let salon = TestSalon::open().await;
    let asha = asha(&salon).await;
    let desk = salon.reception().await;
    assert_eq!(desk.get("/api/customers").await.meta()["totalCount"], 1);
    salon.listed(&User { role: Role::Staff, ..asha }, |_| {}).await;
    assert_eq!(desk.get("/api/customers").await.meta()["totalCount"], 0);
}

/// A customer as the test knows them, to say by brute force what the directory must answer.
#[derive(Clone)]
struct Known {
    id: UserId,
    name: String,
    phone: String,
    email: String,
    spent: i64,
    visits: u32,
    noshows: u32,
    last_visit: Option<Instant>,
    gems: Option<i64>,
    tags: BTreeSet<usize>,
}

fn expected(model: &[Known], sort: &str, q: &str, tag: Option<usize>) -> Vec<String> {
    let wanted = q.trim().to_lowercase();
    let mut rows: Vec<&Known> = model
        .iter()
        .filter(|row| [&row.name, &row.phone, &row.email].iter().any(|field| field.to_lowercase().contains(&wanted)))
        .filter(|row| tag.is_none_or(|tag| row.tags.contains(&tag)))
        .collect();
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    match sort {
        "ltv" => rows.sort_by_key(|row| Reverse(row.spent)),
        "visits" => rows.sort_by_key(|row| Reverse(row.visits)),
        "noshows" => rows.sort_by_key(|row| Reverse(row.noshows)),
        "last_visit" => rows.sort_by_key(|row| (row.last_visit.is_none(), Reverse(row.last_visit))),
        "gems" => rows.sort_by_key(|row| (row.gems.is_none(), Reverse(row.gems))),
        "name" => rows.sort_by_key(|row| row.name.to_lowercase()),
        other => panic!("{other}"),
    }
    rows.iter().map(|row| row.id.to_string()).collect()
}

const SORTS: [&str; 6] = ["ltv", "visits", "last_visit", "name", "gems", "noshows"];
const FIRST: [&str; 8] = ["Asha", "Ravi", "Meera", "asif", "Zoya", "Kiran", "Dev", "Nisha"];
const LAST: [&str; 5] = ["Rao", "Khan", "Iyer", "D'Souza", "Singh"];
const TAGS: [&str; 3] = ["VIP", "Regular guest", "Allergic"];

struct Town<'a> {
    salon: &'a TestSalon,
    model: Vec<Known>,
    tags: Vec<Value>,
}

impl Town<'_> {
    fn below(&self, bound: usize) -> usize {
        self.salon.salon.random.below(bound)
    }

    async fn newcomer(&mut self) {
        let random = &self.salon.salon.random;
        let name = format!("{} {}", FIRST[self.below(FIRST.len())], LAST[self.below(LAST.len())]);
        let user = self.salon.user(&name, Role::Customer).await;
        let phone = format!("+919{}", random.text(9, "0123456789"));
        let maybe = |value: usize| (self.below(3) > 0).then_some(value);
        let known = Known {
            id: user.id.clone(),
            name,
            phone: phone.clone(),
            email: user.email.clone(),
            // Few values, so that ties are common.
            spent: i64::try_from(self.below(20) * 50_000).unwrap(),
            visits: u32::try_from(self.below(10)).unwrap(),
            noshows: u32::try_from(self.below(4)).unwrap(),
            last_visit: maybe(self.below(30)).map(|day| format!("2026-10-{:02}T10:00:00Z", day + 1).parse().unwrap()),
            gems: maybe(self.below(6)).map(|gems| i64::try_from(gems).unwrap()),
            tags: (0..TAGS.len()).filter(|_| self.below(3) == 0).collect(),
        };
        let tags: Vec<_> = known.tags.iter().map(|at| self.tags[*at]["id"].as_str().unwrap().into()).collect();
        self.salon
            .listed_with(&user, known.gems.map(Gems), tags, |profile| {
                profile.phone = Some(phone.parse().unwrap());
                profile.total_visits = known.visits;
                profile.total_spent = Paise(known.spent);
                profile.noshow_count = known.noshows;
                profile.last_visit_at = known.last_visit;
            })
            .await;
        self.model.push(known);
    }

    fn question(&self) -> String {
        let random = &self.salon.salon.random;
        match self.below(6) {
            0 => String::new(),
            1 => FIRST[self.below(FIRST.len())].to_uppercase(),
            2 => random.text(2, "0123456789"),
            3 => random.text(2, "aeirskhn "),
            4 => LAST[self.below(LAST.len())].to_owned(),
            _ => "@example.test".to_owned(),
        }
    }

    /// Every page of one question.
    async fn check(&self, desk: &Client<'_>, sort: &str, q: &str, tag: Option<usize>) {
        let size = 30 + self.below(71);
        let mut path = format!("/api/customers?sort={sort}&pageSize={size}");
        let encoded: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
        path += &format!("&q={encoded}");
        if let Some(tag) = tag {
            path += &format!("&tag={}", self.tags[tag]["slug"].as_str().unwrap());
        }
        let expected = expected(&self.model, sort, q, tag);
        let mut seen = Vec::new();
        let pages = expected.len().div_ceil(size).max(1);
        for page in 1..=pages {
            let reply = desk.get(&format!("{path}&page={page}")).await;
            seen.extend(ids(&reply.ok()));
            let meta = json!({ "page": page, "totalPages": pages, "totalCount": expected.len() });
            assert_eq!(reply.meta(), meta, "{path}");
        }
        assert_eq!(seen, expected, "{path}");
    }
}

/// `PARLOUR_BULK` says how many customers; every sort and many questions are compared with a plain scan.
#[tokio::test]
async fn the_directory_answers_what_a_scan_of_everybody_would() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let manager = salon.manager().await;
    let mut town = Town { salon: &salon, model: Vec::new(), tags: Vec::new() };
    for name in TAGS {
        let tag = manager.post("/api/tags", json!({ "name": name, "color": "#112233" })).await.created();
        town.tags.push(tag["tag"].clone());
    }
    for _ in 0..parlour_tests::counts::bulk(300) {
        town.newcomer().await;
    }
    // From here on the instance is warm, and what has not changed since is not read again.
    desk.get("/api/customers").await.ok();
    salon.set_clock("2026-11-16T10:05:00+05:30");
    for sort in SORTS {
        town.check(&desk, sort, "", None).await;
        for _ in 0..3 {
            let tag = (town.below(3) == 0).then(|| town.below(TAGS.len()));
            town.check(&desk, sort, &town.question(), tag).await;
        }
    }
    // Every change is seen by the next request, in every order.
    for _ in 0..20 {
        match town.below(3) {
            0 => town.newcomer().await,
            1 => {
                let at = town.below(town.model.len());
                let noshows = u32::try_from(town.below(9)).unwrap();
                let path = format!("/api/customers/{}", town.model[at].id);
                manager.patch(&path, json!({ "noshowCount": noshows })).await.ok();
                town.model[at].noshows = noshows;
            }
            _ => {
                let (at, tag) = (town.below(town.model.len()), town.below(TAGS.len()));
                let path = format!("/api/customers/{}/tags", town.model[at].id);
                let id = town.tags[tag]["id"].as_str().unwrap();
                if town.model[at].tags.insert(tag) {
                    desk.post(&path, json!({ "tagId": id })).await.created();
                } else {
                    town.model[at].tags.remove(&tag);
                    desk.delete(&format!("{path}/{id}")).await.ok();
                }
            }
        }
        let sort = SORTS[town.below(SORTS.len())];
        let tag = (town.below(3) == 0).then(|| town.below(TAGS.len()));
        town.check(&desk, sort, &town.question(), tag).await;
    }
}
