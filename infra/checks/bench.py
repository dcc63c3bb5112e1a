"""CPU milliseconds a request takes in the local service: bench.py BINARY [requests].

With the embedded engine the service runs on a large salon (20,000 customers, 20,000 bookings), and CPU time is that of the
whole process: engine and both ends of its connection included, which a Lambda would not have. With MINISTACK_URL the engine
is another process, on the demo salon: what is counted then is our own work, including the signed calls to the engine. Each
request has its own client address, so that rate limits do not apply.
"""
import http.client
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse

binary, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
TICKS = os.sysconf("SC_CLK_TCK")
numbers = itertools.count(2)


def address():
    number = next(numbers)
    return f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


def call(port, method, path, body=None, cookie=None):
    """Paths outside the API are pages."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(address(), 0))
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if cookie:
        headers["Cookie"] = cookie
    if not path.startswith("/api/"):
        headers["Accept"] = "text/html"
    line.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer, text


def sign_in(port, email):
    answer, text = call(port, "POST", "/api/auth/sign-in/social", {"provider": "google", "callbackURL": "/"})
    cookies = {}

    def remember(answer):
        for header in answer.headers.get_all("set-cookie") or []:
            name, value = header.split(";")[0].split("=", 1)
            cookies[name] = value

    remember(answer)
    url = json.loads(text)["url"] + f"&login_hint={email}"
    while urllib.parse.urlparse(url).path != "/":
        parts = urllib.parse.urlparse(url)
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        answer, _ = call(parts.port, "GET", f"{parts.path}?{parts.query}", cookie=cookie)
        remember(answer)
        url = urllib.parse.urljoin(url, answer.headers["location"])
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def cpu(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICKS


options = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"]
engine = os.environ.get("MINISTACK_URL")
salon = ["--dynamodb", engine] if engine else ["--demo-customers", "20000", "--demo-bookings", "20000"]
start = time.time()
service = subprocess.Popen([binary, *options, *salon], stdout=subprocess.PIPE, text=True)
ports = []
for line in service.stdout:
    ports += [int(port) for port in re.findall(r"http://localhost:(\d+)", line)]
    if line.strip() == "ready":
        break
size = "the demo salon, its engine in another process," if engine else "20,000 customers and 20,000 bookings"
print(f"ready with {size} after {time.time() - start:.1f} s")
customer, admin, _ = ports
try:
    asha, desk = sign_in(customer, "customer@parlour.test"), sign_in(admin, "receptionist@parlour.test")
    lookups = json.loads(call(admin, "GET", "/api/lookups", cookie=desk)[1])["data"]
    branches = json.loads(call(customer, "GET", "/api/branches")[1])["data"]["branches"]
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 3 * 86400))
    haircut = next(service for service in lookups["services"] if service["serviceType"] == "salon")
    booking = {
        "branchId": branches[0]["id"], "serviceType": "salon", "bookingDate": day, "startTime": "12:00",
        "serviceIds": [haircut["id"]],
    }
    calls = [("GET /api/services", customer, "GET", "/api/services", None, None)]
    for branch in branches:
        path = f"/api/availability?date={day}&branchId={branch['id']}"
        calls.append((f"GET /api/availability, {branch['code']}", customer, "GET", path, None, None))
    calls += [
        ("POST /api/bookings", customer, "POST", "/api/bookings", booking, asha),
        ("GET /api/bookings, a day at the desk", admin, "GET", f"/api/bookings?date={day}", None, desk),
        ("GET /api/customers, a warm page", admin, "GET", "/api/customers?sort=name&page=3", None, desk),
        ("GET /api/customers, a search", admin, "GET", "/api/customers?q=kumar", None, desk),
    ]
    own = json.loads(call(customer, "GET", "/api/bookings", cookie=asha)[1])["data"]["bookings"]
    book = f"/book?services={haircut['id']}&branch={branches[0]['id']}&date={day}"
    public = ["/", "/services", "/book", book, "/welcome", "/sign-in"]
    private = ["/bookings", f"/bookings/{own[0]['id']}", "/gems", "/membership", "/notifications", "/profile"]
    desk_pages = ["/", f"/?date={day}", "/bookings", "/customers", "/leads", "/billing"]
    for port, pages, cookie in ((customer, public, None), (customer, private, asha), (admin, desk_pages, desk)):
        whose = "desk" if port == admin else "customer"
        calls += [(f"{whose} page {path[:40]}", port, "GET", path, None, cookie) for path in pages]
    for name, port, method, path, body, cookie in calls:
        call(port, method, path, body, cookie)
        before, start = cpu(service.pid), time.time()
        for _ in range(count):
            answer, text = call(port, method, path, body, cookie)
            if answer.status >= 300:
                sys.exit(f"{name}: {answer.status} {text[:300]}")
        used, took = (cpu(service.pid) - before) / count, (time.time() - start) * 1000 / count
        print(f"{name}: {used:.2f} CPU ms, {took:.2f} ms")
finally:
    service.send_signal(signal.SIGTERM)
    service.wait(30)
