//! A second account of the same provider with somebody's verified email: the mailbox may have been given to somebody else.

use futures::future::join;
use parlour_people::auth::Unlinked;
use parlour_people::sign_in::Accounts;
use parlour_people::sign_in::oidc::Identity;
use parlour_settings::App;
use parlour_storage::act::{Act, Actor};
use parlour_storage::table::{AtomicWrite, keys};
use parlour_tests::provider::{Scripted, cookie};
use parlour_tests::{Client, Reply, TestSalon};
use parlour_values::role::Role;
use serde_json::json;

/// The address a browser was sent to, and the user it is signed in as.
async fn outcome(salon: &TestSalon, reply: &Reply) -> (String, Option<String>) {
    let to = reply.header("location").unwrap().to_owned();
    let browser = salon.anyone(App::Admin).with_cookie(cookie(reply, "session"));
    let session = browser.get("/api/auth/get-session").await.json();
    (to, session["user"]["id"].as_str().map(str::to_owned))
}

const REFUSED: &str = "/api/auth/error?error=account_not_linked";

#[tokio::test]
async fn a_mailbox_that_is_given_to_somebody_else_opens_no_account_until_the_owner_allows_it() {
    let provider = Scripted::open().await;
    let salon = &provider.salon.salon;
    let owner = salon.owner().await;
    let invite = json!({ "email": "asha@example.test", "role": "receptionist" });
    owner.post("/api/users/invites", invite).await.created();
    let first = provider.sign_in_on(App::Admin, json!({})).await;
    let (_, asha) = outcome(salon, &first).await;
    let asha = asha.unwrap();
    let before = salon.anyone(App::Admin).with_cookie(cookie(&first, "session"));
    before.get("/api/leads").await.ok();

    let again =
        async |subject: &str| outcome(salon, &provider.sign_in_on(App::Admin, json!({ "sub": subject })).await).await;
    assert_eq!(again("s-2").await, (REFUSED.to_owned(), None));
    assert_eq!(again("s-1").await, ("/home".to_owned(), Some(asha.clone())), "whoever had it keeps it");

    let path = format!("/api/users/{asha}/identities");
    assert_eq!(owner.delete(&path).await.ok(), json!({ "ok": true }));
    before.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    assert_eq!(again("s-2").await, ("/home".to_owned(), Some(asha.clone())));
    assert_eq!(again("s-1").await, (REFUSED.to_owned(), None), "now it is the other one's");
    assert_eq!(owner.delete(&path).await.ok(), json!({ "ok": true }), "as often as it takes");

    let developer = salon.person("Dev", Role::Developer).await;
    let log = developer.get(&format!("/api/logs/audit?entityType=user&entityId={asha}")).await.ok();
    let unlinked = log["entries"].as_array().unwrap().iter().find(|entry| entry["action"] == "user.unlink").unwrap();
    assert_eq!((&unlinked["actorId"], &unlinked["changes"]), (&json!(owner.id()), &json!({ "identities": 1 })));
}

#[tokio::test]
async fn only_owners_end_links_and_nobody_above_themselves() {
    let salon = TestSalon::open().await;
    let user = salon.user("Asha", Role::Staff).await;
    let path = format!("/api/users/{}/identities", user.id);
    for role in [Role::Staff, Role::Receptionist, Role::Manager] {
        salon.person("Somebody", role).await.delete(&path).await.refused(403, "FORBIDDEN");
    }
    salon.anyone(App::Admin).delete(&path).await.refused(401, "UNAUTHENTICATED");
    let (owner, developer) = (salon.owner().await, salon.person("Dev", Role::Developer).await);
    owner.delete("/api/users/nobody/identities").await.refused(404, "NOT_FOUND");
    owner.delete(&format!("/api/users/{}/identities", developer.id())).await.refused(403, "FORBIDDEN");
    owner.delete(&path).await.ok();
    developer.delete(&path).await.ok();
}

fn identity(salon: &TestSalon, subject: &str, email: &str) -> Identity {
    Identity {
        issuer: salon.salon.settings.oidc_issuer.clone(),
        subject: subject.to_owned(),
        email: Some(email.to_owned()),
        email_verified: true,
        name: None,
        picture: None,
    }
}

#[tokio::test]
async fn of_two_accounts_that_claim_one_user_at_once_one_does() {
    let salon = TestSalon::open().await;
    for round in 0..5 {
        let user = salon.user("Maya", Role::Manager).await;
        let act = Act { actor: Actor::Visitor, ..Act::of_job("tests", "tests", salon.salon.clock.now()) };
        let [one, two] = ["a", "b"].map(|subject| identity(&salon, &format!("{subject}-{round}"), &user.email));
        let accounts = Accounts::of(&salon.salon);
        let (one, two) = join(accounts.admit(App::Admin, &act, &one), accounts.admit(App::Admin, &act, &two)).await;
        let admitted: Vec<_> = [one, two].into_iter().filter_map(Result::ok).collect();
        assert_eq!(admitted.len(), 1, "round {round}");
        assert_eq!(admitted[0].user.id, user.id);
    }
}

#[tokio::test]
async fn a_user_of_whom_no_link_is_known_is_linked_to_nobody_until_the_owner_allows_it() {
    let salon = TestSalon::open().await;
    let (owner, maya) = (salon.owner().await, salon.user("Maya", Role::Manager).await);
    // As users were written before links were: an account of theirs may exist, but nothing of the user's names it.
    let left = salon.salon.table.get::<Unlinked>(&keys::unlinked(&maya.id)).await.unwrap().unwrap();
    let mut write = AtomicWrite::new(&salon.salon.random);
    write.changes.remove(&left);
    write.commit(&salon.salon.table).await.unwrap();
    let act = Act { actor: Actor::Visitor, ..Act::of_job("tests", "tests", salon.salon.clock.now()) };
    let admitted = async |subject: &str, issuer: &str| {
        let identity = Identity { issuer: issuer.to_owned(), ..identity(&salon, subject, &maya.email) };
        Accounts::of(&salon.salon).admit(App::Admin, &act, &identity).await.ok().map(|admitted| admitted.user.id)
    };
    let ours = salon.salon.settings.oidc_issuer.as_str();
    assert_eq!(admitted("new", ours).await, None);

    owner.delete(&format!("/api/users/{}/identities", maya.id)).await.ok();
    assert_eq!(admitted("new", ours).await, Some(maya.id.clone()));
    assert_eq!(admitted("newer", ours).await, None, "it was left to one");
    // Another provider says for itself who has the mailbox.
    assert_eq!(admitted("elsewhere", "https://other.example.test").await, Some(maya.id.clone()));
    assert_eq!(admitted("elsewhere-2", "https://other.example.test").await, None);
}

#[tokio::test]
async fn ending_the_links_while_somebody_signs_in_leaves_a_whole_state() {
    let salon = TestSalon::open().await;
    let owner: Client<'_> = salon.owner().await;
    for round in 0..5 {
        let user = salon.user("Maya", Role::Manager).await;
        let act = Act { actor: Actor::Visitor, ..Act::of_job("tests", "tests", salon.salon.clock.now()) };
        let first = identity(&salon, &format!("first-{round}"), &user.email);
        Accounts::of(&salon.salon).admit(App::Admin, &act, &first).await.ok().unwrap();
        let path = format!("/api/users/{}/identities", user.id);
        let accounts = Accounts::of(&salon.salon);
        let (ended, again) = join(owner.delete(&path), accounts.admit(App::Admin, &act, &first)).await;
        ended.ok();
        again.ok().unwrap();
        // In either order, the same account is let in, and another one is not while it is linked.
        Accounts::of(&salon.salon).admit(App::Admin, &act, &first).await.ok().unwrap();
        let other = identity(&salon, &format!("other-{round}"), &user.email);
        assert!(Accounts::of(&salon.salon).admit(App::Admin, &act, &other).await.is_err(), "round {round}");
    }
}
