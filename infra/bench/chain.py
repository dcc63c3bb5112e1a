"""A chain: what a cold instance takes to know its customers, and what requests cost there."""
import datetime
import json
import time
import urllib.request

from client import Call, Line, Person
from measure import Lines
from processes import Service, Worker, memory_mb

"""What an instance may have of a core: Lambda gives a whole one with 1,769 MB."""
FULL_CORE_MB = 1769
SNAPSHOT = {"PK": {"S": "DIRECTORY_SNAPSHOT"}, "SK": {"S": "HEAD"}}


def has_snapshot(database):
    """Whether the keeper has written the directory's snapshot."""
    asked = urllib.request.Request(
        database, json.dumps({"TableName": "parlour", "Key": SNAPSHOT}).encode(),
        {
            "X-Amz-Target": "DynamoDB_20120810.GetItem", "Content-Type": "application/x-amz-json-1.0",
            # The engine looks for a signature, and takes any.
            "X-Amz-Date": "20261116T000000Z", "Authorization": "AWS4-HMAC-SHA256 Credential=local/20261116/ap-south-1/dynamodb/"
            "aws4_request, SignedHeaders=host;x-amz-date, Signature=0",
        },
    )
    with urllib.request.urlopen(asked, timeout=120) as answer:
        return "Item" in json.load(answer)


def keep_snapshot(local, database, minutes=20):
    """Lets the worker write it, and says what that took."""
    start = time.perf_counter()
    with Worker(local, database) as worker:
        while not has_snapshot(database):
            if time.perf_counter() - start > minutes * 60:
                raise SystemExit(f"no snapshot of the directory after {minutes} minutes")
            time.sleep(1)
        return {"seconds": round(time.perf_counter() - start, 1), "cpu_ms": round(worker.cpu_ms()), "memory_mb": round(memory_mb(worker.pid, "VmHWM"))}


def cold_directory(local, engine, ports, cookie, function_mb=1024):
    """The first search of an instance that knows nobody yet, beside one that any instance answers."""
    with Service(local, engine.url, ports) as service:
        lines = Lines(service.admin)
        lines.send(Call("GET", "/api/lookups", cookie=cookie))
        before, memory, start = service.cpu_ms(), memory_mb(service.pid), time.perf_counter()
        engine_before = engine.cpu_ms()
        lines.send(Call("GET", "/api/customers?q=guest%2000012", cookie=cookie))
        took, cpu = time.perf_counter() - start, service.cpu_ms() - before
        row = {
            "seconds": round(took, 2), "own_cpu_s": round(cpu / 1000, 2),
            "engine_cpu_s": round((engine.cpu_ms() - engine_before) / 1000, 2),
            "memory_before_mb": round(memory), "memory_mb": round(memory_mb(service.pid)),
            "most_memory_mb": round(memory_mb(service.pid, "VmHWM")),
            "cpu_s_on_the_function": round(cpu / 1000 / min(1, function_mb / FULL_CORE_MB), 2),
        }
        lines.close()
        return row


IST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))


def questions():
    """What is asked of a chain as a whole, of the day that all its bookings are on."""
    yesterday = (datetime.datetime.now(IST) - datetime.timedelta(days=1)).date().isoformat()
    days = f"from={yesterday}&to={yesterday}"
    return {
        "bookings of the day, a page": f"/api/bookings?date={yesterday}",
        "bookings of the day, the last page": f"/api/bookings?date={yesterday}&page=100000",
        "invoices of the day": f"/api/billing/invoices?{days}",
        "report of sales": f"/api/reports/sales?{days}",
        "report of the staff": f"/api/reports/staff?{days}",
        "report of bookings": f"/api/reports/bookings?{days}",
        "report of customers": f"/api/reports/customers?{days}",
        "the list of the staff": "/api/staff",
        "everybody by what they spent, page 1,000": "/api/customers?sort=ltv&page=1000",
        "export of customers, a page": "/api/exports/customers",
        "export of bookings, a page": f"/api/exports/bookings?{days}",
        "users, a page": "/api/users",
    }


def whole_chain(local, engine, ports):
    """Each question once to an instance that has been asked nothing before."""
    rows = {}
    for name, path in questions().items():
        with Service(local, engine.url, ports) as service:
            cookie = Person(service.admin, "owner@parlour.test").cookie
            before, engine_before, start = service.cpu_ms(), engine.cpu_ms(), time.perf_counter()
            with Line(service.admin) as line:
                answer, content = line.exchange(Call("GET", path, cookie=cookie))
            rows[name] = {
                "status": answer.status, "seconds": round(time.perf_counter() - start, 2),
                "own_cpu_s": round((service.cpu_ms() - before) / 1000, 2),
                "engine_cpu_s": round((engine.cpu_ms() - engine_before) / 1000, 2),
                "most_memory_mb": round(memory_mb(service.pid, "VmHWM")), "bytes": len(content),
            }
            print(f"{name}: {rows[name]}", flush=True)
    return rows


def scheduled_jobs(local, database, minutes=20):
    """Each scheduled job once, run by a worker of its own; none sees what another has left."""
    rows = {}
    with Worker(local, database) as worker:
        listed = urllib.request.urlopen(f"http://127.0.0.1:{worker.console}/api/jobs", timeout=60)
        names = [job["name"] for job in json.load(listed) if job["kind"] == "scheduled"]
    for name in names:
        with Worker(local, database) as worker:
            asked = urllib.request.Request(f"http://127.0.0.1:{worker.console}/api/jobs/{name}", b"{}", method="POST")
            before, start = worker.cpu_ms(), time.perf_counter()
            with urllib.request.urlopen(asked, timeout=minutes * 60) as answer:
                said = answer.read().decode()[:200]
            rows[name] = {
                "seconds": round(time.perf_counter() - start, 2), "own_cpu_s": round((worker.cpu_ms() - before) / 1000, 2),
                "most_memory_mb": round(memory_mb(worker.pid, "VmHWM")), "answer": said,
            }
            print(f"{name}: {rows[name]}", flush=True)
    return rows
