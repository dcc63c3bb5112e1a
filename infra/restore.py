"""What a restore needs after DynamoDB has made the earlier table anew: the stack takes that table, or its own is made equal.

    python3 infra/restore.py RESTORED TABLE --adopt  prepares RESTORED and prints the parameters by which the stack takes it
    python3 infra/restore.py RESTORED TABLE          counts what would change in TABLE
    python3 infra/restore.py RESTORED TABLE --write  changes it: puts what differs, deletes what RESTORED does not have

TABLE is the one in use until now. Numbers of bookings, invoices and credit notes go on from it, however they stood at the
earlier moment: what was issued since is on paper, and no number is issued twice. Who was erased since that moment, or asked to
be, is whole again in RESTORED: they are named, to be erased again.

Needs boto3 and rights on both tables; region and credentials come from the environment. Tables of any size: no more than some
pages are in memory at a time.
"""
import argparse
import concurrent.futures
import time

import boto3

SEGMENTS, BATCH, WAITS = 8, 25, (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
# Keys in one call that reads several items.
KEYS = 100
# Who was erased, by the event that says so, and who is to be, by the row that waits for it.
ERASED, TO_BE_ERASED = "customer.erased", "ERASURE"
# Number series: a partition each branch, and the attributes that count.
SERIES, COUNTS = "SERIES#", ("last", "count")


def key(item):
    return item["PK"]["S"], item["SK"]["S"]


def key_of(item):
    return {"PK": item["PK"], "SK": item["SK"]}


def is_series(item):
    return item["PK"]["S"].startswith(SERIES)


def count(item):
    """How far a number series is; a series that is not there has not begun."""
    return max((int(item[name]["N"]) for name in COUNTS if name in item), default=0) if item else 0


def each_chunk(dynamodb, table, do, **options):
    """Gives every item of a table to `do`, some at a time; the sum of what it answers."""
    def segment(number):
        pages = dynamodb.get_paginator("scan").paginate(
            TableName=table, Segment=number, TotalSegments=SEGMENTS, ConsistentRead=True, **options,
        )
        items = (page["Items"] for page in pages)
        chunks = (page[start:start + KEYS] for page in items for start in range(0, len(page), KEYS))
        return [do(chunk) for chunk in chunks]
    with concurrent.futures.ThreadPoolExecutor(SEGMENTS) as pool:
        answers = [answer for part in pool.map(segment, range(SEGMENTS)) for answer in part]
    return [sum(column) for column in zip(*answers)] if answers else [0, 0]


def find(dynamodb, table, items):
    """Those of the items, by their keys, that the table has."""
    left, found = {table: {"Keys": [key_of(item) for item in items], "ConsistentRead": True}}, {}
    for wait in WAITS:
        answer = dynamodb.batch_get_item(RequestItems=left)
        found |= {key(item): item for item in answer["Responses"].get(table, [])}
        left = answer["UnprocessedKeys"]
        if not left:
            return found
        time.sleep(wait)
    raise SystemExit("not all items of a batch could be read; run it again")


def write(dynamodb, table, requests):
    for start in range(0, len(requests), BATCH):
        left = requests[start:start + BATCH]
        for wait in WAITS:
            left = dynamodb.batch_write_item(RequestItems={table: left})["UnprocessedItems"].get(table, [])
            if not left:
                break
            time.sleep(wait)
        else:
            raise SystemExit(f"{len(left)} items of a batch were not taken; run it again")


def restore(dynamodb, source, target, is_meant):
    """Items there are, puts and deletes."""
    def put(chunk):
        found = find(dynamodb, target, chunk)
        is_wanted = lambda item: (
            count(item) > count(found.get(key(item))) if is_series(item) else found.get(key(item)) != item
        )
        puts = [{"PutRequest": {"Item": item}} for item in chunk if is_wanted(item)]
        if is_meant:
            write(dynamodb, target, puts)
        return len(chunk), len(puts)

    def delete(chunk):
        known = find(dynamodb, source, chunk)
        deletes = [
            {"DeleteRequest": {"Key": key_of(item)}} for item in chunk if key(item) not in known and not is_series(item)
        ]
        if is_meant:
            write(dynamodb, target, deletes)
        return len(chunk), len(deletes)

    total, puts = each_chunk(dynamodb, source, put)
    deletes = each_chunk(dynamodb, target, delete, ProjectionExpression="PK, SK")[1]
    return total, puts, deletes


def go_on_numbering(dynamodb, table, old):
    """Number series go on from where the old table is; how many did."""
    def take(chunk):
        series = [item for item in chunk if is_series(item)]
        known = find(dynamodb, table, series) if series else {}
        behind = [item for item in series if count(item) > count(known.get(key(item)))]
        write(dynamodb, table, [{"PutRequest": {"Item": item}} for item in behind])
        return len(chunk), len(behind)
    return each_chunk(dynamodb, old, take)[1]


def to_erase_again(dynamodb, table, old):
    """The ids of those who were erased, or asked for it, when `old` was in use, of which `table` knows nothing."""
    again = set()
    def tells(item):
        return item["SK"]["S"] == TO_BE_ERASED or item.get("what", {}).get("S") == ERASED
    def look(chunk):
        told = [item for item in chunk if tells(item)]
        known = find(dynamodb, table, told) if told else {}
        for item in told:
            # A wish that was put off, or taken back and made again, has another day.
            before = known.get(key(item))
            if before is None or before.get("erase_on") != item.get("erase_on"):
                again.add(item["entity_id" if "entity_id" in item else "user_id"]["S"])
        return len(chunk), len(told)
    each_chunk(dynamodb, old, look)
    return sorted(again)


def to_keep(dynamodb, table, old):
    """The ids of those who had asked for their erasure by `table`, and had taken it back when `old` was in use."""
    kept = set()
    def look(chunk):
        asked = [item for item in chunk if item["SK"]["S"] == TO_BE_ERASED]
        known = find(dynamodb, old, asked) if asked else {}
        kept.update(item["user_id"]["S"] for item in asked if key(item) not in known)
        return len(chunk), len(asked)
    each_chunk(dynamodb, table, look)
    return sorted(kept - set(to_erase_again(dynamodb, table, old)))


def name_the_erased(dynamodb, table, old):
    again, kept = to_erase_again(dynamodb, table, old), to_keep(dynamodb, table, old)
    for users, said in (
        (again, "were erased since, or asked for it. Erase them again (operations.md, Restoring):"),
        (kept, "had asked to be erased and took it back since. Take it back again (operations.md, Restoring):"),
    ):
        if users:
            print(f"{len(users)} customers {said}")
            print("\n".join(f"  {user}" for user in users), flush=True)


def adopt(dynamodb, table):
    """Gives a restored table what a restore leaves out: stream, expiry, backups, protection. The stack's parameters."""
    is_there = lambda: dynamodb.get_waiter("table_exists").wait(TableName=table, WaiterConfig={"Delay": 2})
    described = lambda: dynamodb.describe_table(TableName=table)["Table"]
    is_there()
    stream = described().get("StreamSpecification") or {}
    if stream.get("StreamViewType", "NEW_IMAGE") != "NEW_IMAGE":
        raise SystemExit(f"{table} has a stream without new images: disable it first")
    if not stream.get("StreamEnabled"):
        dynamodb.update_table(TableName=table, StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        is_there()
    dynamodb.update_table(TableName=table, DeletionProtectionEnabled=True)
    is_there()
    expiry = dynamodb.describe_time_to_live(TableName=table)["TimeToLiveDescription"]["TimeToLiveStatus"]
    if expiry == "DISABLED":
        dynamodb.update_time_to_live(TableName=table, TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True})
    dynamodb.update_continuous_backups(
        TableName=table, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )
    return {"ExistingTableName": table, "ExistingTableStreamArn": described()["LatestStreamArn"]}


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("restored")
    reader.add_argument("table")
    reader.add_argument("--write", action="store_true")
    reader.add_argument("--adopt", action="store_true")
    given = reader.parse_args()
    if given.adopt and given.write:
        reader.error("--adopt leaves the table in use as it is")
    dynamodb, started = boto3.client("dynamodb"), time.monotonic()
    # Before anything is written: TABLE is the only one that knows of them.
    name_the_erased(dynamodb, given.restored, given.table)
    if given.adopt:
        print(f"{go_on_numbering(dynamodb, given.restored, given.table)} number series go on from {given.table}")
        print("\n".join(f"{name}={value}" for name, value in adopt(dynamodb, given.restored).items()))
        return
    total, puts, deletes = restore(dynamodb, given.restored, given.table, given.write)
    done = "put" if given.write else "to be put"
    print(f"{total} items, {puts} {done}, {deletes} deleted, {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
