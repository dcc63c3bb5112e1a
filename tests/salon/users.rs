//! Users and invites, as the owner looks after them.

use futures::future::join_all;
use parlour_people::auth::User;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

fn path(user: &User) -> String {
    format!("/api/users/{}", user.id)
}

async fn developer(salon: &TestSalon) -> Client<'_> {
    salon.person("Dev Eloper", Role::Developer).await
}

#[tokio::test]
async fn users_are_listed_by_role_name_and_page() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    for name in ["Asha Rao", "Ravi Kumar", "Meera Rao"] {
        salon.user(name, Role::Customer).await;
    }
    salon.user("Meera Rao", Role::Staff).await;
    let team = owner.get("/api/users").await;
    assert_eq!(team.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 2 }), "without the customers");
    assert_eq!(team.ok()["nextCursor"], Value::Null);
    let row = team.ok()["users"][0].clone();
    let keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["branchIds", "createdAt", "email", "emailVerified", "id", "image", "isActive", "name", "role", "updatedAt"]
    );
    assert_eq!(owner.get("/api/users?q=%20RAO%20").await.meta()["totalCount"], 1);
    assert_eq!(owner.get("/api/users?q=meera.rao").await.meta()["totalCount"], 1);
    assert_eq!(owner.get("/api/users?role=staff&pageSize=1&page=2").await.ok()["users"], json!([]));
    owner.get("/api/users?role=boss&page=0&pageSize=101").await.invalid(&["role", "page", "pageSize"]);
    owner.get("/api/users/nobody").await.refused(404, "NOT_FOUND");
    assert_eq!(owner.get(&format!("/api/users/{}", owner.id())).await.ok()["user"]["role"], "owner");
}

#[tokio::test]
async fn customers_are_listed_by_cursor_and_only_when_asked_for() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    for name in ["Asha Rao", "Ravi Kumar", "Meera Rao", "Kiran Das", "Asha Das"] {
        salon.user(name, Role::Customer).await;
    }
    let names = |page: &Value| -> Vec<String> {
        page["users"].as_array().unwrap().iter().map(|user| user["name"].as_str().unwrap().to_owned()).collect()
    };
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = owner.get(&format!("/api/users?role=customer&pageSize=2{cursor}")).await.ok();
        assert!(names(&page).len() <= 2);
        found.extend(names(&page));
        match &page["nextCursor"] {
            Value::String(next) => cursor = format!("&cursor={next}"),
            _ => break,
        }
    }
    assert_eq!(found, ["Asha Das", "Kiran Das", "Meera Rao", "Ravi Kumar", "Asha Rao"]);
    let called = owner.get("/api/users?role=customer&q=RAO").await.ok();
    assert_eq!(
        (names(&called), &called["nextCursor"]),
        (vec!["Meera Rao".to_owned(), "Asha Rao".to_owned()], &Value::Null)
    );
    owner.get("/api/users?role=customer&page=2").await.invalid(&["page"]);
    owner.get("/api/users?role=customer&cursor=x").await.invalid(&["cursor"]);
    owner.get(&format!("/api/users?role=staff{cursor}")).await.invalid(&["cursor"]);
}

#[tokio::test]
async fn only_owners_and_above_look_after_users() {
    let salon = TestSalon::open().await;
    let user = salon.user("Asha", Role::Customer).await;
    for role in [Role::Staff, Role::Receptionist, Role::Manager] {
        let caller = salon.person("Somebody", role).await;
        caller.get("/api/users").await.refused(403, "FORBIDDEN");
        caller.patch(&path(&user), json!({ "role": "staff" })).await.refused(403, "FORBIDDEN");
        caller.post("/api/users/invites", json!({})).await.refused(403, "FORBIDDEN");
        caller.delete(&format!("{}/sessions", path(&user))).await.refused(403, "FORBIDDEN");
    }
    salon.anyone(App::Admin).get("/api/users").await.refused(401, "UNAUTHENTICATED");
    developer(&salon).await.get("/api/users").await.ok();
}

#[tokio::test]
async fn a_new_role_counts_at_once_and_ends_the_sessions() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let user = salon.user("Reena Desk", Role::Receptionist).await;
    let before = salon.signed_in(&user, App::Admin).await;
    before.get("/api/leads").await.ok();
    salon.set_clock("2026-11-16T10:00:01+05:30");
    let patched = owner.patch(&path(&user), json!({ "role": "staff" })).await.ok()["user"].clone();
    assert_eq!((&patched["role"], &patched["updatedAt"]), (&json!("staff"), &json!("2026-11-16T04:30:01.000Z")));
    before.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    salon.set_clock("2026-11-16T10:00:02+05:30");
    salon.signed_in(&user, App::Admin).await.get("/api/leads").await.refused(403, "FORBIDDEN");
    assert_eq!(owner.get("/api/users?role=staff").await.meta()["totalCount"], 1);
}

#[tokio::test]
async fn a_suspension_counts_at_once_and_lasts_until_it_is_lifted() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let user = salon.user("Reena Desk", Role::Receptionist).await;
    let before = salon.signed_in(&user, App::Admin).await;
    assert_eq!(owner.patch(&path(&user), json!({ "isActive": false })).await.ok()["user"]["isActive"], false);
    before.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    salon.set_clock("2026-11-16T10:00:01+05:30");
    salon.signed_in(&user, App::Admin).await.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    owner.patch(&path(&user), json!({ "isActive": true })).await.ok();
    before.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    salon.set_clock("2026-11-16T10:00:02+05:30");
    salon.signed_in(&user, App::Admin).await.get("/api/leads").await.ok();
}

#[tokio::test]
async fn branches_are_information_and_end_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    let user = salon.user("Reena Desk", Role::Receptionist).await;
    let desk = salon.signed_in(&user, App::Admin).await;
    let patched = owner.patch(&path(&user), json!({ "branchIds": [shop.open.id, shop.open.id] })).await.ok();
    assert_eq!(patched["user"]["branchIds"], json!([shop.open.id]));
    desk.get("/api/leads").await.ok();
    owner.patch(&path(&user), json!({ "branchIds": [shop.open.id, "nowhere"] })).await.invalid(&["branchIds.1"]);
    owner.patch(&path(&user), json!({ "role": "boss", "isActive": "no", "branchIds": "x" })).await.invalid(&[
        "role",
        "isActive",
        "branchIds",
    ]);
    let unchanged = owner.patch(&path(&user), json!({})).await.ok();
    assert_eq!(unchanged["user"], patched["user"]);
}

#[tokio::test]
async fn nobody_raises_themselves_or_reaches_above_their_level() {
    let salon = TestSalon::open().await;
    let (owner, developer) = (salon.owner().await, developer(&salon).await);
    let manager = salon.user("Maya Manager", Role::Manager).await;
    let own = format!("/api/users/{}", owner.id());
    owner.patch(&own, json!({ "role": "manager" })).await.refused(403, "FORBIDDEN");
    owner.patch(&path(&manager), json!({ "role": "developer" })).await.refused(403, "FORBIDDEN");
    let above = format!("/api/users/{}", developer.id());
    owner.patch(&above, json!({ "isActive": false })).await.refused(403, "FORBIDDEN");
    owner.patch(&above, json!({ "branchIds": [] })).await.refused(403, "FORBIDDEN");
    owner.delete(&format!("{above}/sessions")).await.refused(403, "FORBIDDEN");
    let invite = json!({ "email": "dev@example.test", "role": "developer" });
    owner.post("/api/users/invites", invite.clone()).await.refused(403, "FORBIDDEN");
    let invite = developer.post("/api/users/invites", invite).await.created()["invite"].clone();
    let invite = format!("/api/users/invites/{}", invite["id"].as_str().unwrap());
    owner.delete(&invite).await.refused(403, "FORBIDDEN");
    owner.patch(&path(&manager), json!({ "role": "owner" })).await.ok();
    owner.patch("/api/users/nobody", json!({ "role": "staff" })).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn the_last_active_owner_stays() {
    let salon = TestSalon::open().await;
    let (owner, developer) = (salon.owner().await, developer(&salon).await);
    let own = format!("/api/users/{}", owner.id());
    let suspended = salon.user("Old Owner", Role::Owner).await;
    salon.put(&User { is_active: false, ..suspended }).await;
    owner.patch(&own, json!({ "isActive": false })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    developer.patch(&own, json!({ "role": "manager" })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.user("New Owner", Role::Owner).await;
    developer.patch(&own, json!({ "role": "manager" })).await.ok();
}

#[tokio::test]
async fn whoever_has_no_account_gets_no_role_and_is_no_other_owner() {
    let salon = TestSalon::open().await;
    let (owner, desk) = (salon.owner().await, salon.reception().await);
    let guest = desk.post("/api/customers", json!({ "name": "Asha", "phone": "9876543210" })).await.created();
    let guest = guest["customer"]["id"].as_str().unwrap().to_owned();
    for role in ["staff", "receptionist", "manager", "owner"] {
        let path = format!("/api/users/{guest}");
        owner.patch(&path, json!({ "role": role })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    owner.patch(&format!("/api/users/{guest}"), json!({ "role": "customer", "isActive": true })).await.ok();
    let named_before = salon.user("No Account", Role::Owner).await;
    salon.put(&User { email: String::new(), ..named_before }).await;
    let own = format!("/api/users/{}", owner.id());
    owner.patch(&own, json!({ "isActive": false })).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn two_owners_who_remove_each_other_at_once_leave_one() {
    let salon = TestSalon::open().await;
    let (one, two) = (salon.owner().await, salon.owner().await);
    let (of_one, of_two) = (format!("/api/users/{}", one.id()), format!("/api/users/{}", two.id()));
    let (first, second) = tokio::join!(
        one.patch(&of_two, json!({ "isActive": false })),
        two.patch(&of_one, json!({ "isActive": false })),
    );
    let done = [&first, &second].iter().filter(|reply| reply.status == 200).count();
    assert_eq!(done, 1, "{} {}", first.json(), second.json());
}

#[tokio::test]
async fn sessions_of_a_user_are_ended_by_the_owner() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let user = salon.user("Asha", Role::Customer).await;
    let asha = salon.signed_in(&user, App::Customer).await;
    asha.get("/api/onboarding").await.ok();
    assert_eq!(owner.delete(&format!("{}/sessions", path(&user))).await.ok(), json!({ "ok": true }));
    asha.get("/api/onboarding").await.refused(401, "UNAUTHENTICATED");
    owner.delete("/api/users/nobody/sessions").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn invites_are_sent_listed_and_withdrawn() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    let body = json!({ "email": "Ravi@Example.test", "role": "staff", "branchIds": [shop.open.id] });
    let invite = owner.post("/api/users/invites", body.clone()).await.created()["invite"].clone();
    assert_eq!((&invite["email"], &invite["role"]), (&json!("ravi@example.test"), &json!("staff")));
    assert_eq!((&invite["branchIds"], &invite["invitedBy"]), (&json!([shop.open.id]), &json!(owner.id())));
    let list = owner.get("/api/users/invites").await;
    assert_eq!((&list.ok()["invites"], list.meta()["totalCount"].clone()), (&json!([invite]), json!(1)));

    let taken = salon.user("Asha", Role::Customer).await;
    let known = json!({ "email": taken.email, "role": "staff" });
    owner.post("/api/users/invites", known).await.refused(409, "CONFLICT");
    owner.post("/api/users/invites", json!({ "email": "x", "role": "boss" })).await.invalid(&["email", "role"]);
    let nowhere = json!({ "email": "a@example.test", "role": "staff", "branchIds": ["nowhere"] });
    owner.post("/api/users/invites", nowhere).await.invalid(&["branchIds.0"]);

    let path = format!("/api/users/invites/{}", invite["id"].as_str().unwrap());
    assert_eq!(owner.delete(&path).await.ok(), json!({ "ok": true }));
    owner.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(owner.get("/api/users/invites").await.ok()["invites"], Value::Array(Vec::new()));
    owner.post("/api/users/invites", body).await.created();
}

#[tokio::test]
async fn a_new_invite_replaces_the_old_one_unless_that_was_above_ones_level() {
    let salon = TestSalon::open().await;
    let (owner, developer) = (salon.owner().await, developer(&salon).await);
    let as_role = |role: &str| json!({ "email": "Ravi@example.test", "role": role });
    let first = owner.post("/api/users/invites", as_role("staff")).await.created()["invite"].clone();
    let second = owner.post("/api/users/invites", as_role("manager")).await.created()["invite"].clone();
    assert_eq!(owner.get("/api/users/invites").await.ok()["invites"], json!([second]));
    owner.delete(&format!("/api/users/invites/{}", first["id"].as_str().unwrap())).await.refused(404, "NOT_FOUND");
    developer.post("/api/users/invites", as_role("developer")).await.created();
    owner.post("/api/users/invites", as_role("staff")).await.refused(403, "FORBIDDEN");
    let replies = join_all((0..4).map(|_| developer.post("/api/users/invites", as_role("staff")))).await;
    for reply in replies {
        reply.created();
    }
    assert_eq!(owner.get("/api/users/invites").await.meta()["totalCount"], 1);
}

#[tokio::test]
async fn an_invite_is_open_for_fourteen_days() {
    let (salon, shop) = TestSalon::with_shop().await;
    let body = json!({ "email": "ravi@example.test", "role": "manager" });
    let invite = salon.owner().await.post("/api/users/invites", body.clone()).await.created()["invite"].clone();
    assert_eq!(invite["expiresAt"], "2026-11-30T04:30:00.000Z");
    let path = format!("/api/users/invites/{}", invite["id"].as_str().unwrap());
    salon.set_clock("2026-11-30T09:59:59+05:30");
    assert_eq!(salon.owner().await.get("/api/users/invites").await.meta()["totalCount"], 1);
    salon.set_clock("2026-11-30T10:00:00+05:30");
    let owner = salon.owner().await;
    assert_eq!(owner.get("/api/users/invites").await.meta()["totalCount"], 0);
    owner.delete(&path).await.refused(404, "NOT_FOUND");
    // A person who joins the staff with that email is invited anew, as staff.
    let ravi = json!({ "email": "Ravi@Example.test", "name": "R", "branchIds": [shop.open.id], "serviceIds": [] });
    owner.post("/api/staff", ravi).await.created();
    let open = owner.get("/api/users/invites").await.ok()["invites"].clone();
    assert_eq!((open.as_array().map(Vec::len), &open[0]["role"]), (Some(1), &json!("staff")));
}

#[tokio::test]
async fn the_open_leads_of_whoever_no_longer_works_here_are_nobodys() {
    let salon = TestSalon::open().await;
    let (owner, desk) = (salon.owner().await, salon.reception().await);
    let lead = json!({ "name": "Ravi", "phone": "9811111111" });
    let lead = desk.post("/api/leads", lead).await.created()["leadId"].as_str().unwrap().to_owned();
    let lead = format!("/api/leads/{lead}");
    let assigned = async || desk.get(&lead).await.ok()["lead"]["assignedTo"].clone();
    for (number, gone) in [json!({ "isActive": false }), json!({ "role": "customer" })].into_iter().enumerate() {
        let user = salon.user(&format!("Reena {number}"), Role::Receptionist).await;
        desk.patch(&lead, json!({ "assignedTo": user.id })).await.ok();
        owner.patch(&path(&user), json!({ "role": "staff" })).await.ok();
        assert_eq!(assigned().await, json!(user.id), "they still work here");
        owner.patch(&path(&user), gone.clone()).await.ok();
        assert_eq!(assigned().await, Value::Null, "{gone}");
    }
}
