"""The stack's clock: its days begin at ten in the morning in India, whenever the check is run. At night the waitlist offers
nothing, and a walk-in does not end before midnight."""
import datetime
import os
import time

IST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
BEGINS = datetime.timedelta(hours=10)


def until_it_begins():
    now = datetime.datetime.now(IST)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight + BEGINS - now) % datetime.timedelta(days=1)


AHEAD = round(until_it_begins().total_seconds())

"""What sets a function's clock. Its durations are real ones."""
OF_A_FUNCTION = {"LD_PRELOAD": os.environ["LIBFAKETIME"], "FAKETIME": f"+{AHEAD}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def unix_seconds():
    return int(time.time()) + AHEAD


def now():
    return datetime.datetime.now(IST) + datetime.timedelta(seconds=AHEAD)
