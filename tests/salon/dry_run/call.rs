//! A call and its dry run: what both must have in common, and what only the call may do.

use std::collections::BTreeMap;

use http::Method;
use parlour_storage::table::{Item, text_of};
use parlour_tests::{Client, Reply, TestSalon};
use serde_json::Value;

pub struct DryRunCall<'a, 'b> {
    pub who: &'a Client<'b>,
    pub method: Method,
    pub path: &'a str,
    pub body: Option<String>,
}

impl DryRunCall<'_, '_> {
    pub async fn dry(&self) -> Reply {
        let more = if self.path.contains('?') { '&' } else { '?' };
        self.who.send(self.method.clone(), &format!("{}{more}dryRun=true", self.path), self.body.clone()).await
    }

    pub async fn real(&self) -> Reply {
        self.who.send(self.method.clone(), self.path, self.body.clone()).await
    }
}

type Items = BTreeMap<(String, String), Item>;

/// Every item of the table but the windows of rate limits, which count dry runs like any request.
pub async fn everything(salon: &TestSalon) -> Items {
    by_key(salon.rows_beside("LIMIT#").await)
}

pub fn by_key(rows: Vec<Item>) -> Items {
    let key = |item: &Item| ["PK", "SK"].map(|name| text_of(&item[name]).unwrap().to_owned()).into();
    rows.into_iter().map(|item| (key(&item), item)).collect()
}

/// The dry run, which must change nothing and need no more round trips than the call; then the call, which must succeed and
/// answer the same. Returns the call's data.
pub async fn before_the_call(salon: &TestSalon, call: &DryRunCall<'_, '_>) -> Value {
    let name = format!("{} {}", call.method, call.path);
    let (before, sent) = (everything(salon).await, salon.post.messages().len());
    salon.wire.reset();
    let dry = call.dry().await;
    let cost = salon.wire.cost();
    let counts = |calls: &[String]| calls.iter().filter(|call| *call == "UpdateItem").count();
    let reads = ["GetItem", "BatchGetItem", "Query"];
    let is_read = |call: &String| reads.contains(&call.as_str());
    assert!(cost.calls.iter().all(|call| is_read(call) || call == "UpdateItem"), "{name} wrote: {:?}", cost.calls);
    // Counting the rate limit is the only write there is.
    assert!(counts(&cost.calls) <= 1, "{name} wrote: {:?}", cost.calls);
    let after = everything(salon).await;
    let changed = after.iter().find(|(key, item)| before.get(*key) != Some(item)).map(|(key, _)| key);
    assert!(changed.is_none() && before.len() == after.len(), "{name} changed {changed:?}");
    assert_eq!(salon.post.messages().len(), sent, "{name} sent something");

    salon.wire.reset();
    let real = call.real().await;
    let allowed = salon.wire.cost().round_trips;
    assert!(real.status.is_success(), "{name}: {} {}", real.status, real.json());
    assert_eq!(dry.status, real.status, "{name}: {}", dry.json());
    assert_eq!((dry.header("dry-run"), real.header("dry-run")), (Some("true"), None), "{name}");
    assert!(cost.round_trips <= allowed, "{name}: {} round trips, the call needs {allowed}", cost.round_trips);
    let (dry, real) = (dry.json(), real.json());
    compare(&name, "", &dry, &real, &before);
    real["data"].clone()
}

/// Fields that a dry run's answer has beyond the call's: the bill, and what a change clashes with.
const ONLY_DRY: [&str; 2] = ["clashes", "gemsRedeemed"];

/// Fields that the dry run of a count does not say: whoever counts does so blind.
const BLIND: [&str; 3] = [".expectedPaise", ".differencePaise", ".receivedByMethod"];

/// The same values, but for `null` in place of an id, a number or a secret that the table did not know before.
fn compare(name: &str, path: &str, dry: &Value, real: &Value, before: &Items) {
    match (dry, real) {
        (Value::Object(dry), Value::Object(real)) => {
            for (field, value) in real {
                let dry = dry.get(field).unwrap_or_else(|| panic!("{name}: {path}.{field} is missing"));
                compare(name, &format!("{path}.{field}"), dry, value, before);
            }
            let is_bill = path == ".data.invoice" && dry.contains_key("lines") && !real.contains_key("lines");
            let more = dry.keys().find(|field| !real.contains_key(*field) && !ONLY_DRY.contains(&field.as_str()));
            assert!(is_bill || more.is_none(), "{name}: {path} has {more:?}, which the call does not answer");
        }
        (Value::Array(dry), Value::Array(real)) => {
            assert_eq!(dry.len(), real.len(), "{name}: {path}");
            for (at, (dry, real)) in dry.iter().zip(real).enumerate() {
                compare(name, &format!("{path}.{at}"), dry, real, before);
            }
        }
        (Value::Null, _) if name.ends_with("/api/drawer/close") && BLIND.iter().any(|field| path.ends_with(field)) => {}
        (Value::Null, Value::String(text)) => {
            let was_there = format!("{before:?}").contains(&format!("{text:?}"));
            assert!(!was_there, "{name}: {path} is {text}, which was there before");
        }
        (dry, real) => assert_eq!(dry, real, "{name}: {path}"),
    }
}

/// Both answers of a call that is refused: the same but for the request's id.
pub async fn refused(call: &DryRunCall<'_, '_>, status: u16, code: &str) -> Value {
    let (dry, real) = (call.dry().await, call.real().await);
    let (mut dried, mut refused) = (dry.refused(status, code), real.refused(status, code));
    assert_eq!((dry.header("dry-run"), real.header("dry-run")), (Some("true"), None), "{}", call.path);
    for error in [&mut dried, &mut refused] {
        error["requestId"] = Value::Null;
    }
    assert_eq!(dried, refused, "{}", call.path);
    dried
}
