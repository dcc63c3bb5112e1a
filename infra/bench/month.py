"""What a salon costs on AWS in a month, at three sizes: what a booking's life uses (infra/docs/money.md) and list prices.

`python3 infra/bench/month.py` prints the table in infra/docs/operations.md. Nothing was billed on a real account.
"""
from prices import PRICES

"""A booking over its life, from browsing to its invoice."""
BOOKING = {
    "DynamoDB write units": 121, "DynamoDB read units": 87, "API Gateway requests": 12, "Lambda invocations": 22,
    "Lambda GB-seconds": 0.107, "SQS requests": 21, "Scheduler invocations": 3, "S3 writes": 1,
    "CloudWatch Logs GB": 22 * 700 / 1e9, "Mails": 5,
}
"""Somebody who looks around and books nothing: pages, their files, a few reads."""
VISIT = {
    "DynamoDB write units": 3, "DynamoDB read units": 15, "API Gateway requests": 8, "Lambda invocations": 8,
    "Lambda GB-seconds": 8 * 0.03 * 0.25, "CloudWatch Logs GB": 8 * 700 / 1e9,
}
VISITS_PER_BOOKING = 10
"""A desk that is open for twelve hours and looks for news every ten seconds; a board of sixty bookings."""
LOOKS = 12 * 3600 // 10 * 30
DESK = {
    "DynamoDB read units": LOOKS * 14, "API Gateway requests": LOOKS, "Lambda invocations": LOOKS,
    "Lambda GB-seconds": LOOKS * 0.03 * 0.25, "CloudWatch Logs GB": LOOKS * 700 / 1e9,
}
"""Whatever the size: schedules and their runs, 16 alarms, one dashboard."""
BASE = {
    "Scheduler invocations": 360 * 30, "Lambda invocations": 360 * 30, "Lambda GB-seconds": 360 * 30 * 0.1 * 0.5,
    "DynamoDB read units": 360 * 30 * 10, "Alarms": 16, "Dashboards": 1,
}
"""What a booking leaves behind, indexes included; kept for a year and in the backups."""
STORED_GB = 30e3 / 1e9
SIZES = (("one branch", 1, 600), ("five branches", 5, 6_000), ("fifty branches", 50, 60_000))


def dollars(used):
    return sum(amount * price(component) for component, amount in used.items())


def price(component):
    amount, unit = PRICES[component]
    return amount / 1e6 if unit == "million" else amount


def month(branches, bookings):
    """Dollars by what they are for."""
    visits = bookings * VISITS_PER_BOOKING
    stored = {"DynamoDB GB": bookings * 12 * STORED_GB, "DynamoDB backup GB": bookings * 12 * STORED_GB}
    return {
        "bookings": bookings * dollars({key: used for key, used in BOOKING.items() if key != "Mails"}),
        "visits": visits * dollars(VISIT), "desks": branches * dollars(DESK),
        "mail": bookings * BOOKING["Mails"] * price("Mails"), "storage after a year": dollars(stored), "monitoring": dollars(BASE),
    }


def main():
    print("| Size | Bookings a month | " + " | ".join(key[0].upper() + key[1:] for key in month(1, 1)) + " | USD a month |")
    print("|---|--:|" + "--:|" * (len(month(1, 1)) + 1))
    for name, branches, bookings in SIZES:
        parts = month(branches, bookings)
        cells = " | ".join(f"{part:.2f}" for part in parts.values())
        print(f"| {name} | {bookings:,} | {cells} | **{sum(parts.values()):.0f}** |")


if __name__ == "__main__":
    main()
