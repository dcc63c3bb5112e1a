"""The link of a message: the desk makes a new one, and its customer sees to the visit without signing in."""
import re
import urllib.parse

from playwright.sync_api import expect

from harness import DESKTOP, PHONE, WEDNESDAY, call, page, signed_in


def confirmed(shown, service):
    """A booking that is still to come."""
    _, answer = call(shown, "GET", f"{service.admin}/api/bookings?status=confirmed")
    return max(answer["data"]["bookings"], key=lambda one: (one["bookingDate"], one["startTime"]))


def address(browser, service):
    """Where the link of a booking leads, as the desk is told it."""
    with signed_in(browser, service, "receptionist@parlour.test", app="admin") as shown:
        _, answer = call(shown, "POST", f"{service.admin}/api/bookings/{confirmed(shown, service)['id']}/link")
    parts = urllib.parse.urlsplit(answer["data"]["url"])
    return f"{parts.path}?{parts.query}"


def new_link_at_the_desk(browser, service):
    """Made on the booking's page and on the customer's, shown to be copied; each ends the one before."""
    options = DESKTOP | {"permissions": ["clipboard-read", "clipboard-write"]}
    with signed_in(browser, service, "receptionist@parlour.test", app="admin", **options) as shown:
        booking = confirmed(shown, service)
        links = []
        for path in (f"/bookings/{booking['id']}", f"/customers/{booking['customerId']}"):
            shown.goto(service.admin + path)
            shown.get_by_role("button", name="New link").click()
            dialog = shown.get_by_role("dialog", name="New link")
            expect(dialog).to_contain_text("stop working")
            if path.startswith("/customers"):
                dialog.get_by_label("Visit").select_option(booking["id"])
            dialog.get_by_role("button", name="Make a new link").click()
            made = dialog.locator("code")
            expect(made).to_contain_text("/m?")
            dialog.get_by_role("button", name="Copy link").click()
            expect(shown.locator("#live")).to_contain_text("Copied")
            links.append(shown.evaluate("navigator.clipboard.readText()"))
            assert links[-1] == made.text_content(), links
    old, new = (f"{service.customer}/m?{link.partition('/m?')[2]}" for link in links)
    with page(browser, service, **PHONE) as shown:
        shown.goto(old)
        expect(shown.get_by_role("heading", level=1)).to_have_text("This link no longer works")
        shown.goto(new)
        expect(shown.get_by_role("button", name="Cancel booking")).to_be_visible()


def see_to_a_visit_by_its_link(browser, service):
    """Moved and cancelled, each after a second tap; in Hindi too."""
    path = address(browser, service)
    with page(browser, service, **PHONE) as shown:
        shown.goto(service.customer + path)
        expect(shown.get_by_role("link", name="Add to calendar")).to_be_visible()
        shown.get_by_role("button", name="Move booking").click()
        dialog = shown.get_by_role("dialog", name="Move booking")
        dialog.get_by_role("link", name=re.compile("18 Nov")).click()
        shown.wait_for_url(f"**{path}&date={WEDNESDAY}*")
        expect(shown.locator("[data-part][aria-busy=true]")).to_have_count(0)
        free = dialog.get_by_role("group", name="Time").locator("input:enabled").first
        time = free.get_attribute("value")
        free.check()
        with shown.expect_request("**/api/links/*/reschedule") as sent:
            dialog.get_by_role("button", name="Move", exact=True).click()
        assert sent.value.post_data_json == {"bookingDate": WEDNESDAY, "startTime": time}, sent.value.post_data_json
        expect(shown.locator("#live")).to_contain_text("has been moved")
        expect(shown.get_by_role("main")).to_contain_text("18 Nov")

        shown.get_by_role("button", name="Cancel booking").click()
        shown.get_by_role("dialog").get_by_role("button", name="Yes, cancel it").click()
        expect(shown.locator("#live")).to_contain_text("is cancelled")
        expect(shown.get_by_role("button", name="Cancel booking")).to_have_count(0)
        shown.goto(f"{service.customer}{path}&lang=hi")
        expect(shown.get_by_role("main")).to_contain_text("नमस्ते")


WALKS = [new_link_at_the_desk, see_to_a_visit_by_its_link]
