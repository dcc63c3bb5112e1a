"""Starts each function's binary against a small Lambda Runtime API, as AWS would, and feeds it its sample event.

The table behind it does not answer (a closed loopback port): a function must start, take the event and answer in our
envelope all the same. Nothing leaves this machine.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

binaries = pathlib.Path(sys.argv[1])
root = pathlib.Path(__file__).resolve().parents[2]

# event file -> binary
EVENTS = {path.stem: path.stem for path in sorted((root / "events").glob("*.json"))}
EVENTS |= {"jobs-schedule": "jobs", "jobs-queue": "jobs"}


class Runtime(http.server.BaseHTTPRequestHandler):
    """One invocation, then silence: GET …/next, POST …/response or …/error."""

    def do_GET(self):
        server = self.server
        if server.served.is_set():
            server.done.wait(20)
            return
        server.served.set()
        body = server.event.encode()
        self.send_response(200)
        self.send_header("Lambda-Runtime-Aws-Request-Id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd")
        self.send_header("Lambda-Runtime-Deadline-Ms", "4102444800000")
        self.send_header("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:ap-south-1:123456789012:function:parlour")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0)) if "Content-Length" in self.headers else self.chunked()
        self.server.answer = (self.path, raw)
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.done.set()

    def chunked(self):
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        return b"".join(parts)

    def log_message(self, *_):
        pass


def invoke(name, binary):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Runtime)
    server.daemon_threads = True
    server.event, server.answer = (root / f"events/{name}.json").read_text(), None
    server.served, server.done = threading.Event(), threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    env = {
        "PATH": os.environ["PATH"],
        "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_address[1]}",
        "AWS_LAMBDA_FUNCTION_NAME": f"parlour-{binary}",
        "AWS_LAMBDA_FUNCTION_VERSION": "1",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
        "AWS_REGION": "ap-south-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_ENDPOINT_URL": "http://127.0.0.1:9",
        "AWS_MAX_ATTEMPTS": "1",
        "APP_ENV": "test",
        "TABLE_NAME": "parlour",
        "JOBS_QUEUE_URL": "http://127.0.0.1:9/queue",
        "JOBS_QUEUE_ARN": "arn:aws:sqs:ap-south-1:123456789012:jobs",
        "SCHEDULER_GROUP": "timers",
        "SCHEDULER_ROLE_ARN": "arn:aws:iam::123456789012:role/timers",
        "INVOICE_BUCKET": "invoices",
        "INVOICING_SECRET": "secret",
    }
    process = subprocess.Popen([binaries / binary], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        answered = server.done.wait(20)
    finally:
        process.kill()
        output = process.communicate()[0].decode(errors="replace")
        server.shutdown()
    return server.answer if answered else None, output


def sound(name, path, body):
    """API Gateway events are answered in our envelope (or plainly, where the route's shape is plain); the others at all."""
    if path.endswith("/error"):
        return name in ("outbox", "jobs-schedule")  # nothing could be done without a table: the caller retries
    answer = json.loads(body) if body else None
    if name == "jobs-queue":
        return answer == {"batchItemFailures": [{"itemIdentifier": "059f36b4-87a3-44ab-83d2-661975830a7d"}]}
    if name in ("outbox", "jobs-schedule"):
        return True
    return isinstance(answer, dict) and answer.get("statusCode") in (200, 201, 401, 500) and "x-request-id" in {k.lower() for k in answer.get("headers", {})}


failed = 0
for name, binary in EVENTS.items():
    answer, output = invoke(name, binary)
    fine = answer is not None and sound(name, *answer)
    print(f"{'ok  ' if fine else 'FAIL'} {binary} < events/{name}.json" + ("" if fine else f"\n     answered {answer}\n{output[-2000:]}"))
    failed += not fine
print(f"{len(EVENTS) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
