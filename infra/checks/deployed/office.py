"""What the team does at its desk."""
import base64

from stack import client

# A red pixel, as a PNG.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)
TEAM = {"manager": "mira@salon.test", "receptionist": "rupa@salon.test", "owner": "dev@salon.test"}
STYLIST = "nila@salon.test"


def set_up(salon):
    """The owner alone, with an empty table."""
    owner = salon.owner
    salon.nobody.refused("GET /api/branches", None, 401, "UNAUTHENTICATED")
    branch = owner.call("POST /api/branches", {
        "name": "Jayanagar", "code": "JAY", "number": "01", "address": "4th Block, Bengaluru", "stateCode": "29",
        "status": "operational", "isPrimary": True, "openTime": "08:00", "closeTime": "22:00",
    })["branch"]["id"]
    owner.call(f"PATCH /api/branches/{branch}", {"phone": "08041234567"})
    owner.call(f"GET /api/branches/{branch}")
    owner.call("GET /api/branches")
    owner.call(f"GET /api/branches/{branch}/settings")
    second = owner.call("POST /api/branches", {
        "name": "Whitefield", "code": "WHT", "number": "02", "address": "Main Road, Bengaluru", "stateCode": "29",
        "status": "coming_soon", "isPrimary": False, "openTime": "10:00", "closeTime": "21:00",
    })["branch"]["id"]
    owner.call(f"PATCH /api/branches/{second}", {"code": "WHF"})
    owner.call("PUT /api/message-templates/booking_confirmed/en", {
        "whatsappName": "booking_confirmed", "whatsappLanguage": "en", "dltTemplateId": "1707161234567890123",
        "text": "Hello {name}, your booking is confirmed: {services} on {date} at {time}. See you soon.",
    })
    owner.call("GET /api/message-templates/booking_confirmed/en")
    owner.call("GET /api/message-templates")
    salon.logo = owner.call("POST /api/pictures", PICTURE)["url"]
    owner.call("PATCH /api/branding", {"name": "Saffron Room", "accentColor": "#B4531A", "logoUrl": salon.logo})
    category = lambda name, kind: owner.call("POST /api/services/categories", {
        "name": name, "serviceType": kind,
    })["category"]["id"]
    make = lambda category, name, minutes, price: owner.call("POST /api/services", {
        "categoryId": category, "name": name, "durationMinutes": minutes, "pricePaise": price,
    })["service"]["id"]
    hair, body = category("Hair", "salon"), category("Body", "spa")
    salon.branch = branch
    salon.cut, salon.colour = make(hair, "Cut", 30, 50_000), make(hair, "Colour", 60, 200_000)
    salon.massage = make(body, "Massage", 60, 300_000)
    owner.call(f"PATCH /api/branches/{branch}/settings", {"slotPolicy": "open"})


def hire(salon):
    """Invites to the team, and the first stylist."""
    owner = salon.owner
    for role, email in TEAM.items():
        owner.call("POST /api/users/invites", {"email": email, "role": role})
        salon.team[role] = salon.browser("admin").sign_in(email)
    salon.team["developer"] = made_developer(salon, salon.team.pop("owner"))
    wrong = owner.call("POST /api/users/invites", {"email": "wrong@salon.test", "role": "staff"})["invite"]["id"]
    owner.call("GET /api/users/invites")
    owner.call(f"DELETE /api/users/invites/{wrong}")
    manager = salon.team["manager"]
    hired = lambda email, name: manager.call("POST /api/staff", {
        "email": email, "name": name, "branchIds": [salon.branch], "serviceIds": [salon.cut, salon.colour, salon.massage],
    })["staff"]["id"]
    salon.nila, salon.ravi = hired(STYLIST, "Nila"), hired("ravi@salon.test", "Ravi")
    salon.team["staff"] = salon.browser("admin").sign_in(STYLIST)
    manager.call("GET /api/staff")
    manager.call(f"GET /api/staff/{salon.nila}")
    manager.call(f"PATCH /api/staff/{salon.nila}", {"displayName": "Nila K"})
    rules = f"/api/staff/{salon.nila}/commission"
    manager.call(f"PUT {rules}", {"from": salon.day(0), "serviceBps": 1000, "productBps": 500})
    manager.call(f"GET {rules}")
    users = owner.call("GET /api/users")["users"]
    if len(users) < 5:
        raise AssertionError(f"five people signed in, and the salon knows {len(users)}")
    owner.call(f"GET /api/users/{users[0]['id']}")


def made_developer(salon, person):
    """Nobody on the apps can: whoever has rights on the table does it there (operations.md, "Developers")."""
    user = person.call("GET /api/auth/get-session")["user"]["id"]
    client("dynamodb", salon.deployed.url).update_item(
        TableName=salon.deployed.stack.outputs["TableName"], Key={"PK": {"S": f"USER#{user}"}, "SK": {"S": "USER"}},
        UpdateExpression="SET #role = :role, G1PK = :place", ExpressionAttributeNames={"#role": "role"},
        ExpressionAttributeValues={":role": {"S": "developer"}, ":place": {"S": "USERS#developer"}},
    )
    return person


def customers(salon):
    desk, manager = salon.team["receptionist"], salon.team["manager"]
    desk.call("GET /api/customers?q=asha&sort=name")
    customer = f"/api/customers/{salon.asha_id}"
    desk.call(f"GET {customer}")
    manager.call(f"PATCH {customer}", {"noshowCount": 1})
    desk.call(f"POST {customer}/notes", {"content": "Prefers mornings"})
    new = desk.call("POST /api/customers", {"name": "Meena", "phone": "9844444444"})["customer"]["id"]
    desk.call(f"PATCH /api/customers/{new}/profile", {"alerts": "Allergic to nuts"})
    salon.owner.call(f"POST /api/customers/{new}/erasure", {"reason": "Asked by phone"})
    salon.owner.call(f"DELETE /api/customers/{new}/erasure")
    tag = manager.call("POST /api/tags", {"name": "VIP", "color": "#AA00CC"})["tag"]["id"]
    desk.call("GET /api/tags")
    desk.call(f"POST {customer}/tags", {"tagId": tag})
    desk.call(f"DELETE {customer}/tags/{tag}")
    manager.call(f"POST {customer}/merge", {"fromId": salon.walked_in})


def leads(salon):
    desk = salon.team["receptionist"]
    lead = desk.call("POST /api/leads", {"name": "Ravi", "phone": "9833333333"})["leadId"]
    desk.call("GET /api/leads")
    desk.call(f"GET /api/leads/{lead}")
    desk.call(f"PATCH /api/leads/{lead}", {"status": "contacted"})
    desk.call(f"POST /api/leads/{lead}/notes", {"content": "Call on Friday"})
    salon.lead = lead


def memberships(salon):
    desk, manager = salon.team["receptionist"], salon.team["manager"]
    terms = {"defaultHoursMinutes": 600, "defaultPricePaise": 2_000_000, "defaultValidityDays": 90}
    gold = manager.call("POST /api/membership-tiers", {"name": "Gold", **terms})["id"]
    spare = manager.call("POST /api/membership-tiers", {"name": "Bronze", **terms})["id"]
    manager.call(f"PATCH /api/membership-tiers/{spare}", {"name": "Copper"})
    manager.call(f"DELETE /api/membership-tiers/{spare}")
    desk.call("GET /api/membership-tiers")
    sold = desk.call("POST /api/memberships", {
        "customerId": salon.asha_id, "tierId": gold, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": salon.day(0), "validityDays": 30, "paymentMethod": "card",
    })["membership"]["id"]
    line = {"serviceId": salon.massage, "staffId": salon.nila, "durationMinutes": 60}
    desk.call(f"POST /api/memberships/{sold}/sessions", {"services": [line]})
    desk.call("GET /api/memberships")
    desk.call(f"GET /api/memberships/{sold}")
    salon.membership = sold


def offers(salon):
    manager = salon.team["manager"]
    offer = manager.call("POST /api/offers", {
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 20, "startDate": salon.day(0),
        "endDate": salon.day(14), "serviceIds": [salon.cut],
    })["offer"]["id"]
    manager.call("GET /api/offers")
    manager.call(f"GET /api/offers/{offer}")
    manager.call(f"PATCH /api/offers/{offer}", {"terms": "Weekdays only"})
    salon.offer = offer


def products(salon):
    desk, manager = salon.team["receptionist"], salon.team["manager"]
    shampoo = manager.call("POST /api/products", {
        "name": "Neem shampoo 300 ml", "barcode": "8900000000017", "hsnCode": "33051090", "gstRateBps": 500,
        "pricePaise": 39_900, "costPaise": 24_000, "reorderAt": 4,
    })["product"]["id"]
    manager.call(f"PATCH /api/products/{shampoo}", {"brand": "Vana", "barcode": "8900000000024"})
    received = {"branchId": salon.branch, "kind": "received", "quantity": 12, "note": "First delivery"}
    manager.call(f"POST /api/products/{shampoo}/movements", received)
    assert manager.call(f"GET /api/products/{shampoo}/movements")["movements"][0]["onHand"] == 12
    listed = desk.call(f"GET /api/products?branchId={salon.branch}&q=neem")["products"]
    assert [product["onHand"] for product in listed] == [12], listed
    desk.call(f"GET /api/products/{shampoo}")
    sold = {"branchId": salon.branch, "lines": [{"productId": shampoo}], "paymentMethod": "cash"}
    desk.call("POST /api/sales", sold)
    spare = {"name": "Old stock", "hsnCode": "3304", "gstRateBps": 1800, "pricePaise": 9_900}
    spare = manager.call("POST /api/products", spare)["product"]["id"]
    manager.call(f"DELETE /api/products/{spare}")
    salon.product = shampoo


def catalogue(salon):
    manager = salon.team["manager"]
    manager.call("GET /api/services")
    manager.call("GET /api/services/categories")
    nails = manager.call("POST /api/services/categories", {"name": "Nails", "serviceType": "salon"})["category"]["id"]
    polish = manager.call("POST /api/services", {
        "categoryId": nails, "name": "Polish", "durationMinutes": 30, "pricePaise": 60_000,
    })["service"]["id"]
    manager.call(f"GET /api/services/{polish}")
    manager.call(f"PATCH /api/services/{polish}", {"name": "Gel polish", "slug": "gel-polish"})
    manager.call("PUT /api/services/order", {"ids": [salon.colour, salon.cut]})
    manager.call(f"DELETE /api/services/{polish}")
    manager.call(f"PATCH /api/services/categories/{nails}", {"description": "Hands and feet"})
    manager.call(f"DELETE /api/services/categories/{nails}")


def rosters(salon):
    manager, nila = salon.team["manager"], salon.team["staff"]
    week = {"weekday": 2, "shifts": [{"start": "10:00", "end": "18:00"}], "breaks": []}
    roster = f"/api/schedule/staff/{salon.ravi}"
    manager.call(f"PUT {roster}/weekly", {"effectiveFrom": salon.day(0), "days": [week]})
    manager.call(f"PUT {roster}/days/{salon.day(3)}", {"off": True})
    manager.call(f"GET /api/schedule?branchId={salon.branch}&from={salon.day(0)}&to={salon.day(7)}")
    manager.call(f"DELETE {roster}/days/{salon.day(3)}")
    block = manager.call("POST /api/schedule/blocks", {
        "staffId": salon.nila, "date": salon.day(4), "startTime": "16:00", "endTime": "17:00", "reason": "Training",
    })["block"]["id"]
    manager.call("GET /api/schedule/blocks")
    manager.call(f"DELETE /api/schedule/blocks/{block}")
    closure = manager.call("POST /api/schedule/closures", {
        "branchId": salon.branch, "date": salon.day(9), "reason": "Holiday",
    })["closure"]["id"]
    manager.call("GET /api/schedule/closures")
    manager.call(f"DELETE /api/schedule/closures/{closure}")
    room = manager.call("POST /api/resources", {
        "branchId": salon.branch, "name": "Lotus", "group": "massage room", "turnaroundMinutes": 10,
    })["resource"]["id"]
    listed = salon.team["receptionist"].call(f"GET /api/resources?branchId={salon.branch}")["resources"]
    assert [listed_room["name"] for listed_room in listed] == ["Lotus"], listed
    manager.call(f"PATCH /api/resources/{room}", {"capacity": 2})
    painting = manager.call("POST /api/schedule/blocks", {
        "resourceId": room, "date": salon.day(4), "startTime": "12:00", "endTime": "13:00", "reason": "Painting",
    })["block"]["id"]
    manager.call(f"DELETE /api/schedule/blocks/{painting}")
    manager.call(f"DELETE /api/resources/{room}")
    nila.call("GET /api/me")
    manager.call("PUT /api/me/pin", {"pin": "480217"})
    nila.call(f"GET /api/me/schedule?from={salon.day(0)}&to={salon.day(7)}")
    ask = lambda day: nila.call("POST /api/me/leave", {
        "leaveType": "casual", "startDate": salon.day(day), "endDate": salon.day(day),
    })["leave"]["id"]
    taken_back, granted, denied = ask(10), ask(11), ask(12)
    nila.call("GET /api/me/leave")
    nila.call("GET /api/me/earnings")
    feed = nila.call("POST /api/me/calendar")["url"]
    salon.visitor.call(f"GET /api/{feed.split('/api/')[1]}")
    nila.call("DELETE /api/me/calendar")
    nila.call(f"DELETE /api/me/leave/{taken_back}")
    manager.call("GET /api/schedule/leave")
    manager.call(f"POST /api/schedule/leave/{granted}/approve", {})
    manager.call(f"POST /api/schedule/leave/{denied}/reject", {"note": "Wedding season"})
    manager.call(f"POST /api/schedule/leave/{granted}/revoke", {"note": "Wedding season"})
    endpoint = "https://fcm.googleapis.com/fcm/send/nila"
    nila.call("POST /api/push/subscribe", {"endpoint": endpoint, "keys": salon.push_keys})
    nila.call("DELETE /api/push/subscribe", {"endpoint": endpoint})
    salon.nobody.call("GET /api/push/key")
    salon.wait_for("the answer to a request for leave", lambda: nila.call("GET /api/notifications")["notifications"])
    nila.call("PATCH /api/notifications", {})


def books(salon):
    manager = salon.team["manager"]
    for report in ("sales", "gst", "bookings", "staff", "customers", "memberships", "gems", "leads", "products"):
        manager.call(f"GET /api/reports/{report}")
    salon.owner.call(f"PATCH /api/branches/{salon.branch}", {"gstin": "29ABCFT0001Q1Z3"})
    if manager.call("GET /api/reports/gstr1")["gstin"] != "29ABCFT0001Q1Z3":
        raise AssertionError("the file of GSTR-1 is not of the branch")
    for list in (
        "customers", "bookings", "invoices", "leads", "memberships", "gems", "products", "events", "services", "staff",
    ):
        salon.owner.call(f"GET /api/exports/{list}")
    rows = {
        "customers": {"name": "Lata Iyer", "phone": "9876500001", "email": "lata@example.test", "gemsBalance": 20,
                      "duePaise": 5000, "tags": ["Moved in"]},
        "services": {"categorySlug": "hands", "categoryName": "Hands", "serviceType": "salon", "name": "Manicure",
                     "durationMinutes": 40, "pricePaise": 60000},
        "products": {"name": "Rose water", "hsnCode": "3303", "gstRateBps": 1800, "pricePaise": 19900},
        "memberships": {"externalId": "OLD-7", "customerPhone": "9876500001", "tierName": "Moonstone", "hoursMinutes": 600,
                        "usedMinutes": 90, "pricePaise": 1800000, "startDate": salon.day(0), "validityDays": 365},
        "staff": {"email": "lata.staff@example.test", "name": "Lata", "branchIds": [salon.branch], "serviceIds": []},
    }
    for list, row in rows.items():
        results = manager.call(f"POST /api/imports/{list}", {"rows": [row]})["results"]
        assert results[0]["status"] == "created", (list, results)
    # Another phone: the one before leads to nobody.
    moved = {"name": "Lata Iyer", "phone": "9876500002", "email": "lata@example.test"}
    assert manager.call("POST /api/imports/customers", {"rows": [moved]})["results"][0]["status"] == "updated"
    manager.call("GET /api/billing/invoices")
    manager.call("GET /api/billing/day")
    branch = salon.branch
    salon.owner.call(f"PATCH /api/branches/{branch}/settings", {"upiId": "salon@bank"})
    manager.call(f"GET /api/billing/upi?branchId={branch}&amountPaise=11800&reference=Bill")
    before = last_month(salon.day(0))
    manager.call("GET /api/pay")
    manager.call(f"GET /api/pay/{salon.nila}")
    manager.call(f"POST /api/pay/{before}/adjustments", {"staffId": salon.nila, "amountPaise": 50000, "reason": "Bonus"})
    salon.owner.call(f"POST /api/pay/{before}/close")


def drawer(salon):
    manager, branch = salon.team["manager"], salon.branch
    manager.call("POST /api/drawer/open", {"branchId": branch, "openingPaise": 200_000})
    out = {"branchId": branch, "kind": "out", "amountPaise": 25_000, "note": "Milk and tea"}
    manager.call("POST /api/drawer/movements", out)
    manager.call(f"GET /api/drawer?branchId={branch}")
    manager.call(f"GET /api/drawer/movements?branchId={branch}")
    manager.call("POST /api/drawer/close", {"branchId": branch, "countedPaise": 175_000})
    manager.call(f"GET /api/drawer/history?branchId={branch}")


def last_month(day):
    """The month before that of a day, which is over."""
    year, month = map(int, day.split("-")[:2])
    return f"{year - 1}-12" if month == 1 else f"{year}-{month - 1:02}"


def operations(salon):
    developer = salon.team["developer"]
    developer.call("GET /api/integrations")
    for key in ("queue", "email", "chat", "heartbeat", "invoicing"):
        developer.call(f"POST /api/integrations/{key}/test")
    for log in ("audit", "jobs", "notifications"):
        developer.call(f"GET /api/logs/{log}")
    developer.call(f"GET /api/logs/access?customerId={salon.asha_id}")
    developer.call(f"GET /api/logs/audit/verify?from={salon.day(0)}&to={salon.day(0)}")
    developer.call("GET /api/events?limit=5")
    token = developer.call("POST /api/tokens", {"name": "Accounting", "role": "developer", "scopes": ["read"]})
    developer.call("GET /api/tokens")
    # A function counts a token's calls by the minute and tells the others with the 21st. Of 41 calls at least 21 fall
    # into one minute, even if a minute ends between them.
    bearer = {"Authorization": f"Bearer {token['token']}"}
    drawer = f"GET /api/drawer?branchId={salon.branch}"
    for call in ("GET /api/reports/sales", "GET /api/integrations", "GET /api/pay", drawer):
        for _ in range(41):
            salon.nobody.call(call, **bearer)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    accept = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    for tool, arguments in (
        ("todays_board", {}), ("find_customer", {"query": "asha"}), ("sales_summary", {}), ("check_bill", {"bookingId": "unknown"}),
    ):
        for _ in range(11):
            salon.nobody.call("POST /mcp", message | {"params": {"name": tool, "arguments": arguments}}, **bearer, **accept)
    branch = salon.visitor.call("GET /api/branches")["branches"][0]["name"]
    times = {"branch": branch, "services": ["cut"], "date": salon.day(2)}
    # An address's calls are told with the 4th of a minute: all four twice, in case a minute ends between them.
    for tool, arguments in 2 * (("list_branches", {}), ("list_services", {}), ("list_offers", {}), ("find_times", times)):
        salon.visitor.call("POST /mcp", message | {"params": {"name": tool, "arguments": arguments}}, **accept)
    developer.call(f"DELETE /api/tokens/{token['id']}")
    webhook(salon, developer)
    salon.nobody.call("GET /api/openapi.json")
    salon.nobody.call("GET /api/branding")


def webhook(salon, developer):
    """A receiver that cannot be reached: the queue of webhooks brings each event, the try is noted and put off."""
    after = developer.call("GET /api/events?limit=5")["nextCursor"]
    made = developer.call("POST /api/webhooks", {"url": "https://receiver.invalid/hooks", "types": ["webhook.updated"]})
    path = f"/api/webhooks/{made['webhook']['id']}"
    developer.call("GET /api/webhooks")
    developer.call(f"PATCH {path}", {"description": "Accounting"})
    developer.call(f"POST {path}/rotate", {})
    developer.call(f"POST {path}/test", {})
    tried = lambda: developer.call(f"GET {path}/deliveries?status=pending")["deliveries"]
    salon.wait_for("a change and a test on their way to a webhook", lambda: len(tried()) == 2)
    developer.call(f"POST {path}/deliveries/{tried()[0]['id']}/redeliver", {})
    developer.call(f"POST {path}/replay", {"after": after})
    developer.page(path.removeprefix("/api"))
    developer.call(f"DELETE {path}")


def pages(salon):
    """The desk, page by page."""
    for page in ("/sign-in", "/offline", "/manifest.webmanifest", "/sw.js", "/docs", "/openapi.json", "/api"):
        salon.nobody.page(page)
    if not salon.nobody.call(f"GET {salon.logo}?w=320").startswith(b"\xff\xd8"):
        raise AssertionError("the desk serves no picture")
    booking, invoice = salon.paid, salon.invoice
    for page in (
        "/", "/me", f"/bookings?date={salon.day(1)}", "/bookings", "/bookings/new", "/waitlist", f"/bookings/{booking}", "/customers",
        f"/customers/{salon.asha_id}", "/leads", f"/leads/{salon.lead}", "/memberships", f"/memberships/{salon.membership}",
        "/billing", f"/billing/{invoice}", "/drawer", "/schedule", "/services", f"/services/{salon.cut}", "/services/new",
        "/services/categories", "/offers", f"/offers/{salon.offer}", "/products", "/products/new",
        f"/products/{salon.product}", "/staff", f"/staff/{salon.nila}", "/branches", f"/branches/{salon.branch}", "/users",
        "/reports", "/reports?report=gst", "/pay", f"/pay/{salon.nila}", "/notifications", "/integrations", "/logs",
        "/branding", "/messages", "/messages/dues/hi", "/tokens", "/webhooks", "/search?q=asha", "/sales/new",
        "/import", "/exports",
    ):
        salon.team["developer"].page(page)


def leave(salon):
    """The end of a job: a membership, a stylist and the sessions of somebody who lost a phone."""
    owner, manager = salon.owner, salon.team["manager"]
    manager.call(f"POST /api/memberships/{salon.membership}/cancel", {"reason": "Moved away"})
    manager.call(f"POST /api/staff/{salon.ravi}/deactivate", {})
    user = f"/api/users/{salon.asha_id}"
    owner.call(f"PATCH {user}", {"role": "staff"})
    owner.call(f"DELETE {user}/sessions")
    owner.call(f"DELETE {user}/identities")
    sign_out_everywhere(salon, lambda: salon.browser("admin").sign_in(TEAM["owner"]))


def sign_out_everywhere(salon, sign_in):
    """Every way of ending a session; the same on both apps."""
    first, second = sign_in(), sign_in()
    first.call("GET /api/auth/ok")
    first.call("GET /api/auth/error")
    other = second.call("GET /api/auth/get-session")["session"]["token"]
    first.call("GET /api/auth/list-sessions")
    first.call("POST /api/auth/revoke-session", {"token": other})
    first.call("POST /api/auth/revoke-other-sessions")
    first.call("POST /api/auth/revoke-sessions")
    sign_in().call("POST /api/auth/sign-out")
