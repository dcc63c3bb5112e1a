"""What holds for the stack as a whole, after everything that was done in it."""
import json

from stack import client

NO_WHATSAPP = "no secret of WhatsApp's: its service is not on this machine"
ONLY_POST = "agents only POST: the protocol wants 405 for the rest"

"""Routes that are not answered with success here, and why."""
UNANSWERED = {
    ("customer", "POST /api/ably/token"): "no realtime key: its service is not on this machine",
    ("customer", "GET /api/webhooks/whatsapp"): NO_WHATSAPP,
    ("customer", "POST /api/webhooks/whatsapp"): NO_WHATSAPP,
    ("admin", "POST /api/ably/token"): "no realtime key: its service is not on this machine",
    **{(app, f"{method} /mcp"): ONLY_POST for app in ("customer", "admin") for method in ("GET", "DELETE")},
}


"""What is allowed and not used here, and why."""
BY_LAMBDA = "Lambda itself sends there what a function failed at"
NO_PUSH = "a push goes to port 443 of a browser's service"
NOT_DUE = "an offer, gems or a membership end later than these days; the end-to-end tests have it used"
UNUSED = {
    ("JobsFunction", "sqs:SendMessage", "JobsDeadLetters"): BY_LAMBDA,
    ("JobsFunction", "dynamodb:UpdateItem", "Table"): NOT_DUE,
    ("OutboxFunction", "sqs:SendMessage", "OutboxFailures"): BY_LAMBDA,
    ("AdminOperationsFunction", "ssm:GetParameter", "VapidPrivateKeyParam"): NO_PUSH,
}


def refused(deployed):
    """What a function needed and was not allowed to do."""
    return sorted({f"{name}: refused {what}" for name, endpoint in deployed.endpoints.items() for what in endpoint.refused})


def unanswered(deployed):
    problems = []
    for app, routes in deployed.gateway.routes.items():
        for route in routes:
            excused = (app, route.key) in UNANSWERED
            if route.key != "$default" and not route.served and not excused:
                problems.append(f"{app} {route.key}: never answered with success")
            if route.served and excused:
                problems.append(f"{app} {route.key}: is answered, and still excused")
    return problems


def on_the_wrong_host(deployed):
    """A route of one app is a 404 envelope on the other app's host."""
    problems = []
    for app, other in (("customer", "admin"), ("admin", "customer")):
        for route in deployed.gateway.routes[app]:
            path = route.path.replace("{", "").replace("}", "")
            if route.key == "$default" or deployed.gateway.route(other, route.method, path):
                continue
            status, headers, content = deployed.gateway.ask(other, route.method, path)
            try:
                code = json.loads(content)["error"]["code"]
            except (ValueError, KeyError):
                code = content[:100]
            # Another method of a path that the other app has is 405 there.
            if (status, code) not in ((404, "NOT_FOUND"), (405, "METHOD_NOT_ALLOWED")):
                problems.append(f"{route.key} of the {app} app on the {other} host: {status} {code}")
    return problems


def left_behind(deployed):
    """Nothing lies among the dead letters."""
    sqs, problems = client("sqs", deployed.url), []
    for name in ("JobsDeadLetters", "OutboxFailures"):
        for message in sqs.receive_message(QueueUrl=deployed.stack.ids[name], MaxNumberOfMessages=10).get("Messages", []):
            problems.append(f"{name}: {message['Body'][:300]}")
    return problems


def logged(deployed):
    """What functions logged as errors."""
    logs, lines = client("logs", deployed.url), []
    for group in logs.get_paginator("describe_log_groups").paginate().build_full_result()["logGroups"]:
        name = group["logGroupName"]
        events = logs.get_paginator("filter_log_events").paginate(logGroupName=name).build_full_result()["events"]
        lines += [f"{name}: {event['message']}" for event in events if "ERROR" in event["message"]]
    return lines


def unmeasured(deployed):
    """The functions wrote every metric, in the form that CloudWatch reads from a log."""
    logs, missing = client("logs", deployed.url), {"Bookings", "Refusals", "Sends", "JobLateness"}
    for group in logs.get_paginator("describe_log_groups").paginate().build_full_result()["logGroups"]:
        events = logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]).build_full_result()
        for event in events["events"]:
            for line in event["message"].splitlines():
                if '"_aws"' in line:
                    missing -= {metric["Name"] for metric in json.loads(line)["_aws"]["CloudWatchMetrics"][0]["Metrics"]}
    return [f"no function wrote the metric {name}" for name in sorted(missing)]


def unused(deployed):
    """What is allowed and nothing used."""
    left, problems = dict(UNUSED), []
    for name, endpoint in deployed.endpoints.items():
        for action, resource in endpoint.policy.unused():
            excuse = next((key for key in left if key[:2] == (name, action) and key[2] in resource), None)
            if excuse:
                del left[excuse]
            else:
                problems.append(f"{name}: {action} on {resource} is allowed and never used")
    return problems + [f"{' '.join(excuse)}: is used, or not allowed at all, and still excused" for excuse in left]


def gone_wrong(deployed):
    """What is wrong however little was done."""
    return [problem for check in (refused, left_behind, logged) for problem in check(deployed)]


def broken(deployed):
    checks = (refused, unanswered, on_the_wrong_host, left_behind, unmeasured, unused)
    return [problem for check in checks for problem in check(deployed)]
