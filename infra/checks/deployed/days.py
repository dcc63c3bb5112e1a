"""A salon's first days: an empty table, then everything that people and machines do with both apps."""
import datetime
import time

import clock
import later
import machines
import office
import visits
from visitor import Visitor

OWNER = "owner@salon.test"
DELIVERED_WITHIN = 120


class Salon:
    """The people, and what they have made so far."""

    def __init__(self, deployed):
        self.deployed, self.gateway = deployed, deployed.gateway
        self.today = clock.now().date()
        self.visitor, self.nobody = self.browser("customer"), self.browser("admin")
        self.owner = self.browser("admin").sign_in(OWNER)
        self.team = {}

    def browser(self, app):
        return Visitor(self.gateway, app)

    def day(self, days):
        return (self.today + datetime.timedelta(days)).isoformat()

    def customer(self, name):
        return self.browser("customer").sign_in(f"{name}@salon.test")

    def wait_for(self, what, found):
        """What comes by stream and queue comes a little later."""
        until = time.monotonic() + DELIVERED_WITHIN
        while time.monotonic() < until:
            if result := found():
                return result
            time.sleep(0.2)
        raise AssertionError(f"never came: {what}")

    def mail(self, to, about):
        """The mail to somebody with these words in its subject."""
        to = f"{to}@salon.test"
        fits = lambda: [mail for mail in self.deployed.mails() if mail["To"] == to and about in str(mail["Subject"])]
        return self.wait_for(f"a mail to {to} about {about}", fits)[0]


PLAIN = (office.set_up, visits.first_visit)


def live(deployed):
    salon = Salon(deployed)
    for part in PLAIN if deployed.is_plain else (
        office.set_up, office.hire, office.leads, visits.look_around, visits.join, visits.book, visits.wait_in_line, visits.take_in, visits.by_link, visits.pay,
        office.customers, office.memberships, office.offers, office.products, visits.take_back, office.catalogue, office.rosters,
        office.books, office.drawer, office.operations, machines.told_by_mail, machines.timers, later.redriven_report,
        machines.scheduled, machines.signed_jobs, later.a_new_day, later.forgotten_sessions, visits.missed_by_the_relay,
        visits.pages, office.pages, machines.spam, later.restored, visits.leave, office.leave,
    ):
        started = time.monotonic()
        part(salon)
        print(f"{part.__module__}: {part.__name__.replace('_', ' ')} ({time.monotonic() - started:.1f} s)", flush=True)
