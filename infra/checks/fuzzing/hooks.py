"""What schemathesis cannot know: ids that exist, addresses that no rate limit has seen, sessions that a call ends."""
import json
import os
import random
import re
import unicodedata

import schemathesis
import urllib3.connection
import urllib3.connectionpool

import salon

POOLS = json.loads(os.environ["FUZZ_IDS"])
APP, EMAIL, OWN_ID = os.environ["FUZZ_APP"], os.environ.get("FUZZ_EMAIL"), os.environ.get("FUZZ_OWN_ID")
# Each call with a session of its own: for those that end it.
FRESH = "FUZZ_FRESH" in os.environ
choice = random.Random(int(os.environ["FUZZ_SEED"]))

FIELDS = {
    "branchId": "branches", "branchIds": "branches", "serviceId": "services", "serviceIds": "services",
    "gemsRedeemedServiceId": "services", "serviceInterestedId": "services", "staffId": "staff",
    "reassignToStaffId": "staff", "preferredStaffId": "staff", "customerId": "customers", "fromId": "customers", "tierId": "membership-tiers",
    "tagId": "tags", "offerId": "offers", "categoryId": "categories", "leadId": "leads", "bookingId": "bookings",
    "assignedTo": "users", "membershipId": "memberships", "productId": "products", "resourceId": "resources", "toBranchId": "branches",
}


def known(pool):
    """One that exists, most of the time."""
    ids = POOLS.get(pool)
    return choice.choice(ids) if ids and choice.random() < 0.75 else None


def with_ids(name, value):
    """The same value with ids that exist in the fields that have such."""
    if isinstance(value, dict):
        return {key: with_ids(key, part) for key, part in value.items()}
    if isinstance(value, list):
        return [with_ids(name, part) for part in value]
    return known(FIELDS[name]) or value if isinstance(value, str) and name in FIELDS else value


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is not None and case.meta.generation.mode.is_positive:
        parts = case.operation.path.split("/")
        for name in case.path_parameters or {}:
            place = parts.index("{" + name + "}")
            pool = "slugs" if name == "slug" else FIELDS.get(name, parts[place - 1])
            case.path_parameters[name] = known(pool) or case.path_parameters[name]
        if isinstance(case.body, dict):
            case.body = with_ids("", case.body)
        if case.query:
            case.query = with_ids("", dict(case.query))
    # An id from an earlier answer may be one's own, and whoever ends their own sessions is signed out.
    for name, value in (case.path_parameters or {}).items():
        if value == OWN_ID:
            case.path_parameters[name] = "nobody"
    if FRESH:
        case.headers = dict(case.headers or {}) | {"Cookie": salon.sign_in(APP, EMAIL)}


def contains(value, wanted):
    """Whether the value or a part of it is as wanted."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return wanted(value) or any(contains(part, wanted) for part in parts)


def is_shortened(value):
    """Whether hidden characters, or space around it, are taken out of a text before it is measured."""
    return isinstance(value, str) and (value != value.strip() or any(unicodedata.category(letter) in ("Cc", "Cf") for letter in value))


# What no schema can say. Everything else that a schema allows and a request is refused for is a finding.
BEYOND_SCHEMAS = re.compile("|".join([
    # What there is, and in which state.
    r"exist", r"is no branch", r"active (staff member|tier|service|product)", r"is not a (\w+ )?service", r"does not match ", r"must be a spa service",
    r"must be a customer", r"must be a staff member", r"must be a user of role", r"customer who has this phone", r"booking of this customer",
    r"a branch that takes bookings", r"no active staff member", r"has no room", r"one that an earlier page gave",
    r"older than what is kept", r"does not apply to this booking", r"redeemed with gems", r"not enough gems",
    r"the branch has no", r"rooms of the branch", r"services of the booking", r"can do the services?", r"by at most \d+ people",
    r"in at most \d+ rooms", r"one person two at the same time", r"name each service once",
    # What time it is, and what is open then.
    r"past", r"must be in the future", r"on offer", r"(days|years) (ahead|ago)", r"within ", r"opening hours",
    r"finish (before midnight|by closing time)", r"calendar", r"minutes from now", r"leave time for the work", r"room in use",
    # What another field says.
    r"\b(before|after)\b", r"is required( (for|when|where)\b|[,:])", r"must be left out", r"each \w+ once",
    r"must leave at most", r"must (sum|come) to", r"more than was counted", r"value of a note or a coin", r"must rise", r"must not be 0",
    r"where nothing is adjusted", r"must be another branch", r"exactly one of", r"at most one of", r"is required with", r"is for cash",
    r"goes with format=tally", r"must be a day of the month",
    r"must be 1 for a service", r"must be a line of the bill", r"stands on the bill twice", r"is on the bill", r"must not be (above|less)",
    r"must have at most 20 products", r"takes no payments",
    r"the services of the booking", r"its last day", r"at most \d+ days", r"must not overlap another", r"must not repeat", r"combined with gems",
    # An address or a key is more than its pattern, and no pattern knows what is lower case in every script.
    r"words in lower case",
    # The variables of a text are those of its kind.
    r"known variables", r"must (open|close) every brace", r"must be written without ₹",
    r"must be an? (https |web )?address", r"the address of a", r"must be a URL", r"must be a P-256 key", r"push service", r"port 443",
    r"user name or password", r"https URL", r"public address",
    # A picture is more than its bytes.
    r"must be a (JPEG|picture)",
    # A GSTIN has a check character, and the code of its state.
    r"characters that fit each other", r"checks the others", r"begin with the stateCode",
]))


def is_beyond_schemas(response):
    """Whether a request was refused by a rule that only the service can know."""
    error = response.json().get("error", {})
    if error.get("code") == "BUSINESS_RULE_VIOLATION":
        return True
    told = [message for messages in error.get("details", {}).values() for message in messages]
    return bool(told) and all(map(BEYOND_SCHEMAS.search, told))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """By contract, a dry run ignores the idempotency key and has null for ids that it did not take, a null in a body is a
    field that is left out, and a text is measured without what is taken out of it."""
    kind, is_dry_run = type(failure).__name__, response.headers.get("dry-run") is not None
    not_taken = kind == "JsonSchemaError" and is_dry_run
    ignored = kind == "AcceptedNegativeData" and is_dry_run and "Idempotency-Key" in failure.message
    left_out = kind == "AcceptedNegativeData" and contains(case.body, lambda value: value is None)
    sent = [case.body, dict(case.query or {})]
    shortened = kind == "AcceptedNegativeData" and "maxLength" in failure.message and contains(sent, is_shortened)
    # A customer may write 300 times a minute, from whatever address.
    is_a_rule = kind == "RejectedPositiveData" and (response.status_code == 429 or is_beyond_schemas(response))
    return not (not_taken or ignored or left_out or shortened or is_a_rule)


def connect(self, connected=urllib3.connection.HTTPConnection.connect):
    self.source_address = (salon.address(), 0)
    connected(self)


def put_conn(self, connection):
    """A connection is used once."""
    if connection:
        connection.close()


urllib3.connection.HTTPConnection.connect = connect
urllib3.connectionpool.HTTPConnectionPool._put_conn = put_conn
