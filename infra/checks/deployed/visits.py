"""What customers do, and what the desk does with their appointments."""
import re

import later
import office

PUSH_KEYS = {
    "p256dh": "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def look_around(salon):
    """Somebody who has no account."""
    visitor = salon.visitor
    for call in ("services", "services/cut", "offers", "branches", "branding", "health", "openapi.json", "push/key"):
        visitor.call(f"GET /api/{call}")
    # An address's second look at the services within ten seconds is told the table: six, on a machine that is busy, too.
    for _ in range(5):
        visitor.call("GET /api/services")
    slots = visitor.call(f"GET /api/availability?date={salon.day(2)}&branchId={salon.branch}&serviceIds={salon.cut}")["slots"]
    salon.times = [slot["startTime"] for slot in slots if slot["available"]]
    visitor.call("POST /api/leads", {"name": "Ravi", "phone": "9811111111"}, **{"Idempotency-Key": "a-lead-sent-twice"})
    # With the one above three: wherever a minute ends between them, two are counted together, and the table is told.
    for phone in ("1", "2"):
        visitor.refused("POST /api/leads", {"name": "", "phone": phone}, 400, "VALIDATION_ERROR")


def join(salon):
    """The first customer, whose birthday is today."""
    asha = salon.asha = salon.customer("asha")
    salon.push_keys = PUSH_KEYS
    asha.call("GET /api/onboarding")
    asha.call("POST /api/onboarding/complete", {
        "phone": "9876543210", "dateOfBirth": f"1992{salon.day(0)[4:]}", "gender": "female", "marketingConsent": True,
    })
    salon.asha_id = asha.call("GET /api/auth/get-session")["user"]["id"]
    asha.call("GET /api/profile")
    asha.call("PATCH /api/profile", {"gender": "other"})
    endpoint = "https://fcm.googleapis.com/fcm/send/asha"
    asha.call("POST /api/push/subscribe", {"endpoint": endpoint, "keys": PUSH_KEYS})
    asha.call("DELETE /api/push/subscribe", {"endpoint": endpoint})


def ask(salon, start):
    """A request for an appointment, in two days."""
    return salon.asha.call("POST /api/bookings", {
        "branchId": salon.branch, "serviceType": "salon", "bookingDate": salon.day(2), "startTime": start,
        "serviceIds": [salon.cut],
    })["id"]


def book(salon):
    asha = salon.asha
    asha.call("POST /api/profile/erasure", {"reason": "I am moving away"})
    asha.call("DELETE /api/profile/erasure")
    first = ask(salon, salon.times[0])
    asha.call("GET /api/bookings")
    asha.call(f"GET /api/bookings/{first}")
    asha.call(f"GET /api/bookings/{first}/calendar.ics")
    feed = asha.call("POST /api/profile/calendar")["url"]
    salon.visitor.call(f"GET /api/{feed.split('/api/')[1]}")
    asha.call("DELETE /api/profile/calendar")
    asha.call(f"POST /api/bookings/{first}/reschedule", {"bookingDate": salon.day(3), "startTime": "12:00"})
    asha.call(f"POST /api/bookings/{first}/cancel")
    asha.call("GET /api/gems")
    asha.call("GET /api/membership")
    asha.call("GET /api/profile/consents")


def first_visit(salon):
    """The first one of a salon that added nothing to the documented steps: booked, done, and on paper."""
    owner, asha = salon.owner, salon.customer("asha")
    salon.asha = asha
    nila = owner.call("POST /api/staff", {
        "email": office.STYLIST, "name": "Nila", "branchIds": [salon.branch], "serviceIds": [salon.cut],
    })["staff"]["id"]
    asha.call("POST /api/onboarding/complete", {"phone": "9876543210", "dateOfBirth": "1992-05-04", "gender": "female", "marketingConsent": False})
    visit = f"/api/bookings/{ask(salon, '12:00')}"
    owner.call(f"PATCH {visit}", {"action": "approve", "staffId": nila})
    owner.call(f"POST {visit}/complete", {"paymentMethod": "upi"})
    salon.wait_for("the invoice's PDF", lambda: asha.paper(f"{visit}/invoice/pdf"))
    salon.mail("asha", "Your invoice")


def wait_in_line(salon):
    """The waitlist, while people are booked one by one. At night nothing is offered."""
    owner, desk, asha = salon.owner, salon.team["receptionist"], salon.asha
    owner.call(f"PATCH /api/branches/{salon.branch}/settings", {"slotPolicy": "staffed"})
    wish = lambda to: asha.call("POST /api/waitlist", {
        "branchId": salon.branch, "serviceType": "salon", "serviceIds": [salon.cut], "dates": [salon.day(4)], "from": "07:00", "to": to,
    })["wish"]["id"]
    first, second = wish("08:00"), wish("08:30")
    asha.call("GET /api/waitlist")
    desk.call(f"GET /api/waitlist?date={salon.day(4)}&branchId={salon.branch}")
    noon = {"date": salon.day(4), "startTime": "12:00", "staffId": salon.nila}
    for who, step, body in (
        (desk, "offer", noon), (asha, "decline", None), (desk, "offer", noon), (asha, "accept", None),
    ):
        status = who.send("POST", f"/api/waitlist/{first}/{step}", body)[0]
        if status not in (200, 201, 409, 422):
            raise AssertionError(f"{step} of the waitlist: {status}")
    desk.call(f"DELETE /api/waitlist/{second}")
    linked, asked_about = wish("08:45"), set()
    for start, step in (("13:00", "decline"), ("14:00", "accept")):
        if desk.send("POST", f"/api/waitlist/{linked}/offer", noon | {"startTime": start})[0] == 200:
            token = salon.wait_for("a mail with an offer's link", lambda: offered_by_mail(salon, asked_about))
            salon.visitor.call(f"POST /api/links/{token}/{step}")
    asha.call(f"DELETE /api/waitlist/{wish('09:00')}")
    owner.call(f"PATCH /api/branches/{salon.branch}/settings", {"slotPolicy": "open"})


def offered_by_mail(salon, asked_about):
    """The token of the offer that can be asked_about now. Each is asked about once: there is a limit to it."""
    for mail in salon.deployed.mails():
        if mail["To"] != "asha@salon.test" or "has come free" not in str(mail["Subject"]):
            continue
        text = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
        token = re.search(r"/m\?([\w-]{44})", text.get_payload(decode=True).decode())[1]
        if token in asked_about:
            continue
        asked_about.add(token)
        status, _, content = salon.visitor.send("GET", f"/api/links/{token}")
        if status == 200 and b'"offered"' in content:
            return token
    return None


def by_link(salon):
    """A booking by the link that the desk makes, without a sign-in."""
    desk, visitor = salon.team["receptionist"], salon.visitor
    token = desk.call(f"POST /api/bookings/{ask(salon, salon.times[0])}/link")["url"].partition("/m?")[2]
    link = f"/api/links/{token}"
    visitor.call(f"GET {link}")
    visitor.call(f"GET {link}/calendar.ics")
    visitor.page(f"/m?{token}&date={salon.day(3)}")
    visitor.call(f"POST {link}/reschedule", {"bookingDate": salon.day(3), "startTime": "12:00"})
    visitor.call(f"POST {link}/cancel")
    visitor.refused(f"GET {link[:-1]}{'A' if link[-1] != 'A' else 'B'}", None, 404, "NOT_FOUND")


def take_in(salon):
    """The desk: one appointment for each thing that can be done to it."""
    desk = salon.team["receptionist"]
    desk.call("GET /api/lookups")
    approve = {"action": "approve", "staffId": salon.nila}
    salon.paid = ask(salon, salon.times[1])
    desk.call(f"PATCH /api/bookings/{salon.paid}", approve)
    unwanted = ask(salon, salon.times[2])
    desk.call(f"PATCH /api/bookings/{unwanted}", {"action": "reject", "rejectionReason": "Closed for a wedding"})
    moved = ask(salon, salon.times[3])
    desk.call(f"PATCH /api/bookings/{moved}", approve)
    desk.call(f"POST /api/bookings/{moved}/reschedule", {"bookingDate": salon.day(3), "startTime": "15:00"})
    desk.call(f"POST /api/bookings/{moved}/cancel", {"reason": "The customer rang"})
    walk_in = desk.call("POST /api/bookings", {
        "customer": {"name": "Uma", "phone": "9822222222"}, "branchId": salon.branch, "serviceType": "salon",
        "serviceIds": [salon.cut], "staffId": salon.ravi,
    })["booking"]
    salon.walked_in = walk_in["customerId"]
    here = f"/api/bookings/{walk_in['id']}"
    desk.call(f"POST {here}/checkin")
    desk.call(f"POST {here}/undo-checkin")
    desk.call(f"POST {here}/noshow")
    missed = lambda: desk.call(f"GET /api/customers/{salon.walked_in}")["customer"]["noshowCount"]
    salon.wait_for("the no-show among the customer's", missed)
    desk.call(f"POST {here}/undo-noshow")
    if missed():
        raise AssertionError("a no-show that was none still counts")
    desk.call(f"GET {here}")
    desk.call("GET /api/bookings")
    repeat = desk.call("POST /api/repeats", {
        "customerId": salon.walked_in, "branchId": salon.branch, "serviceType": "salon", "firstDate": salon.day(7),
        "services": [{"serviceId": salon.cut, "staffId": salon.ravi}], "startTime": "16:00", "everyWeeks": 2, "count": 3,
    })["repeat"]["id"]
    desk.call(f"GET /api/repeats/{repeat}")
    desk.call(f"PATCH /api/repeats/{repeat}", {"from": salon.day(14), "startTime": "17:00"})
    desk.call(f"DELETE /api/repeats/{repeat}?from={salon.day(7)}")


def pay(salon):
    """The first invoice, its paper, a refund, and a bill taken back."""
    desk, manager, asha = salon.team["receptionist"], salon.team["manager"], salon.asha
    desk.call(f"POST /api/bookings/{salon.paid}/complete", {"paymentMethod": "upi"})
    bill = asha.call(f"GET /api/bookings/{salon.paid}/invoice")
    salon.invoice = bill["invoice"]["id"]
    own, path = f"/api/bookings/{salon.paid}/invoice/pdf", f"/api/billing/invoices/{salon.invoice}"
    salon.wait_for("the invoice's PDF", lambda: asha.paper(own))
    salon.wait_for("the same at the desk", lambda: desk.paper(f"{path}/pdf"))
    link = desk.call(f"POST /api/bookings/{salon.paid}/link")["url"].partition("/m?")[2]
    salon.wait_for("the same by the link", lambda: salon.visitor.paper(f"/api/links/{link}/invoice/pdf"))
    desk.call(f"GET {path}")
    desk.call(f"POST {path}/send")
    note = manager.call(f"POST {path}/credit-notes", {"amountPaise": 10_000, "reason": "Late start", "refundMethod": "cash"})
    note = note["creditNote"]["id"]
    salon.wait_for("the credit note's PDF", lambda: desk.paper(f"{path}/credit-notes/{note}/pdf"))
    asha.call("GET /api/profile/export")


def take_back(salon):
    """A bill with an offer, which was a mistake, and then one that is paid in two parts."""
    desk, manager, asha = salon.team["receptionist"], salon.team["manager"], salon.asha
    wrong = ask(salon, salon.times[4])
    desk.call(f"PATCH /api/bookings/{wrong}", {"action": "approve", "staffId": salon.nila})
    bill = f"/api/bookings/{wrong}/bill"
    lines = [{"id": line["id"]} for line in desk.call(f"GET {bill}")["bill"]["lines"]]
    shaped = {"version": 0, "lines": lines, "offerId": salon.offer, "discount": {"percentBps": 1500, "reason": "Late start"}}
    desk.call(f"PUT {bill}", shaped)
    desk.call(f"DELETE {bill}")
    desk.call(f"PUT {bill}", shaped)
    manager.call(f"POST {bill}/approve", {"version": 1})
    desk.call(f"POST /api/bookings/{wrong}/complete", {"paymentMethod": "cash", "billVersion": 1})
    invoice = asha.call(f"GET /api/bookings/{wrong}/invoice")["invoice"]["id"]
    manager.call(f"POST /api/billing/invoices/{invoice}/void", {"reason": "Wrong bill"})
    part = {"payments": [{"method": "cash", "amountPaise": 100}], "leaveDue": True}
    manager.call(f"POST /api/bookings/{wrong}/complete", part)
    owed = salon.wait_for("what is due", lambda: desk.call("GET /api/billing/dues")["dues"])[0]
    rest = {"payments": [{"method": "upi", "amountPaise": owed["duePaise"]}]}
    desk.call(f"POST /api/billing/invoices/{owed['invoiceId']}/payments", rest)


def missed_by_the_relay(salon):
    later.swept(salon, lambda: ask(salon, salon.times[5]))


def pages(salon):
    """The customer app, page by page."""
    for page in (
        "/", "/services", "/services/cut", "/team", "/privacy", "/welcome", "/sign-in", "/offline", "/book", "/manifest.webmanifest", "/sw.js",
        "/robots.txt", "/sitemap.xml", "/docs", "/openapi.json",
        f"/book?services={salon.cut}&branch={salon.branch}&date={salon.day(2)}",
    ):
        salon.visitor.page(page)
    if not salon.visitor.call(f"GET {salon.logo}?w=640").startswith(b"\xff\xd8"):
        raise AssertionError("the customer app serves no picture")
    for page in ("/bookings", f"/bookings/{salon.paid}", "/gems", "/membership", "/waitlist", "/notifications", "/profile"):
        salon.asha.page(page)


def leave(salon):
    office.sign_out_everywhere(salon, lambda: salon.customer("asha"))
