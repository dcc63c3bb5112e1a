"""Somebody who uses an app by its API, as programs do."""
import http.cookiejar
import json
import sys
import urllib.error
import urllib.request


class Person:
    """Somebody signed in on one app."""

    def __init__(self, app, email):
        self.app = app
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        url = self.call("POST", "/api/auth/sign-in/social", {"provider": "google", "callbackURL": "/"})["url"]
        # The app's first page is for browsers.
        self.opener.open(urllib.request.Request(f"{url}&login_hint={email}", headers={"accept": "text/html"})).read()

    def get(self, path):
        return self.opener.open(self.app + path).read()

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method != "GET" else None
        request = urllib.request.Request(self.app + path, data, {"content-type": "application/json"}, method=method)
        try:
            answer = json.load(self.opener.open(request))
        except urllib.error.HTTPError as refused:
            sys.exit(f"{method} {path}: {refused.code} {refused.read().decode()}")
        return answer.get("data", answer)
