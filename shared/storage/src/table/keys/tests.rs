//! The exact key strings, one line for each row of the table of items.

use super::*;
use parlour_values::id::*;
use parlour_values::time::{Instant, IstDate};

fn at() -> Instant {
    "2026-11-16T04:30:00Z".parse().unwrap()
}

fn day() -> IstDate {
    "2026-11-16".parse().unwrap()
}

fn key(key: Key) -> (String, String) {
    (key.pk, key.sk)
}

fn place(place: IndexKey) -> (String, String) {
    (place.pk, place.sk)
}

#[track_caller]
fn is((pk, sk): (String, String), expected_pk: &str, expected_sk: &str) {
    assert_eq!((pk.as_str(), sk.as_str()), (expected_pk, expected_sk));
}

#[test]
fn people() {
    let user_id = UserId::from("u1");
    is(key(user(&user_id)), "USER#u1", "USER");
    is(place(users_by_role("owner", &user_id)), "USERS#owner", "u1");
    is(key(session(&user_id, &"s1".into())), "USER#u1", "SESSION#s1");
    is(place(session_due(at(), &"s1".into())), "DUE#SESSIONS#2", "2026-11-16T04:30:00.000Z#s1");
    is(key(sign_in("abc")), "SIGNIN#abc", "SIGNIN");
    is(key(account("https://issuer", "42")), "ACCOUNT#https://issuer#42", "ACCOUNT");
    is(key(user_account(&user_id, "https://issuer")), "USER#u1", "ACCOUNT#https://issuer");
    is(key(unlinked(&user_id)), "USER#u1", "UNLINKED");
    is(key(pin(&user_id)), "USER#u1", "PIN");
    is(key(erasure(&user_id)), "USER#u1", "ERASURE");
    is(key(calendar_feed(&user_id, "visits")), "USER#u1", "CALENDAR#visits");
    is(key(pin_tries(&user_id)), "PIN_TRIES#u1", "PIN_TRIES");
    is(key(pin_tries_by(&user_id)), "PIN_TRIES#u1", "BY_CALLER");
    is(key(invite(&"i1".into())), "INVITES", "INVITE#i1");
    is(key(token("h1")), "TOKENS", "TOKEN#h1");
    let (webhook_id, event_id) = (WebhookId::from("w1"), EventId::from("e1"));
    is(key(webhook(&webhook_id)), "WEBHOOKS", "WEBHOOK#w1");
    is(key(webhook_cursor()), "WEBHOOKS", "CURSOR");
    is(key(webhook_delivery(&webhook_id, &event_id)), "DELIVERIES#w1", "e1");
    is(place(webhook_delivery_by_status(&webhook_id, "failed", &event_id)), "DELIVERIES#w1#failed", "e1");
    is(key(profile(&user_id)), "USER#u1", "PROFILE");
    is(place(reply(&"n1".into())), "REPLIES", "n1");
    is(place(birthday(2, 29, &user_id)), "BIRTHDAY#02-29", "u1");
    is(key(unique_value(Unique::Phone, "+919876543210")), "TAKEN#phone#+919876543210", "TAKEN");
    is(key(unique_value(Unique::FirstOwner, "owner")), "TAKEN#first-owner#owner", "TAKEN");
}

#[test]
fn what_the_salon_offers() {
    is(key(category(&"c1".into())), "CATALOGUE", "CATEGORY#c1");
    is(key(service(&"s1".into())), "CATALOGUE", "SERVICE#s1");
    is(key(display_order()), "CATALOGUE", "ORDER");
    is(key(offer(&"o1".into())), "OFFERS", "OFFER#o1");
    is(place(offer_due(day(), &"o1".into())), "DUE#OFFERS", "2026-11-16#o1");
    is(key(branch(&"b1".into())), "BRANCHES", "BRANCH#b1");
    is(key(branding()), "BRANDING", "BRANDING");
    is(key(tier(&"t1".into())), "TIERS", "TIER#t1");
    is(key(tag(&"t1".into())), "TAGS", "TAG#t1");
    is(key(channel_hold("whatsapp#dues#en")), "CHANNEL_HOLDS", "HOLD#whatsapp#dues#en");
    is(key(whatsapp_news(&"m1".into())), "WHATSAPP_NEWS#m1", "WHATSAPP_NEWS");
    is(key(message_template("dues", "hi")), "MESSAGE_TEMPLATES", "TEMPLATE#dues#hi");
    is(key(product(&"p1".into())), "PRODUCTS", "PRODUCT#p1");
    is(key(stock(&"b1".into(), &"p1".into())), "STOCK#b1", "PRODUCT#p1");
    is(key(stock_movement(&"p1".into(), &"m1".into())), "PRODUCT#p1", "MOVEMENT#m1");
}

#[test]
fn people_at_work() {
    let staff_id = StaffId::from("p1");
    is(key(staff(&staff_id)), "STAFF#p1", "STAFF");
    is(key(staff_listed(&staff_id)), "STAFF", "STAFF#p1");
    is(key(branch_staff(&"b1".into(), &staff_id)), "BRANCH#b1", "STAFF#p1");
    is(key(roster(&staff_id)), "STAFF#p1", "ROSTER");
    is(key(branch_roster(&"b1".into(), &staff_id)), "BRANCH#b1", "ROSTER#p1");
    is(key(staff_day(&staff_id, day())), "STAFF#p1", "DAY#2026-11-16");
    is(key(leave(&"l1".into())), "LEAVE#l1", "LEAVE");
    is(key(staff_leave(&staff_id, &"l1".into())), "STAFF#p1", "LEAVE#l1");
    is(key(leave_book(&staff_id)), "STAFF#p1", "LEAVES_AHEAD");
    is(place(leave_by_status("pending", &"l1".into())), "LEAVE#pending", "l1");
    is(key(block(&"k1".into())), "BLOCK#k1", "BLOCK");
    is(key(closure(&"b1".into(), day())), "BRANCH#b1", "CLOSURE#2026-11-16");
    is(key(resource(&"b1".into(), &"r1".into())), "BRANCH#b1", "RESOURCE#r1");
    is(key(resource_by_id(&"r1".into())), "RESOURCE#r1", "RESOURCE");
    is(key(resource_day(&"r1".into(), day())), "RESOURCE#r1", "DAY#2026-11-16");
}

#[test]
fn pay() {
    let (branch_id, staff_id, invoice_id) = (BranchId::from("b1"), StaffId::from("p1"), InvoiceId::from("i1"));
    is(key(commission_rules(&staff_id)), "STAFF#p1", "COMMISSION");
    let order = "p1#2026-11-16T04:30:00.000Z#i1";
    is(key(earning(&branch_id, &staff_id, at(), &invoice_id)), "EARNINGS#b1#2026-11", order);
    let undone = earning_undone(&branch_id, &staff_id, at(), &invoice_id, "c1");
    is(key(undone), "EARNINGS#b1#2026-11", &format!("{order}#c1"));
    let month = day().calendar_month();
    is(key(pay_month(month)), "PAY#2026-11", "MONTH");
    is(key(pay_adjustment(month, &"a1".into())), "PAY#2026-11", "ADJUSTMENT#a1");
    is(key(pay_sheets(month, 2)), "PAY#2026-11", "SHEETS#002");
}

#[test]
fn bookings() {
    let id = BookingId::from("k1");
    is(key(booking(&id)), "BOOKING#k1", "BOOKING");
    is(key(customer_booking(&"u1".into(), &id)), "USER#u1", "BOOKING#k1");
    is(key(repeat(&"r1".into())), "REPEAT#r1", "REPEAT");
    is(key(open_requests(&"u1".into())), "USER#u1", "OPEN_REQUESTS");
    let (branch_id, order) = (BranchId::from("b1"), "2026-11-16#k1");
    is(place(booking_in_month(&branch_id, day(), &id)), "BOOKINGS#b1#2026-11", order);
    is(place(booking_open(&branch_id, "pending", day(), &id)), "OPEN#b1#pending", order);
    is(place(reminder_due(at(), &id)), "DUE#REMINDERS#2", "2026-11-16T04:30:00.000Z#k1");
    is(key(months(MonthlyList::Bookings(&branch_id))), "MONTHS#b1", "BOOKINGS");
    is(key(months(MonthlyList::Leads)), "MONTHS", "LEADS");
    is(key(months(MonthlyList::Memberships)), "MONTHS", "MEMBERSHIPS");
    is(key(booking_series(&"b1".into(), day().calendar_month(), 'H')), "SERIES#b1", "BOOKING#2026-11#H");
}

#[test]
fn the_waitlist() {
    let (wish_id, branch_id) = (WishId::from("w1"), BranchId::from("b1"));
    is(key(wish(&wish_id)), "WISH#w1", "WISH");
    is(key(wish_in_line(&branch_id, day(), &wish_id)), "WISH#b1#2026-11-16", "w1");
    is(key(customer_wishes(&"u1".into())), "USER#u1", "WISHES");
    is(place(open_wish(&branch_id, &wish_id)), "WISHES#b1", "w1");
}

#[test]
fn leads_and_customers() {
    let id = LeadId::from("l1");
    is(key(lead(&id)), "LEAD#l1", "LEAD");
    is(key(lead_note(&id, &"n1".into())), "LEAD#l1", "NOTE#n1");
    is(place(lead_in_month(at(), &id)), "LEADS#2026-11#1", "2026-11-16T04:30:00.000Z#l1");
    is(place(lead_by_status("new", at(), &id)), "LEADS#new#1", "2026-11-16T04:30:00.000Z#l1");
    let day = "2026-11-16".parse().unwrap();
    is(key(customer_access(&"u1".into(), day, &"u2".into())), "ACCESS#u1", "2026-11-16#u2");
    is(key(export_access(day, &"u2".into(), "customers")), "ACCESS_BY_EXPORT", "2026-11-16#u2#customers");
    is(key(consent(&"u1".into(), 7, "photos", None)), "USER#u1", "CONSENT#0000000007#photos");
    is(key(consent(&"u1".into(), 7, "photos", Some(&"u2".into()))), "USER#u1", "CONSENT#0000000007#photos#u2");
    is(key(customer_note(&"u1".into(), &"n1".into())), "USER#u1", "NOTE#n1");
    is(key(customer_card(&"u1".into())), "USER#u1", "CARD");
    is(key(customer_tag(&"u1".into(), &"t1".into())), "USER#u1", "TAG#t1");
    is(key(directory_row(&"u1".into())), "DIRECTORY#4", "ROW#u1");
    is(key(directory_change(at(), &"t1".into(), &"u1".into())), "DIRECTORY_LOG", "2026-11-16T04:30:00.000Z#t1#u1");
    is(key(directory_snapshot()), "DIRECTORY_SNAPSHOT", "HEAD");
    is(key(directory_snapshot_chunk(&"c1".into())), "DIRECTORY_SNAPSHOT", "CHUNK#c1");
    is(key(directory_snapshot_part(&"c1".into(), 7)), "DIRECTORY_SNAPSHOT#c1#7", "PART");
}

#[test]
fn gems_memberships_and_invoices() {
    let (user_id, membership_id) = (UserId::from("u1"), MembershipId::from("m1"));
    is(key(gems(&user_id)), "USER#u1", "GEMS");
    is(key(gem_transaction(&user_id, &"g1".into())), "USER#u1", "GEM#g1");
    is(place(gems_due(at(), &user_id)), "DUE#GEMS#0", "2026-11-16T04:30:00.000Z#u1");
    is(key(membership(&membership_id)), "MEMBERSHIP#m1", "MEMBERSHIP");
    is(key(customer_membership(&user_id, &membership_id)), "USER#u1", "MEMBERSHIP#m1");
    is(key(active_membership(&user_id)), "USER#u1", "ACTIVE_MEMBERSHIP");
    is(key(membership_session(&membership_id, &"k1".into())), "MEMBERSHIP#m1", "SESSION#k1");
    is(key(customer_membership_session(&user_id, &membership_id, &"k1".into())), "USER#u1", "MEMBERSHIP#m1#SESSION#k1");
    is(place(membership_in_month(at(), &membership_id)), "MEMBERSHIPS#2026-11#0", "2026-11-16T04:30:00.000Z#m1");
    is(place(membership_active(at(), &membership_id)), "ACTIVE_MEMBERSHIPS#0", "2026-11-16T04:30:00.000Z#m1");
    is(place(membership_due(at(), &membership_id)), "DUE#MEMBERSHIPS#0", "2026-11-16T04:30:00.000Z#m1");
    is(key(invoice(&"i1".into())), "INVOICE#i1", "INVOICE");
    is(key(booking_invoice(&user_id, &"k1".into())), "USER#u1", "BOOKING_INVOICE#k1");
    is(place(invoice_in_month(&"b1".into(), at(), &"i1".into())), "INVOICES#b1#2026-11", "2026-11-16T04:30:00.000Z#i1");
    is(place(invoice_of_customer(&user_id, at(), &"i1".into())), "INVOICES_OF#u1", "2026-11-16T04:30:00.000Z#i1");
    is(place(invoice_due(&"b1".into(), at(), &"i1".into())), "DUES#b1", "2026-11-16T04:30:00.000Z#i1");
    is(key(late_payment(&"i1".into(), &"2".into())), "INVOICE#i1", "PAYMENT#2");
    is(
        place(late_payment_in_month(&"b1".into(), at(), &"i1".into(), &"2".into())),
        "RECEIVED#b1#2026-11",
        "2026-11-16T04:30:00.000Z#i1#2",
    );
    is(key(credit_note(&"i1".into(), &"c1".into())), "INVOICE#i1", "CREDIT#c1");
    is(place(credit_in_month(&"b1".into(), at(), &"c1".into())), "CREDITS#b1#2026-11", "2026-11-16T04:30:00.000Z#c1");
    is(key(summary(&"b1".into(), day())), "SUMMARY#b1#2026-11", "DAY#2026-11-16");
    is(key(invoice_series(&"b1".into(), "26-27")), "SERIES#b1", "INVOICE#26-27");
    is(key(credit_series(&"b1".into(), "26-27")), "SERIES#b1", "CREDIT#26-27");
    is(key(session_series(&"b1".into(), "26-27")), "SERIES#b1", "SESSION#26-27");
    is(key(offer_day(&user_id, day())), "USER#u1", "OFFER_DAY#2026-11-16");
}

#[test]
fn drawers() {
    let (branch_id, drawer_id) = (BranchId::from("b1"), DrawerId::from("d1"));
    is(key(till(&branch_id)), "DRAWERS#b1", "TILL");
    is(key(closed_drawer(&branch_id, at(), &drawer_id)), "DRAWERS#b1", "CLOSED#2026-11-16T04:30:00.000Z#d1");
    is(key(drawer_movement(&branch_id, &drawer_id, &"m1".into())), "DRAWERS#b1", "MOVEMENT#d1#m1");
    is(drawers_closed(day(), day()), "CLOSED#2026-11-15T18:30:00.000Z", "CLOSED#2026-11-16T18:30:00.000Z");
    is(movements_of_drawers(&drawer_id, &"d2".into()), "MOVEMENT#d1#", "MOVEMENT#d2#~");
}

#[test]
fn messages_and_records() {
    let user_id = UserId::from("u1");
    is(key(notification(&user_id, &"n1".into())), "USER#u1", "NOTIFICATION#n1");
    is(key(unread(&user_id, &"n1".into())), "USER#u1", "UNREAD#n1");
    is(place(sent_log("failed", at(), &"n1".into())), "SENT_LOG#failed#2026-11#3", "2026-11-16T04:30:00.000Z#n1");
    is(key(sent("u1#reminder_24h")), "SENT#u1#reminder_24h", "SENT");
    is(place(sent_on_whatsapp("wamid.1")), "WHATSAPP#wamid.1", "SENT");
    is(key(push("h1")), "PUSH#h1", "PUSH");
    is(key(user_push(&user_id, "h1")), "USER#u1", "PUSH#h1");
    is(key(event(day(), &"a1".into())), "EVENT#2026-11-16#0", "a1");
    assert_eq!(stored_event(&event(day(), &"a1".into())), Some((day(), "a1".into())));
    is(place(event_of_entity("booking", "k1", &"a1".into())), "EVENTS_OF#booking#k1", "a1");
    is(place(event_by_actor("u1", &"a1".into())), "EVENTS_BY#u1", "a1");
    is(key(feed_segment(42)), "FEED", "000000000042");
    is(key(feed_progress()), "FEED_PROGRESS", "FEED_PROGRESS");
    is(key(job_run(at(), &"r1".into())), "RUNS#2026-11", "r1");
    is(key(integration("email")), "INTEGRATIONS", "email");
    is(key(versions(2)), "VERSIONS#2", "VERSIONS");
    is(key(branch_version(&"b1".into())), "BRANCH#b1", "VERSION");
    is(key(limit_window("leads", "127.0.0.1", 42)), "LIMIT#leads#127.0.0.1", "42");
    is(key(idempotency("abc")), "ONCE#abc", "ONCE");
}
