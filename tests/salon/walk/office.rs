//! Calls of managers, owners and developers, and the jobs.

use image::ImageFormat;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_setup::branches::SlotPolicy;
use parlour_tests::{Client, Shop, picture};
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::{Walk, id};

pub(super) async fn catalogue_and_people(walk: &mut Walk<'_>, shop: &Shop) {
    let manager = walk.salon.manager().await;
    walk.go(&manager, "GET /api/services", Value::Null).await;
    walk.go(&manager, "GET /api/services/categories", Value::Null).await;
    let nails = json!({ "name": "Nails", "serviceType": "salon", "translations": { "hi": { "name": "नाख़ून", "description": "हाथ और पैर" } } });
    let nails = walk.go(&manager, "POST /api/services/categories", nails).await["category"].clone();
    let room = walk.salon.room(&shop.open, "Chair 1", "nail chair").await;
    let polish = json!({
        "categoryId": id(&nails), "name": "Polish", "durationMinutes": 30, "pricePaise": 60_000,
        "processingMinutes": 5, "finishMinutes": 5, "needs": [{ "group": room.group }], "needsApproval": true,
        "translations": { "hi": { "name": "पॉलिश", "description": "रंगीन नाख़ून" } },
    });
    let polish = walk.go(&manager, "POST /api/services", polish).await["service"].clone();
    let service = format!("/api/services/{}", id(&polish));
    walk.go(&manager, &format!("GET {service}"), Value::Null).await;
    let polish = json!({
        "pricePaise": 65_000, "needs": [{ "group": room.group }], "translations": { "hi": { "name": "नेल पॉलिश", "description": "चमकीले नाख़ून" } },
    });
    walk.go(&manager, &format!("PATCH {service}"), polish).await;
    walk.go(&manager, "PUT /api/services/order", json!({ "ids": [shop.colour.id, shop.cut.id] })).await;
    walk.go(&manager, &format!("DELETE {service}"), Value::Null).await;
    let category = format!("/api/services/categories/{}", id(&nails));
    let nails = json!({ "description": "Hands and feet", "translations": { "hi": { "name": "नेल्स", "description": "हाथ और पैर" } } });
    walk.go(&manager, &format!("PATCH {category}"), nails).await;
    walk.go(&manager, &format!("DELETE {category}"), Value::Null).await;

    walk.go(&manager, "GET /api/staff", Value::Null).await;
    let nila = json!({
        "email": "nila@example.test", "name": "Nila", "branchIds": [shop.open.id], "serviceIds": [shop.cut.id],
    });
    let nila = walk.go(&manager, "POST /api/staff", nila).await["staff"].clone();
    let staff = format!("/api/staff/{}", id(&nila));
    walk.go(&manager, &format!("GET {staff}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {staff}"), json!({ "displayName": "Nila K" })).await;
    pay(walk, &manager, shop, id(&nila)).await;
    walk.go(&manager, &format!("POST {staff}/deactivate"), json!({})).await;
}

/// Somebody's pay, this month and the last one.
async fn pay(walk: &mut Walk<'_>, manager: &Client<'_>, shop: &Shop, staff: &str) {
    let owner = walk.salon.owner().await;
    let rules = format!("/api/staff/{staff}/commission");
    let rule = json!({
        "from": "2026-11-16", "serviceBps": 1000, "productBps": 500, "sessionBps": 800,
        "byService": [{ "serviceId": shop.cut.id, "bps": 1500 }], "tiers": [{ "abovePaise": 5_000_000, "serviceBps": 1200 }],
    });
    walk.go(manager, &format!("PUT {rules}"), rule).await;
    walk.go(manager, &format!("GET {rules}"), Value::Null).await;
    let bonus = json!({ "staffId": staff, "amountPaise": 50_000, "reason": "Festival bonus" });
    walk.go(manager, "POST /api/pay/2026-10/adjustments", bonus).await;
    walk.go(manager, "GET /api/pay", Value::Null).await;
    walk.go(manager, &format!("GET /api/pay/{staff}?month=2026-10"), Value::Null).await;
    walk.go(&owner, "POST /api/pay/2026-10/close", Value::Null).await;
    walk.case("closed", manager, "GET /api/pay?month=2026-10", Value::Null).await;
}

pub(super) async fn products(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let serum = json!({
        "name": "Argan serum 50 ml", "brand": "Vana", "barcode": "8901030865285", "hsnCode": "33059090",
        "gstRateBps": 1800, "pricePaise": 64_900, "costPaise": 41_000, "reorderAt": 3,
    });
    let serum = walk.go(&manager, "POST /api/products", serum).await["product"].clone();
    let product = format!("/api/products/{}", id(&serum));
    let received = json!({
        "branchId": shop.open.id, "kind": "received", "quantity": 12, "costPaise": 40_500, "note": "From the wholesaler",
    });
    walk.go(&manager, &format!("POST {product}/movements"), received).await;
    let sent = json!({ "branchId": shop.open.id, "kind": "transferred", "quantity": 4, "toBranchId": shop.staffed.id });
    walk.case("transferred", &manager, &format!("POST {product}/movements"), sent).await;
    walk.go(&manager, &format!("GET {product}/movements"), Value::Null).await;
    walk.go(&desk, &format!("GET /api/products?branchId={}&low=false&q=serum", shop.open.id), Value::Null).await;
    walk.go(&desk, &format!("GET {product}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {product}"), json!({ "name": "Argan serum", "barcode": null })).await;
    walk.go(&manager, &format!("DELETE {product}"), Value::Null).await;
}

/// One new row of each kind, and one that changes it.
async fn imports(walk: &mut Walk<'_>, manager: &Client<'_>) {
    let code = walk.salon.branch("MOV", SlotPolicy::Open).await.code;
    let service = json!({
        "categorySlug": "hands", "categoryName": "Hands", "serviceType": "salon", "name": "Manicure", "slug": "manicure",
        "description": "With cuticle care", "translations": { "hi": { "name": "मैनीक्योर", "description": "" } },
        "durationMinutes": 40, "pricePaise": 60_000, "imageUrl": "", "sacCode": "999721",
    });
    walk.go(
        manager,
        "POST /api/imports/services",
        json!({ "rows": [service, { "slug": "manicure", "pricePaise": 65_000 }] }),
    )
    .await;
    let member = json!({
        "email": "nila@example.test", "name": "Nila Das", "displayName": "Nila", "branchCodes": [code],
        "serviceSlugs": ["manicure"], "joinedOn": "2024-05-01", "imageUrl": "",
    });
    let left = json!({ "email": "nila@example.test", "isActive": false });
    walk.go(manager, "POST /api/imports/staff", json!({ "rows": [member, left] })).await;
    let lata = json!({
        "name": "Lata Iyer", "phone": "9876500001", "email": "lata@example.test", "dateOfBirth": "1984-04-12",
        "gender": "female", "marketingConsent": true, "preferredLanguage": "hi", "channels": ["sms"], "alerts": "Henna",
        "preferredStaffEmail": "nila@example.test", "legalName": "Iyer Traders", "gstin": "27AAAPZ9999Z1ZL",
        "gemsBalance": 120, "duePaise": 50_000, "tags": ["Moved in"], "totalVisits": 14,
    });
    let moved = json!({ "name": "Lata Iyer", "phone": "9876500002", "email": "lata@example.test" });
    let other = json!({ "phone": "9876500002", "email": "iyer@example.test" });
    walk.go(manager, "POST /api/imports/customers", json!({ "rows": [lata, moved, other] })).await;
    let product = json!({
        "name": "Rose water", "brand": "Vana", "barcode": "8901030865308", "hsnCode": "3303", "gstRateBps": 1800,
        "pricePaise": 19_900, "costPaise": 9_900, "reorderAt": 5,
    });
    let renamed = json!({ "barcode": "8901030865308", "name": "Rose water 100 ml" });
    walk.go(manager, "POST /api/imports/products", json!({ "rows": [product, renamed] })).await;
    let membership = json!({
        "externalId": "OLD-MEMBERSHIP-0007", "customerPhone": "9876500002", "tierName": "Moonstone", "hoursMinutes": 600,
        "usedMinutes": 600, "pricePaise": 1_800_000, "startDate": "2026-08-01", "validityDays": 365, "notes": "A gift",
        "membershipNumber": "OLD-MEM-7", "branchCode": code, "paymentMethod": "upi",
    });
    let mut longer = membership.clone();
    longer["validityDays"] = json!(400);
    walk.go(manager, "POST /api/imports/memberships", json!({ "rows": [membership, longer] })).await;
}

pub(super) async fn reports_users_and_branches(walk: &mut Walk<'_>) {
    let salon = walk.salon;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let developer = salon.person("Dev", Role::Developer).await;
    for report in
        ["sales", "gst", "gstr1", "bookings", "staff", "customers", "memberships", "gems", "leads", "products"]
    {
        walk.go(&manager, &format!("GET /api/reports/{report}"), Value::Null).await;
    }
    for list in
        ["customers", "invoices", "bookings", "leads", "memberships", "gems", "products", "events", "services", "staff"]
    {
        walk.case(list, &owner, &format!("GET /api/exports/{list}"), Value::Null).await;
    }
    imports(walk, &manager).await;
    let user = format!("/api/users/{}", salon.user("Ravi", Role::Customer).await.id);
    walk.go(&owner, "GET /api/users", Value::Null).await;
    walk.go(&owner, &format!("GET {user}"), Value::Null).await;
    walk.go(&owner, &format!("PATCH {user}"), json!({ "role": "staff" })).await;
    walk.go(&owner, &format!("DELETE {user}/sessions"), Value::Null).await;
    walk.go(&owner, &format!("DELETE {user}/identities"), Value::Null).await;
    let invite = json!({ "email": "new@example.test", "role": "receptionist" });
    let invite = walk.go(&owner, "POST /api/users/invites", invite).await["invite"].clone();
    walk.go(&owner, "GET /api/users/invites", Value::Null).await;
    walk.go(&owner, &format!("DELETE /api/users/invites/{}", id(&invite)), Value::Null).await;

    let branch = json!({
        "name": "Whitefield", "code": "WHF", "number": "03", "address": "3 Test Street, Bengaluru", "stateCode": "29",
        "status": "coming_soon", "isPrimary": false, "openTime": "10:00", "closeTime": "21:00",
        "translations": { "hi": { "name": "व्हाइटफ़ील्ड" } },
    });
    let branch = walk.go(&owner, "POST /api/branches", branch).await["branch"].clone();
    let branch = format!("/api/branches/{}", id(&branch));
    walk.go(&owner, "GET /api/branches", Value::Null).await;
    walk.go(&owner, &format!("GET {branch}"), Value::Null).await;
    let east = json!({
        "name": "Whitefield East", "hours": [{ "weekday": 7, "open": "10:00", "close": "14:00" }],
        "translations": { "hi": { "name": "व्हाइटफ़ील्ड पूर्व" } },
    });
    walk.go(&owner, &format!("PATCH {branch}"), east).await;
    walk.go(&owner, &format!("GET {branch}/settings"), Value::Null).await;
    walk.go(&owner, &format!("PATCH {branch}/settings"), json!({ "slotPolicy": "staffed" })).await;

    let picture = walk.upload(&owner, "/api/pictures", &picture::flag(40, 20, ImageFormat::Png)).await;
    let picture = picture["url"].as_str().unwrap();
    for app in [App::Customer, App::Admin] {
        walk.go(&salon.anyone(app), &format!("GET {picture}?w=320"), Value::Null).await;
    }
    walk.go(
        &owner,
        "PATCH /api/branding",
        json!({ "name": "Saffron Room", "accentColor": "#B4531A", "logoUrl": picture }),
    )
    .await;
    walk.go(&salon.anyone(App::Admin), "GET /api/branding", Value::Null).await;
    walk.go(&salon.anyone(App::Admin), "GET /api/push/key", Value::Null).await;

    let confirmed = "/api/message-templates/booking_confirmed/en";
    let template = json!({
        "whatsappName": "booking_confirmed", "whatsappLanguage": "en", "dltTemplateId": "1707161234567890123",
        "text": "Hello {name}, your booking is confirmed: {services} on {date} at {time}. See you soon.",
    });
    walk.go(&owner, &format!("PUT {confirmed}"), template).await;
    // The first read after a change loads them all.
    owner.get("/api/message-templates").await.ok();
    walk.go(&owner, "GET /api/message-templates", Value::Null).await;
    walk.go(&owner, &format!("GET {confirmed}"), Value::Null).await;

    walk.go(&developer, "GET /api/integrations", Value::Null).await;
    walk.go(&developer, "POST /api/integrations/queue/test", Value::Null).await;
    for log in ["audit", "jobs", "notifications"] {
        walk.go(&developer, &format!("GET /api/logs/{log}"), Value::Null).await;
    }
    webhooks(walk, &developer).await;
    salon.seal().await;
    walk.go(&developer, "GET /api/events?limit=2", Value::Null).await;
    let today = salon.salon.clock.today();
    walk.go(&developer, &format!("GET /api/logs/access?customerId={}", developer.id()), Value::Null).await;
    walk.go(&developer, &format!("GET /api/logs/audit/verify?from={today}&to={today}"), Value::Null).await;
    let token = json!({ "name": "Accounting", "role": "manager", "scopes": ["read"] });
    let token = walk.go(&developer, "POST /api/tokens", token).await;
    walk.go(&developer, "GET /api/tokens", Value::Null).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let agent = walk.salon.anyone(App::Admin).with_header("authorization", &bearer);
    let agent = agent.with_header("host", "localhost:3001").with_header("accept", crate::agents::ACCEPT);
    walk.go(&agent, "POST /mcp", crate::agents::call("todays_board", json!({}))).await;
    for (tool, arguments) in [
        ("find_customer", json!({ "query": "asha" })),
        ("sales_summary", json!({})),
        ("check_bill", json!({ "bookingId": "0".repeat(32) })),
    ] {
        walk.case(tool, &agent, "POST /mcp", crate::agents::call(tool, arguments)).await;
    }
    walk.go(&developer, &format!("DELETE /api/tokens/{}", id(&token)), Value::Null).await;
    walk.go(&salon.anyone(App::Admin), "GET /api/openapi.json", Value::Null).await;
}

async fn webhooks(walk: &mut Walk<'_>, developer: &Client<'_>) {
    let salon = walk.salon;
    let books = json!({ "url": "http://127.0.0.1:9/hooks", "types": ["booking.completed"], "description": "Books" });
    let webhook = walk.go(developer, "POST /api/webhooks", books).await["webhook"].clone();
    let webhook = format!("/api/webhooks/{}", id(&webhook));
    walk.go(developer, "GET /api/webhooks", Value::Null).await;
    walk.go(developer, &format!("PATCH {webhook}"), json!({ "description": "Accounts" })).await;
    walk.go(developer, &format!("POST {webhook}/rotate"), Value::Null).await;
    walk.go(developer, &format!("POST {webhook}/test"), Value::Null).await;
    salon.seal().await;
    let delivery = salon.webhook_delivery(&webhook).await;
    walk.go(developer, &format!("GET {webhook}/deliveries"), Value::Null).await;
    walk.go(developer, &format!("POST {webhook}/deliveries/{delivery}/redeliver"), Value::Null).await;
    let feed = developer.get("/api/events?limit=1").await.ok();
    walk.go(developer, &format!("POST {webhook}/replay"), json!({ "after": feed["nextCursor"] })).await;
    walk.go(developer, &format!("DELETE {webhook}"), Value::Null).await;
}

/// Every job while nothing is due.
pub(super) async fn idle_jobs(walk: &mut Walk<'_>) {
    let machine = walk.salon.anyone(App::Admin);
    let jobs: Vec<String> = gateway::routes(App::Admin)
        .list()
        .filter(|route| route.path.starts_with("/api/jobs/"))
        .map(|route| format!("POST {}", route.path))
        .collect();
    // A visit that was billed by mistake is reminded of like any other.
    machine.post("/api/jobs/appointment-reminders", json!({})).await.ok();
    for job in jobs {
        walk.case("nothing due", &machine, &job, json!({})).await;
    }
}
