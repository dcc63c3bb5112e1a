"""What managers and owners do: an empty salon up to its first invoice, and a week of a salon that runs."""
import pathlib
import re

from playwright.sync_api import expect

from desk import MANAGER, OWNER, catalogue, requested, walk_in
from harness import DESKTOP, PHONE, SHOTS, TODAY, WEDNESDAY, call, signed_in

NEXT_TUESDAY = "2026-11-24"


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
        shown.get_by_role("button", name="Cash ₹499.50").click()
        expect(shown.get_by_role("button", name="Print")).to_be_visible()
        expect(shown.get_by_role("main")).to_contain_text("₹499.50")


def hours_of_a_day(shown, service):
    """Other hours on one day, set in the week's grid."""
    shown.goto(f"{service.admin}/schedule?week={TODAY}")
    cell = shown.locator("[data-cell][data-date='2026-11-19']").first
    cell.click()
    dialog = shown.get_by_role("dialog", name="Hours of a day")
    dialog.get_by_label("From", exact=True).first.fill("12:00")
    dialog.get_by_label("To", exact=True).first.fill("17:00")
    dialog.get_by_role("button", name="Set hours").click()
    expect(cell).to_contain_text("12:00 pm")
    expect(cell).to_contain_text("This day only")
    cell.click()
    dialog.get_by_role("button", name="Back to the usual week").click()
    expect(cell).not_to_contain_text("This day only")


def leave_with_a_clash(browser, shown, service):
    """Somebody asks for a day on which they are booked: refused, the booking goes to somebody else, approved."""
    booking = requested(browser, service, "one@example.test", WEDNESDAY, "12:00", branch=0)
    address = f"{service.admin}/api/bookings/{booking['id']}"
    with signed_in(browser, service, "staff@parlour.test", app="admin", **DESKTOP) as staff:
        _, own = call(staff, "GET", f"{service.admin}/api/me")
        staff_id = own["data"]["staff"]["id"]
        status, answer = call(shown, "PATCH", address, {"action": "approve", "staffId": staff_id})
        assert status == 200, answer
        staff.goto(f"{service.admin}/me")
        staff.get_by_role("button", name="Ask for leave").first.click()
        dialog = staff.get_by_role("dialog", name="Ask for leave")
        dialog.get_by_label("Date", exact=True).fill(WEDNESDAY)
        dialog.get_by_label("Last day").fill(WEDNESDAY)
        with staff.expect_response("**/api/me/leave") as asked:
            dialog.get_by_role("button", name="Ask for leave").click()
        assert asked.value.ok, asked.value.text()

    shown.goto(f"{service.admin}/schedule?week={TODAY}")
    request = shown.get_by_role("listitem").filter(has_text="Confirmed bookings are in the way")
    request.get_by_role("button", name="Approve").click()
    expect(shown.locator("#live")).to_contain_text(re.compile("booking", re.I))
    request.get_by_role("link", name=re.compile("^BK-")).first.click()
    shown.wait_for_url(f"**/bookings/{booking['id']}")
    shown.get_by_role("main").get_by_role("button", name="Assign", exact=True).click()
    dialog = shown.get_by_role("dialog", name="Assign")
    others = [one.get_attribute("value") for one in dialog.get_by_label("Person").locator("option").all()]
    dialog.get_by_label("Person").select_option(next(one for one in others if one not in ("", staff_id)))
    dialog.get_by_role("button", name="Assign", exact=True).click()
    expect(dialog).to_be_hidden()

    shown.goto(f"{service.admin}/schedule?week={TODAY}")
    expect(shown.get_by_role("main")).not_to_contain_text("Confirmed bookings are in the way")
    shown.locator("#leave").get_by_role("button", name="Approve").first.click()
    cell = shown.locator(f"[data-cell][data-date='{WEDNESDAY}'][data-staff='{staff_id}']")
    expect(cell).to_contain_text("On leave")

    # Approved leave is taken back.
    shown.goto(f"{service.admin}/schedule?week={TODAY}&leave=approved")
    leave = shown.locator("#leave").get_by_role("listitem").filter(has_text="Wed 18 Nov").first
    leave.get_by_role("button", name="Take back").click()
    dialog = shown.get_by_role("dialog", name="Take leave back")
    dialog.get_by_label("Reason").fill("A wedding party")
    dialog.get_by_role("button", name="Take back").click()
    expect(cell).not_to_contain_text("On leave")


def closed_day(shown, service):
    """Nobody can book a closed day at the branch that gives out its people's time."""
    shown.goto(f"{service.admin}/schedule")
    shown.get_by_role("button", name="Close a day").click()
    dialog = shown.get_by_role("dialog", name="Close a day")
    branch = catalogue(shown, service)["branches"][1]["id"]
    dialog.get_by_label("Branch").select_option(branch)
    dialog.get_by_label("Date", exact=True).fill(NEXT_TUESDAY)
    dialog.get_by_label("Reason").fill("Painting")
    dialog.get_by_role("button", name="Close a day").click()
    expect(dialog).to_be_hidden()
    shown.goto(f"{service.admin}/schedule?branch={branch}")
    expect(shown.get_by_role("main")).to_contain_text("Painting")
    status, times = call(shown, "GET", f"{service.customer}/api/availability?date={NEXT_TUESDAY}&branchId={branch}")
    assert status == 200 and not any(slot["available"] for slot in times["data"]["slots"]), times


def a_week_of_a_manager(browser, service):
    """A week's hours, a leave request that clashes, a closure, a price, an offer, a report."""
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        hours_of_a_day(shown, service)
        leave_with_a_clash(browser, shown, service)
        closed_day(shown, service)

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

        files_of_the_accountant(shown, service)
        commission_and_pay(browser, shown, service)


def files_of_the_accountant(shown, service):
    """The month's return and its vouchers, from the report that they add up to."""
    shown.goto(f"{service.admin}/reports?report=gst")
    names = {"GSTR-1 (JSON)": (".json", '"gstin"'), "Tally (XML)": (".xml", "<VOUCHER")}
    for name, (ending, inside) in names.items():
        with shown.expect_download() as download:
            shown.get_by_role("link", name=re.compile(f"^{re.escape(name)}")).first.click()
        assert download.value.suggested_filename.endswith(ending), download.value.suggested_filename
        assert inside in pathlib.Path(download.value.path()).read_text(encoding="utf-8"), name


def commission_and_pay(browser, shown, service):
    """A rule with a rate for one service, an advance on last month's pay, and that month closed by the owner."""
    shown.goto(f"{service.admin}/staff")
    shown.get_by_role("link", name="Meera", exact=True).click()
    form = shown.locator("#commission")
    form.get_by_label("Services, in percent").fill("12.5")
    form.get_by_role("button", name="Add a service").click()
    row = form.locator("[data-rows=byService] li:not([data-spare])")
    row.get_by_label("Service", exact=True).select_option(index=0)
    row.get_by_label("Percent").fill("20")
    form.get_by_role("button", name="Save commission").click()
    expect(shown.locator("#live")).to_contain_text("Commission saved")
    _, rules = call(shown, "GET", f"{service.admin}/api{shown.url.removeprefix(service.admin)}/commission")
    rule = rules["data"]["commission"]
    assert (rule["serviceBps"], [own["bps"] for own in rule["byService"]]) == (1250, [2000]), rule

    with signed_in(browser, service, OWNER, app="admin", **DESKTOP) as owner:
        owner.goto(f"{service.admin}/pay")
        owner.get_by_role("link", name="Previous month").click()
        owner.get_by_role("button", name="Adjust", exact=True).first.click()
        dialog = owner.get_by_role("dialog", name=re.compile("Adjust the pay"))
        dialog.get_by_label("Person").select_option(label="Meera")
        dialog.get_by_label("Amount in rupees").fill("-500")
        dialog.get_by_label("Reason").fill("Advance")
        dialog.get_by_role("button", name="Adjust", exact=True).click()
        expect(owner.get_by_role("row", name=re.compile("Meera"))).to_contain_text("-₹500")
        owner.get_by_role("button", name="Close month").first.click()
        dialog = owner.get_by_role("dialog", name=re.compile("Close Oct 2026"))
        expect(dialog).to_contain_text("never changes again")
        dialog.get_by_role("button", name="Close month").click()
        expect(owner.get_by_role("main")).to_contain_text("Closed")
        owner.get_by_role("link", name="Meera").click()
        expect(owner.get_by_role("row", name=re.compile("Advance"))).to_contain_text("-₹500")


def a_product_from_its_barcode_to_the_shelf(browser, service):
    """What a scanner types ends with Enter: a code that nobody knows begins a product, one that is known opens it."""
    code = "4006381333931"
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/products")
        shown.get_by_label("Barcode", exact=True).fill(code)
        shown.keyboard.press("Enter")
        expect(shown.get_by_role("main")).to_contain_text("No product has this barcode")
        shown.get_by_role("link", name="New product").first.click()
        expect(shown.get_by_label("Barcode", exact=True)).to_have_value(code)
        for label, value in (("Name", "Rose water 100 ml"), ("HSN", "33030050"), ("Price in rupees", "129.50"),
                             ("Order again at", "3")):
            shown.get_by_label(label, exact=True).fill(value)
        shown.get_by_label("GST", exact=True).select_option("1800")
        shown.get_by_role("button", name="Create product").click()
        shown.wait_for_url(re.compile(r"/products/(?!new)"))

        for button, pieces in (("Receive stock", "5"), ("Adjust", "-2")):
            shown.get_by_role("button", name=button, exact=True).first.click()
            dialog = shown.get_by_role("dialog", name=re.compile(button))
            dialog.get_by_label(re.compile("Pieces")).fill(pieces)
            dialog.get_by_role("button", name=button, exact=True).click()
            expect(dialog).to_be_hidden()
            expect(shown.get_by_role("row", name=re.compile(re.escape(pieces)))).to_be_visible()
        expect(shown.get_by_text("Low", exact=True).first).to_be_visible()

        shown.goto(f"{service.admin}/products")
        shown.get_by_label("Name, brand or barcode").fill("rose")
        expect(shown.get_by_role("row", name=re.compile("Rose water"))).to_contain_text("3")
        shown.get_by_label("Barcode", exact=True).fill(code)
        shown.keyboard.press("Enter")
        expect(shown.get_by_role("heading", level=1)).to_have_text("Rose water 100 ml")


# As a spreadsheet on Windows saves it: a byte order mark, semicolons, quotes, and names of its own.
SHEET = "\ufeff" + "\r\n".join([
    "Client;Mobile;E-mail;Birthday;Points;Outstanding;Notes;Tags",
    '"Rao; Asha";98100 00001;asha.moved@example.test;05/11/1990;120;1,250.50;x;VIP, Regular',
    'Meena "Mini" Das;98100 00002;;;;;;',
    "Nobody;12;;;;;;",
    *(f"Guest {n};99{n:08};;;;;;" for n in range(230)),
]) + "\r\n"


def a_sheet_of_another_program_is_taken_in(browser, service):
    SHOTS.mkdir(parents=True, exist_ok=True)
    for size, options in (("360-light", PHONE), ("1280-dark", DESKTOP | {"color_scheme": "dark"})):
        with signed_in(browser, service, MANAGER, app="admin", **options) as shown:
            shown.goto(f"{service.admin}/import")
            sheet = {"name": "clients.csv", "mimeType": "text/csv", "buffer": SHEET.encode()}
            shown.get_by_label("CSV file").set_input_files(sheet)
            # Columns are matched by their names, and by hand.
            expect(shown.get_by_label("Name", exact=False).first).to_have_value("0")
            expect(shown.get_by_label("Phone", exact=True)).to_have_value("1")
            expect(shown.get_by_label("Date of birth")).to_have_value("3")
            expect(shown.get_by_label("Due (opening balance)")).to_have_value("5")
            expect(shown.get_by_role("row", name=re.compile("Due"))).to_contain_text("1,250.50 (in rupees)")
            shown.get_by_label("Alerts").select_option(label="Notes")
            shown.get_by_role("button", name="Check 233 rows").click()
            expect(shown.get_by_role("heading", name="What would happen")).to_be_focused()
            outcome = shown.locator("[data-import=outcome]")
            expect(outcome).to_contain_text("1 with problems")
            expect(outcome).to_contain_text("Phone must be an Indian mobile number")
            expect(outcome.get_by_role("row", name=re.compile("Phone must"))).to_contain_text("4")
            expect(shown.get_by_text("Checked 233 of 233 rows")).to_be_visible()
            assert shown.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
            shown.screenshot(path=SHOTS / f"import-checked-{size}.png", full_page=True)
            if options is PHONE:
                expect(outcome).to_contain_text("232 new")
                shown.get_by_role("button", name="Import 232 rows").click()
                expect(shown.get_by_role("heading", name="Imported")).to_be_focused()
                with shown.expect_download() as failed:
                    shown.get_by_role("button", name="Download what failed").click()
                text = pathlib.Path(failed.value.path()).read_text(encoding="utf-8-sig")
                assert text.count("\n") == 2 and "Nobody,12,,,,,,,Phone must be" in text, text
                shown.screenshot(path=SHOTS / f"import-done-{size}.png", full_page=True)
            else:
                # The same sheet again.
                expect(outcome).to_contain_text("232 already there")
                expect(outcome).to_contain_text("There is nothing to import.")
    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/customers?q=9810000001")
        shown.get_by_role("link", name="Rao; Asha").click()
        expect(shown.get_by_role("main")).to_contain_text("+91 98100 00001")
        expect(shown.get_by_role("main")).to_contain_text("120")
        shown.goto(f"{service.admin}/import")
        shown.get_by_label("CSV file").set_input_files({"name": "empty.csv", "mimeType": "text/csv", "buffer": b"Name,Phone\n"})
        expect(shown.get_by_text("There are no rows below the first line")).to_be_visible()
        # The network goes while rows are sent: it goes on where it broke off.
        shown.get_by_label("CSV file").set_input_files(
            {"name": "more.csv", "mimeType": "text/csv", "buffer": b"name,phone\nNew One,9810000077\n"})
        shown.get_by_role("button", name="Check 1 row", exact=True).click()
        shown.route("**/api/imports/customers", lambda route: route.abort())
        shown.get_by_role("button", name="Import 1 row").click()
        expect(shown.get_by_role("heading", name="It broke off")).to_be_visible()
        shown.unroute("**/api/imports/customers")
        shown.get_by_role("button", name="Go on").click()
        expect(shown.get_by_role("heading", name="Imported")).to_be_visible()
        expect(shown.locator("[data-import=outcome]")).to_contain_text("1 new")
        # What is wrong is told in the words of the page.
        shown.get_by_label("What is in it").select_option("services")
        shown.get_by_label("CSV file").set_input_files(
            {"name": "menu.csv", "mimeType": "text/csv", "buffer": b"categorySlug,name,durationMinutes,price\nbrows,Brows,10,90\n"})
        shown.get_by_role("button", name="Check 1 row", exact=True).click()
        expect(shown.locator("[data-import=outcome]")).to_contain_text(
            "Category (as in addresses) must be an existing category, or a new one with Name of a new category and Side of the house")


def everything_of_a_kind_is_taken_along(browser, service):
    def page_of(route):
        """Two pages of a sheet, as a large salon has them."""
        is_last = "after=" in route.request.url
        rows = 'b2,"Two\r\nlines"\r\n' if is_last else "b1,One\r\nb3,Three\r\n"
        more = {} if is_last else {"x-next-cursor": "cursor"}
        route.fulfill(status=200, body=f"\ufeffid,name\r\n{rows}", headers={"content-type": "text/csv; charset=utf-8"} | more)

    with signed_in(browser, service, MANAGER, app="admin", **DESKTOP) as shown:
        expect(shown.get_by_role("link", name="Exports")).to_have_count(0)
    for size, options in (("360-light", PHONE), ("1280-dark", DESKTOP | {"color_scheme": "dark"})):
        with signed_in(browser, service, OWNER, app="admin", **options) as shown:
            shown.goto(f"{service.admin}/exports")
            expect(shown.get_by_role("heading", level=1)).to_have_text("Exports")
            for kind, label in (("customers", "CSV, for spreadsheets"), ("services", "NDJSON, for programs")):
                shown.get_by_label("What is in it").select_option(kind)
                shown.get_by_label("Format").select_option(label=label)
                ending = label.split(",")[0].lower()
                asked = f"{service.admin}/api/exports/{kind}?format={ending}"
                with shown.expect_download() as saved:
                    shown.get_by_role("button", name="Download").click()
                assert saved.value.suggested_filename == f"{kind}.{ending}", saved.value.suggested_filename
                # The demo is small: one page has everything.
                assert pathlib.Path(saved.value.path()).read_bytes() == shown.request.get(asked).body()
                expect(shown.locator("#live")).to_contain_text(f"saved as {kind}.{ending}.")
            expect(shown.get_by_role("button", name="Download")).to_be_focused()
            assert shown.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
            shown.screenshot(path=SHOTS / f"exports-{size}.png", full_page=True)
    with signed_in(browser, service, OWNER, app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/exports")
        shown.get_by_label("What is in it").select_option("bookings")
        # It is stopped, then the network is gone, then it goes on from where it stood.
        shown.route("**/api/exports/bookings?*", lambda route: None)
        shown.get_by_role("button", name="Download").click()
        expect(shown.get_by_text("0 records read")).to_be_visible()
        shown.get_by_role("button", name="Stop").click()
        expect(shown.locator("#live")).to_contain_text("Stopped. Nothing is saved.")
        shown.unroute("**/api/exports/bookings?*")
        shown.route("**/api/exports/bookings?*", lambda route: route.abort() if "after=" in route.request.url else page_of(route))
        shown.get_by_role("button", name="Go on").click()
        expect(shown.locator("#live")).to_contain_text("No connection")
        expect(shown.get_by_text("2 records read")).to_be_visible()
        shown.unroute("**/api/exports/bookings?*")
        shown.route("**/api/exports/bookings?*", page_of)
        with shown.expect_download() as saved:
            shown.get_by_role("button", name="Go on").click()
        text = pathlib.Path(saved.value.path()).read_bytes().decode()
        assert text == '\ufeffid,name\r\nb1,One\r\nb3,Three\r\nb2,"Two\r\nlines"\r\n', text
        expect(shown.locator("#live")).to_contain_text("3 records saved as bookings.csv.")


WALKS = [a_week_of_a_manager, a_product_from_its_barcode_to_the_shelf, a_sheet_of_another_program_is_taken_in,
         everything_of_a_kind_is_taken_along]
WALKS_ON_EMPTY = [an_empty_salon_up_to_its_first_invoice]
