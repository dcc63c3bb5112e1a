"""What nobody asks for by hand: messages by stream and queue, the schedules, timers, jobs called from outside."""
import base64
import hashlib
import hmac
import json
import re
import urllib.parse

import clock
from stack import ALIAS, client

SIGNING_KEY = "signs-jobs-today"


def told_by_mail(salon):
    """What was booked and paid for is told by mail, and shown in the app."""
    salon.mail("asha", "Confirmed")
    invoice = salon.mail("asha", "Your invoice")
    if not any(part.get_content_type() == "application/pdf" for part in invoice.walk()):
        raise AssertionError("the invoice was mailed without its PDF")
    salon.wait_for("news in the app", lambda: salon.asha.call("GET /api/notifications")["notifications"])
    salon.asha.call("PATCH /api/notifications", {})


def spam(salon):
    """Somebody calls a mail spam: SES reports it to the stack's topic, and the desk sees that no more is sent."""
    sets = {str(mail["X-Configuration-Set"]) for mail in salon.deployed.mails()}
    if sets != {salon.deployed.stack.ids["MailSet"]}:
        raise AssertionError(f"mails bear the configuration sets {sets}")
    report = {"eventType": "Complaint", "complaint": {"complainedRecipients": [{"emailAddress": "asha@salon.test"}]}}
    topic = salon.deployed.stack.ids["MailReports"]
    client("sns", salon.deployed.url).publish(TopicArn=topic, Message=json.dumps(report))
    person = lambda: salon.team["receptionist"].call(f"GET /api/customers/{salon.asha_id}")["customer"]
    refused = salon.wait_for("the complaint on the customer's page", lambda: person().get("mailRefused"))
    if refused["reason"] != "complaint":
        raise AssertionError(f"mail is refused: {refused}")


def schedules(salon, group):
    scheduler, ids = client("scheduler", salon.deployed.url), salon.deployed.stack.ids
    names = [
        schedule["Name"] for page in scheduler.get_paginator("list_schedules").paginate(GroupName=ids[group])
        for schedule in page["Schedules"]
    ]
    return [scheduler.get_schedule(GroupName=ids[group], Name=name) for name in names]


def scheduled(salon):
    """Every schedule of the stack starts its job, with the input that it holds."""
    functions, jobs = client("lambda", salon.deployed.url), salon.deployed.stack.ids[f"JobsFunction{ALIAS}"]
    found = schedules(salon, "JobSchedules")
    if len(found) < 15:
        raise AssertionError(f"{len(found)} schedules")
    for schedule in found:
        target = schedule["Target"]
        if target["Arn"] != jobs:
            raise AssertionError(f"{schedule['Name']} starts {target['Arn']}")
        answer = functions.invoke(FunctionName=jobs, Payload=target["Input"])
        if "FunctionError" in answer:
            raise AssertionError(f"{target['Input']}: {answer['Payload'].read()[:500]}")
    wish = salon.mail("asha", "birthday")
    link = re.search(r"<https://([^/]+)(/[^>]+)>", wish["List-Unsubscribe"])
    if link[1] != salon.gateway.hosts["customer"]:
        raise AssertionError(f"a mail leads to {link[1]}")
    salon.visitor.call(f"GET {link[2]}")
    salon.visitor.call(f"POST {link[2]}")


def timers(salon):
    """What is due later than a quarter of an hour stands on a timer, which delivers to the queue."""
    sqs, ids = client("sqs", salon.deployed.url), salon.deployed.stack.ids
    found = schedules(salon, "Timers")
    if not found:
        raise AssertionError("no timer is set")
    queue = sqs.get_queue_attributes(QueueUrl=ids["JobsQueue"], AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    for timer in found:
        target = timer["Target"]
        if target["Arn"] != queue or not target["RoleArn"].endswith(ids["TimerRole"]):
            raise AssertionError(f"{timer['Name']} delivers to {target['Arn']} as {target['RoleArn']}")
        # As if its time had come.
        sqs.send_message(QueueUrl=ids["JobsQueue"], MessageBody=target["Input"])


def signed_jobs(salon):
    """The jobs' own routes: closed without a signature, open with one."""
    for route in salon.gateway.routes["admin"]:
        if not route.path.startswith("/api/jobs/"):
            continue
        status, _, _ = salon.nobody.send("POST", route.path, {})
        if status != 401:
            raise AssertionError(f"{route.key}: {status} without a signature")
        named = {"bookingId": salon.paid, "invoiceId": salon.invoice, "membershipId": salon.membership}
        body = json.dumps(named | {"again": "once"})
        headers = {"Content-Type": "application/json", "Upstash-Signature": signature(salon, route.path, body)}
        status, _, content = salon.gateway.ask("admin", "POST", route.path, body, headers)
        if status != 200:
            raise AssertionError(f"{route.key}: {status} {content[:500]}")


def signature(salon, path, body):
    text = lambda content: base64.urlsafe_b64encode(content).rstrip(b"=").decode()
    now = clock.unix_seconds()
    claims = {
        "iss": "Upstash", "sub": f"https://{salon.gateway.hosts['admin']}{path}", "iat": now, "nbf": now, "exp": now + 300,
        "body": text(hashlib.sha256(body.encode()).digest()),
    }
    signed = ".".join(text(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return f"{signed}.{text(hmac.new(SIGNING_KEY.encode(), signed.encode(), hashlib.sha256).digest())}"
