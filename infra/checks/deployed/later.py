"""What time does: nobody waits for it here, so it is written into the table."""
import datetime
import pathlib
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))

import clock
from machines import schedules
from restore import adopt, go_on_numbering, restore, to_erase_again, to_keep
from stack import ALIAS, client

EARLIER_TABLE = "TableOfYesterday"


class Table:
    """The table, for somebody with rights of their own."""

    def __init__(self, salon):
        self.dynamodb, self.name = client("dynamodb", salon.deployed.url), salon.deployed.stack.outputs["TableName"]

    def of_kind(self, kind):
        pages = self.dynamodb.get_paginator("scan").paginate(
            TableName=self.name, FilterExpression="#kind = :kind", ExpressionAttributeNames={"#kind": "kind"},
            ExpressionAttributeValues={":kind": {"S": kind}},
        )
        return [item for page in pages for item in page["Items"]]

    def unsealed(self):
        """The events that are not in the feed yet: their messages may not be in the queue either."""
        segments = [entry["M"]["id"]["S"] for segment in self.of_kind("feed_segment") for entry in segment["events"]["L"]]
        return [event for event in self.of_kind("event") if event["id"]["S"] not in segments]

    def backdate(self, event, **span):
        """Stores an event as if it had been written earlier: its id begins with the moment, in milliseconds."""
        earlier = int(event["id"]["S"][:12], 16) - int(datetime.timedelta(**span).total_seconds() * 1000)
        moved = {"S": f"{earlier:012x}{event['id']['S'][12:]}"}
        self.dynamodb.put_item(TableName=self.name, Item=event | {"SK": moved, "id": moved})
        self.dynamodb.delete_item(TableName=self.name, Key={"PK": event["PK"], "SK": event["SK"]})

    def change(self, item, **attributes):
        self.dynamodb.update_item(
            TableName=self.name, Key={"PK": item["PK"], "SK": item["SK"]},
            UpdateExpression="SET " + ", ".join(f"{name} = :{name}" for name in attributes),
            ExpressionAttributeValues={f":{name}": {"S": value} for name, value in attributes.items()},
        )

    def date(self, item, attribute, moment):
        """Moves a moment of an item, and its place in the list of what is due."""
        text = moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        self.change(item, **{attribute: text, "G3SK": f"{text}#{item['id']['S']}"})


def from_now(**span):
    return clock.now().astimezone(datetime.timezone.utc) + datetime.timedelta(**span)


def a_new_day(salon):
    """Sessions that have not been used for a day are extended by whichever function meets them first."""
    table = Table(salon)
    aged = lambda: [table.date(session, "expires_at", from_now(days=5)) for session in table.of_kind("session")]
    for use in (
        lambda: salon.asha.page("/profile"), lambda: salon.team["developer"].page("/"),
        lambda: salon.team["manager"].call("GET /api/reports/sales"),
    ):
        aged()
        use()


def forgotten_sessions(salon):
    """Sessions that nobody came back to are deleted: by the schedule, and by a letter that lay dead and was sent again."""
    table, jobs = Table(salon), salon.deployed.stack.ids[f"JobsFunction{ALIAS}"]
    gone = lambda session: lambda: session not in [left["SK"] for left in table.of_kind("session")]
    for clean in (
        lambda: client("lambda", salon.deployed.url).invoke(FunctionName=jobs, Payload='{"job":"session-cleanup"}'),
        lambda: redriven(salon, '{"job":"session-cleanup"}'),
    ):
        known = [session["SK"] for session in table.of_kind("session")]
        salon.customer("uma")
        session = next(session for session in table.of_kind("session") if session["SK"] not in known)
        table.date(session, "expires_at", from_now(days=-1))
        clean()
        salon.wait_for("the end of a forgotten session", gone(session["SK"]))


def redriven(salon, letter):
    queue = salon.deployed.stack.ids["JobsQueue"]
    client("sqs", salon.deployed.url).send_message(QueueUrl=queue, MessageBody=letter)


def redriven_report(salon):
    """A report whose run failed three times, and whose letter was sent to the queue again."""
    told = lambda: [path for path, _ in salon.deployed.outside.received if path == "/chat"]
    before = len(told())
    redriven(salon, '{"job":"daily-sales-report"}')
    salon.wait_for("the day's sales in the chat", lambda: len(told()) > before)


def an_earlier_table(dynamodb, template):
    """A table as DynamoDB restores one: keys and indexes, nothing else. The parameters by which the stack takes it."""
    properties = template["Resources"]["Table"]["Properties"]
    kept = ("BillingMode", "AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes")
    dynamodb.create_table(TableName=EARLIER_TABLE, **{name: properties[name] for name in kept})
    return adopt(dynamodb, EARLIER_TABLE)


def restored(salon):
    """The table is lost to a mistake and made again from a copy, as after a restore to a point in time."""
    table, copy = Table(salon), "restored"
    described = table.dynamodb.describe_table(TableName=table.name)["Table"]
    table.dynamodb.create_table(
        TableName=copy, BillingMode="PAY_PER_REQUEST",
        KeySchema=described["KeySchema"], AttributeDefinitions=[
            attribute for attribute in described["AttributeDefinitions"] if attribute["AttributeName"] in ("PK", "SK")
        ],
    )
    salon.wait_for("the last event in the feed", lambda: not table.unsealed())
    started = time.monotonic()
    total, copied, _ = restore(table.dynamodb, table.name, copy, True)
    mistake = table.of_kind("booking")
    for booking in mistake:
        table.dynamodb.delete_item(TableName=table.name, Key={"PK": booking["PK"], "SK": booking["SK"]})
    table.change(mistake[0], made_up="since then")
    found, put, deleted = restore(table.dynamodb, copy, table.name, True)
    print(f"restored {total} items in {time.monotonic() - started:.1f} s", flush=True)
    if copied != total or found != total or put < len(mistake):
        raise AssertionError(f"{copied} of {total} copied, {put} of {len(mistake)} put back, {deleted} deleted")
    if restore(table.dynamodb, copy, table.name, False)[1:] != (0, 0):
        raise AssertionError("the table is not what it was")
    numbers_go_on(table, copy)
    the_erased_are_named(table, copy)
    salon.asha.call("GET /api/bookings")


def numbers_go_on(table, copy):
    """Invoices issued after the moment that is restored are on paper: their numbers are not issued again."""
    series = next(item for item in table.of_kind("number_series") if item["SK"]["S"].startswith("INVOICE#"))
    where = {"PK": series["PK"], "SK": series["SK"]}
    earlier = series | {"last": {"N": str(int(series["last"]["N"]) - 1)}}
    table.dynamodb.put_item(TableName=copy, Item=earlier)
    restore(table.dynamodb, copy, table.name, True)
    if table.dynamodb.get_item(TableName=table.name, Key=where)["Item"] != series:
        raise AssertionError("a restore took back the last invoice number")
    if go_on_numbering(table.dynamodb, copy, table.name) != 1:
        raise AssertionError("an adopted table does not go on from the last invoice number")
    if table.dynamodb.get_item(TableName=copy, Key=where)["Item"] != series:
        raise AssertionError("an adopted table would issue the last invoice number again")


def the_erased_are_named(table, copy):
    """Who was erased after the moment that is restored, or asked for it, is whole again: they are to be erased again."""
    if to_erase_again(table.dynamodb, copy, table.name):
        raise AssertionError("somebody is to be erased again of whom both tables tell the same")
    event = table.of_kind("event")[0]
    erased = {"SK": {"S": "f" * 32}, "id": {"S": "f" * 32}, "what": {"S": "customer.erased"}, "entity_id": {"S": "user-1"}}
    asked = {"PK": {"S": "USER#user-2"}, "SK": {"S": "ERASURE"}, "kind": {"S": "erasure"}, "user_id": {"S": "user-2"}}
    for item in (event | erased, asked):
        table.dynamodb.put_item(TableName=copy, Item=item)
    if (named := to_erase_again(table.dynamodb, table.name, copy)) != ["user-1", "user-2"]:
        raise AssertionError(f"to be erased again: {named}")
    # Asked for by the copy alone, and not erased by the other: it was taken back.
    if (named := to_keep(table.dynamodb, copy, table.name)) != ["user-2"]:
        raise AssertionError(f"to be kept: {named}")


def swept(salon, ask):
    """The relay stands still, and the sweep sends what has waited for too long."""
    functions, stack, table = client("lambda", salon.deployed.url), salon.deployed.stack, Table(salon)
    mapping = stack.ids["OutboxFunctionStream"]
    timers = len(schedules(salon, "Timers"))
    functions.update_event_source_mapping(UUID=mapping, Enabled=False)
    ask()
    for event in table.unsealed():
        table.backdate(event, minutes=10)
    # As if no sweep had looked at that time yet.
    progress = {"S": "FEED_PROGRESS"}
    table.dynamodb.delete_item(TableName=table.name, Key={"PK": progress, "SK": progress})
    functions.invoke(FunctionName=stack.ids[f"JobsFunction{ALIAS}"], Payload='{"job":"outbox-sweep"}')
    salon.wait_for("the missed events in the feed", lambda: not table.unsealed())
    if len(schedules(salon, "Timers")) <= timers:
        raise AssertionError("the sweep set no timer")
    functions.update_event_source_mapping(UUID=mapping, Enabled=True)
