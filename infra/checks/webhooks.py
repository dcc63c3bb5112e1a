"""Webhooks as the library of another language sees them: webhooks.py BINARY. See infra/checks/clients."""
import http.server
import os
import pathlib
import queue
import sys
import threading

from standardwebhooks import Webhook, WebhookVerificationError

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent / "walks")]
from harness import Service  # noqa: E402
from person import Person  # noqa: E402

RECEIVED = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        RECEIVED.put((body.decode(), {name.lower(): value for name, value in self.headers.items()}))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def refused(secret, body, headers):
    try:
        Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return
    sys.exit("an altered event was taken for ours")


def main(binary):
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    with Service(binary, now=None) as service:
        developer = Person(service.admin, "developer@parlour.test")
        url = f"http://127.0.0.1:{receiver.server_port}/"
        webhook = developer.call("POST", "/api/webhooks", {"url": url, "types": ["booking.completed"]})["webhook"]
        first = webhook["secret"]
        second = developer.call("POST", f"/api/webhooks/{webhook['id']}/rotate")["webhook"]["secret"]
        developer.call("POST", f"/api/webhooks/{webhook['id']}/test")
        body, headers = RECEIVED.get(timeout=30)
        for secret in (first, second):
            assert Webhook(secret).verify(body, headers)["type"] == "webhook.tested"
            refused(secret, body.replace("webhook", "Webhook", 1), headers)
            refused(secret, body, headers | {"webhook-id": "another"})
            refused(secret, body, headers | {"webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)})
        print("standardwebhooks: both secrets verify, altered body, id and time do not")


main(os.path.abspath(sys.argv[1]))
