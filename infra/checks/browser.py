"""The customer app in Chromium, against the local service with demo data on a fixed day.

Every step waits for what the page shows, never for time. A console error, a page error or a violation of the content
security policy anywhere fails the check.
"""
import contextlib
import pathlib
import re
import shutil
import subprocess
import sys

from playwright.sync_api import expect, sync_playwright

service_binary, axe_file = sys.argv[1:3]
AXE = pathlib.Path(axe_file).read_text()
SHOTS = pathlib.Path(__file__).resolve().parents[2] / "target" / "screenshots"
NOW = "2026-11-16T10:05:00+05:30"
REPORT_CSP = "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
# A refused or cut-off call is part of these walks; the browser reports it on its console all the same.
EXPECTED = re.compile(r"Failed to load resource|net::ERR_INTERNET_DISCONNECTED|[Ss]ervice [Ww]orker")

passed = 0
problems = []


class Service:
    """The local service on free ports."""

    def __enter__(self):
        ports = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"]
        self.process = subprocess.Popen([service_binary, *ports, "--now", NOW], stdout=subprocess.PIPE, text=True)
        addresses = {}
        for line in self.process.stdout:
            found = re.search(r"(customer|admin|console)\D*(http://localhost:\d+)", line)
            if found:
                addresses[found[1]] = found[2]
            if line.strip() == "ready":
                break
        self.app, self.console = addresses["customer"], addresses["console"]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)


@contextlib.contextmanager
def page(browser, **options):
    context = browser.new_context(**({"service_workers": "block", "locale": "en-IN"} | options))
    opened = context.new_page()
    opened.add_init_script(REPORT_CSP)

    def report(kind, text):
        if not EXPECTED.search(text):
            problems.append(f"{opened.url}: {kind}: {text}")

    opened.on("console", lambda message: report(message.type, message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: report("page error", str(error)))
    yield opened
    context.close()


def check(name, walk):
    global passed
    print(f"browser: {name}", flush=True)
    walk()
    passed += 1


PHONE = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}


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


def book_as_a_new_customer(browser, service):
    """From the landing page through sign-in and onboarding to the booking, on a phone, with nothing chosen twice."""
    with page(browser, **PHONE) as shown:
        shown.goto(f"{service.app}/")
        shown.get_by_role("link", name="Book a visit").first.click()
        shown.wait_for_url("**/book*")
        shown.get_by_role("group", name="Services").get_by_role("checkbox", name="Haircut and Styling").check()
        shown.get_by_role("group", name="Branch").get_by_role("radio").first.check()
        shown.get_by_role("link", name="Wed 18 Nov").click()
        shown.wait_for_url("**date=2026-11-18*")
        time = shown.get_by_role("group", name="Time").get_by_role("radio", name="12:00 pm")
        time.check()
        expect(time).to_be_checked()
        shown.get_by_label("Notes").fill("Allergic to <b>peanuts</b>")
        shown.get_by_role("button", name="Sign in to request").click()
        shown.wait_for_url("**/sign-in*")
        sign_in_as_new(shown, "new.person@example.test")
        shown.get_by_label("Phone").fill("12")
        shown.get_by_role("button", name="Finish").click()
        expect(shown.locator("[aria-invalid=true]").first).to_be_visible()
        finish_onboarding(shown, "9812345670")
        shown.wait_for_url("**/book*")
        expect(shown.get_by_role("checkbox", name="Haircut and Styling")).to_be_checked()
        expect(shown.get_by_role("radio", name="12:00 pm")).to_be_checked()
        expect(shown.get_by_label("Notes")).to_have_value("Allergic to <b>peanuts</b>")

        # The network is cut at the last step and comes back: one booking.
        shown.context.set_offline(True)
        shown.get_by_role("button", name="Request booking").click()
        expect(shown.locator("#live")).to_contain_text("connection")
        shown.context.set_offline(False)
        shown.get_by_role("button", name="Request booking").dblclick()
        shown.wait_for_url("**/bookings/*")
        expect(shown.get_by_role("heading", level=1)).to_contain_text("BK-")
        expect(shown.get_by_text("Allergic to <b>peanuts</b>")).to_be_visible()
        shown.goto(f"{service.app}/bookings")
        expect(shown.locator(".visit")).to_have_count(1)


def ask_for_a_call(browser, service):
    """The campaign page sends source and campaign along."""
    with page(browser, **PHONE) as shown:
        shown.goto(f"{service.app}/welcome?utm_source=meta&utm_campaign=diwali")
        shown.get_by_label("Name").fill("Asha")
        shown.get_by_label("Phone").fill("9812345671")
        with shown.expect_request("**/api/leads") as sent:
            shown.get_by_role("button", name="Request a call").click()
        body = sent.value.post_data_json
        assert (body["utmSource"], body["utmCampaign"]) == ("meta", "diwali"), body


def every_page(browser, service):
    """axe and a screenshot of each page, at three widths, in light and dark; nothing scrolls sideways."""
    with page(browser) as shown:
        shown.goto(f"{service.console}/sign-in?email=customer@parlour.test&app=customer")
        state = shown.context.storage_state()
        shown.goto(f"{service.app}/bookings")
        booking = shown.locator(".visit a").first.get_attribute("href")
        shown.goto(f"{service.app}/services")
        detail = shown.locator("a[href^='/services/']").first.get_attribute("href")
    pages = {
        "home": "/", "services": "/services", "service": detail, "book": "/book", "welcome": "/welcome",
        "sign-in": "/sign-in", "offline": "/offline", "onboarding": "/onboarding", "bookings": "/bookings",
        "booking": booking, "gems": "/gems", "membership": "/membership", "notifications": "/notifications",
        "profile": "/profile", "missing": "/nothing",
    }
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width in (360, 768, 1280):
        for scheme in ("light", "dark"):
            size = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "storage_state": state}
            with page(browser, **size) as shown:
                for name, path in pages.items():
                    shown.goto(service.app + path)
                    # Only the widths differ in layout; contrast and names are judged once per scheme.
                    if width != 768:
                        shown.evaluate(AXE)
                        for found in shown.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
                            problems.append(f"{path} {width} {scheme}: axe {found['id']}: {found['nodes'][0]['html'][:200]}")
                    wide = shown.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        problems.append(f"{path} scrolls sideways at {width}: {wide}")
                    shown.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)


def main():
    with Service() as service, sync_playwright() as driver:
        options = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        for walk in (book_as_a_new_customer, ask_for_a_call, every_page):
            check(walk.__name__.replace("_", " "), lambda: walk(browser, service))
        browser.close()
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems")
    print(f"{passed} passed, 0 failed")


main()
