"""Papers and mails as other people's readers see them: papers.py BINARY. See infra/checks/clients.

The calendar entries of mails and downloads are read by icalendar and by ics, an invoice by PDFium, the reader of Chrome.
"""
import base64
import json
import os
import pathlib
import sys
import time
import urllib.request

import ics
import icalendar
import pypdfium2

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent / "walks")]
from harness import Service  # noqa: E402
from person import Person  # noqa: E402

NAMES = ["प्रिया शर्मा", "প্রিয়া চক্রবর্তী", "ਪ੍ਰੀਤ ਸਿੰਘ", "પ્રિયા પટેલ", "பிரியா கிருஷ்ணன்", "ప్రియ శ్రీనివాస్",
         "ಪ್ರಿಯಾ ಕೃಷ್ಣಮೂರ್ತಿ", "പ്രിയ കൃഷ്ണൻ"]


def until(wanted, what):
    for _ in range(100):
        found = wanted()
        if found:
            return found
        time.sleep(0.2)
    sys.exit(f"{what} did not come")


def mail(service, kind):
    """The latest mail of this type."""
    messages = json.load(urllib.request.urlopen(f"{service.console}/api/messages?channel=email"))
    return next((message for message in messages if message["type"] == kind), None)


def entry(text, method, status):
    """One event, the same to both readers."""
    calendar = icalendar.Calendar.from_ical(text)
    [event] = calendar.walk("VEVENT")
    assert calendar["METHOD"] == method and event["STATUS"] == status, text
    assert not calendar.errors and not event.errors, (calendar.errors, event.errors)
    for name in ("UID", "DTSTAMP", "SEQUENCE", "ORGANIZER", "SUMMARY", "LOCATION", "URL"):
        assert name in event, f"{name} is missing: {text}"
    assert ("ATTENDEE" in event) == (method == "REQUEST") or method == "CANCEL", text
    assert len(event.walk("VALARM")) == (0 if method == "CANCEL" else 1), text
    [other] = ics.Calendar(text).events
    assert other.uid == event["UID"] and other.name == event["SUMMARY"] and other.location == event["LOCATION"], text
    assert other.begin.timestamp() == event["DTSTART"].dt.timestamp(), text
    assert other.status == status and len(other.alarms) == len(event.walk("VALARM")), text
    return event


def attached(message):
    [file] = [file for file in message["attachments"] if file["filename"].endswith(".ics")]
    return base64.b64decode(file["contentBase64"]).decode()


def visit(desk):
    """What can be done where, and by whom."""
    choices = desk.call("GET", "/api/lookups")
    salon = {service["id"] for service in choices["services"] if service["serviceType"] == "salon"}
    person = next(person for person in choices["staff"] if person["branchIds"] and salon & set(person["serviceIds"]))
    service = sorted(salon & set(person["serviceIds"]))[0]
    return {"branchId": person["branchIds"][0], "serviceType": "salon", "serviceIds": [service]}, person["id"]


def calendars(service, customer, desk):
    wanted, person = visit(desk)
    asked = wanted | {"bookingDate": "2026-11-19", "startTime": "12:00"}
    booking = customer.call("POST", "/api/bookings", asked)
    path = f"/api/bookings/{booking['id']}"
    read = lambda: customer.get(f"{path}/calendar.ics").decode()  # noqa: E731
    events = [entry(read(), "PUBLISH", "TENTATIVE")]
    desk.call("PATCH", path, {"action": "approve", "staffId": person})
    events.append(entry(attached(until(lambda: mail(service, "booking_confirmed"), "the confirmation")), "REQUEST", "CONFIRMED"))
    # Without rosters (`open`) a moved booking stays as it was.
    moved = customer.call("POST", f"{path}/reschedule", {"bookingDate": "2026-11-20", "startTime": "13:00"})["booking"]
    assert moved["status"] == "confirmed", moved
    events.append(entry(attached(until(lambda: mail(service, "booking_rescheduled"), "the move")), "REQUEST", "CONFIRMED"))
    customer.call("POST", f"{path}/cancel")
    events.append(entry(attached(until(lambda: mail(service, "booking_cancelled"), "the cancellation")), "CANCEL", "CANCELLED"))
    assert {event["UID"] for event in events} == {f"{booking['id']}@parlour"}
    numbers = [int(event["SEQUENCE"]) for event in events]
    assert numbers == sorted(set(numbers)), f"the sequence does not grow: {numbers}"
    assert entry(read(), "CANCEL", "CANCELLED")["SEQUENCE"] == numbers[-1]
    print(f"calendars: {len(events) + 1} entries, read alike by icalendar and ics")


def spoken(pdf):
    document = pypdfium2.PdfDocument(pdf)
    return "".join(page.get_textpage().get_text_bounded() for page in document)


def invoices(desk):
    wanted, person = visit(desk)
    sizes = []
    for number, name in enumerate(NAMES):
        somebody = {"customer": {"name": name, "phone": f"91234567{number:02}"}, "staffId": person}
        asked = wanted | somebody | {"bookingDate": f"2026-12-{number + 1:02}", "startTime": "12:00"}
        booking = desk.call("POST", "/api/bookings", asked)["booking"]
        desk.call("POST", f"/api/bookings/{booking['id']}/complete", {"paymentMethod": "upi"})
        invoices = desk.call("GET", "/api/billing/invoices")["invoices"]
        invoice = next(one for one in invoices if one["bookingId"] == booking["id"])
        path = f"/api/billing/invoices/{invoice['id']}"
        until(lambda: desk.call("GET", path)["invoice"]["pdfUrl"], "the document")
        pdf = desk.get(f"{path}/pdf")
        text = spoken(pdf)
        assert name in " ".join(text.split()), f"{name} cannot be copied: {text}"
        sizes.append(len(pdf))
    print(f"invoices: {len(NAMES)} names in the scripts of India can be searched and copied; {max(sizes) // 1000} kB at most")


def main(binary):
    with Service(binary) as service:
        customer, desk = Person(service.customer, "customer@parlour.test"), Person(service.admin, "receptionist@parlour.test")
        calendars(service, customer, desk)
        invoices(desk)


main(os.path.abspath(sys.argv[1]))
