"""How many taps the things take that people do all day. A choice from a list counts as two; typing counts as none."""
import re

from playwright.sync_api import expect

from desk import RECEPTIONIST, requested
from harness import DESKTOP, PHONE, TODAY, WEDNESDAY, signed_in

# What, and how many taps it may take.
BOOKING, APPROVAL, WALK_IN, PAYMENT = 5, 2, 6, 3


class Taps:
    """Counts what it taps."""

    def __init__(self):
        self.count = 0

    def on(self, control):
        self.count += 1
        control.click()

    def choose(self, control, **wanted):
        self.count += 2
        control.select_option(**wanted)

    def at_most(self, most, what):
        assert self.count <= most, f"{what} takes {self.count} taps, {most} are allowed"


def few_taps_to_a_booking(browser, service):
    """From the home page, signed in, on a phone."""
    with signed_in(browser, service, "customer2@parlour.test", **PHONE) as shown:
        shown.goto(f"{service.customer}/")
        taps = Taps()
        taps.on(shown.get_by_role("main").get_by_role("link", name="Book a visit").first)
        shown.wait_for_url("**/book*")
        taps.on(shown.get_by_role("checkbox", name="Haircut and Styling"))
        taps.on(shown.get_by_role("group", name="Branch").get_by_role("radio").first)
        free = shown.get_by_role("group", name="Time").get_by_role("radio", disabled=False)
        free.last.wait_for()
        taps.on(free.last)
        taps.on(shown.get_by_role("button", name="Request booking"))
        shown.wait_for_url("**/bookings/*")
        taps.at_most(BOOKING, "a booking")


def few_taps_at_the_desk(browser, service):
    """A request is approved, somebody new walks in, a visit is paid."""
    requested(browser, service, "taps@example.test", WEDNESDAY, "13:00")
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/?date={WEDNESDAY}")
        request = shown.locator("#tray li").filter(has_text="Taps")
        taps = Taps()
        with shown.expect_response(re.compile(r"/api/bookings/[^/?]+$")):
            taps.on(request.get_by_role("button", name=re.compile("^Approve with ")))
            anyway = shown.get_by_role("button", name="Book anyway")
            if anyway.is_visible():
                taps.on(anyway)
        expect(request).to_have_count(0)
        taps.at_most(APPROVAL, "an approval")

        shown.goto(f"{service.admin}/?date={TODAY}")
        taps = Taps()
        taps.on(shown.get_by_role("link", name="New walk-in"))
        taps.on(shown.get_by_role("button", name="New customer"))
        shown.keyboard.type("New Guest")
        shown.keyboard.press("Tab")
        shown.keyboard.type("9811100022")
        taps.on(shown.get_by_role("checkbox", name="Head and Shoulder Massage", exact=True))
        person = shown.get_by_role("dialog").get_by_label("Person")
        first = person.locator("optgroup[label='Can and free'] option").first
        first.wait_for(state="attached")
        taps.choose(person, value=first.get_attribute("value"))
        taps.on(shown.get_by_role("button", name="Book walk-in"))
        card = shown.locator("#cols").get_by_role("link", name=re.compile("New Guest"))
        expect(card).to_be_visible()
        taps.at_most(WALK_IN, "a walk-in")

        taps = Taps()
        taps.on(card)
        taps.on(shown.get_by_role("dialog").get_by_role("link", name="Complete", exact=True))
        shown.wait_for_url("**/checkout")
        taps.on(shown.get_by_role("main").get_by_role("button", name=re.compile("^UPI ₹")))
        expect(shown.get_by_role("button", name="Print")).to_be_visible()
        taps.at_most(PAYMENT, "a payment")


def no_tap_is_lost_to_a_slow_script(browser, service):
    """The form of a walk-in opens over the board once it answers, however late its script comes."""
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        script, held = re.compile(r"/walk_in[^/]*\.js"), []
        shown.route(script, lambda route: held.append(route))
        with shown.expect_request(script):
            shown.get_by_role("link", name="New walk-in").click()
        expect(shown.get_by_role("dialog")).to_be_hidden()
        for route in held:
            route.continue_()
        shown.get_by_role("button", name="New customer").click()
        shown.keyboard.type("New Guest")
        expect(shown.get_by_label("Name", exact=True)).to_have_value("New Guest")


WALKS = [few_taps_to_a_booking, few_taps_at_the_desk, no_tap_is_lost_to_a_slow_script]
