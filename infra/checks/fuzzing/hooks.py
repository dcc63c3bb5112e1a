"""What schemathesis cannot know: ids that exist, addresses that no rate limit has seen, sessions that a call ends."""
import json
import os
import random

import schemathesis
import urllib3.connection
import urllib3.connectionpool

import salon

POOLS = json.loads(os.environ["FUZZ_IDS"])
APP, EMAIL = os.environ["FUZZ_APP"], os.environ.get("FUZZ_EMAIL")
# Each call with a session of its own: for those that end it.
FRESH = "FUZZ_FRESH" in os.environ
choice = random.Random(int(os.environ["FUZZ_SEED"]))

FIELDS = {
    "branchId": "branches", "branchIds": "branches", "serviceId": "services", "serviceIds": "services",
    "gemsRedeemedServiceId": "services", "serviceInterestedId": "services", "staffId": "staff",
    "reassignToStaffId": "staff", "customerId": "customers", "fromId": "customers", "tierId": "membership-tiers",
    "tagId": "tags", "offerId": "offers", "categoryId": "categories", "leadId": "leads", "bookingId": "bookings",
    "assignedTo": "users", "membershipId": "memberships",
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
    if FRESH:
        case.headers = dict(case.headers or {}) | {"Cookie": salon.sign_in(APP, EMAIL)}


def has_null(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return value is None or any(has_null(part) for part in parts)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """By contract, ids that a dry run did not take are null, and a null in a body is a field that is left out."""
    kind = type(failure).__name__
    is_dry_run = kind == "JsonSchemaError" and response.headers.get("dry-run") is not None
    left_out = kind == "AcceptedNegativeData" and has_null(case.body)
    return not (is_dry_run or left_out)


def connect(self, connected=urllib3.connection.HTTPConnection.connect):
    self.source_address = (salon.address(), 0)
    connected(self)


def put_conn(self, connection):
    """A connection is used once."""
    if connection:
        connection.close()


urllib3.connection.HTTPConnection.connect = connect
urllib3.connectionpool.HTTPConnectionPool._put_conn = put_conn
