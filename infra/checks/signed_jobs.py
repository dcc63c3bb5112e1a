"""The job routes as QStash calls them: signed_jobs.py BINARY. See infra/checks/clients.

Each call is signed by the rules of QStash (a JWT, made by PyJWT) and judged twice: by Upstash's own receiver and by the local
service. Both let in the same calls.
"""
import base64
import hashlib
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request

import jwt
import qstash

sys.path.insert(0, str(pathlib.Path(__file__).parent / "walks"))
from harness import Service  # noqa: E402

CURRENT, NEXT, OTHER = ("sig_" + letter * 60 for letter in "abc")
BODY = '{"bookingId":"nothing"}'
JOB = "/api/jobs/noshow-check"


def digest(body, padded=True):
    text = base64.urlsafe_b64encode(hashlib.sha256(body.encode()).digest()).decode()
    return text if padded else text.rstrip("=")


def signed(url, key=CURRENT, algorithm="HS256", **changes):
    """QStash's signature of the call, with these claims changed, or left out where they are None."""
    now = int(time.time())
    claims = {"iss": "Upstash", "sub": url, "exp": now + 300, "nbf": now - 1, "iat": now, "jti": f"jwt_{now}", "body": digest(BODY)}
    claims = {name: value for name, value in (claims | changes).items() if value is not None}
    return jwt.encode(claims, None if algorithm == "none" else key, algorithm=algorithm)


def calls(url):
    """What is tried: its name, the signature, the body that is sent, and whether it is let in."""
    now = int(time.time())
    yield "the current key", signed(url), BODY, True
    yield "the next key", signed(url, NEXT), BODY, True
    yield "a digest without padding", signed(url, body=digest(BODY, padded=False)), BODY, True
    yield "an empty body", signed(url, body=digest("")), "", True
    yield "another key", signed(url, OTHER), BODY, False
    yield "another body", signed(url), BODY + " ", False
    yield "another address", signed(url + "/"), BODY, False
    yield "another issuer", signed(url, iss="upstash"), BODY, False
    yield "expired", signed(url, exp=now - 1), BODY, False
    yield "not valid yet", signed(url, nbf=now + 300), BODY, False
    for claim in ("iss", "sub", "exp", "nbf", "body"):
        yield f"without {claim}", signed(url, **{claim: None}), BODY, False
    for algorithm in ("HS384", "HS512", "none"):
        yield f"signed by {algorithm}", signed(url, algorithm=algorithm), BODY, False
    head, claims, signature = signed(url).split(".")
    flipped = ("B" if signature[5] == "A" else "A").join((signature[:5], signature[6:]))
    yield "an altered signature", f"{head}.{claims}.{flipped}", BODY, False
    yield "no signature", f"{head}.{claims}.", BODY, False
    yield "no token at all", "nonsense", BODY, False


def is_received(receiver, url, token, body):
    try:
        receiver.verify(signature=token, body=body, url=url)
    except Exception:  # It raises errors of its own and others, for claims that are missing.
        return False
    return True


def is_let_in(url, token, body):
    request = urllib.request.Request(url, body.encode(), {"content-type": "application/json"}, method="POST")
    if token:
        request.add_header("Upstash-Signature", token)
    try:
        return urllib.request.urlopen(request).status == 200
    except urllib.error.HTTPError as refused:
        assert (refused.code, refused.read()) == (401, b"Unauthorized"), refused
        return False


def main(binary):
    receiver = qstash.Receiver(current_signing_key=CURRENT, next_signing_key=NEXT)
    settings = {"JOB_CURRENT_SIGNING_KEY": CURRENT, "JOB_NEXT_SIGNING_KEY": NEXT, "RUST_LOG": "error"}
    # By the real clock, which the receiver goes by.
    with Service(binary, now=None, settings=settings) as service:
        url = service.admin + JOB
        tried = 0
        for name, token, body, expected in calls(url):
            judged = is_received(receiver, url, token, body), is_let_in(url, token, body)
            assert judged == (expected, expected), f"{name}: receiver and service say {judged}"
            tried += 1
        assert not is_let_in(url, None, BODY)
    print(f"signed jobs: {tried} signed calls, judged alike by Upstash's receiver and the service")


main(os.path.abspath(sys.argv[1]))
