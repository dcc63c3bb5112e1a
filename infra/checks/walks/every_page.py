"""Every page at three widths, light and dark: axe, no sideways scroll, a screenshot."""
import json
import os
import re
import subprocess

import link
from harness import IS_QUIET, SHOTS, page, problems, signed_in

EVERY_SIZE = [(width, scheme) for width in (360, 768, 1280) for scheme in ("light", "dark")]
# The desk has twice as many pages; its dark colours are the same at every width.
DESK_SIZES = [(360, "light"), (768, "light"), (1280, "light"), (1280, "dark")]
SHORT_SIZES = [(360, "light"), (1280, "dark")]


def customer_pages(shown, service):
    shown.goto(f"{service.customer}/bookings")
    booking = shown.locator(".visit a").first.get_attribute("href")
    shown.goto(f"{service.customer}/services")
    detail = shown.locator("a[href^='/services/']").first.get_attribute("href")
    shown.goto(f"{service.customer}/book")
    ids = [one.get_attribute("value") for one in shown.locator("input[name=services][data-side=salon]").all()[:20]]
    return {
        "home": "/", "services": "/services", "service": detail, "book": "/book",
        "book-full": f"/book?services={','.join(ids)}&date=2026-11-18", "team": "/team", "privacy": "/privacy", "welcome": "/welcome", "sign-in": "/sign-in",
        "offline": "/offline", "onboarding": "/onboarding", "bookings": "/bookings", "booking": booking, "gems": "/gems",
        "membership": "/membership", "waitlist": "/waitlist", "notifications": "/notifications", "profile": "/profile", "missing": "/nothing", "link": link.address(shown.context.browser, service), "link-gone": "/m?gone",
    }


def desk_pages(shown, service):
    """Every page of the desk, with one sample of each kind of thing."""
    def first(path):
        data = shown.request.get(service.admin + path).json()["data"]
        rows = data if isinstance(data, list) else next(value for value in data.values() if isinstance(value, list))
        return rows[0]["id"]

    hook = {"url": "https://receiver.invalid/of/an/accounting/program/with-a-long-address", "types": ["booking.completed"]}
    shown.request.post(f"{service.admin}/api/webhooks", data=hook)
    booking = first("/api/bookings?status=confirmed")
    one = {
        "customer": f"/customers/{first('/api/customers')}", "lead": f"/leads/{first('/api/leads')}",
        "membership": f"/memberships/{first('/api/memberships')}",
        "invoice": f"/billing/{first('/api/billing/invoices?from=2026-10-01&to=2026-11-16')}",
        "service": f"/services/{first('/api/services')}", "offer": f"/offers/{first('/api/offers')}",
        "product": f"/products/{first('/api/products')}",
        "staff-member": f"/staff/{first('/api/staff')}", "person-pay": f"/pay/{first('/api/staff')}", "branch": f"/branches/{first('/api/branches')}",
        "user": f"/users/{first('/api/users')}", "webhook": f"/webhooks/{first('/api/webhooks')}", "booking": f"/bookings/{booking}", "checkout": f"/bookings/{booking}/checkout",
    }
    lists = ["bookings", "waitlist", "customers", "leads", "memberships", "billing", "drawer", "schedule", "services", "offers", "products", "staff",
             "branches", "users", "me", "reports", "pay", "notifications", "integrations", "webhooks", "tokens", "logs", "branding",
             "messages", "import", "exports"]
    forms = ["bookings/new", "customers/new", "sales/new", "services/new", "services/categories", "offers/new", "products/new",
             "staff/new", "branches/new", "messages/booking_confirmed/en", "messages/dues/hi", "search?q=demo"]
    return {"board": "/", "board-rooms": "/?by=rooms"} | {name: f"/{name}" for name in lists} | {re.sub(r"\W", "-", name): f"/{name}" for name in forms} | one


def look(shown, address, name, width, scheme, axe):
    shown.goto(address)
    # The widths between differ in layout alone; names and contrast are judged at the ends.
    if width != 768:
        shown.evaluate(axe)
        for found in shown.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
            problems.append(f"{address} {width} {scheme}: axe {found['id']}: {found['nodes'][0]['html'][:200]}")
    wide = shown.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        problems.append(f"{address} scrolls sideways at {width}: {wide}")
    shown.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)


def every_page_of(browser, service, axe, app, email, find, sizes):
    base = getattr(service, app)
    with signed_in(browser, service, email, app=app) as shown:
        state = shown.context.storage_state()
        pages = find(shown, service)
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, scheme in sizes:
        size = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "storage_state": state}
        with page(browser, service, **size) as shown:
            for name, path in pages.items():
                look(shown, base + path, f"{app}-{name}", width, scheme, axe)


def in_hindi(browser, service, axe):
    """The longest words, at the narrowest width."""
    with signed_in(browser, service, "customer@parlour.test") as shown:
        state, pages = shown.context.storage_state(), customer_pages(shown, service)
    size = {"viewport": {"width": 360, "height": 800}, "storage_state": state, "locale": "hi-IN"}
    with page(browser, service, **size) as shown:
        for name, path in pages.items():
            look(shown, service.customer + path, f"customer-{name}-hindi", 360, "light", axe)


# Least scores by category; a page behind the sign-in is not for search engines.
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


def lighthouse(browser, service, command, chromium, pages):
    """Scores of pages: (address, form factor, cookie of who is signed in)."""
    for address, device, cookie in pages:
        report = SHOTS / "lighthouse.json"
        flags = ["--quiet", "--output=json", f"--output-path={report}", "--only-categories=" + ",".join(LEAST),
                 "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
        flags += ["--preset=desktop"] if device == "desktop" else []
        flags += ["--extra-headers=" + json.dumps({"Cookie": cookie})] if cookie else []
        subprocess.run([command, address, *flags], check=True, timeout=180, env=os.environ | {"CHROME_PATH": chromium})
        told = json.loads(report.read_text())
        scores = {name: round(100 * (told["categories"][name]["score"] or 0)) for name in LEAST}
        print(f"lighthouse {device} {address}: {scores}", flush=True)
        for name, least in LEAST.items():
            is_judged = not (cookie and name == "seo") and (IS_QUIET or name != "performance")
            if is_judged and scores[name] < least:
                low = [audit for audit in told["categories"][name]["auditRefs"]
                       if audit["weight"] and (told["audits"][audit["id"]]["score"] or 0) < 1]
                problems.append(f"lighthouse {device} {address}: {name} {scores[name]}: {[one['id'] for one in low]}")
