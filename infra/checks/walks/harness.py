"""The local service with demo data on a fixed day, and a browser that reports every error.

Every step waits for what the page shows, never for time. A console error, a page error, a violation of the content
security policy or a request to another host anywhere fails the check.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import urllib.parse

NOW = "2026-11-16T10:05:00+05:30"
TODAY, TOMORROW, WEDNESDAY = "2026-11-16", "2026-11-17", "2026-11-18"
SHOTS = pathlib.Path(__file__).resolve().parents[3] / "target" / "screenshots"
PHONE = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

REPORT_CSP = "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
# A refused or cut-off call is part of the walks; the browser reports it on its console all the same.
EXPECTED = re.compile(r"Failed to load resource|net::ERR_INTERNET_DISCONNECTED")

# Speed depends on how busy the machine is: it is printed, and decides only where PARLOUR_SCORES is `all`.
IS_QUIET = os.environ.get("PARLOUR_SCORES") == "all"

problems = []


class Service:
    """The local service on free ports, at a fixed time or (`now=None`) at the machine's."""

    def __init__(self, binary, *options, now=NOW, settings=None):
        clock = ["--now", now] if now else []
        self.environment = os.environ | (settings or {})
        self.command = [binary, "--customer-port", "0", "--admin-port", "0", "--console-port", "0", *clock, *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True, env=self.environment)
        addresses = {}
        for line in self.process.stdout:
            found = re.search(r"(customer|admin|console)\D*(http://localhost:\d+)", line)
            if found:
                addresses[found[1]] = found[2]
            if line.strip() == "ready":
                break
        self.customer, self.admin, self.console = (addresses[name] for name in ("customer", "admin", "console"))
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(shown, service, friends=()):
    """Everything that must not happen on a page is written down."""
    shown.add_init_script(REPORT_CSP)
    home = set(friends) | {urllib.parse.urlsplit(url).netloc for url in (service.customer, service.admin, service.console)}

    def report(kind, text):
        if not EXPECTED.search(text):
            problems.append(f"{shown.url}: {kind}: {text}")

    def requested(request):
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme in ("http", "https") and parts.netloc not in home:
            report("request to another host", request.url)

    shown.on("console", lambda message: report("console", message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: report("page error", str(error)))
    shown.on("request", requested)


@contextlib.contextmanager
def page(browser, service, friends=(), **options):
    """A page of a new visitor, which may ask these other hosts too."""
    # Where pages scroll smoothly, a button may have moved on before the click arrives at its place.
    settled = {"service_workers": "block", "locale": "en-IN", "reduced_motion": "reduce"}
    context = browser.new_context(**(settled | options))
    shown = context.new_page()
    watch(shown, service, friends)
    unanswered = []
    shown.on("request", lambda request: unanswered.append(request))
    for ended in ("requestfinished", "requestfailed"):
        shown.on(ended, lambda request: request in unanswered and unanswered.remove(request))
    try:
        yield shown
    except Exception:
        SHOTS.mkdir(parents=True, exist_ok=True)
        shown.screenshot(path=SHOTS / "failed.png")
        waiting = ", ".join(f"{request.method} {request.url}" for request in unanswered) or "nothing"
        print(f"at {shown.url}, waiting for {waiting}; see target/screenshots/failed.png", flush=True)
        raise
    finally:
        context.close()


@contextlib.contextmanager
def signed_in(browser, service, email, app="customer", **options):
    """A page of somebody whom the demo data knows, or of a new customer."""
    with page(browser, service, **options) as shown:
        shown.goto(f"{service.console}/sign-in?email={urllib.parse.quote(email)}&app={app}")
        yield shown


def call(shown, method, url, body=None):
    """A call of the API with the page's own session, as a script would make it."""
    answer = shown.request.fetch(url, method=method, data=body, headers={"accept": "application/json"})
    return answer.status, answer.json()


def tab_to(shown, control, most=200):
    """Reaches a control with the Tab key alone."""
    control.wait_for()
    for _ in range(most):
        if control.evaluate("one => one === document.activeElement"):
            visible = shown.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none' "
                                     "|| document.activeElement.matches('.chip input, .choice input, [role=switch], input, textarea, select')")
            assert visible, "a focused control shows no focus"
            return
        shown.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {control}")
