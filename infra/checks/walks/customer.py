"""What customers do in their app, on a phone."""
import re

from playwright.sync_api import expect

from harness import PHONE, WEDNESDAY, call, page, signed_in, tab_to

SERVICE = "Haircut and Styling"


def sign_in_as_new(shown, email):
    shown.get_by_role("button", name="Sign in with Google").click()
    address = shown.locator("input[type=email], input[name=login_hint]").first
    address.fill(email)
    address.press("Enter")
    shown.wait_for_url("**/onboarding*")


def finish_onboarding(shown, phone):
    shown.get_by_label("Phone").fill(phone)
    shown.get_by_label("Date of birth").fill("1992-04-12")
    shown.get_by_role("radio", name="Female").check()
    shown.get_by_role("button", name="Finish").click()


def services(shown):
    return shown.get_by_role("group", name="Services")


def times(shown):
    return shown.get_by_role("group", name="Time")


def choose(shown, branch=0, time="12:00 pm"):
    """A service, a branch, Wednesday, a time."""
    services(shown).get_by_role("checkbox", name=SERVICE).check()
    shown.get_by_role("group", name="Branch").get_by_role("radio").nth(branch).check()
    shown.get_by_role("link", name="Wed 18 Nov").click()
    shown.wait_for_url(f"**date={WEDNESDAY}*")
    expect(shown.locator("[data-part][aria-busy=true]")).to_have_count(0)
    picked = times(shown).get_by_role("radio", name=time, exact=True)
    picked.check()
    expect(picked).to_be_checked()
    expect(shown.locator("[data-part][aria-busy=true]")).to_have_count(0)


def is_one_booking(shown, service):
    shown.goto(f"{service.customer}/bookings")
    expect(shown.locator(".visit")).to_have_count(1)


def book_as_a_new_customer(browser, service):
    """From the landing page through sign-in and onboarding to the booking, with nothing chosen twice."""
    with page(browser, service, **PHONE) as shown:
        # A slow phone network all the way.
        wire = shown.context.new_cdp_session(shown)
        slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
        wire.send("Network.emulateNetworkConditions", slow)
        shown.goto(f"{service.customer}/?utm_source=meta&utm_campaign=diwali")
        shown.get_by_role("link", name="Book a visit").first.click()
        shown.wait_for_url("**/book*")
        choose(shown)
        shown.get_by_label("Notes").fill("Allergic to <b>peanuts</b>")
        shown.get_by_role("button", name="Sign in to request").click()
        shown.wait_for_url("**/sign-in*")
        sign_in_as_new(shown, "new.person@example.test")
        shown.get_by_label("Phone").fill("12")
        shown.get_by_role("button", name="Finish").click()
        expect(shown.locator("[aria-invalid=true]").first).to_be_focused()
        with shown.expect_request("**/api/onboarding/complete") as sent:
            finish_onboarding(shown, "9812345670")
        campaign = sent.value.post_data_json
        assert (campaign["utmSource"], campaign["utmCampaign"]) == ("meta", "diwali"), campaign
        shown.wait_for_url("**/book*")
        expect(services(shown)).to_contain_text(SERVICE)
        expect(times(shown).get_by_role("radio", name="12:00 pm")).to_be_checked()
        expect(shown.get_by_label("Notes")).to_have_value("Allergic to <b>peanuts</b>")

        # The network is cut at the last step and comes back: one booking.
        wire.send("Network.emulateNetworkConditions", slow | {"offline": True})
        shown.get_by_role("button", name="Request booking").click()
        expect(shown.locator("#live")).to_contain_text("connection")
        wire.send("Network.emulateNetworkConditions", slow)
        shown.get_by_role("button", name="Request booking").dblclick()
        shown.wait_for_url("**/bookings/*")
        expect(shown.locator(".page-head .number")).to_contain_text("BK-")
        expect(shown.get_by_text("Allergic to <b>peanuts</b>")).to_be_visible()

        # Back on the form: what came of it, and sending again asks first.
        shown.go_back()
        expect(shown.locator(".recalled")).to_be_visible()
        shown.get_by_role("button", name="Request booking").click()
        expect(shown.locator("dialog.ask")).to_be_visible()
        shown.keyboard.press("Escape")
        is_one_booking(shown, service)


def book_by_keyboard_alone(browser, service):
    """The same way without a pointer, focus visible at every step."""
    with page(browser, service, viewport={"width": 360, "height": 780}) as shown:
        shown.goto(f"{service.customer}/")
        tab_to(shown, shown.get_by_role("main").get_by_role("link", name="Book a visit").first)
        shown.keyboard.press("Enter")
        shown.wait_for_url("**/book*")
        tab_to(shown, services(shown).get_by_role("checkbox", name=SERVICE))
        shown.keyboard.press("Space")
        shown.wait_for_url("**services=*")
        branch = shown.get_by_role("group", name="Branch").get_by_role("radio").first
        tab_to(shown, branch)
        shown.keyboard.press("Space")
        shown.wait_for_url("**branch=*")
        tab_to(shown, shown.get_by_role("link", name="Wed 18 Nov"))
        shown.keyboard.press("Enter")
        shown.wait_for_url(f"**date={WEDNESDAY}*")
        first = times(shown).get_by_role("radio", disabled=False).first
        tab_to(shown, first)
        shown.keyboard.press("Space")
        shown.keyboard.press("ArrowDown")
        shown.wait_for_url("**time=*")
        chosen = times(shown).get_by_role("radio", checked=True).get_attribute("value")
        tab_to(shown, shown.get_by_role("button", name="Sign in to request"))
        shown.keyboard.press("Enter")
        shown.wait_for_url("**/sign-in*")
        tab_to(shown, shown.get_by_role("button", name="Sign in with Google"))
        shown.keyboard.press("Enter")
        address = shown.locator("input[type=email], input[name=login_hint]").first
        address.wait_for()
        address.focus()
        shown.keyboard.type("keyboard.person@example.test")
        shown.keyboard.press("Enter")
        shown.wait_for_url("**/onboarding*")
        tab_to(shown, shown.get_by_label("Phone"))
        shown.keyboard.type("9812345672")
        tab_to(shown, shown.get_by_label("Date of birth"))
        shown.keyboard.type("04041992")
        expect(shown.get_by_label("Date of birth")).to_have_value("1992-04-04")
        tab_to(shown, shown.get_by_role("group", name="Gender").get_by_role("radio").first)
        shown.keyboard.press("Space")
        tab_to(shown, shown.get_by_role("button", name="Finish"))
        shown.keyboard.press("Enter")
        shown.wait_for_url("**/book*")
        expect(times(shown).get_by_role("radio", checked=True)).to_have_attribute("value", chosen)
        tab_to(shown, shown.get_by_role("button", name="Request booking"))
        shown.keyboard.press("Enter")
        shown.wait_for_url("**/bookings/*")
        is_one_booking(shown, service)


def session_ends_half_way(browser, service):
    """The session is gone when the booking is sent: sign in again, everything is still there."""
    with signed_in(browser, service, "customer@parlour.test", **PHONE) as shown:
        shown.goto(f"{service.customer}/book")
        choose(shown, time="1:00 pm")
        shown.get_by_label("Notes").fill("By the window, please")
        shown.context.clear_cookies()
        shown.get_by_role("button", name="Request booking").click()
        shown.wait_for_url("**/sign-in*")
        shown.get_by_role("button", name="Sign in with Google").click()
        address = shown.locator("input[type=email], input[name=login_hint]").first
        address.fill("customer@parlour.test")
        address.press("Enter")
        shown.wait_for_url("**/book*")
        expect(shown.get_by_label("Notes")).to_have_value("By the window, please")
        expect(times(shown).get_by_role("radio", name="1:00 pm")).to_be_checked()
        shown.get_by_role("button", name="Request booking").click()
        shown.wait_for_url("**/bookings/*")


def two_people_on_the_last_slot(browser, service):
    """At a branch that gives out its people's time the second is told, and takes an alternative in place."""
    first, second = "first.person@example.test", "customer@parlour.test"
    with (
        signed_in(browser, service, "receptionist@parlour.test", app="admin") as desk,
        signed_in(browser, service, first, **PHONE) as one,
        signed_in(browser, service, second, **PHONE) as two,
    ):
        one.goto(f"{service.customer}/onboarding")
        finish_onboarding(one, "9812345673")
        one.wait_for_url(re.compile(r"(?<!onboarding)$"))
        for shown in (one, two):
            shown.goto(f"{service.customer}/book")
            choose(shown, branch=1, time="12:00 pm")
        one.get_by_role("button", name="Request booking").click()
        one.wait_for_url("**/bookings/*")
        fill_the_hour(desk, service, one.url.rpartition("/")[2])
        two.get_by_role("button", name="Request booking").click()
        alternatives = two.locator(".alternatives button")
        expect(alternatives.first).to_be_visible()
        offered = alternatives.first.inner_text()
        alternatives.first.click()
        expect(times(two).get_by_role("radio", name=offered)).to_be_checked()
        two.get_by_role("button", name="Request booking").click()
        two.wait_for_url("**/bookings/*")


def approve(desk, service, booking_id):
    """The desk gives a request to the first person who can take it; the others follow."""
    _, lookups = call(desk, "GET", f"{service.admin}/api/lookups")
    people = [person["id"] for person in lookups["data"]["staff"]]
    for at, person in enumerate(people):
        status, _ = call(desk, "PATCH", f"{service.admin}/api/bookings/{booking_id}", {"action": "approve", "staffId": person})
        if status == 200:
            return people[at + 1:]
    raise AssertionError("nobody could take the request")


def fill_the_hour(desk, service, booking_id):
    """The desk approves the request, and walk-ins take everybody else who is free then."""
    others = approve(desk, service, booking_id)
    _, booking = call(desk, "GET", f"{service.admin}/api/bookings/{booking_id}")
    booking = booking["data"]["booking"]
    taken = 0
    for person in others:
        status, _ = call(desk, "POST", f"{service.admin}/api/bookings", {
            "customer": {"name": "Walk In", "phone": f"98123457{taken:02}"}, "branchId": booking["branchId"],
            "serviceIds": [one["serviceId"] for one in booking["services"]], "serviceType": booking["serviceType"],
            "bookingDate": WEDNESDAY, "startTime": "12:00", "staffId": person})
        taken += status == 201
    assert taken > 0, "no walk-in was taken"


def move_and_cancel(browser, service):
    with signed_in(browser, service, "customer@parlour.test", **PHONE) as shown:
        shown.goto(f"{service.customer}/book")
        choose(shown, time="2:00 pm")
        shown.get_by_role("button", name="Request booking").click()
        shown.wait_for_url("**/bookings/*")
        shown.get_by_role("button", name="Move booking").click()
        dialog = shown.get_by_role("dialog")
        dialog.get_by_role("link", name="Thu 19 Nov").click()
        shown.wait_for_url("**date=2026-11-19*")
        dialog.get_by_role("radio", name="3:00 pm", exact=True).check()
        dialog.get_by_role("button", name="Move", exact=True).click()
        expect(shown.locator(".facts")).to_contain_text("Thu 19 Nov")
        expect(shown.locator(".facts")).to_contain_text("3:00 pm")
        shown.get_by_role("button", name="Cancel booking").click()
        dialog = shown.get_by_role("dialog")
        dialog.get_by_label("Reason").fill("Travelling")
        dialog.get_by_role("button", name="Yes, cancel it").click()
        expect(shown.locator(".timeline")).to_contain_text("Travelling")
        expect(shown.get_by_role("button", name="Move booking")).to_have_count(0)


def ask_for_a_call(browser, service):
    """The campaign page sends source and campaign along, and thanks in place."""
    with page(browser, service, **PHONE) as shown:
        shown.goto(f"{service.customer}/welcome?utm_source=meta&utm_campaign=diwali&source=meta_ad")
        shown.get_by_label("Name").fill("Asha")
        shown.get_by_label("Phone").fill("9812345671")
        with shown.expect_request("**/api/leads") as sent:
            shown.get_by_role("button", name="Request a call").click()
        body = sent.value.post_data_json
        assert (body["source"], body["utmSource"], body["utmCampaign"]) == ("meta_ad", "meta", "diwali"), body
        expect(shown.get_by_role("button", name="Request a call")).to_be_hidden()


def reading_needs_no_script(browser, service):
    with page(browser, service, java_script_enabled=False, **PHONE) as shown:
        shown.goto(f"{service.customer}/services")
        shown.locator("a[href^='/services/']").first.click()
        expect(shown.get_by_role("heading", level=1)).to_be_visible()
        shown.get_by_role("link", name="Book", exact=True).first.click()
        expect(services(shown)).to_be_visible()
        expect(services(shown).get_by_role("checkbox", checked=True)).to_have_count(1)
        expect(shown.locator("noscript p")).to_contain_text(re.compile("JavaScript", re.I))


WALKS = [
    book_as_a_new_customer, book_by_keyboard_alone, session_ends_half_way, two_people_on_the_last_slot, move_and_cancel,
    ask_for_a_call, reading_needs_no_script,
]
