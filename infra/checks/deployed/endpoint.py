"""What each function takes for AWS: an address of its own that passes its calls on if its role allows them."""
import http.client
import json
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import tls

CALLING = tls.calling()
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Endpoint:
    def __init__(self, name, stack_url, account):
        self.name, self.account = name, account
        self.policy, self.is_ready = None, threading.Event()
        self.calls, self.refused = 0, []
        self.host = urllib.parse.urlsplit(stack_url).netloc
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def serve(self):
                body = read_body(self)
                headers = {name.lower(): value for name, value in self.headers.items()}
                if endpoint.may(self.command, self.path, headers, body):
                    status, answered, content = endpoint.passed_on(self.command, self.path, self.headers, body)
                else:
                    refusal = {"__type": "AccessDeniedException", "message": f"{endpoint.name} is not allowed to do this"}
                    status, answered, content = 403, [("Content-Type", "application/json")], json.dumps(refusal).encode()
                try:
                    self.answer(status, answered, content)
                except OSError:
                    # It waits for a try no longer than its limit, and makes another one.
                    print(f"{endpoint.name} waited no longer: {self.path} {headers.get('x-amz-target', '')}", flush=True)
                    self.close_connection = True

            def answer(self, status, answered, content):
                self.send_response_only(status)
                for name, value in answered:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = serve

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = tls.secured(self.server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def guard(self, policy):
        self.policy = policy
        self.is_ready.set()

    def may(self, method, path, headers, body):
        self.is_ready.wait(60)
        self.calls += 1
        needs = self.account.needs(method, path, headers, body)
        refused = ["an unknown call: " + f"{method} {path} {headers.get('x-amz-target', '')}"] if needs is None else [
            str(need) for need in needs if not self.policy.allows(need)
        ]
        self.refused += refused
        return not refused

    def passed_on(self, method, path, headers, body):
        connection = http.client.HTTPSConnection(self.host, timeout=120, context=CALLING)
        try:
            kept = {name: value for name, value in headers.items() if name.lower() not in HOP_BY_HOP}
            connection.request(method, path, body, kept)
            answer = connection.getresponse()
            content = answer.read()
            return answer.status, [(k, v) for k, v in answer.getheaders() if k.lower() not in HOP_BY_HOP], content
        finally:
            connection.close()


def read_body(request):
    if request.headers.get("Transfer-Encoding", "").lower() != "chunked":
        return request.rfile.read(int(request.headers.get("Content-Length") or 0))
    parts = []
    while size := int(request.rfile.readline().split(b";")[0], 16):
        parts.append(request.rfile.read(size))
        request.rfile.readline()
    request.rfile.readline()
    return b"".join(parts)
