"""Functions as Lambda starts them, against a Runtime API of our own: start to the first poll, first and warm requests, CPU,
memory, size."""
import io
import itertools
import json
import os
import queue
import statistics
import subprocess
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from client import next_address
from endpoints import requests
from processes import cpu_ms, memory_mb


class RuntimeApi:
    """Hands one event after the other to one function."""

    def __init__(self):
        self.events, self.answers, self.polls = queue.Queue(), queue.Queue(), queue.Queue()
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                api.polls.put(time.perf_counter())
                number, body = api.events.get()
                self.answer(200, body, {
                    "Lambda-Runtime-Aws-Request-Id": f"00000000-0000-4000-8000-{number:012}",
                    "Lambda-Runtime-Deadline-Ms": str(int(time.time() * 1000) + 15_000),
                    "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:ap-south-1:123456789012:function:bench",
                    "Lambda-Runtime-Trace-Id": "Root=1-6918f0a0-0123456789abcdef01234567",
                })

            def do_POST(self):
                if self.headers.get("Transfer-Encoding") == "chunked":
                    body = b"".join(iter(self.chunk, b""))
                else:
                    body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                api.answers.put((time.perf_counter(), self.path, body))
                self.answer(202, b"{}", {})

            def chunk(self):
                size = int(self.rfile.readline(), 16)
                content = self.rfile.read(size)
                self.rfile.readline()
                return content

            def answer(self, status, body, headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def invoke(self, number, event):
        """The milliseconds until the answer, and the answer."""
        body = json.dumps(event).encode()
        sent = time.perf_counter()
        self.events.put((number, body))
        at, path, answer = self.answers.get(timeout=30)
        self.polls.get(timeout=30)
        if not path.endswith("/response"):
            raise SystemExit(f"{path}: {answer[:500]!r}")
        return (at - sent) * 1000, json.loads(answer)


def environment(api, database):
    return os.environ | {
        "AWS_LAMBDA_RUNTIME_API": api.address,
        "AWS_LAMBDA_FUNCTION_NAME": "bench",
        "AWS_LAMBDA_FUNCTION_VERSION": "1",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
        "AWS_LAMBDA_LOG_FORMAT": "JSON",
        "AWS_LAMBDA_LOG_LEVEL": "INFO",
        "AWS_REGION": "ap-south-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_ENDPOINT_URL": database,
        "APP_ENV": "test",
        "TABLE_NAME": "parlour",
        "JOBS_QUEUE_URL": f"{database}/000000000000/jobs",
        "JOBS_QUEUE_ARN": "arn:aws:sqs:ap-south-1:000000000000:jobs",
        "SCHEDULER_GROUP": "default",
        "SCHEDULER_ROLE_ARN": "arn:aws:iam::000000000000:role/timers",
        "INVOICE_BUCKET": "invoices",
    }


def zip_mb(binary):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(binary, "bootstrap")
    return len(packed.getvalue()) / 1e6


def one_start(binary, database, next_event, warm, is_fine, settings):
    api = RuntimeApi()
    variables = environment(api, database) | settings
    start = time.perf_counter()
    process = subprocess.Popen([binary], env=variables, stdout=subprocess.DEVNULL)
    try:
        polled = (api.polls.get(timeout=30) - start) * 1000
        init_cpu = cpu_ms(process.pid)
        times = []
        for number in range(warm + 1):
            if number == 1:
                before = cpu_ms(process.pid)
            took, answer = api.invoke(number, next_event())
            if not is_fine(answer):
                raise SystemExit(f"{binary}: {json.dumps(answer)[:500]}")
            times.append(took)
        each = (cpu_ms(process.pid) - before) / warm
        return polled, init_cpu, times[0], sorted(times[1:]), each, memory_mb(process.pid, "VmHWM")
    finally:
        process.kill()
        process.wait()
        api.server.shutdown()


def measure(binary, database, next_event, is_fine=lambda _: True, starts=15, warm=60, settings=None):
    runs = [one_start(binary, database, next_event, warm, is_fine, settings or {}) for _ in range(starts)]
    times = sorted(time for run in runs for time in run[3])
    middle = lambda at: statistics.median(run[at] for run in runs)
    return {
        "init_ms": round(middle(0), 2),
        "init_cpu_ms": round(middle(1), 2),
        "first_ms": round(middle(2), 2),
        "warm_p50_ms": round(times[len(times) // 2], 2),
        "warm_p99_ms": round(times[len(times) * 99 // 100], 2),
        "warm_cpu_ms": round(middle(4), 3),
        "memory_mb": round(middle(5), 1),
        "binary_mb": round(os.path.getsize(binary) / 1e6, 2),
        "zip_mb": round(zip_mb(binary), 2),
    }


def gateway_event(root, method, path, body=None, cookie=None):
    """An event of API Gateway, each time from another address."""
    with open(root / "events/customer-bookings.json") as sample:
        event = json.load(sample)
    event["rawPath"], _, event["rawQueryString"] = path.partition("?")
    event["routeKey"] = f"{method} {event['rawPath']}"
    event["requestContext"]["http"] |= {"method": method, "path": event["rawPath"], "sourceIp": next_address()}
    if cookie:
        event["cookies"] = cookie.split("; ")
    if body is not None:
        event["headers"]["content-type"] = "application/json"
        event["body"] = json.dumps(body)
    return event


def functions(root, built, salon, database, service):
    """The measured functions, beside one that does nothing and one that only reads an item when it starts."""
    with open(root / "events/jobs-queue.json") as sample:
        message = json.load(sample)
    succeeded = lambda answer: answer.get("statusCode", 200) < 300 and not answer.get("batchItemFailures")
    availability = f"/api/availability?date={salon.request_day}&branchId={salon.ten}"
    bookings = requests(service.customer, itertools.repeat(salon.request()))
    booked = lambda call: gateway_event(root, call.method, call.path, call.body, call.cookie)
    rows = {
        "minimal": ("minimal", lambda: {}, {"TABLE_NAME": ""}),
        "minimal, with a DynamoDB client": ("minimal", lambda: {}, {}),
        "customer-catalogue, GET /api/services": (
            "customer-catalogue", lambda: gateway_event(root, "GET", "/api/services"), {}),
        "customer-catalogue, availability of 10": (
            "customer-catalogue", lambda: gateway_event(root, "GET", availability), {}),
        "customer-bookings, POST /api/bookings": (
            "customer-bookings", lambda: booked(next(bookings)), {}),
        "jobs, one message of the queue": ("jobs", lambda: message, {}),
    }
    # Whose sessions are valid.
    issuer = {"OIDC_ISSUER": f"http://localhost:{service.console}/oidc"}
    measured = {}
    for name, (binary, event, settings) in rows.items():
        if not (built / binary).exists():
            print(f"{name}: not built, left out")
            continue
        measured[name] = measure(built / binary, database, event, succeeded, settings=issuer | settings)
    return measured
