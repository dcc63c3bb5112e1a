//! The largest body that every request takes costs a bounded number of calls and gets a bounded answer.

use parlour_local::gateway;
use parlour_platform::imports::MOST_ROWS;
use parlour_platform::notifications::{Notification, UnreadMark};
use parlour_setup::catalogue::Service;
use parlour_storage::table::Bulk;
use parlour_tests::{Reply, TestSalon};
use parlour_values::time::Minutes;
use serde_json::{Value, json};

use crate::fields::{Call, is_named, lists, requests, schema_of, set, texts};
use crate::site::table::notification;
use crate::walk;

/// The most calls to the table of one request: the longest list, of 1,000 ids, is read a hundred at a time.
const MOST_CALLS: usize = 40;
/// The rows of an import are written one by one, each with what is read again for it where it means the same as the one before.
const CALLS_OF_A_ROW: usize = 6;
/// The longest answer to a body that is refused, whatever is wrong with it.
const MOST_BYTES: usize = 64 * 1024;
/// The largest body accepted.
const MOST_SENT: usize = 256 * 1024;

/// Which routes were tried, as `admin POST /api/tags`.
#[derive(Default)]
pub struct Largest {
    tried: Vec<String>,
}

impl Largest {
    /// Sends the call with every text and every list as long as it may be, then with the texts alone, leaving out in turn
    /// what is refused by name. Gives the answer of the first that succeeds; then the call is done.
    pub async fn before(&mut self, salon: &TestSalon, call: &Call<'_, '_>) -> Option<Reply> {
        self.tried.push(call.name());
        for with_lists in [true, false] {
            let mut left: Vec<_> = texts(&call.schema).into_iter().filter(|field| !is_id(&field.path)).collect();
            for _ in 0..4 {
                let mut body = call.given.clone();
                if with_lists {
                    lengthen(salon, &call.schema, &mut body);
                }
                for field in &left {
                    // Four bytes each.
                    set(&mut body, &field.path, Value::String("\u{1f9d6}".repeat(field.longest)));
                }
                let reply = bounded(salon, call, &body).await;
                if reply.status.is_success() {
                    return Some(reply);
                }
                let before = left.len();
                left.retain(|field| !is_named(&reply, &field.path));
                if left.len() == before {
                    break;
                }
            }
        }
        None
    }
}

/// Whether it means something as it is: filling it would only say that it names nothing.
fn is_id(path: &str) -> bool {
    path.ends_with("Id") || path.contains(".0")
}

/// Every list gets as many items as it may have: the given ones, then copies of the first, or ids that name nothing.
fn lengthen(salon: &TestSalon, schema: &Value, body: &mut Value) {
    for (name, most, item) in lists(schema) {
        let mut items = body[&name].as_array().cloned().unwrap_or_default();
        if item["type"] == "string" {
            while items.len() < most {
                items.push(json!(salon.salon.random.id::<parlour_values::id::ServiceId>()));
            }
        } else if let Some(first) = items.first().cloned() {
            items.resize(most, first);
        }
        if !items.is_empty() {
            set(body, &name, Value::Array(items));
        }
    }
}

async fn bounded(salon: &TestSalon, call: &Call<'_, '_>, body: &Value) -> Reply {
    let name = call.name();
    assert!(body.to_string().len() <= MOST_SENT, "{name}: more than the largest body is legal");
    salon.wire.reset();
    let reply = call.send(body).await;
    let calls = salon.wire.cost().calls;
    assert!(reply.status.as_u16() < 500, "{name}: {} {}", reply.status, reply.json());
    let most = if name.contains("/api/imports/") { MOST_ROWS * CALLS_OF_A_ROW + MOST_CALLS } else { MOST_CALLS };
    assert!(calls.len() <= most, "{name}: {} calls: {calls:?}", calls.len());
    let is_short = reply.bytes.len() <= MOST_BYTES || reply.status.is_success();
    assert!(is_short, "{name}: an answer of {} bytes", reply.bytes.len());
    reply
}

#[tokio::test]
async fn the_largest_body_of_every_request_is_bounded_in_cost_and_answer() {
    let largest = Box::pin(walk::largest()).await;
    let untried: Vec<_> =
        requests().into_iter().map(|(name, _)| name).filter(|name| !largest.tried.contains(name)).collect();
    assert!(untried.is_empty(), "never tried: {untried:#?}");
}

/// The same where everything in a list exists, which costs more than finding that it does not.
#[tokio::test]
async fn the_longest_lists_of_what_exists_are_bounded_too() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut services = Bulk::new();
    let ids: Vec<String> = (0..500).map(|number| format!("service-{number:03}")).collect();
    for (number, id) in (0..).zip(&ids) {
        services.put(&Service {
            id: id.as_str().into(),
            name: id.clone(),
            slug: id.clone(),
            duration: Minutes(5),
            display_order: number,
            ..shop.cut.clone()
        });
    }
    services.write(&salon.salon.table).await.unwrap();
    let (manager, asha) = (salon.manager().await, salon.customer("Asha").await);
    let mut rows = Bulk::new();
    let notices: Vec<String> = (0..500).map(|number| format!("notice-{number:03}")).collect();
    for id in &notices {
        let row = Notification { id: id.as_str().into(), ..notification(&salon, &asha.id()) };
        rows.put(&UnreadMark::of(&row));
        rows.put(&row);
    }
    rows.write(&salon.salon.table).await.unwrap();

    let offer = json!({
        "name": "All of it", "offerType": "percentage", "discountPercentage": 20, "startDate": "2026-11-16",
        "endDate": "2026-11-30", "serviceIds": ids,
    });
    let person = json!({
        "email": "nila@example.test", "name": "Nila", "branchIds": [shop.open.id], "serviceIds": ids,
    });
    let mut booking = shop.cut_tomorrow();
    booking["serviceIds"] = json!(ids[..20]);
    for (who, path, body) in [
        (&manager, "POST /api/offers", offer),
        (&manager, "POST /api/staff", person),
        (&manager, "PUT /api/services/order", json!({ "ids": ids })),
        (&asha, "PATCH /api/notifications", json!({ "ids": notices })),
        (&asha, "POST /api/bookings", booking),
    ] {
        let (method, path) = path.split_once(' ').unwrap();
        let routes = gateway::routes(who.app);
        let route = routes.list().find(|route| route.path == path && route.method == *method).unwrap();
        let call = Call { who, route, path, given: body.clone(), schema: schema_of(route).unwrap() };
        let reply = bounded(&salon, &call, &body).await;
        assert!(reply.status.is_success(), "{path}: {}", reply.json());
    }
}
