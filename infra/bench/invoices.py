"""Many invoices of a day: what a list and its totals take, and how soon what follows each of them is done."""
import time

from client import Call, Line, Person
from processes import Service, Worker, memory_mb
from salon import day

"""Pieces that the measured product has; a movement takes this many at the most."""
STOCK = 9_999


def sell(salon, count):
    """So many products, each sold without a visit, on an invoice of its own."""
    product = salon.owner.ask("POST", "/api/products", {
        "name": "Measured soap", "hsnCode": "34011190", "gstRateBps": 1800, "pricePaise": 25_000,
    })
    product = (product.get("product") or product)["id"]
    for _ in range(1 + count // STOCK):
        salon.owner.ask("POST", f"/api/products/{product}/movements", {
            "branchId": salon.open_branch, "kind": "received", "quantity": STOCK,
        })
    sale = {"branchId": salon.open_branch, "lines": [{"productId": product}], "paymentMethod": "cash"}
    for _ in range(count):
        salon.desk.ask("POST", "/api/sales", sale)


def measure(local, engine, salon_of, count):
    """The sales, the list of the day by an instance that has been asked nothing before, then what a worker has to do after
    them."""
    with Worker(local, engine.url) as worker:
        worker.finish()
    with Service(local, engine.url) as service:
        salon = salon_of(service)
        before, start = service.cpu_ms(), time.perf_counter()
        sell(salon, count)
        sold = {"count": count, "own_cpu_ms": (service.cpu_ms() - before) / count, "seconds": time.perf_counter() - start}
        ports = service.ports
    lists = {}
    for name, days in (("none", (400, 400)), ("all", (0, 0))):
        with Service(local, engine.url, ports) as service:
            cookie = Person(service.admin, "owner@parlour.test").cookie
            before, memory = service.cpu_ms(), memory_mb(service.pid)
            with Line(service.admin) as line:
                line.send(Call("GET", f"/api/billing/invoices?from={day(-days[0])}&to={day(-days[1])}", cookie=cookie))
            lists[name] = {"own_cpu_ms": service.cpu_ms() - before, "memory_mb": memory_mb(service.pid, "VmHWM") - memory}
    each = (lists["all"]["own_cpu_ms"] - lists["none"]["own_cpu_ms"]) / count
    with Worker(local, engine.url) as worker:
        before, engine_before, start = worker.cpu_ms(), engine.cpu_ms(), time.perf_counter()
        worker.finish()
        followed = {
            "own_cpu_ms": (worker.cpu_ms() - before) / count, "engine_cpu_ms": (engine.cpu_ms() - engine_before) / count,
            "seconds": time.perf_counter() - start,
        }
    return {"sold": sold, "lists": lists, "own_cpu_ms_of_an_invoice_in_a_list": each, "followed": followed}
