"""The local service on free ports, and people signed in to it. Every request comes from an address of its own, so that no
rate limit applies to two of them."""
import contextlib
import http.client
import itertools
import json
import os
import re
import signal
import subprocess
import urllib.parse

JOB_TOKEN = "of-the-queue"
numbers = itertools.count(os.getpid() % 50_000 * 250)


def address():
    number = next(numbers)
    return f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


def call(url, method="GET", body=None, cookie=None):
    """Status, headers and text of an answer; redirects are not followed."""
    parts = urllib.parse.urlparse(url)
    line = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=60, source_address=(address(), 0))
    headers = {"Host": parts.netloc}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if cookie:
        headers["Cookie"] = cookie
    line.request(method, f"{parts.path}?{parts.query}", json.dumps(body) if body is not None else None, headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, answer.headers, text


def sign_in(app, email):
    """As a browser does it, through the provider; gives the cookies."""
    cookies = {}
    joined = lambda: "; ".join(f"{name}={value}" for name, value in cookies.items())

    def remember(headers):
        for header in headers.get_all("set-cookie") or []:
            name, value = header.split(";")[0].split("=", 1)
            cookies[name] = value

    _, headers, text = call(f"{app}/api/auth/sign-in/social", "POST", {"provider": "google", "callbackURL": "/"})
    remember(headers)
    url = json.loads(text)["url"] + "&login_hint=" + urllib.parse.quote(email)
    while not (url.startswith(app) and urllib.parse.urlparse(url).path == "/"):
        _, headers, _ = call(url, cookie=joined())
        remember(headers)
        url = urllib.parse.urljoin(url, headers["location"])
    return joined()


def signed_in_as(app, cookie):
    """The id of whoever has this session; None if nobody has."""
    _, _, text = call(f"{app}/api/auth/get-session", cookie=cookie)
    session = json.loads(text)
    return session and session["user"]["id"]


class Service:
    def __init__(self, customer, admin, process):
        self.apps = {"customer": customer, "admin": admin}
        self.process = process


@contextlib.contextmanager
def service(binary, log):
    options = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0", "--now", "2026-11-16T10:00:00+05:30"]
    # Configured, so that a token and a key are given and not 503; nothing is published by requests. With a token of its own
    # the queue is asked for it; without, a development service lets anybody run the jobs.
    settings = {
        "ABLY_API_KEY": "appId1.keyId1:fuzz", "INTERNAL_JOB_TOKEN": JOB_TOKEN, "LEAD_RATE_LIMIT": "1000000", "RUST_LOG": "warn",
    }
    process = subprocess.Popen([binary, *options], stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | settings)
    addresses = []
    try:
        for line in process.stdout:
            addresses += re.findall(r"http://localhost:\d+", line)
            if line.strip() == "ready":
                break
        yield Service(addresses[0], addresses[1], process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
