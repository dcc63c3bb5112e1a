"""`python walks SERVICE AXE LIGHTHOUSE CHROMIUM [--short] [--part=1/2] [NAME…]`: all walks, or those whose names are given;
`--short` shows each page at fewer sizes and leaves out Lighthouse; a part takes every so many of the walks."""
import pathlib
import sys

from playwright.sync_api import expect, sync_playwright

import counter
import customer
import desk
import every_page
import link
import looks
import meanwhile
import messages
import own
import people
import push
import setup
import taps
from harness import Service, problems, signed_in

# A busy machine may take its time; what never comes fails all the same.
expect.set_options(timeout=20_000)
binary, axe_file, lighthouse, chromium, *wanted = sys.argv[1:]
short = "--short" in wanted
part, parts = next((map(int, option[7:].split("/")) for option in wanted if option.startswith("--part=")), (1, 1))
wanted = [name for name in wanted if not name.startswith("--")]
axe = pathlib.Path(axe_file).read_text()


def every_page_of_the_customer(browser, service):
    every_page.every_page_of(
        browser, service, axe, "customer", "customer@parlour.test", every_page.customer_pages,
        every_page.SHORT_SIZES if short else every_page.EVERY_SIZE)
    every_page.in_hindi(browser, service, axe)


def lighthouse_of_the_customer(browser, service):
    with signed_in(browser, service, "customer@parlour.test") as shown:
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in shown.context.cookies(service.customer))
    public = [(service.customer + path, "mobile", None) for path in ("/", "/services", "/book")]
    own = [(service.customer + "/bookings", "mobile", cookie)]
    every_page.lighthouse(browser, service, lighthouse, chromium, public + own)


def every_page_of_the_desk(browser, service):
    every_page.every_page_of(
        browser, service, axe, "admin", "developer@parlour.test", every_page.desk_pages,
        every_page.SHORT_SIZES if short else every_page.DESK_SIZES)


def lighthouse_of_the_board(browser, service):
    with signed_in(browser, service, "receptionist@parlour.test", app="admin") as shown:
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in shown.context.cookies(service.admin))
    every_page.lighthouse(browser, service, lighthouse, chromium, [(service.admin + "/", "desktop", cookie)])


LIGHTHOUSE = [lighthouse_of_the_customer, lighthouse_of_the_board]
WALKS = [*customer.WALKS, *own.WALKS, *link.WALKS, *messages.WALKS, *push.WALKS, *desk.WALKS, *desk.WALKS_WITH_REALTIME,
         *counter.WALKS, *people.WALKS, *setup.WALKS, *setup.WALKS_ON_EMPTY, *taps.WALKS, *meanwhile.WALKS, *looks.WALKS,
         every_page_of_the_customer, every_page_of_the_desk, *LIGHTHOUSE]


def main():
    if unknown := set(wanted) - {walk.__name__ for walk in WALKS}:
        sys.exit(f"no walk is called {', '.join(sorted(unknown))}")
    passed = 0
    with sync_playwright() as driver:
        flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        browser = driver.chromium.launch(executable_path=chromium, args=flags)
        # Every walk has a salon of its own, so none depends on another.
        walks = [walk for walk in WALKS if not (short and walk in LIGHTHOUSE)]
        for walk in walks[part - 1::parts]:
            if wanted and walk.__name__ not in wanted:
                continue
            print(f"browser: {walk.__name__.replace('_', ' ')}", flush=True)
            options = ["--no-demo"] if walk in setup.WALKS_ON_EMPTY else []
            settings = {"ABLY_API_KEY": "app1.key1:secret"} if walk in desk.WALKS_WITH_REALTIME else {}
            with Service(binary, *options, settings=settings) as service:
                walk(browser, service)
            passed += 1
        browser.close()
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems")
    print(f"{passed} passed, 0 failed")


main()
