"""What 1,000 bookings cost on AWS: the life of a booking is lived through the apps and counted."""
import datetime
import math

from client import Person
from prices import PRICES, PRICES_OF, logged
from salon import day

"""A vCPU at 1,769 MB; less memory is less of it."""
MEMORY_MB, FULL_CPU_MB = 256, 1769
"""What a round trip to DynamoDB takes within a region: assumed, not measured."""
ROUND_TRIP_MS = 4
"""Send, receive and delete."""
SQS_REQUESTS = 3
"""Files that a browser fetches on its first visit; later ones come from its cache."""
ASSETS = 4


def guests(salon, count):
    """Customers who have never been here, signed in: what a visit writes depends on how many there were in the last year."""
    return iter([Person(salon.customer.port, f"guest{number}@example.test") for number in range(count)])


class Steps:
    """The requests of a booking's life, each with its cost; each life is the next guest's."""

    def __init__(self, salon, service, meter, guests):
        self.salon, self.service, self.meter, self.guests, self.rows = salon, service, meter, guests, []

    def step(self, name, work):
        if self.meter:
            self.meter.reset()
        before = self.service.cpu_ms()
        result = work()
        cost = self.meter.counted() if self.meter else {}
        self.rows.append({"step": name, "own_cpu_ms": self.service.cpu_ms() - before, **cost})
        return result

    def create(self, customer):
        """Asks for an appointment tomorrow, all of whose reminders are due later, and nothing else: what follows it is measured
        apart."""
        return customer.ask("POST", "/api/bookings", self.salon.request(day(1)))["id"]

    def live(self):
        salon, visitor, customer, desk = self.salon, self.salon.stranger, next(self.guests), self.salon.desk
        self.rows = []
        self.step("page /", lambda: visitor.page("/"))
        self.step("page /services", lambda: visitor.page("/services"))
        book = f"/book?services={salon.haircut}&branch={salon.open_branch}&date={salon.request_day}"
        self.step("page /book", lambda: customer.page(book))
        booking = self.step("create", lambda: self.create(customer))
        self.step("page /bookings", lambda: customer.page("/bookings"))
        self.step("desk: the board", lambda: desk.page(f"/?branch={salon.open_branch}&date={day(1)}"))
        path = f"/api/bookings/{booking}"
        approval = {"action": "approve", "staffId": salon.stylist}
        self.step("desk: approve", lambda: desk.ask("PATCH", path, approval))
        self.step("desk: complete", lambda: desk.ask("POST", f"{path}/complete", {"paymentMethod": "upi"}))
        return self.rows


def average(lives):
    """The mean of several lives, step by step."""
    mean = lambda rows, key: sum(row.get(key, 0) for row in rows) / len(rows)
    keys = ("own_cpu_ms", "calls", "round_trips", "read_units", "write_units")
    return [{"step": rows[0]["step"]} | {key: mean(rows, key) for key in keys} for rows in zip(*lives)]


def left_to_do(step, worker, meter, count=1, once=None):
    """What a worker that has just begun does after so many of something, for each of them, without what it takes `once`."""
    before = worker.cpu_ms()
    worker.finish()
    used = meter.counted() | {"own_cpu_ms": worker.cpu_ms() - before}
    once = once or dict.fromkeys(used, 0)
    keys = ("own_cpu_ms", "calls", "round_trips", "read_units", "write_units")
    return {"step": step} | {key: (used[key] - once[key]) / count for key in keys}


def bill(steps, background, messages, later):
    """Dollars per 1,000 bookings by component. `background` is a booking's share of the worker."""
    requests = len(steps) + ASSETS
    writes = sum(step["write_units"] > 2 for step in steps)
    relays, deliveries = writes, messages
    share = FULL_CPU_MB / MEMORY_MB
    duration = sum(math.ceil(step["own_cpu_ms"] * share + step["round_trips"] * ROUND_TRIP_MS) for step in steps)
    duration += ASSETS + math.ceil(background["own_cpu_ms"] * share + background["round_trips"] * ROUND_TRIP_MS)
    invocations = requests + relays + deliveries
    used = {
        "DynamoDB write units": sum(step["write_units"] for step in steps) + background["write_units"],
        "DynamoDB read units": sum(step["read_units"] for step in steps) + background["read_units"],
        "API Gateway requests": requests,
        "Lambda invocations": invocations,
        "Lambda GB-seconds": duration / 1000 * MEMORY_MB / 1024,
        "SQS requests": messages * SQS_REQUESTS,
        "Scheduler invocations": later,
        "S3 writes": 1,
        "CloudWatch Logs GB": logged(requests, invocations) / 1e9,
    }
    rows = []
    for component, amount in used.items():
        price, unit = PRICES[component]
        per_unit = price / 1e6 if unit == "million" else price
        rows.append({"component": component, "per_booking": amount, "dollars_per_1000": amount * per_unit * 1000})
    return rows


def page(result):
    """The page of money, in Markdown."""
    lines = [
        "# Money", "",
        "Written by `python3 infra/bench money`: the life of a booking is lived through the apps (release build, embedded",
        "engine in another process), its calls and units are counted, its CPU is measured, and the prices below are applied.",
        "Nothing was billed on a real account.", "",
        "| Step | Own CPU ms | Calls | Round trips | Read units | Write units |", "|---|--:|--:|--:|--:|--:|",
    ]
    for step in [*result["steps"], result["background"], result["after_create"]]:
        lines.append(
            f"| {step['step']} | {step['own_cpu_ms']:.1f} | {step['calls']:.1f} | {step['round_trips']:.1f} "
            f"| {step['read_units']:.1f} | {step['write_units']:.1f} |"
        )
    lines += ["", "| Component | Per booking | Price, USD | USD per 1,000 bookings |", "|---|--:|--:|--:|"]
    for row in result["bill"]:
        price, unit = PRICES[row["component"]]
        per = "a million" if unit == "million" else "each"
        lines.append(
            f"| {row['component']} | {row['per_booking']:.4g} | {price:g} {per} | {row['dollars_per_1000']:.4f} |"
        )
    total = sum(row["dollars_per_1000"] for row in result["bill"])
    lines += [
        f"| **all, without mail** | | | **{total:.3f}** |", "",
        f"- Prices: {PRICES_OF}.",
        f"- Lambda: {MEMORY_MB} MB, so a CPU ms takes {FULL_CPU_MB / MEMORY_MB:.1f} ms; {ROUND_TRIP_MS} ms assumed for a"
        " sequential round trip; each request rounded up to 1 ms.",
        f"- A booking has {result['messages']:.1f} messages ({result['later']:.1f} of them due later than 15 minutes, by"
        " Scheduler); each is taken to be an invocation of its own, as is the relay after each write; batches make it less.",
        f"- Every booking is taken to be a first visit with {ASSETS} files; a customer who comes back has them already.",
        f"- The background is without what a worker takes once, before it finds anything to do: {result['once']['own_cpu_ms']:.0f} ms"
        f" and {result['once']['calls']:.0f} calls.",
        "- Not in it: mail (0.10 USD per 1,000), storage, backups, alarms, transfer.",
        f"- Measured {datetime.date.today().isoformat()}.", "",
    ]
    return "\n".join(lines)
