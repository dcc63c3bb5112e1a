"""What can be read on every screen and on paper: nothing lies over anything else, nothing is cut off."""
from playwright.sync_api import expect

from desk import MANAGER, catalogue, service_named
from harness import WEDNESDAY, call, signed_in

SIZES = [{"width": 820, "height": 1180}, {"width": 1440, "height": 900}]


def are_apart(one, other):
    first, second = one.bounding_box(), other.bounding_box()
    return any(first[at] + first[size] <= second[at] or second[at] + second[size] <= first[at]
               for at, size in (("x", "width"), ("y", "height")))


def a_visit_in_two_parts(shown, service):
    """The colour takes its time between them."""
    lookups = catalogue(shown, service)
    wanted = service_named(lookups, "Root Touch-up")["id"]
    branch = lookups["branches"][0]["id"]
    for person in lookups["staff"]:
        status, _ = call(shown, "POST", f"{service.admin}/api/bookings", {
            "customer": {"name": "Bina Menon", "phone": "9812345677"}, "branchId": branch, "serviceType": "salon",
            "serviceIds": [wanted], "staffId": person["id"], "bookingDate": WEDNESDAY, "startTime": "18:00"})
        if status == 201:
            return
    raise AssertionError("nobody could take the visit")


def short_visits_on_the_board_and_on_paper(browser, service):
    with signed_in(browser, service, MANAGER, app="admin", viewport=SIZES[0]) as shown:
        a_visit_in_two_parts(shown, service)
        shown.goto(f"{service.admin}/?date={WEDNESDAY}")
        parts = shown.locator("#cols .appt.joined")
        assert parts.count() > 1, "the visit has one part"
        for part in parts.all():
            cut = part.evaluate("one => one.scrollHeight - one.clientHeight")
            assert cut <= 1, f"{part.inner_text()!r} is cut by {cut} px"
        shown.emulate_media(media="print")
        for card in shown.locator("#cols .appt").all():
            expect(card.locator("small")).to_be_visible()
            letters = card.locator("em").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            assert letters > 8, f"{card.inner_text()!r} says its status in {letters} px"


def nothing_covers_what_is_wrong(browser, service):
    with signed_in(browser, service, MANAGER, app="admin") as shown:
        for size in SIZES:
            shown.set_viewport_size(size)
            shown.goto(f"{service.admin}/bookings/new")
            shown.get_by_role("button", name="Book walk-in").click()
            wrong = shown.locator("[aria-invalid=true]").filter(visible=True)
            expect(wrong.first).to_be_focused()
            label = shown.locator(f"label[for='{wrong.first.get_attribute('id')}']")
            for part in [label, *wrong.all(), *shown.locator("main .error").filter(visible=True).all()]:
                assert are_apart(shown.locator("#live .toast"), part), f"the message covers {part.inner_text()!r} at {size}"


def large_letters_in_the_bar(browser, service):
    with signed_in(browser, service, MANAGER, app="admin", viewport=SIZES[0]) as shown:
        shown.goto(f"{service.admin}/bookings")
        shown.evaluate("document.documentElement.style.fontSize = '200%'")
        search, walk_in = shown.locator(".search-button"), shown.locator(".new-walk-in")
        assert are_apart(search, walk_in), "the search lies under the walk-in"
        inner = search.evaluate("one => one.scrollWidth - one.clientWidth")
        assert inner <= 1, f"the search is {inner} px wider than its button"


WALKS = [short_visits_on_the_board_and_on_paper, nothing_covers_what_is_wrong, large_letters_in_the_bar]
