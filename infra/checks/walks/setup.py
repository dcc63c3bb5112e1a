"""What managers and owners do: an empty salon up to its first invoice, and a week of a salon that runs."""
import re

from playwright.sync_api import expect

from desk import MANAGER, OWNER, walk_in
from harness import DESKTOP, TODAY, call, signed_in


def an_empty_salon_up_to_its_first_invoice(browser, service):
    with signed_in(browser, service, OWNER, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/")
        expect(shown.get_by_role("main")).to_contain_text("no branch yet")
        shown.goto(f"{service.admin}/branches/new")
        for label, value in (("Name", "Jayanagar"), ("Address", "4th Block, Bengaluru"), ("Opens", "10:00"),
                             ("Closes", "21:00"), ("Code", "JAY"), ("Number", "01"), ("State code", "29")):
            shown.get_by_label(label, exact=True).fill(value)
        shown.get_by_role("button", name="Create branch").click()
        shown.wait_for_url(re.compile(r"/branches/(?!new)"))

        shown.goto(f"{service.admin}/services/categories")
        shown.get_by_role("button", name="New category").click()
        dialog = shown.get_by_role("dialog", name="New category")
        dialog.get_by_label("Name", exact=True).fill("Hair")
        dialog.get_by_role("button", name="Create category").click()
        expect(shown.get_by_role("row", name=re.compile("Hair"))).to_be_visible()

        shown.goto(f"{service.admin}/services/new")
        shown.get_by_label("Name", exact=True).fill("Haircut")
        shown.get_by_label("Minutes", exact=True).fill("30")
        shown.get_by_label("Price in rupees").fill("499.50")
        shown.get_by_role("button", name=re.compile("Create service")).click()
        shown.wait_for_url(re.compile(r"/services/(?!new)"))

        shown.goto(f"{service.admin}/staff/new")
        shown.get_by_label("Email").fill("stylist@example.test")
        shown.get_by_label("Name", exact=True).fill("First Stylist")
        shown.get_by_role("checkbox", name=re.compile("Jayanagar")).check()
        shown.get_by_role("checkbox", name=re.compile("Haircut")).check()
        shown.get_by_role("button", name="Add staff member").click()
        shown.wait_for_url(re.compile(r"/staff/(?!new)"))

        walk_in(shown, service, "Asha Rao", "9812345680", "Haircut")
        shown.get_by_role("main").get_by_role("link", name="Complete", exact=True).click()
        shown.wait_for_url("**/checkout")
        shown.get_by_label("Payment method").select_option("cash")
        shown.get_by_role("button", name="Take payment").click()
        expect(shown.get_by_role("button", name="Print")).to_be_visible()
        expect(shown.get_by_role("main")).to_contain_text("₹499.50")


def a_week_of_a_manager(browser, service):
    """A week's hours, a leave request that clashes, a closure, a price, an offer, a report."""
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/schedule")
        expect(shown.get_by_role("table").first).to_be_visible()

        shown.goto(f"{service.admin}/services")
        shown.get_by_role("link", name="Blow Dry", exact=True).first.click()
        shown.get_by_label("Price in rupees").fill("549")
        shown.get_by_role("button", name="Save", exact=True).click()
        expect(shown.locator("#live")).to_contain_text("Saved")
        _, menu = call(shown, "GET", f"{service.customer}/api/services")
        prices = {one["name"]: one["pricePaise"] for group in menu["data"]["categories"] for one in group["services"]}
        assert prices["Blow Dry"] == 54900, prices

        shown.goto(f"{service.admin}/offers/new")
        shown.get_by_label("Name", exact=True).fill("Midweek")
        shown.get_by_label("Percent off", exact=True).and_(shown.locator("input[type=number]")).fill("15")
        shown.get_by_label("First day").fill(TODAY)
        shown.get_by_label("Last day").fill("2026-12-31")
        shown.get_by_role("checkbox", name=re.compile("Blow Dry")).check()
        shown.get_by_role("button", name=re.compile("Create offer")).click()
        shown.wait_for_url(re.compile(r"/offers/(?!new)"))

        shown.goto(f"{service.admin}/reports")
        expect(shown.get_by_role("img").first).to_be_visible()
        with shown.expect_download() as download:
            shown.get_by_role("link", name="Download CSV").click()
        assert download.value.suggested_filename.endswith(".csv")


WALKS = [a_week_of_a_manager]
WALKS_ON_EMPTY = [an_empty_salon_up_to_its_first_invoice]
