"""What customers do with what is theirs: their data, their calendar, their language, their places on the waitlist."""
import re
import zipfile

from playwright.sync_api import expect

from desk import RECEPTIONIST
from harness import DESKTOP, PHONE, WEDNESDAY, call, signed_in


def onboard(shown, service, phone):
    status, answer = call(shown, "POST", f"{service.customer}/api/onboarding/complete", {
        "phone": phone, "dateOfBirth": "1990-01-01", "gender": "female", "marketingConsent": True})
    assert status == 201, answer


def asked(shown, button, question):
    """Presses a button of the page that asks first; nothing happens until that is answered."""
    button.click()
    dialog = shown.locator("dialog.ask")
    expect(dialog).to_contain_text(question)
    return dialog


def let_be(dialog):
    dialog.get_by_role("button", name="Leave it as it is").click()
    expect(dialog).to_have_count(0)


def data_is_taken_along_and_erased_and_kept(browser, service):
    with signed_in(browser, service, "leaving@example.test", **PHONE) as shown:
        onboard(shown, service, "9812345690")
        shown.goto(f"{service.customer}/privacy")
        with shown.expect_download() as download:
            shown.get_by_role("link", name="Download my data").click()
        with zipfile.ZipFile(download.value.path()) as archive:
            assert {"about.json", "profile.json"} <= set(archive.namelist()), archive.namelist()

        erase = shown.locator("#erase-data").get_by_role("button", name="Erase my data")
        let_be(asked(shown, erase, "Erase everything we know of you?"))
        expect(erase).to_be_visible()
        asked(shown, erase, "Erase everything we know of you?").get_by_role("button", name="Erase my data").click()
        expect(shown.locator("#your-data")).to_contain_text("will be erased on")
        shown.goto(f"{service.customer}/profile")
        shown.get_by_role("button", name="Keep my data").click()
        expect(shown.locator("#live")).to_contain_text("Your data stays")
        expect(erase).to_be_visible()


def the_language_and_the_consents_of_a_profile(browser, service):
    with signed_in(browser, service, "profile@example.test", **PHONE) as shown:
        onboard(shown, service, "9812345691")
        shown.goto(f"{service.customer}/profile")
        agreed = shown.locator("#agreed")
        agreed.locator("summary").click()
        expect(agreed.get_by_role("listitem").filter(has_text="Our terms")).to_contain_text("Agreed on 16 Nov 2026")

        form = shown.locator("#profile")
        form.get_by_role("switch", name="Send me offers").uncheck()
        form.get_by_label("Language", exact=True).select_option("hi")
        form.locator("button[type=submit]").click()
        expect(shown.locator("html")).to_have_attribute("lang", "hi")
        shown.goto(f"{service.customer}/services")
        expect(shown.locator("html")).to_have_attribute("lang", "hi")
        shown.goto(f"{service.customer}/profile?lang=en")
        agreed.locator("summary").click()
        expect(agreed.get_by_role("listitem").first).to_contain_text(re.compile("Offers.*Withdrawn on 16 Nov 2026"))


def a_calendars_address_is_made_and_ended(browser, service):
    with signed_in(browser, service, "calendar@example.test", **PHONE) as shown:
        onboard(shown, service, "9812345692")
        shown.goto(f"{service.customer}/profile")
        shown.get_by_role("button", name="Make an address").click()
        made = shown.locator("#calendar-url")
        expect(made).to_contain_text("/api/calendars/")
        expect(shown.get_by_role("link", name="Open in calendar")).to_have_attribute("href", re.compile("^webcal:"))
        address = service.customer + "/api/calendars/" + made.text_content().partition("/api/calendars/")[2]
        answer = shown.request.get(address)
        assert answer.ok and answer.text().startswith("BEGIN:VCALENDAR"), answer.text()

        # It is not shown again; it can be ended.
        shown.goto(f"{service.customer}/profile")
        expect(made).to_be_hidden()
        end = shown.locator("#calendar-end").get_by_role("button", name="Stop sharing")
        asked(shown, end, "Stop sharing?").get_by_role("button", name="Stop sharing").click()
        expect(shown.locator("#live")).to_contain_text("leads nowhere any more")
        expect(end).to_have_count(0)
        assert shown.request.get(address).status == 404


def wish(shown, service, first, last):
    """A wish at the branch that gives out its people's time, before it opens: no time comes free by itself."""
    _, answer = call(shown, "GET", f"{service.customer}/api/branches")
    branch = next(one for one in answer["data"]["branches"] if one["name"] == "Koramangala")
    _, answer = call(shown, "GET", f"{service.customer}/api/services")
    every = [one for category in answer["data"]["categories"] for one in category["services"]]
    cut = next(one for one in every if one["name"] == "Haircut and Styling")
    status, answer = call(shown, "POST", f"{service.customer}/api/waitlist", {
        "branchId": branch["id"], "serviceType": "salon", "serviceIds": [cut["id"]], "dates": [WEDNESDAY],
        "from": first, "to": last})
    assert status == 201, answer
    return answer["data"]["wish"]["id"]


def a_place_on_the_waitlist_is_given_up(browser, service):
    """An offered time is declined and the place in line removed, each asked about first."""
    with signed_in(browser, service, "waiting@example.test", **PHONE) as shown:
        onboard(shown, service, "9812345693")
        wished = wish(shown, service, "07:00", "09:00")
        with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as desk:
            _, lookups = call(desk, "GET", f"{service.admin}/api/lookups")
            people = [one["id"] for one in lookups["data"]["staff"]]
            offer = f"{service.admin}/api/waitlist/{wished}/offer"
            times = [{"date": WEDNESDAY, "startTime": f"{hour}:00", "staffId": one} for hour in (12, 11, 15, 17) for one in people]
            taken = next((time for time in times if call(desk, "POST", offer, time)[0] == 200), None)
            assert taken, "nobody could take it"
        told = {"12:00": "12:00 pm", "11:00": "11:00 am", "15:00": "3:00 pm", "17:00": "5:00 pm"}[taken["startTime"]]

        shown.goto(f"{service.customer}/waitlist")
        decline = shown.get_by_role("main").get_by_role("button", name="Decline")
        let_be(asked(shown, decline, f"Decline Wed 18 Nov, {told}?"))
        asked(shown, decline, "Decline").get_by_role("button", name="Decline").click()
        expect(shown.locator("#live")).to_contain_text("The time goes to whoever is next")

        expect(decline).to_have_count(0)
        remove = shown.get_by_role("main").get_by_role("button", name="Remove")
        let_be(asked(shown, remove, "Stop waiting for Haircut and Styling, Wed 18 Nov?"))
        expect(remove).to_be_visible()
        asked(shown, remove, "Stop waiting").get_by_role("button", name="Remove").click()
        expect(shown.locator("#live")).to_contain_text("Removed from the waitlist")
        expect(remove).to_have_count(0)


WALKS = [
    data_is_taken_along_and_erased_and_kept, the_language_and_the_consents_of_a_profile,
    a_calendars_address_is_made_and_ended, a_place_on_the_waitlist_is_given_up,
]
