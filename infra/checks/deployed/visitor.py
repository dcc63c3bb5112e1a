"""People in front of the deployed apps: requests by host, with a browser's cookies. Every answered route is written down."""
import http.client
import json
import re
import time
import urllib.parse
import urllib.request

import tls

CALLING = tls.calling()


class Gateway:
    """Both apps behind one address, told apart by host."""

    def __init__(self, stack_url, hosts, routes, outside):
        self.address = urllib.parse.urlsplit(stack_url).netloc
        self.hosts, self.outside = hosts, outside
        self.routes = {app: [] for app in hosts}
        for api, key, function in routes:
            self.routes[app_of(api)].append(Route(key, function))
        self.requests = 0

    def ask(self, app, method, path, body=None, headers=None):
        """Status, headers, content."""
        self.requests += 1
        connection = http.client.HTTPSConnection(self.address, timeout=120, context=CALLING)
        try:
            connection.request(method, path, body, {"Host": self.hosts[app]} | (headers or {}))
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status < 400:
            route = self.route(app, method, path)
            if route:
                route.served += 1
        return answer.status, answer.headers, content

    def route(self, app, method, path):
        """The route that serves a path: of those that fit, the one with the fewest parameters."""
        path = path.partition("?")[0]
        fitting = [route for route in self.routes[app] if route.fits(method, path)]
        return min(fitting, key=lambda route: route.key.count("{"), default=None)


class Route:
    def __init__(self, key, function):
        self.key, self.function, self.served = key, function, 0
        self.method, _, self.path = key.partition(" ")
        parts = ("[^/]+" if part.startswith("{") else re.escape(part) for part in self.path.split("/"))
        self.pattern = re.compile("/".join(parts))

    def fits(self, method, path):
        return method == self.method and self.pattern.fullmatch(path) is not None


def app_of(api):
    return api.removesuffix("Api").lower()


class Visitor:
    """A browser on one of the apps."""

    def __init__(self, gateway, app):
        self.gateway, self.app, self.cookies = gateway, app, {}

    def send(self, method, path, body=None, **headers):
        own = {"Origin": f"https://{self.gateway.hosts[self.app]}"}
        if self.cookies:
            own["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if isinstance(body, bytes):
            own["Content-Type"] = "application/octet-stream"
        elif body is not None:
            body, own["Content-Type"] = json.dumps(body), "application/json"
        status, answered, content = self.gateway.ask(self.app, method, path, body, own | headers)
        for cookie in answered.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies.pop(name, None)
            if value:
                self.cookies[name] = value
        return status, answered, content

    def call(self, call, body=None, **headers):
        """A call that must succeed; what it answers with."""
        status, answered, content = self.send(*call.split(" ", 1), body, **headers)
        if status == 429:
            time.sleep(int(answered["Retry-After"]))
            status, answered, content = self.send(*call.split(" ", 1), body, **headers)
        if status >= 400:
            raise AssertionError(f"{self.app} {call}: {status} {content[:600].decode(errors='replace')}")
        is_json = answered.get("Content-Type", "").startswith("application/json")
        answer = json.loads(content) if is_json and content else content
        return answer["data"] if isinstance(answer, dict) and "data" in answer else answer

    def page(self, path):
        status, _, content = self.send("GET", path, Accept="text/html")
        if status >= 400:
            raise AssertionError(f"{self.app} {path}: {status} {content[:300].decode(errors='replace')}")

    def paper(self, path):
        """The PDF that a signed address leads to; nothing as long as there is none."""
        status, answered, _ = self.send("GET", path)
        if status != 302:
            return b""
        with urllib.request.urlopen(answered["Location"], context=CALLING) as answer:
            content = answer.read()
        return content if content.startswith(b"%PDF") else b""

    def refused(self, call, body, status, code):
        """A call that must be refused like this."""
        got, _, content = self.send(*call.split(" ", 1), body)
        error = json.loads(content)["error"]
        if (got, error["code"]) != (status, code):
            raise AssertionError(f"{self.app} {call}: {got} {error}, expected {status} {code}")

    def sign_in(self, email):
        """By way of the identity provider, as a browser goes it."""
        begun = self.call("POST /api/auth/sign-in/social", {"provider": "google", "callbackURL": "/"})
        back = urllib.parse.urlsplit(self.gateway.outside.consent(begun["url"], email))
        if back.netloc != self.gateway.hosts[self.app]:
            raise AssertionError(f"the provider sends the browser to {back.netloc}")
        self.call(f"GET {back.path}?{back.query}")
        return self
