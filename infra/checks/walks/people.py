"""Finding customers, moving leads, putting the menu in order."""
import re

from playwright.sync_api import expect

from desk import MANAGER, walk_in
from harness import DESKTOP, call, signed_in, watch


def customers(shown, service, text):
    _, answer = call(shown, "GET", f"{service.admin}/api/customers?q={text}&pageSize=100")
    return answer["data"]["customers"]


def customers_are_found_while_typing(browser, service):
    """In the walk-in form, when a membership is sold, and when a walk-in becomes a customer."""
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        walk_in(shown, service, "Yazdi Khan", "9812345699", "Blow Dry")
        yazdi = customers(shown, service, "Yazdi")[0]["id"]

        # By keyboard, among others: Enter chooses, it does not send the form.
        shown.goto(f"{service.admin}/bookings/new")
        field, listed = shown.get_by_label("Customer", exact=True), shown.get_by_role("listbox")
        field.press_sequentially("yazdi")
        expect(listed.get_by_role("option")).to_have_count(2)
        expect(listed.get_by_role("option").last).to_contain_text("new customer")
        field.press("ArrowDown")
        expect(listed.get_by_role("option", selected=True)).to_contain_text("Yazdi Khan")
        field.press("Enter")
        expect(field).to_have_value("Yazdi Khan")
        expect(listed).to_be_hidden()
        expect(shown.locator("[name=customerId]")).to_have_value(yazdi)
        field.fill("Nobody at all")
        expect(shown.locator("[name=customerId]")).to_have_value("")
        listed.get_by_role("option", name=re.compile("new customer")).click()
        expect(shown.get_by_label("Name", exact=True)).to_have_value("Nobody at all")

        # By pointer, in a dialog.
        shown.goto(f"{service.admin}/memberships")
        shown.get_by_role("button", name="Sell membership").first.click()
        dialog = shown.get_by_role("dialog", name="Sell membership")
        dialog.get_by_label("Payment method").select_option("cash")
        dialog.get_by_role("button", name="Sell membership").click()
        expect(dialog).to_contain_text("Choose somebody from the list.")
        dialog.get_by_label("Customer", exact=True).fill("khan")
        dialog.get_by_role("option", name=re.compile("Yazdi Khan")).click()
        expect(dialog.get_by_label("Customer", exact=True)).to_have_value("Yazdi Khan")
        dialog.get_by_role("button", name="Sell membership").click()
        shown.wait_for_url(re.compile(r"/memberships/."))
        expect(shown.get_by_role("main")).to_contain_text("Yazdi Khan")

        # The only one found is chosen.
        known = next(one for one in customers(shown, service, "Demo") if one["email"])
        shown.goto(f"{service.admin}/customers/{known['id']}")
        shown.get_by_role("button", name="Merge").click()
        dialog = shown.get_by_role("dialog", name="Merge a walk-in")
        dialog.get_by_label("Customer", exact=True).fill("Yazdi Khan")
        expect(dialog.locator("[name=fromId]")).to_have_value(yazdi)
        shown.context.clear_cookies()
        dialog.get_by_role("button", name="Merge", exact=True).click()
        shown.wait_for_url("**/sign-in?next=*")


def a_customer_is_written_down(browser, service):
    """With alerts, which then stand on top; a phone that somebody has leads to them."""
    with signed_in(browser, service, MANAGER, app="admin", viewport={"width": 360, "height": 780}) as shown:
        shown.goto(f"{service.admin}/customers")
        shown.get_by_role("link", name="New customer").click()
        shown.wait_for_url("**/customers/new")
        shown.get_by_label("Name", exact=True).fill("Meena Iyer")
        shown.get_by_label("Phone").fill("9812345688")
        shown.get_by_label("Alerts").fill("Allergic to <b>nuts</b>")
        shown.get_by_role("button", name="Save customer").click()
        shown.wait_for_url(re.compile(r"/customers/[0-9a-f]+$"))
        expect(shown.get_by_role("note", name="Alerts")).to_contain_text("Allergic to <b>nuts</b>")
        meena = shown.url

        shown.get_by_role("button", name="Edit").click()
        dialog = shown.get_by_role("dialog", name="Edit Meena Iyer")
        dialog.get_by_label("GSTIN").fill("29ABCFT0001Q1Z4")
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(dialog).to_contain_text("Must be a GSTIN")
        dialog.get_by_label("GSTIN").fill("29ABCFT0001Q1Z3")
        dialog.get_by_label("Alerts").fill("")
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(shown.get_by_role("main")).to_contain_text("29ABCFT0001Q1Z3")
        expect(shown.get_by_role("note", name="Alerts")).to_have_count(0)

        shown.goto(f"{service.admin}/customers/new")
        shown.get_by_label("Name", exact=True).fill("Somebody Else")
        shown.get_by_label("Phone").fill("9812345688")
        shown.get_by_role("button", name="Save customer").click()
        shown.locator("#live").get_by_role("link", name="Meena").click()
        shown.wait_for_url(meena)


def carried(shown, what, to, let_go=True):
    """Takes something by its top and carries it to another place, by mouse."""
    start, end = what.bounding_box(), to.bounding_box()
    shown.mouse.move(start["x"] + 40, start["y"] + 12)
    shown.mouse.down()
    shown.mouse.move(start["x"] + 50, start["y"] + 20, steps=3)
    shown.mouse.move(end["x"] + 40, end["y"] + 12, steps=8)
    if let_go:
        shown.mouse.up()


def leads_and_the_menu_are_dragged(browser, service):
    with signed_in(browser, service, MANAGER, app="admin", viewport={"width": 1600, "height": 1200}) as shown:
        shown.goto(f"{service.admin}/leads")
        card = shown.locator(".lane[data-status=new] [data-lead]").first
        name = card.get_by_role("heading").inner_text()
        target = shown.locator(".lane[data-status=contacted]")
        carried(shown, card, target, let_go=False)
        expect(target).to_have_class(re.compile("over"))
        expect(shown.locator(".flying")).to_be_visible()
        shown.keyboard.press("Escape")
        expect(shown.locator(".flying, .over, .lifted")).to_have_count(0)
        shown.mouse.up()
        expect(target).not_to_contain_text(name)
        carried(shown, card, target)
        expect(target).to_contain_text(name)

        shown.goto(f"{service.admin}/services")
        lines = shown.locator("[data-order]").first.locator("li")
        names = lines.get_by_role("link").all_inner_texts()
        carried(shown, lines.nth(1), lines.first, let_go=False)
        shown.keyboard.press("Escape")
        shown.mouse.up()
        expect(lines.get_by_role("link")).to_have_text(names)
        expect(shown.get_by_role("button", name="Save order")).to_be_hidden()
        carried(shown, lines.nth(1), lines.first)
        wanted = [names[1], names[0], *names[2:]]
        expect(lines.get_by_role("link")).to_have_text(wanted)
        expect(shown.get_by_role("status").filter(has_text=f"{names[1]}: place 1 of {len(names)}")).to_be_visible()
        with shown.expect_response("**/api/services/order") as answer:
            shown.get_by_role("button", name="Save order").click()
        assert answer.value.status == 200, answer.value.text()
        # The page loads itself again; only then is there nothing to save.
        expect(shown.get_by_role("button", name="Save order")).to_be_hidden()
        shown.goto(f"{service.admin}/services")
        expect(lines.get_by_role("link")).to_have_text(wanted)


def whoever_signs_out_leaves_nothing_typed_in_another_tab(browser, service):
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        other = shown.context.new_page()
        watch(other, service)
        other.goto(f"{service.admin}/customers/new")
        other.get_by_label("Name", exact=True).fill("Meena Iyer")
        drafts = "JSON.stringify(sessionStorage).includes('Meena Iyer')"
        assert other.evaluate(drafts)
        shown.goto(f"{service.admin}/customers")
        shown.locator("[popovertarget=oneself]").click()
        shown.get_by_role("button", name="Sign out").click()
        shown.wait_for_url(re.compile("/sign-in"))
        expect(other.get_by_label("Name", exact=True)).to_have_value("")
        assert not other.evaluate(drafts)


WALKS = [customers_are_found_while_typing, a_customer_is_written_down, leads_and_the_menu_are_dragged,
         whoever_signs_out_leaves_nothing_typed_in_another_tab]
