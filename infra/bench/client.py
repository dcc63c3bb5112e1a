"""Requests from many addresses: rate limits count each address of 127.0.0.0/8 by itself."""
import gzip
import http.client
import itertools
import json
import urllib.parse
from dataclasses import dataclass
from typing import Optional

MOST_REDIRECTS = 6
_numbers = itertools.count(2)


def next_address():
    number = next(_numbers)
    return f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


class Refused(Exception):
    """An answer that is not a success."""


@dataclass
class Call:
    method: str
    path: str
    body: Optional[dict] = None
    cookie: Optional[str] = None
    """Of the copy that the caller has already."""
    tag: Optional[str] = None


class Line:
    """A connection from an address of its own, kept open until it is closed."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(next_address(), 0))

    def exchange(self, call):
        """The answer with its content, whatever its status."""
        headers, body = {"Accept-Encoding": "gzip"}, None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(call.body)
        if call.cookie:
            headers["Cookie"] = call.cookie
        if call.tag:
            headers["If-None-Match"] = call.tag
        if not call.path.startswith("/api/"):
            headers["Accept"] = "text/html"
        self.connection.request(call.method, call.path, body, headers)
        answer = self.connection.getresponse()
        return answer, answer.read()

    def send(self, call):
        """The answer, compressed as it came."""
        answer, content = self.exchange(call)
        if answer.status >= 300 and not (call.tag and answer.status == 304):
            raise Refused(f"{call.method} {call.path}: {answer.status} {plain(answer, content)[:300]!r}")
        return answer, content

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()


def plain(answer, content):
    return gzip.decompress(content) if answer.headers["Content-Encoding"] == "gzip" else content


class Person:
    """Somebody who is signed in at one of the apps, or a stranger; each call comes from another address."""

    def __init__(self, port, email=None):
        self.port = port
        self.cookie = sign_in(port, email) if email else None

    def ask(self, method, path, body=None):
        """The `data` of the answer."""
        with Line(self.port) as line:
            answer, content = line.send(Call(method, path, body, self.cookie))
        return json.loads(plain(answer, content))["data"]

    def page(self, path):
        """A page, read and thrown away."""
        with Line(self.port) as line:
            line.send(Call("GET", path, cookie=self.cookie))


def sign_in(port, email):
    """As a browser does: from the app to the local provider and back. Returns the cookies."""
    cookies = {}

    def step(port, method, path, body=None):
        with Line(port) as line:
            kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
            answer, content = line.exchange(Call(method, path, body, kept))
        for header in answer.headers.get_all("set-cookie") or []:
            name, value = header.split(";")[0].split("=", 1)
            cookies[name] = value
        return answer, plain(answer, content)

    _, content = step(port, "POST", "/api/auth/sign-in/social", {"provider": "google", "callbackURL": "/"})
    url = json.loads(content)["url"] + f"&login_hint={email}"
    for _ in range(MOST_REDIRECTS):
        parts = urllib.parse.urlparse(url)
        # Somebody new is led to the onboarding first.
        if parts.path in ("/", "/onboarding"):
            return "; ".join(f"{name}={value}" for name, value in cookies.items())
        answer, _ = step(parts.port, "GET", f"{parts.path}?{parts.query}")
        url = urllib.parse.urljoin(url, answer.headers["location"] or "")
    raise Refused(f"{email} was not signed in: the last address was {url}")
