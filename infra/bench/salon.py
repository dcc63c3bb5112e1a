"""What is measured on, made through the API: a branch with one person, one with ten, one with twelve and a day of 300
bookings."""
import datetime
import itertools

from client import Person

IST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
MINUTES = 25
"""Times a person has in a day from 10:00 with this service."""
TIMES = [f"{10 + minute // 60:02}:{minute % 60:02}" for minute in range(0, 25 * MINUTES, MINUTES)]
BOARD_PEOPLE, BOARD_BOOKINGS, LIST_ROWS = 12, 300, 50


def day(ahead):
    return (datetime.datetime.now(IST) + datetime.timedelta(days=ahead)).date().isoformat()


class Salon:
    """The measured part of the salon; ids, people signed in, and what has been prepared."""

    def __init__(self, service):
        self.service = service
        self.stranger = Person(service.customer)
        self.customer = Person(service.customer, "customer@parlour.test")
        self.desk = Person(service.admin, "receptionist@parlour.test")
        self.owner = Person(service.admin, "owner@parlour.test")
        self.places = {}
        lookups = self.desk.ask("GET", "/api/lookups")
        self.haircut = next(one["id"] for one in lookups["services"] if one["name"] == "Haircut and Styling")
        self.stylist = next(one["id"] for one in lookups["staff"] if one["displayName"] == "Demo Staff")
        self.open_branch = next(one["id"] for one in lookups["branches"] if one["code"] == "IND")
        category = next(
            one for one in self.owner.ask("GET", "/api/services/categories")["categories"] if one["slug"] == "hair"
        )
        self.trim = self.made_service(category, "Quick Trim", {"durationMinutes": MINUTES})
        wrap = {"durationMinutes": 60, "processingMinutes": 20, "finishMinutes": 10}
        self.wrap = self.made_service(category, "Body Wrap", wrap)
        self.guest = self.owner.ask("GET", "/api/customers?q=Second")["customers"][0]["id"]
        self.one = self.branch("ONE", 1)
        self.ten = self.branch("TEN", 10)
        self.board = self.branch("BOARD", BOARD_PEOPLE)
        self.rooms = self.branch("ROOMS", 10, [self.trim, self.wrap])
        for number in range(10):
            room = {"branchId": self.rooms, "name": f"Room {number + 1}", "group": "wrap room", "turnaroundMinutes": 10}
            self.owner.ask("POST", "/api/resources", room)
        self.owner.ask("PATCH", f"/api/services/{self.wrap}", {"needs": [{"group": "wrap room"}]})
        self.owner.ask("PATCH", f"/api/branches/{self.rooms}/settings", {"confirmation": "instant"})
        self.board_day, self.list_day, self.request_day = day(3), day(4), day(5)

    def made_service(self, category, name, minutes):
        """Its id."""
        made = self.owner.ask("POST", "/api/services", {
            "categoryId": category["id"], "name": name, "bufferMinutes": 0, "pricePaise": 29900, **minutes,
        })
        return (made.get("service") or made)["id"]

    def branch(self, code, people, services=None):
        """A branch that plans the time of its people; returns its id and theirs."""
        made = self.owner.ask("POST", "/api/branches", {
            "name": f"Branch of {people}", "code": code, "number": f"{90 + len(self.places)}", "address": "1 Test Road",
            "stateCode": "29", "status": "operational", "openTime": "10:00", "closeTime": "21:00",
        })
        branch = (made.get("branch") or made)["id"]
        self.owner.ask("PATCH", f"/api/branches/{branch}/settings", {"slotPolicy": "staffed"})
        week = [{"weekday": weekday, "shifts": [{"start": "10:00", "end": "21:00"}]} for weekday in range(1, 8)]
        staff = []
        for number in range(people):
            member = self.owner.ask("POST", "/api/staff", {
                "email": f"{code.lower()}{number}@example.test", "name": f"Person {number + 1} of {code}",
                "branchIds": [branch], "serviceIds": services or [self.trim],
            })
            member = (member.get("staff") or member.get("member") or member)["id"]
            self.owner.ask("PUT", f"/api/schedule/staff/{member}/weekly", {"effectiveFrom": day(0), "days": week})
            staff.append(member)
        self.places[code] = (branch, staff)
        return branch

    def walk_in(self, code, date, time, person):
        branch, staff = self.places[code]
        return {
            "customerId": self.guest, "branchId": branch, "serviceType": "salon", "serviceIds": [self.trim],
            "staffId": staff[person], "bookingDate": date, "startTime": time,
        }

    def free_walk_ins(self, code, first_day):
        """Walk-ins that find their person free, one after the other."""
        _, staff = self.places[code]
        for ahead in itertools.count(first_day):
            date = day(ahead)
            for time in TIMES:
                for person in range(len(staff)):
                    yield self.walk_in(code, date, time, person)

    def fill_days(self):
        """The day of the board, and that of the list."""
        for date, count in ((self.board_day, BOARD_BOOKINGS), (self.list_day, LIST_ROWS)):
            for number in range(count):
                time, person = TIMES[number // BOARD_PEOPLE], number % BOARD_PEOPLE
                self.desk.ask("POST", "/api/bookings", self.walk_in("BOARD", date, time, person))

    def instant_requests(self, first_day):
        """Requests that find people and rooms free, each confirmed at once."""
        for ahead in itertools.count(first_day):
            for time in TIMES[::3]:
                for _ in range(10):
                    yield {
                        "branchId": self.rooms, "serviceType": "salon", "bookingDate": day(ahead), "startTime": time,
                        "serviceIds": [self.wrap],
                    }

    def request(self, date=None):
        """A customer's request for an appointment."""
        return {
            "branchId": self.open_branch, "serviceType": "salon", "bookingDate": date or self.request_day,
            "startTime": "12:00", "serviceIds": [self.haircut],
        }
