"""What happens at the counter: a bill is shaped, split, approved by a manager's PIN; a product is sold without a visit."""
import re

from playwright.sync_api import expect

from desk import MANAGER, RECEPTIONIST, booking_id, walk_in
from harness import DESKTOP, PHONE, call, signed_in, tab_to

PIN = "480217"
BARCODE = "8901030865278"


def product(browser, service):
    """A shampoo with a barcode."""
    with signed_in(browser, service, MANAGER, app="admin") as shown:
        status, answer = call(shown, "POST", f"{service.admin}/api/products", {
            "name": "Walk Shampoo", "barcode": BARCODE, "hsnCode": "3305", "gstRateBps": 1800, "pricePaise": 40_000})
        assert status == 201, answer


def checkout(shown, service, name, phone, what):
    walk_in(shown, service, name, phone, what)
    shown.goto(f"{service.admin}/bookings/{booking_id(shown)}/checkout")


def total(shown):
    """What the bill comes to, in paise."""
    text = shown.locator("[data-sum=total] dd").inner_text().removeprefix("₹").replace(",", "")
    rupees, _, paise = text.partition(".")
    return int(rupees) * 100 + int(paise or 0)


def rupees(paise):
    return f"{paise // 100}" if paise % 100 == 0 else f"{paise / 100:.2f}"


def a_bill_is_shaped_and_split(browser, service):
    """A product by its barcode, a discount with its reason, a tip; then cash with change and the rest by UPI."""
    product(browser, service)
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        checkout(shown, service, "Asha Rao", "9812345680", "Hair Spa")
        booked = total(shown)
        shown.get_by_label("Add", exact=True).click()
        shown.keyboard.type(BARCODE)
        shown.keyboard.press("Enter")
        expect(shown.locator("#lines")).to_contain_text("Walk Shampoo")
        assert total(shown) == booked + 40_000

        shown.locator(".till-line", has_text="Walk Shampoo").click()
        sheet = shown.get_by_role("dialog", name="Walk Shampoo")
        sheet.get_by_label("Quantity").fill("2")
        sheet.get_by_label("Discount").fill("40")
        sheet.get_by_role("button", name="Save").click()
        # Something is taken off, so it says why; what was typed is still there.
        expect(sheet.locator("#line-reason-error")).to_be_visible()
        expect(sheet.get_by_label("Discount")).to_have_value("40")
        sheet.get_by_role("radio", name="Regular customer").check()
        sheet.get_by_role("button", name="Save").click()
        expect(sheet).to_be_hidden()
        expect(shown.locator("#lines")).to_contain_text("Walk Shampoo × 2")
        assert total(shown) == booked + 76_000

        shown.get_by_role("button", name="Tip", exact=True).click()
        shown.get_by_role("dialog", name="Tip").get_by_label("Amount").fill("50")
        shown.get_by_role("button", name="Add tip").click()
        expect(shown.locator("[data-sum=due]")).to_be_visible()
        due = total(shown) + 5_000

        shown.get_by_role("button", name="Split", exact=True).click()
        split = shown.get_by_role("dialog", name="Split")
        first, second = (split.get_by_role("group", name=f"Payment {at}") for at in (1, 2))
        first.get_by_label("Amount").fill("500")
        first.get_by_label("Given").fill("600")
        expect(first).to_contain_text("Change ₹100")
        expect(second.get_by_label("Amount")).to_have_value(rupees(due - 50_000))
        split.get_by_role("button", name=re.compile("^Take ₹")).click()
        expect(shown.get_by_role("button", name="Print")).to_be_visible()
        _, answer = call(shown, "GET", f"{service.admin}/api/bookings/{booking_id(shown)}")
        assert answer["data"]["booking"]["billedPaise"] == due - 5_000, answer


def a_second_desk_changes_the_bill(browser, service):
    """What was typed is still there, and the bill shows what the other desk did."""
    with (
        signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown,
        signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as other,
    ):
        checkout(shown, service, "Asha Rao", "9812345680", "Hair Spa")
        other.goto(shown.url)
        shown.get_by_role("button", name="Tip", exact=True).click()
        tip = shown.get_by_role("dialog", name="Tip")
        tip.get_by_label("Amount").fill("50")
        other.get_by_role("button", name="Discount", exact=True).click()
        other.get_by_label("How much").fill("5")
        other.get_by_role("dialog", name="Discount").get_by_role("radio", name="Colleague").check()
        other.get_by_role("button", name="Take off", exact=True).click()
        expect(other.locator("[data-sum=discount]")).to_be_visible()
        tip.get_by_role("button", name="Add tip").click()
        expect(shown.locator("#live")).to_contain_text("changed at another desk")
        expect(shown.locator("[data-sum=discount]")).to_be_attached()
        expect(tip.get_by_label("Amount")).to_have_value("50")
        tip.get_by_role("button", name="Add tip").click()
        expect(shown.locator("[data-sum=due]")).to_be_visible()


def a_manager_approves_by_pin(browser, service):
    with signed_in(browser, service, MANAGER, app="admin") as shown:
        status, answer = call(shown, "PUT", f"{service.admin}/api/me/pin", {"pin": PIN})
        assert status == 200, answer
        _, own = call(shown, "GET", f"{service.admin}/api/me")
        manager = own["data"]["user"]["id"]
    with signed_in(browser, service, RECEPTIONIST, app="admin", **PHONE) as shown:
        checkout(shown, service, "Asha Rao", "9812345680", "Hair Spa")
        shown.get_by_role("button", name="Discount", exact=True).click()
        shown.get_by_label("How much").fill("30")
        shown.get_by_role("dialog", name="Discount").get_by_role("radio", name="Friends and family").check()
        shown.get_by_role("button", name="Take off", exact=True).click()
        expect(shown.get_by_role("main")).to_contain_text("30 % is taken off by hand; the desk may take off 10 %.")
        wide = shown.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, f"checkout scrolls sideways: {wide}"
        shown.get_by_role("button", name="Ask a manager").click()
        ask = shown.get_by_role("dialog", name="Ask a manager")
        ask.get_by_label("Manager").select_option(manager)
        ask.get_by_label("PIN").fill("000000")
        ask.get_by_role("button", name="Approve").click()
        # What is typed before the answer has come is dropped with the wrong one.
        expect(ask.get_by_label("PIN")).to_have_attribute("aria-invalid", "true")
        ask.get_by_label("PIN").fill(PIN)
        ask.get_by_role("button", name="Approve").click()
        expect(shown.get_by_role("main")).to_contain_text("A manager has approved")
        shown.get_by_role("button", name=re.compile("^Card ₹")).click()
        expect(shown.get_by_role("button", name="Print")).to_be_visible()


def a_payment_by_keyboard(browser, service):
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        checkout(shown, service, "Asha Rao", "9812345680", "Hair Spa")
        tab_to(shown, shown.get_by_role("button", name=re.compile("^Cash ₹")))
        shown.keyboard.press("Enter")
        expect(shown.get_by_role("button", name="Print")).to_be_visible()


def a_product_is_sold_without_a_visit(browser, service):
    product(browser, service)
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/sales/new")
        field = shown.get_by_label("Add", exact=True)
        field.fill("walk sham")
        shown.get_by_role("option", name=re.compile("Walk Shampoo")).click()
        expect(shown.locator("#lines")).to_contain_text("Walk Shampoo")
        field.fill(BARCODE)
        field.press("Enter")
        expect(shown.locator("#lines")).to_contain_text("Walk Shampoo × 2")
        shown.get_by_role("button", name="Cash ₹800").click()
        shown.wait_for_url("**/billing/*")
        expect(shown.get_by_role("main")).to_contain_text("Walk Shampoo")
        # The next sale begins with nothing.
        shown.goto(f"{service.admin}/sales/new")
        expect(shown.get_by_role("main")).to_contain_text("Nothing yet.")


def a_sale_whose_answer_is_lost_is_taken_once(browser, service):
    product(browser, service)
    with signed_in(browser, service, RECEPTIONIST, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/sales/new")
        field = shown.get_by_label("Add", exact=True)
        field.fill(BARCODE)
        field.press("Enter")
        expect(shown.locator("#lines")).to_contain_text("Walk Shampoo")
        before = sales(shown, service)

        def lose(route):
            route.fetch()
            route.abort("internetdisconnected")

        shown.route("**/api/sales", lose, times=1)
        shown.get_by_role("button", name="Cash ₹400").click()
        expect(shown.locator("#live")).to_contain_text("No connection")
        shown.get_by_role("button", name="UPI ₹400").click()
        shown.wait_for_url("**/billing")
        expect(shown.locator("#live")).to_contain_text("Your first try went through")
        assert sales(shown, service) == before + 1


def sales(shown, service):
    status, answer = call(shown, "GET", f"{service.admin}/api/billing/invoices")
    assert status == 200, answer
    return answer["meta"]["totalCount"]


WALKS = [a_bill_is_shaped_and_split, a_second_desk_changes_the_bill, a_manager_approves_by_pin, a_payment_by_keyboard,
         a_product_is_sold_without_a_visit, a_sale_whose_answer_is_lost_is_taken_once]
