"""Requests from many addresses: rate limits count each address of 127.0.0.0/8 by itself."""
import http.client
import itertools
import json
import urllib.parse

_numbers = itertools.count(2)


def next_address():
    number = next(_numbers)
    return f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


class Refused(Exception):
    """An answer that is not a success."""


class Line:
    """A connection that is kept open, from an address of its own."""

    def __init__(self, port):
        self.address = next_address()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(self.address, 0))

    def send(self, call):
        headers = {"Accept-Encoding": "gzip"}
        body = call.body
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        if call.cookie:
            headers["Cookie"] = call.cookie
        if not call.path.startswith("/api/"):
            headers["Accept"] = "text/html"
        self.connection.request(call.method, call.path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise Refused(f"{call.method} {call.path}: {answer.status} {content[:300]!r}")
        return content

    def close(self):
        self.connection.close()


class Call:
    def __init__(self, method, path, body=None, cookie=None):
        self.method, self.path, self.body, self.cookie = method, path, body, cookie


class Person:
    """Somebody who is signed in at one of the apps, or a stranger."""

    def __init__(self, port, email=None):
        self.port = port
        self.cookie = sign_in(port, email) if email else None

    def ask(self, method, path, body=None):
        """The `data` of the answer; each call from another address."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120, source_address=(next_address(), 0))
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 300:
            raise Refused(f"{method} {path}: {answer.status} {content[:500]!r}")
        return json.loads(content)["data"]

    def page(self, path):
        """A page, read and thrown away."""
        line = Line(self.port)
        line.send(Call("GET", path, cookie=self.cookie))
        line.close()


def sign_in(port, email):
    """As a browser does: from the app to the local provider and back. Returns the cookies."""
    cookies = {}

    def step(port, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(next_address(), 0))
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        for header in answer.headers.get_all("set-cookie") or []:
            name, value = header.split(";")[0].split("=", 1)
            cookies[name] = value
        return answer, content

    _, content = step(port, "POST", "/api/auth/sign-in/social", {"provider": "google", "callbackURL": "/"})
    url = json.loads(content)["url"] + f"&login_hint={email}"
    while urllib.parse.urlparse(url).path != "/":
        parts = urllib.parse.urlparse(url)
        answer, _ = step(parts.port, "GET", f"{parts.path}?{parts.query}")
        url = urllib.parse.urljoin(url, answer.headers["location"])
    return "; ".join(f"{name}={value}" for name, value in cookies.items())
