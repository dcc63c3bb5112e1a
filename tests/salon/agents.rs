//! Agents: the Model Context Protocol on both apps, in its present revision and in those that begin with `initialize`.

use http::Method;
use parlour_booking::bookings::status::BookingStatus;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_storage::events::EventType;
use parlour_tests::documented::fits;
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const PRESENT: &str = "2026-07-28";
const OLDER: &str = "2025-06-18";

pub const ACCEPT: &str = "application/json, text/event-stream";

/// The call of a tool, as older revisions have it.
pub fn call(tool: &str, arguments: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } })
}

/// Somebody's agent: it takes what the protocol answers with.
fn agent<'a>(client: Client<'a>) -> Client<'a> {
    let host = if client.app == App::Customer { "localhost:3000" } else { "localhost:3001" };
    client.with_header("host", host).with_header("accept", ACCEPT)
}

fn visitor(salon: &TestSalon) -> Client<'_> {
    agent(salon.visitor())
}

/// A program with a token of this role, which may read.
async fn program<'a>(salon: &'a TestSalon, role: Role) -> (Value, Client<'a>) {
    let developer = salon.person("Dev", Role::Developer).await;
    let made = json!({ "name": "Agent", "role": role, "scopes": ["read"] });
    let made = developer.post("/api/tokens", made).await.created();
    let token = format!("Bearer {}", made["token"].as_str().unwrap());
    (made, agent(salon.anyone(App::Admin)).with_header("authorization", &token))
}

/// A message as the present revision has it.
async fn present(client: &Client<'_>, method: &str, params: Value) -> Reply {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": PRESENT, "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut client = client.clone().with_header("mcp-protocol-version", PRESENT).with_header("mcp-method", method);
    if let Some(name) = params["name"].as_str() {
        client = client.with_header("mcp-name", name);
    }
    client.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await
}

/// A message as older revisions have it.
async fn older(client: &Client<'_>, method: &str, params: Value) -> Reply {
    let client = client.clone().with_header("mcp-protocol-version", OLDER);
    client.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await
}

#[track_caller]
fn result(reply: &Reply) -> Value {
    let answer = reply.json();
    assert_eq!(reply.status.as_u16(), 200, "{answer}");
    assert!(answer["result"].is_object(), "{answer}");
    answer["result"].clone()
}

/// A tool's result, which is as its output schema says, in both revisions the same.
async fn called(client: &Client<'_>, tool: &str, arguments: Value) -> Value {
    let asked = json!({ "name": tool, "arguments": arguments });
    let given = result(&present(client, "tools/call", asked.clone()).await);
    assert_ne!(given["isError"], json!(true), "{given}");
    assert_eq!(given["resultType"], "complete");
    let before = result(&older(client, "tools/call", asked).await);
    assert_eq!(before["structuredContent"], given["structuredContent"]);
    assert_eq!(before.get("resultType"), None);
    let text: Value = serde_json::from_str(given["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, given["structuredContent"]);
    let tools = result(&present(client, "tools/list", json!({})).await);
    let card = tools["tools"].as_array().unwrap().iter().find(|card| card["name"] == tool).unwrap();
    let schema = &card["outputSchema"];
    if let Err(problem) = fits(schema, schema, &text, "") {
        panic!("{tool} gives what its schema does not say: {problem}\n{text}");
    }
    text
}

/// The reason that a tool gives for failing.
async fn failed(client: &Client<'_>, tool: &str, arguments: Value) -> String {
    let asked = json!({ "name": tool, "arguments": arguments });
    let given = result(&present(client, "tools/call", asked).await);
    assert_eq!(given["isError"], json!(true), "{given}");
    assert_eq!(given.get("structuredContent"), None);
    given["content"][0]["text"].as_str().unwrap().to_owned()
}

fn names(tools: &Value) -> Vec<&str> {
    tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn both_revisions_are_served_at_one_address_without_a_session() {
    let salon = TestSalon::open().await;
    let visitor = visitor(&salon);
    let found = result(&present(&visitor, "server/discover", json!({})).await);
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!(PRESENT)), "{found}");
    assert!(found["capabilities"]["tools"].is_object());
    let hello = json!({ "protocolVersion": OLDER, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let begun =
        visitor.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello })).await;
    assert_eq!((begun.header("mcp-session-id"), begun.header("content-type")), (None, Some("application/json")));
    let begun = result(&begun);
    assert_eq!((&begun["protocolVersion"], &begun["serverInfo"]["name"]), (&json!(OLDER), &json!("parlour")));
    assert!(begun["instructions"].as_str().unwrap().contains("bookUrl"));
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let told = visitor.clone().with_header("mcp-protocol-version", OLDER).post("/mcp", told).await;
    assert_eq!((told.status.as_u16(), told.bytes.len()), (202, 0));
    assert_eq!(result(&older(&visitor, "ping", json!({})).await), json!({}));
    // A client that asks for the present revision the old way gets the last of the old ones.
    let hello =
        json!({ "protocolVersion": PRESENT, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let begun =
        visitor.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello })).await;
    assert_eq!(result(&begun)["protocolVersion"], "2025-11-25");
}

#[tokio::test]
async fn tools_say_what_they_take_and_give_and_that_they_only_read() {
    let salon = TestSalon::open().await;
    let (_, manager) = program(&salon, Role::Manager).await;
    for (client, expected) in [
        (visitor(&salon), ["list_branches", "list_services", "find_times", "list_offers"]),
        (manager, ["todays_board", "find_customer", "sales_summary", "check_bill"]),
    ] {
        let tools = result(&present(&client, "tools/list", json!({})).await);
        assert_eq!(names(&tools), expected);
        assert_eq!((&tools["cacheScope"], tools["ttlMs"].is_u64()), (&json!("private"), true));
        for tool in tools["tools"].as_array().unwrap() {
            assert_eq!(tool["inputSchema"]["additionalProperties"], json!(false), "{tool}");
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{tool}");
                assert!(!tool[schema].to_string().contains("#/components"), "{tool}");
            }
            assert_eq!(tool["annotations"]["readOnlyHint"], json!(true), "{tool}");
            assert!(tool["title"].is_string() && tool["description"].is_string());
        }
        assert_eq!(names(&result(&older(&client, "tools/list", json!({})).await)), expected);
    }
}

#[tokio::test]
async fn what_an_agent_finds_is_what_the_api_lists() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.offer(parlour_money::offers::rules::OfferType::Percentage, 10, &[&shop.cut]).await;
    let visitor = visitor(&salon);
    for (tool, path, list) in [
        ("list_branches", "/api/branches", "branches"),
        ("list_services", "/api/services", "categories"),
        ("list_offers", "/api/offers", "offers"),
    ] {
        let given = called(&visitor, tool, json!({})).await;
        assert_eq!(given[list], salon.visitor().get(path).await.ok()[list], "{tool}");
        assert!(!given[list].as_array().unwrap().is_empty(), "{tool}");
        assert_eq!(given["bookUrl"], "http://localhost:3000/book", "{tool}");
    }
}

#[tokio::test]
async fn free_times_are_found_by_names_with_who_would_do_what_and_the_page_to_book_on() {
    let (salon, shop) = TestSalon::with_shop().await;
    let visitor = visitor(&salon);
    let asked = json!({
        "branch": shop.staffed.name.to_uppercase(), "services": [shop.cut.slug, shop.colour.name],
        "date": "2026-11-17", "person": "meera",
    });
    let given = called(&visitor, "find_times", asked).await;
    let api = format!(
        "/api/availability?date=2026-11-17&branchId={}&serviceIds={},{}&staffId={}",
        shop.staffed.id, shop.cut.id, shop.colour.id, shop.meera.id
    );
    let slots = salon.visitor().get(&api).await.ok()["slots"].clone();
    let free: Vec<&Value> = slots.as_array().unwrap().iter().filter(|slot| slot["available"] == true).collect();
    let times = given["times"].as_array().unwrap();
    assert_eq!(times.len(), free.len());
    assert!(!times.is_empty());
    for (time, slot) in times.iter().zip(free) {
        assert_eq!((&time["startTime"], &time["endTime"]), (&slot["startTime"], &slot["endTime"]));
        assert_eq!(time["confirmation"], slot["confirmation"]);
        assert_eq!(time["plan"][0]["person"], "Meera");
        assert_eq!(time["plan"][1]["service"], json!(shop.colour.name));
        let book = time["bookUrl"].as_str().unwrap();
        assert!(book.contains(&format!("branch={}", shop.staffed.id)) && book.contains("time="), "{book}");
    }
    let book = times[0]["bookUrl"].as_str().unwrap().trim_start_matches("http://localhost:3000").to_owned();
    assert_eq!(salon.visitor().with_header("accept", "text/html").get(&book).await.status.as_u16(), 200);
    let any = json!({ "branch": shop.open.code, "services": [shop.cut.name], "date": "2026-11-17" });
    let given = called(&visitor, "find_times", any).await;
    assert_eq!((&given["person"], &given["times"][0]["confirmation"]), (&Value::Null, &json!("request")));
}

#[tokio::test]
async fn wrong_arguments_are_said_to_the_agent_as_what_came_of_the_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    let visitor = visitor(&salon);
    let asked = |field: &str, value: Value| {
        let mut asked = json!({ "branch": shop.staffed.name, "services": [shop.cut.name], "date": "2026-11-17" });
        asked[field] = value;
        asked
    };
    for (field, value, said) in [
        ("branch", json!("Mysuru"), shop.staffed.name.as_str()),
        ("services", json!(["Tattoo"]), shop.cut.name.as_str()),
        ("services", json!([]), "services"),
        ("person", json!("Nobody"), "Meera"),
        ("date", json!("2026-11-15"), "date"),
        ("date", json!("tomorrow"), "date"),
        ("branch", Value::Null, "is required"),
        ("colour", json!("red"), "is not an argument"),
    ] {
        let text = failed(&visitor, "find_times", asked(field, value.clone())).await;
        assert!(text.contains(said), "{field} {value}: {text}");
    }
    let ravi = json!({
        "branch": shop.staffed.name, "services": [shop.massage.name], "date": "2026-11-17", "person": shop.ravi.display_name,
    });
    let text = failed(&visitor, "find_times", ravi).await;
    assert!(text.contains("person"), "{text}");
}

#[tokio::test]
async fn what_is_no_message_of_the_protocol_is_refused_as_the_protocol_says() {
    let salon = TestSalon::open().await;
    let visitor = visitor(&salon);
    let number = |reply: &Reply| reply.json()["error"]["code"].as_i64();
    let unknown = present(&visitor, "tools/call", json!({ "name": "book" })).await;
    assert_eq!(number(&unknown), Some(-32602));
    for method in ["prompts/list", "resources/list", "resources/templates/list", "completion/complete"] {
        let params = json!({ "ref": { "type": "ref/prompt", "name": "x" }, "argument": { "name": "a", "value": "b" } });
        let reply = present(&visitor, method, params).await;
        assert_eq!((reply.status.as_u16(), number(&reply)), (404, Some(-32601)), "{method}");
    }
    let ahead =
        visitor.clone().with_header("mcp-protocol-version", "2099-01-01").with_header("mcp-method", "tools/list");
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2099-01-01", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } });
    let reply = ahead.post("/mcp", message).await;
    assert_eq!((reply.status.as_u16(), number(&reply)), (400, Some(-32022)));
    let bare = visitor.clone().with_header("mcp-protocol-version", PRESENT).with_header("mcp-method", "tools/list");
    let reply = bare.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} })).await;
    assert_eq!((reply.status.as_u16(), number(&reply)), (400, Some(-32602)));
    let plain = salon.visitor().with_header("host", "localhost:3000").with_header("accept", "application/json");
    assert_eq!(plain.post("/mcp", json!({})).await.status.as_u16(), 406);
    for (sent, code) in [("{", -32700), ("", -32700), ("[]", -32600), ("{}", -32600), ("7", -32600)] {
        let reply = visitor.send(Method::POST, "/mcp", Some(sent.to_owned())).await;
        assert_eq!((reply.status.as_u16(), number(&reply)), (400, Some(code)), "{sent}");
        assert_eq!((&reply.json()["jsonrpc"], &reply.json()["id"]), (&json!("2.0"), &Value::Null), "{sent}");
    }
    assert_eq!(visitor.upload("/mcp", b"{}").await.status.as_u16(), 415, "another type");
    let large = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "x": "x".repeat(70_000) } });
    assert_eq!(visitor.post("/mcp", large).await.status.as_u16(), 413);
    for app in [App::Customer, App::Admin] {
        for method in [Method::GET, Method::DELETE] {
            let reply = agent(salon.anyone(app)).send(method, "/mcp", None).await;
            assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, Some("POST")));
        }
    }
}

#[tokio::test]
async fn only_our_own_hosts_and_pages_are_let_in() {
    let salon = TestSalon::open().await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let asked = async |host: &str, origin: Option<&str>| {
        let client = salon.visitor().with_header("accept", ACCEPT).with_header("host", host);
        let client = match origin {
            Some(origin) => client.with_header("origin", origin),
            None => client,
        };
        client.post("/mcp", list.clone()).await.status.as_u16()
    };
    for (host, origin, status) in [
        ("localhost:3000", None, 200),
        ("127.0.0.1:4000", Some("http://localhost:3000"), 200),
        ("localhost:3000", Some("http://localhost:5173"), 200),
        ("evil.example.test", None, 403),
        ("localhost:3000", Some("https://evil.example.test"), 403),
        ("localhost:3000", Some("null"), 403),
    ] {
        assert_eq!(asked(host, origin).await, status, "{host} {origin:?}");
    }
}

#[tokio::test]
async fn tools_are_limited_as_the_operations_they_stand_for() {
    let (salon, shop) = TestSalon::with_shop().await;
    let visitor = visitor(&salon).at("10.9.9.9");
    let times = json!({ "name": "find_times", "arguments": {
        "branch": shop.open.name, "services": [shop.cut.name], "date": "2026-11-17",
    } });
    for _ in 0..5 {
        assert_eq!(present(&visitor, "tools/call", times.clone()).await.status.as_u16(), 200);
        let path = format!("/api/availability?date=2026-11-17&branchId={}", shop.open.id);
        salon.visitor().at("10.9.9.9").get(&path).await.ok();
    }
    let refused = present(&visitor, "tools/call", times.clone()).await;
    refused.refused(429, "RATE_LIMITED");
    assert!(refused.header("retry-after").is_some());
    let services = json!({ "name": "list_services", "arguments": {} });
    for _ in 0..20 {
        assert_eq!(present(&visitor, "tools/call", services.clone()).await.status.as_u16(), 200);
    }
    present(&visitor, "tools/call", services).await.refused(429, "RATE_LIMITED");
    assert_eq!(present(&visitor, "tools/list", json!({})).await.status.as_u16(), 200);
    for _ in 0..200 {
        if present(&visitor, "tools/list", json!({})).await.status.as_u16() == 429 {
            return;
        }
    }
    panic!("messages themselves have no limit");
}

/// A shop with a visit of today.
async fn today(salon: &TestSalon) -> (Shop, String) {
    let shop = salon.shop().await;
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.phone = Some("9876543210".parse().unwrap())).await;
    let visit = salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-16", "16:00", BookingStatus::Confirmed).await;
    (shop, visit.id.to_string())
}

#[tokio::test]
async fn a_program_reads_the_desk_as_the_api_does_and_is_audited() {
    let salon = TestSalon::open().await;
    let (shop, visit) = today(&salon).await;
    let (token, program) = program(&salon, Role::Manager).await;
    let manager = salon.manager().await;
    let board = called(&program, "todays_board", json!({ "branch": shop.open.code })).await;
    let listed = manager.get(&format!("/api/bookings?date=2026-11-16&branchId={}", shop.open.id)).await.ok();
    assert_eq!((&board["bookings"], board["bookings"][0]["id"].as_str()), (&listed["bookings"], Some(visit.as_str())));
    assert_eq!(called(&program, "todays_board", json!({})).await["bookings"].as_array().map(Vec::len), Some(1));
    let found = called(&program, "find_customer", json!({ "query": "asha" })).await;
    assert_eq!(found["customers"], manager.get("/api/customers?q=asha").await.ok()["customers"]);
    assert_eq!(found["customers"].as_array().map(Vec::len), Some(1));
    let sales = json!({ "from": "2026-11-01", "to": "2026-11-16", "groupBy": "paymentMethod" });
    let sales = called(&program, "sales_summary", sales).await;
    let api = "/api/reports/sales?from=2026-11-01&to=2026-11-16&groupBy=paymentMethod";
    assert_eq!(sales, manager.get(api).await.ok());
    let bill = called(&program, "check_bill", json!({ "bookingId": visit })).await;
    assert_eq!(bill, manager.get(&format!("/api/bookings/{visit}/bill")).await.ok());

    for (tool, arguments, said) in [
        ("todays_board", json!({ "branch": "Mysuru" }), shop.open.name.as_str()),
        ("find_customer", json!({}), "query"),
        ("sales_summary", json!({ "from": "2026-11-16", "to": "2026-11-01" }), "to"),
        ("sales_summary", json!({ "format": "csv" }), "is not an argument"),
        ("check_bill", json!({ "bookingId": "unknown" }), "not found"),
    ] {
        let text = failed(&program, tool, arguments.clone()).await;
        assert!(text.contains(said), "{tool} {arguments}: {text}");
    }
    let calls: Vec<_> = salon.events().await.into_iter().filter(|event| event.what == EventType::McpCalled).collect();
    assert!(calls.len() > 8, "{}", calls.len());
    let developer = salon.person("Devi", Role::Developer).await;
    let log = developer.get(&format!("/api/logs/audit?actorId={}", token["id"].as_str().unwrap())).await.ok();
    let entry = log["entries"].as_array().unwrap().iter().find(|entry| entry["action"] == "mcp.called").unwrap();
    assert_eq!((&entry["entityId"], &entry["actorRole"]), (&token["id"], &json!("manager")));
    assert!(
        calls.iter().any(|call| call.data["tool"] == "check_bill" && call.actor_id == token["id"].as_str().unwrap())
    );
}

#[tokio::test]
async fn each_tool_needs_the_role_of_the_operation_it_stands_for() {
    let salon = TestSalon::open().await;
    let (_, visit) = today(&salon).await;
    let routes = gateway::routes(App::Admin);
    let stands_for = [
        ("todays_board", "/api/bookings", json!({})),
        ("find_customer", "/api/customers", json!({ "query": "asha" })),
        ("sales_summary", "/api/reports/sales", json!({})),
        ("check_bill", "/api/bookings/{id}/bill", json!({ "bookingId": visit })),
    ];
    for role in [Role::Staff, Role::Receptionist, Role::Manager, Role::Owner, Role::Developer] {
        let (_, program) = program(&salon, role).await;
        let listed = result(&present(&program, "tools/list", json!({})).await);
        for (tool, path, arguments) in &stands_for {
            let route = routes.list().find(|route| route.method == Method::GET && route.path == *path).unwrap();
            let may = role.satisfies(route.spec.access.minimum_role().unwrap());
            assert_eq!(names(&listed).contains(tool), may, "{tool} as {role}");
            if may {
                called(&program, tool, arguments.clone()).await;
            } else {
                let said = failed(&program, tool, arguments.clone()).await;
                assert!(said.starts_with("This needs the role"), "{tool} as {role}: {said}");
            }
        }
    }
}

#[tokio::test]
async fn without_a_token_the_desk_says_that_one_is_wanted() {
    let salon = TestSalon::open().await;
    let (token, program) = program(&salon, Role::Manager).await;
    let (owner, customer) = (agent(salon.owner().await), agent(salon.anyone(App::Admin)));
    let wrong = customer.clone().with_header("authorization", "Bearer parlour_x");
    for client in [customer, owner, wrong] {
        let refused = present(&client, "tools/list", json!({})).await;
        refused.refused(401, "UNAUTHENTICATED");
        assert!(refused.header("www-authenticate").unwrap().starts_with("Bearer "), "{:?}", refused.headers);
    }
    let developer = salon.person("Devi", Role::Developer).await;
    developer.delete(&format!("/api/tokens/{}", token["id"].as_str().unwrap())).await.ok();
    present(&program, "tools/list", json!({})).await.refused(401, "UNAUTHENTICATED");
    // The customer app knows no tokens: whatever is sent, its tools are everybody's.
    let visitor = visitor(&salon).with_header("authorization", "Bearer x");
    assert_eq!(names(&result(&present(&visitor, "tools/list", json!({})).await)).len(), 4);
}
