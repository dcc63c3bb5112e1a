"""What a salon costs on AWS in a month, at three sizes: what requests use (infra/docs/costs.md, generated), what a booking's life
leaves to do (infra/docs/money.md, measured), and list prices.

`python3 infra/bench/month.py` prints the table in infra/docs/operations.md. Nothing was billed on a real account.
"""
import collections
import pathlib
import re

from prices import FREE, REGIONS, logged, prices

ROOT = pathlib.Path(__file__).parent.parent.parent
COSTS = (ROOT / "infra/docs/costs.md").read_text()
MONEY = (ROOT / "infra/docs/money.md").read_text()


def units(app, method, path, case=""):
    """The read and write units of a request."""
    row = rf"^\| {app} \| {method} \| `{re.escape(path)}` \| {re.escape(case)} \|.* \| ([\d.]+) \| ([\d.]+) \|$"
    return tuple(map(float, re.search(row, COSTS, re.MULTILINE).groups()))


def measured(name):
    """The last two figures of a step, or a component's amount for each booking."""
    cells = re.search(rf"^\| {name} \|(.*)\|$", MONEY, re.MULTILINE)[1].split("|")
    return tuple(map(float, cells[-2:])) if len(cells) == 5 else float(cells[0])


"""A public page tells the table of every fourth request of an address."""
PAGE_COUNTED = 1 / 4
"""An invoice as PDF, in the bucket and with the mail: assumed."""
PDF = 40e3


def logs(requests, invocations):
    return {"CloudWatch Logs GB": logged(requests, invocations) / 1e9}


LIFE = [units(*step) for step in (
    ("customer", "GET", "/"), ("customer", "GET", "/services"), ("customer", "GET", "/book", "open"),
    ("customer", "POST", "/api/bookings"), ("customer", "GET", "/bookings"), ("admin", "GET", "/"),
    ("admin", "PATCH", "/api/bookings/{id}", "approve"), ("admin", "POST", "/api/bookings/{id}/complete"),
)] + [measured("background")]
MEASURED = (
    "API Gateway requests", "Lambda invocations", "Lambda GB-seconds", "SQS requests", "Scheduler invocations", "S3 writes",
)
"""A booking over its life, from browsing to its invoice; a first visit."""
BOOKING = {component: measured(component) for component in MEASURED} | {
    "DynamoDB read units": sum(reads for reads, _ in LIFE),
    "DynamoDB write units": sum(writes for _, writes in LIFE) + 3 * PAGE_COUNTED,
} | logs(measured("API Gateway requests"), measured("Lambda invocations"))
"""A mail for the request, the approval, two reminders and the invoice, which is attached."""
MAIL = {"Mails": 5, "Mail attachments GB": PDF / 1e9}
"""Somebody who looks around and books nothing: four pages and four files, two of them pictures from the bucket. One in four gets
as far as the free times of ten people."""
LOOKED_AT = [units("customer", "GET", path) for path in ("/", "/services", "/services/{slug}", "/book")]
TIMES, GOT_TO_TIMES = units("customer", "GET", "/book", "staffed"), 1 / 4
VISIT = {
    "DynamoDB write units": 4 * PAGE_COUNTED,
    "DynamoDB read units": sum(reads for reads, _ in LOOKED_AT) + GOT_TO_TIMES * TIMES[0],
    "API Gateway requests": 8 + GOT_TO_TIMES, "Lambda invocations": 8 + GOT_TO_TIMES,
    "Lambda GB-seconds": (4 * 0.016 + 4 * 0.004) * 0.25, "S3 reads": 2, "Data out GB": 150e3 / 1e9,
} | logs(8 + GOT_TO_TIMES, 8 + GOT_TO_TIMES)
VISITS_PER_BOOKING = 10
"""A desk that is open for twelve hours looks for news every twelve seconds (functions/admin/desk/assets/day/follow.js)."""
LOOKS = 12 * 3600 // 12 * 30
"""The session and the latest events, where nothing has happened (tests/salon/desk/following.rs)."""
LOOK = 5
"""Every two minutes, and in the ten seconds after each change, the day itself, of sixty bookings: with 300 of them a board is 55
read units, three of them the session, an eighth for each booking (infra/docs/proofs.md)."""
DAY = 60 / 8
WHOLE = 55 - 3 - 300 / 8 + DAY
WHOLE_LOOKS, CHANGES = LOOKS / 10, 8
"""After each change what is marked of the customers, too: a unit each (tests/salon/desk/board.rs)."""
MARKS = 60


def desks(branches, bookings, has_realtime):
    """The desk's function has 1 GB, so that the directory of a chain fits into it. Where realtime says when something has
    happened, desks ask once a minute beside."""
    looks = branches * LOOKS / 5 + bookings * CHANGES if has_realtime else branches * LOOKS
    whole = branches * WHOLE_LOOKS + bookings * CHANGES * 2
    # Where one of its bookings has changed, the day is read once more.
    reads = looks * LOOK + whole * WHOLE + bookings * CHANGES * (DAY + MARKS)
    return {
        "DynamoDB read units": reads, "API Gateway requests": looks, "Lambda invocations": looks,
        "Lambda GB-seconds": (looks * 0.01 + whole * 0.03) * 1.0, "Data out GB": looks * 2e3 / 1e9,
    } | logs(looks, looks)


"""Lambda asks an empty queue with five requests that each wait for twenty seconds, day and night."""
QUEUES = 2
POLLS = QUEUES * 5 * 3 * 60 * 24 * 30
TEMPLATE = (ROOT / "template.yaml").read_text()
"""Whatever the size: schedules and their runs in a function of 1 GB, idle queues, and what watches (as many as the template
has)."""
BASE = {
    "Scheduler invocations": 360 * 30, "Lambda invocations": 360 * 30, "Lambda GB-seconds": 360 * 30 * 0.1 * 1.0,
    "DynamoDB read units": 360 * 30 * 10, "SQS requests": POLLS, "Alarms": TEMPLATE.count("Type: AWS::CloudWatch::Alarm\n"),
    "Metrics": TEMPLATE.count("Type: AWS::Logs::MetricFilter\n"),
    "Dashboards": TEMPLATE.count("Type: AWS::CloudWatch::Dashboard\n"),
}
"""What a booking leaves behind, indexes included; kept for a year and in the backups."""
STORED_GB = 30e3 / 1e9
SIZES = (
    ("one branch", 1, 600, False), ("five branches", 5, 6_000, False), ("fifty branches", 50, 60_000, False),
    ("fifty branches with realtime", 50, 60_000, True),
)


def dollars(used, listed):
    return sum(amount * price(component, listed) for component, amount in used.items())


def price(component, listed):
    amount, unit = listed[component]
    return amount / 1e6 if unit == "million" else amount


def times(count, used):
    return {component: count * amount for component, amount in used.items()}


def month(branches, bookings, has_realtime=False):
    """What is used, by what it is for."""
    year = bookings * 12
    stored = {"DynamoDB GB": year * STORED_GB, "DynamoDB backup GB": year * STORED_GB, "S3 GB": year * PDF / 1e9}
    watched = {key: BASE[key] for key in ("Alarms", "Metrics", "Dashboards")}
    return {
        "bookings": times(bookings, BOOKING),
        "visits": times(bookings * VISITS_PER_BOOKING, VISIT), "desks": desks(branches, bookings, has_realtime),
        "mail": times(bookings, MAIL), "storage after a year": stored,
        "idle": {key: amount for key, amount in BASE.items() if key not in watched}, "monitoring": watched,
    }


def billed(parts, listed):
    """What is left to pay where the account has nothing else: each allowance counts once."""
    used = collections.Counter()
    for part in parts.values():
        used.update(part)
    return dollars({component: max(0, amount - FREE.get(component, 0)) for component, amount in used.items()}, listed)


def main():
    parts = month(1, 1)
    names = " | ".join(key[0].upper() + key[1:] for key in parts)
    print(f"| Size, bookings a month | Region | {names} | By the list | Billed |")
    print("|---|---|" + "--:|" * (len(parts) + 2))
    for name, branches, bookings, has_realtime in SIZES:
        for region in REGIONS:
            parts, listed = month(branches, bookings, has_realtime), prices(region)
            costs = [dollars(part, listed) for part in parts.values()]
            cells = " | ".join(f"{cost:.2f}" for cost in costs)
            print(f"| {name}, {bookings:,} | {region} | {cells} | {sum(costs):.0f} | **{billed(parts, listed):.0f}** |")


if __name__ == "__main__":
    main()
