"""What a salon costs on AWS in a month, at three sizes: what a booking's life uses (infra/docs/money.md) and list prices.

`python3 infra/bench/month.py` prints the table in infra/docs/operations.md. Nothing was billed on a real account.
"""
import pathlib

from prices import REGIONS, prices

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


def month(branches, bookings, listed):
    """Dollars by what they are for."""
    visits = bookings * VISITS_PER_BOOKING
    stored = {"DynamoDB GB": bookings * 12 * STORED_GB, "DynamoDB backup GB": bookings * 12 * STORED_GB}
    watched = {key: BASE[key] for key in ("Alarms", "Metrics", "Dashboards")}
    idle = {key: amount for key, amount in BASE.items() if key not in watched}
    return {
        "bookings": bookings * dollars({key: used for key, used in BOOKING.items() if key != "Mails"}, listed),
        "visits": visits * dollars(VISIT, listed), "desks": branches * dollars(DESK, listed),
        "mail": bookings * BOOKING["Mails"] * price("Mails", listed), "storage after a year": dollars(stored, listed),
        "idle": dollars(idle, listed), "monitoring": dollars(watched, listed),
    }


def main():
    parts = month(1, 1, prices("Mumbai"))
    print("| Size, bookings a month | Region | " + " | ".join(key[0].upper() + key[1:] for key in parts) + " | USD a month |")
    print("|---|---|" + "--:|" * (len(parts) + 1))
    for name, branches, bookings in SIZES:
        for region in REGIONS:
            parts = month(branches, bookings, prices(region))
            cells = " | ".join(f"{part:.2f}" for part in parts.values())
            print(f"| {name}, {bookings:,} | {region} | {cells} | **{sum(parts.values()):.0f}** |")


if __name__ == "__main__":
    main()
