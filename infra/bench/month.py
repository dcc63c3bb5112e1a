"""What a salon costs on AWS in a month, at three sizes: what a booking's life uses (infra/docs/money.md) and list prices.

`python3 infra/bench/month.py` prints the table in infra/docs/operations.md. Nothing was billed on a real account.
"""
import collections
import pathlib

from prices import FREE, REGIONS, prices

"""A booking over its life, from browsing to its invoice."""
BOOKING = {
    "DynamoDB write units": 121, "DynamoDB read units": 87, "API Gateway requests": 12, "Lambda invocations": 22,
    "Lambda GB-seconds": 0.107, "SQS requests": 21, "Scheduler invocations": 3, "S3 writes": 1,
    "CloudWatch Logs GB": 22 * 700 / 1e9, "Mails": 5,
}
"""Somebody who looks around and books nothing: pages, their files, a few reads."""
VISIT = {
    "DynamoDB write units": 3, "DynamoDB read units": 15, "API Gateway requests": 8, "Lambda invocations": 8,
    "Lambda GB-seconds": 8 * 0.03 * 0.25, "CloudWatch Logs GB": 8 * 700 / 1e9, "Data out GB": 150e3 / 1e9,
}
VISITS_PER_BOOKING = 10
"""A desk that is open for twelve hours and looks for news every ten seconds; a board of sixty bookings; the desk's
function has 1 GB, so that the directory of a chain fits into it."""
LOOKS = 12 * 3600 // 10 * 30
DESK = {
    "DynamoDB read units": LOOKS * 14, "API Gateway requests": LOOKS, "Lambda invocations": LOOKS,
    "Lambda GB-seconds": LOOKS * 0.03 * 1.0, "CloudWatch Logs GB": LOOKS * 700 / 1e9, "Data out GB": LOOKS * 2e3 / 1e9,
}
"""Lambda asks an empty queue with five requests that each wait for twenty seconds, day and night."""
QUEUES = 2
POLLS = QUEUES * 5 * 3 * 60 * 24 * 30
TEMPLATE = (pathlib.Path(__file__).parent.parent.parent / "template.yaml").read_text()
"""Whatever the size: schedules and their runs, idle queues, and what watches (as many as the template has)."""
BASE = {
    "Scheduler invocations": 360 * 30, "Lambda invocations": 360 * 30, "Lambda GB-seconds": 360 * 30 * 0.1 * 0.5,
    "DynamoDB read units": 360 * 30 * 10, "SQS requests": POLLS, "Alarms": TEMPLATE.count("Type: AWS::CloudWatch::Alarm\n"),
    "Metrics": TEMPLATE.count("Type: AWS::Logs::MetricFilter\n"),
    "Dashboards": TEMPLATE.count("Type: AWS::CloudWatch::Dashboard\n"),
}
"""What a booking leaves behind, indexes included; kept for a year and in the backups."""
STORED_GB = 30e3 / 1e9
SIZES = (("one branch", 1, 600), ("five branches", 5, 6_000), ("fifty branches", 50, 60_000))


def dollars(used, listed):
    return sum(amount * price(component, listed) for component, amount in used.items())


def price(component, listed):
    amount, unit = listed[component]
    return amount / 1e6 if unit == "million" else amount


def times(count, used):
    return {component: count * amount for component, amount in used.items()}


def month(branches, bookings):
    """What is used, by what it is for."""
    stored = {"DynamoDB GB": bookings * 12 * STORED_GB, "DynamoDB backup GB": bookings * 12 * STORED_GB}
    watched = {key: BASE[key] for key in ("Alarms", "Metrics", "Dashboards")}
    return {
        "bookings": times(bookings, {key: used for key, used in BOOKING.items() if key != "Mails"}),
        "visits": times(bookings * VISITS_PER_BOOKING, VISIT), "desks": times(branches, DESK),
        "mail": times(bookings, {"Mails": BOOKING["Mails"]}), "storage after a year": stored,
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
    for name, branches, bookings in SIZES:
        for region in REGIONS:
            parts, listed = month(branches, bookings), prices(region)
            costs = [dollars(part, listed) for part in parts.values()]
            cells = " | ".join(f"{cost:.2f}" for cost in costs)
            print(f"| {name}, {bookings:,} | {region} | {cells} | {sum(costs):.0f} | **{billed(parts, listed):.0f}** |")


if __name__ == "__main__":
    main()
