"""The world outside AWS on one loopback port: an identity provider, a team's chat, the monitors of jobs."""
import base64
import json
import secrets
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

import clock
import tls
from endpoint import read_body

CLIENT_ID, CLIENT_SECRET = "salon", "known-to-the-provider"


def text(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def number(value):
    return text(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class Outside:
    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.grants, self.received = {}, []
        outside = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path, _, query = self.path.partition("?")
                self.answer(*outside.get(path, dict(urllib.parse.parse_qsl(query))))

            def do_POST(self):
                self.answer(*outside.post(self.path, read_body(self)))

            def answer(self, status, content=None, **headers):
                body = json.dumps(content or {}).encode()
                self.send_response_only(status)
                for name, value in ({"Content-Type": "application/json", "Content-Length": str(len(body))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        self.url = tls.secured(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def get(self, path, query):
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
            }
        if path == "/keys":
            public = self.key.public_key().public_numbers()
            return 200, {"keys": [{
                "kty": "RSA", "use": "sig", "alg": "RS256", "kid": "one", "n": number(public.n), "e": number(public.e),
            }]}
        self.received.append((path, None))
        return (200,)

    def consent(self, authorize_url, email):
        """What the provider's page does for a person: the address that their browser is sent back to."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(authorize_url).query))
        code = secrets.token_urlsafe(16)
        self.grants[code] = (email, query["nonce"])
        return f"{query['redirect_uri']}?{urllib.parse.urlencode({'code': code, 'state': query['state']})}"

    def post(self, path, body):
        if path != "/token":
            self.received.append((path, body))
            return (200,)
        form = dict(urllib.parse.parse_qsl(body.decode()))
        if form.get("client_secret") != CLIENT_SECRET or form.get("code") not in self.grants:
            return 401, {"error": "invalid_client"}
        email, nonce = self.grants.pop(form["code"])
        return 200, {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "id_token": self.id_token(email, nonce)}

    def id_token(self, email, nonce):
        now = clock.unix_seconds()
        claims = {
            "iss": self.url, "sub": f"person-{email}", "aud": CLIENT_ID, "iat": now, "exp": now + 600, "nonce": nonce,
            "email": email, "email_verified": True, "name": email.split("@")[0].title(),
        }
        signed = ".".join(text(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "one"}, claims))
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{signed}.{text(signature)}"
