"""The endpoints that are measured, each with what it may use of our own CPU."""
import itertools
import time
from dataclasses import dataclass
from typing import Callable, Optional

from client import Call, Line, Person

"""Fewer than one customer may have open."""
REQUESTS_EACH = 100


@dataclass
class Endpoint:
    name: str
    port: int
    """Makes the next call; calls that write need a new one each time."""
    next_call: Callable[[], Call]
    own_ms: Optional[float] = None
    """Most bytes of the answer, compressed."""
    bytes: Optional[int] = None
    writes: bool = False


def reading(path, person, **budget):
    call = Call("GET", path, cookie=person.cookie)
    return dict(port=person.port, next_call=lambda: call, **budget)


def following(path, person, **budget):
    """What a desk asks every ten seconds: whether its copy of the board still stands. The copy is a minute old at most, and made
    once all that was written is known everywhere."""
    copies = {}

    def next_call():
        made, tag = copies.get("", (0, None))
        if time.monotonic() - made > 60:
            time.sleep(11)
            with Line(person.port) as line:
                tag = line.send(Call("GET", path, cookie=person.cookie))[0].headers["etag"]
            copies[""] = time.monotonic(), tag
        return Call("GET", path, cookie=person.cookie, tag=tag)

    return dict(port=person.port, next_call=next_call, **budget)


def requests(port, bodies, name="bench"):
    """Requests for a booking, by one customer after the other."""
    for number in itertools.count():
        cookie = Person(port, f"{name}{number}@example.test").cookie
        for body in itertools.islice(bodies, REQUESTS_EACH):
            yield Call("POST", "/api/bookings", body, cookie)


def endpoints(salon, size):
    """For a salon whose days are filled."""
    stranger, customer, desk = salon.stranger, salon.customer, salon.desk
    branch, trim = salon.open_branch, salon.trim
    made_requests = requests(customer.port, itertools.repeat(salon.request()))
    instant = requests(customer.port, salon.instant_requests(6), "instant")
    walk_ins = salon.free_walk_ins("TEN", 6)

    def availability(where):
        return f"/api/availability?date={salon.request_day}&branchId={where}"

    def next_walk_in():
        return Call("POST", "/api/bookings", next(walk_ins), desk.cookie)

    search = 0.8 if size.customers <= 20_000 else 5
    book = f"/book?services={trim}&branch={salon.ten}&date={salon.request_day}"
    made = {
        "availability, open": reading(availability(branch), stranger, own_ms=0.4),
        "availability, staffed, one person": reading(availability(salon.one), stranger, own_ms=0.6),
        "availability, staffed, any of 10": reading(availability(salon.ten), stranger, own_ms=1.0),
        "availability, 2 services, any of 10 people and 10 rooms": reading(
            f"{availability(salon.rooms)}&serviceIds={trim},{salon.wrap}", stranger, own_ms=1.2
        ),
        "a day's list, 50 rows": reading(
            f"/api/bookings?date={salon.list_day}&branchId={salon.board}", desk, own_ms=0.8
        ),
        "search customers": reading("/api/customers?q=guest%2000012", desk, own_ms=search),
        "catalogue": reading("/api/services", stranger),
        "page /": reading("/", stranger, own_ms=2),
        "page /services": reading("/services", stranger, own_ms=2),
        "page /services/{slug}": reading("/services/haircut-and-styling", stranger, own_ms=2),
        "page /book": reading("/book", stranger, own_ms=2),
        "page /book, staffed, any of 10": reading(book, stranger, own_ms=2),
        "page /bookings": reading("/bookings", customer, own_ms=2),
        "desk page /, 12 people, 300 bookings": reading(
            f"/?branch={salon.board}&date={salon.board_day}", desk, own_ms=5, bytes=90_000
        ),
        "desk page /, nothing new": following(f"/?branch={salon.board}&date={salon.board_day}", desk, own_ms=1),
        # Last: what they write would lengthen the customer's own list.
        "create a booking": dict(
            port=customer.port, next_call=lambda: next(made_requests), own_ms=1.4, writes=True,
        ),
        "create a booking, confirmed at once": dict(
            port=customer.port, next_call=lambda: next(instant), own_ms=2.5, writes=True,
        ),
        "walk-in with a person": dict(port=desk.port, next_call=next_walk_in, own_ms=2.2, writes=True),
    }
    return [Endpoint(name, **rest) for name, rest in made.items()]


def named(all_endpoints, wanted):
    return [one for one in all_endpoints if not wanted or any(part in one.name for part in wanted)]
