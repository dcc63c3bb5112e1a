"""Fuzzes both apps: fuzzing BINARY [--full] [--seconds N] [--examples N] [--seed N] [--only TEXT]."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import salon

here = pathlib.Path(__file__).resolve().parent
options = argparse.ArgumentParser(description=__doc__)
options.add_argument("binary")
options.add_argument("--full", action="store_true", help="every role, many examples, no limit of time")
options.add_argument("--seconds", type=int, default=105, help="the limit of time, where there is one")
options.add_argument("--examples", type=int, help="how many of each operation")
options.add_argument("--seed", type=int, default=1)
options.add_argument("--only", default="", help="passes with this in their name")
asked = options.parse_args()

ROLES = ["staff", "receptionist", "manager", "owner", "developer"]
PEOPLE = ["customer", *ROLES]
# These end the session, so each call of them gets one of its own.
LEAVING = re.compile(r"^auth\.(signOut|revoke\w*)$")
QUEUE = "the queue"
LISTS = {
    "bookings": "/api/bookings", "customers": "/api/customers", "leads": "/api/leads", "memberships": "/api/memberships",
    "membership-tiers": "/api/membership-tiers?all=true", "offers": "/api/offers", "staff": "/api/staff",
    "services": "/api/services", "categories": "/api/services/categories", "tags": "/api/tags",
    "branches": "/api/branches", "users": "/api/users", "invites": "/api/users/invites",
    "invoices": "/api/billing/invoices", "leave": "/api/schedule/leave", "blocks": "/api/schedule/blocks",
    "closures": "/api/schedule/closures", "resources": "/api/resources", "products": "/api/products", "webhooks": "/api/webhooks",
}


def records(value):
    """Every object with an id."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from records(part)


def pools(service):
    """Ids that exist, by what they are of; not those of the people who are signed in, as they would be signed out."""
    admin, cookie = service.apps["admin"], salon.sign_in(service.apps["admin"], "developer@parlour.test")
    names = [f"{role}@parlour.test" for role in PEOPLE]
    found = {}
    salon.call(admin + "/api/webhooks", "POST", {"url": "https://receiver.invalid/"}, cookie)
    for pool, path in LISTS.items():
        status, _, text = salon.call(admin + path, cookie=cookie)
        assert status == 200, f"{path}: {status} {text}"
        listed = [record for record in records(json.loads(text)["data"]) if not any(name in json.dumps(record) for name in names)]
        found[pool] = list(dict.fromkeys(record["id"] for record in listed))[:40]
        if pool == "services":
            found["slugs"] = [record["slug"] for record in listed if "slug" in record][:40]
    found["integrations"] = ["queue", "heartbeat", "nothing"]
    return found


def operations(app):
    """The ids of the operations, each with the lowest role that may use it; None where there is no role."""
    _, _, text = salon.call(f"{app}/api/openapi.json")
    paths = json.loads(text)["paths"]
    all_of_them = [operation for methods in paths.values() for operation in methods.values() if "operationId" in operation]
    role = lambda operation: re.search(r"role `(\w+)`", operation.get("description", ""))
    return {operation["operationId"]: (role(operation) or [None, None])[1] for operation in all_of_them}


def passes(service):
    """App, who, the ids of the operations, whether each call gets a session of its own."""
    for app, address in service.apps.items():
        known = operations(address)
        jobs = [operation for operation in known if operation.startswith("jobs.")]
        staying = [operation for operation in known if operation not in jobs and not LEAVING.match(operation)]
        roles = ["customer"] if app == "customer" else ROLES
        yield app, None, list(known), False
        for role in roles:
            # What has no role is used by whoever is signed in, so once is enough.
            lowest = [role, None] if role == roles[0] else [role]
            yield app, role, staying if asked.full else [name for name in staying if known[name] in lowest], False
        yield app, "customer" if app == "customer" else "owner", [name for name in known if LEAVING.match(name)], True
        if jobs:
            yield app, QUEUE, jobs, False


def run(service, ids, seconds, app, role, names, fresh):
    address, email = service.apps[app], f"{role}@parlour.test" if role in PEOPLE else None
    cookie = salon.sign_in(address, email) if email else None
    command = [
        pathlib.Path(sys.executable).with_name("schemathesis"), "--no-color", "--config-file", here / "schemathesis.toml",
        "run", f"{address}/api/openapi.json", "--url", address, "--seed", str(asked.seed), "--continue-on-failure",
        "--suppress-health-check", "all", "--generation-database", "none", "--warnings", "off", "--request-timeout", "60",
        "--include-operation-id-regex", f"^({'|'.join(re.escape(name) for name in names)})$",
        "--phases", "examples,coverage,fuzzing,stateful" if asked.full else "examples,coverage,fuzzing",
        "--max-examples", str(asked.examples or (100 if asked.full else 3)),
    ]
    if not asked.full:
        command += ["--max-time", str(seconds), "--no-shrink"]
    if role:
        # Whether it is asked who calls is for the passes of those who say nothing.
        command += ["--exclude-checks", "ignored_auth"]
    if cookie and not fresh:
        command += ["--header", f"Cookie: {cookie}"]
    if role == QUEUE:
        command += ["--header", f"x-internal-job-token: {salon.JOB_TOKEN}"]
    settings = {
        "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(here), "FUZZ_IDS": json.dumps(ids), "FUZZ_APP": address,
        "FUZZ_SEED": str(asked.seed), "PYTHONHASHSEED": str(asked.seed),
    } | ({"FUZZ_EMAIL": email, "FUZZ_OWN_ID": salon.signed_in_as(address, cookie)} if email else {})
    settings |= {"FUZZ_FRESH": "1"} if fresh else {}
    done = subprocess.run(
        command, cwd=target, env=os.environ | settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if cookie and not salon.signed_in_as(address, cookie) and not fresh:
        return 1, done.stdout + "\nThe session was lost on the way, so the rest was not tried as this role."
    return done.returncode, done.stdout


started, failed = time.monotonic(), []
target = here.parents[2] / "target"
log = open(target / "fuzz.log", "w")
with salon.service(asked.binary, log) as service:
    ids = pools(service)
    wanted = [one for one in passes(service) if asked.only in f"{one[0]} {one[1] or 'signed out'}"]
    # By how much there is to do.
    weight = sum(len(one[2]) + 5 for one in wanted)
    for app, role, names, fresh in wanted:
        name = f"{app}, {role or 'signed out'}{', signing out' if fresh else ''}"
        begun = time.monotonic()
        seconds = max(3, asked.seconds * (len(names) + 5) // weight)
        code, output = run(service, ids, seconds, app, role, names, fresh)
        cases = re.findall(r"(\d+) generated", output)
        print(f"{name}: {len(names)} operations, {cases[-1] if cases else '?'} cases, {time.monotonic() - begun:.0f} s", flush=True)
        if code:
            failed.append(name)
            print(output, flush=True)
    if service.process.poll() is not None:
        failed.append("the service ended")
print(f"{time.monotonic() - started:.0f} s; " + (f"failed: {'; '.join(failed)}" if failed else "nothing found"))
sys.exit(1 if failed else 0)
