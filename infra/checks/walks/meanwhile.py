"""What pages do when things moved on meanwhile: in another tab, at another desk, or while an answer was on its way or lost."""
import re

from playwright.sync_api import expect

from counter import checkout
from customer import approve, choose, times
from desk import MANAGER, RECEPTIONIST, requested
from harness import DESKTOP, PHONE, WEDNESDAY, call, signed_in, watch

CUSTOMER, THURSDAY = "customer@parlour.test", "2026-11-19"


def held(shown, requests):
    """The next request that was held up."""
    for _ in range(200):
        if requests:
            return requests.pop()
        shown.wait_for_timeout(20)
    raise AssertionError("nothing was asked for")


def a_day_that_is_on_its_way(browser, service):
    """Nothing is sent of the day before until the one that was tapped is there, and the address says which one is."""
    with signed_in(browser, service, CUSTOMER, **PHONE) as shown:
        shown.goto(f"{service.customer}/book")
        choose(shown)
        send, requests = shown.locator("#send"), []
        shown.route("**/book?*", lambda route: requests.append(route) if route.request.resource_type == "fetch" else route.continue_())
        shown.get_by_role("link", name="Thu 19 Nov").click()
        answer = held(shown, requests)
        expect(send).to_be_disabled()
        answer.abort("internetdisconnected")
        expect(shown.locator("#live")).to_contain_text("No connection")
        expect(send).to_be_enabled()
        assert f"date={WEDNESDAY}" in shown.url, shown.url
        shown.get_by_role("link", name="Thu 19 Nov").click()
        held(shown, requests).continue_()
        shown.wait_for_url(f"**date={THURSDAY}*")
        times(shown).get_by_role("radio", name="12:00 pm", exact=True).check()
        with shown.expect_request("**/api/bookings") as sent:
            send.click()
        assert sent.value.post_data_json["bookingDate"] == THURSDAY, sent.value.post_data_json


def a_visit_that_changed_in_another_tab(browser, service):
    """The page says so instead of moving or cancelling what it does not show."""
    booking = requested(browser, service, CUSTOMER, WEDNESDAY, "14:00")
    page, api = (f"{service.customer}{path}/bookings/{booking['id']}" for path in ("", "/api"))
    with signed_in(browser, service, CUSTOMER, **PHONE) as shown:
        other = shown.context.new_page()
        watch(other, service)
        for tab in (shown, other):
            tab.goto(page)
        status, answer = call(shown, "POST", f"{api}/reschedule", {"bookingDate": THURSDAY, "startTime": "15:00"})
        assert status == 200, answer
        shown.get_by_role("button", name="Cancel booking").click()
        shown.get_by_role("dialog").get_by_role("button", name="Yes, cancel it").click()
        expect(shown.locator("#live")).to_contain_text("has changed meanwhile")
        expect(shown.locator(".facts")).to_contain_text("Thu 19 Nov")
        other.get_by_role("button", name="Move booking").click()
        expect(other.locator("#live")).to_contain_text("has changed meanwhile")
        _, answer = call(shown, "GET", api)
        assert answer["data"]["booking"]["status"] == "pending", answer
        # What is gone from the page is not waited for.
        call(shown, "POST", f"{api}/cancel", {})
        other.get_by_role("button", name="Move booking").click()
        expect(other.locator(".timeline")).to_contain_text("Cancelled")
        expect(other.locator("#live")).to_contain_text("has changed meanwhile")
        expect(other.get_by_role("button", name="Move booking")).to_have_count(0)


def two_desks_take_what_is_due(browser, service):
    """The second is told how it was paid, and has nothing left to press."""
    booking = requested(browser, service, CUSTOMER, WEDNESDAY, "14:00")
    with (
        signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown,
        signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as other,
    ):
        approve(other, service, booking["id"])
        status, answer = call(other, "POST", f"{service.admin}/api/bookings/{booking['id']}/complete", {"leaveDue": True})
        assert status == 200, answer
        invoice = answer["data"]["invoice"]["id"]
        for desk in (shown, other):
            desk.goto(f"{service.admin}/billing/{invoice}")
            desk.get_by_role("button", name="Take payment").click()
        cash = re.compile("^Cash ₹")
        shown.get_by_role("dialog").get_by_role("button", name=cash).click()
        expect(shown.locator("#live")).to_contain_text("The payment is taken.")
        other.get_by_role("dialog").get_by_role("button", name=cash).click()
        expect(other.locator("#live")).to_contain_text(re.compile("Already paid at another desk: Cash ₹"))
        expect(other.get_by_role("button", name="Take payment")).to_have_count(0)


def an_answer_that_was_lost(browser, service):
    """The first try went through: it is not laid at another desk's door."""
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        checkout(shown, service, "Asha Rao", "9812345680", "Hair Spa")

        def lose(route):
            route.fetch()
            route.abort("internetdisconnected")

        shown.route("**/complete", lose, times=1)
        shown.get_by_role("button", name=re.compile("^Cash ₹")).click()
        expect(shown.locator("#live")).to_contain_text("No connection")
        shown.get_by_role("button", name=re.compile("^UPI ₹")).click()
        expect(shown.locator("#live")).to_contain_text(re.compile("Your first try went through: Cash ₹"))
        expect(shown.get_by_role("button", name="Print")).to_be_visible()


WALKS = [a_day_that_is_on_its_way, a_visit_that_changed_in_another_tab, two_desks_take_what_is_due, an_answer_that_was_lost]
