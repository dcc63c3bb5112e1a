"""What a restore needs after DynamoDB has made the earlier table anew: the stack takes that table, or its own is made equal.

    python3 infra/restore.py RESTORED --adopt        prepares RESTORED and prints the parameters by which the stack takes it
    python3 infra/restore.py RESTORED TABLE          counts what would change in TABLE
    python3 infra/restore.py RESTORED TABLE --write  changes it: puts what differs, deletes what RESTORED does not have

Needs boto3 and rights on both tables; region and credentials come from the environment.
"""
import argparse
import concurrent.futures
import time

import boto3

SEGMENTS, BATCH, WAITS = 8, 25, (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)


def items(dynamodb, table):
    """Every item of a table, by its key."""
    def segment(number):
        pages = dynamodb.get_paginator("scan").paginate(
            TableName=table, Segment=number, TotalSegments=SEGMENTS, ConsistentRead=True,
        )
        return [item for page in pages for item in page["Items"]]
    with concurrent.futures.ThreadPoolExecutor(SEGMENTS) as pool:
        return {key(item): item for part in pool.map(segment, range(SEGMENTS)) for item in part}


def key(item):
    return item["PK"]["S"], item["SK"]["S"]


def changes(wanted, found):
    """The writes that make `found` what is wanted."""
    puts = [{"PutRequest": {"Item": item}} for at, item in wanted.items() if found.get(at) != item]
    gone = [item for at, item in found.items() if at not in wanted]
    return puts, [{"DeleteRequest": {"Key": {"PK": item["PK"], "SK": item["SK"]}}} for item in gone]


def write(dynamodb, table, requests):
    def batch(start):
        left = requests[start:start + BATCH]
        for wait in WAITS:
            left = dynamodb.batch_write_item(RequestItems={table: left})["UnprocessedItems"].get(table, [])
            if not left:
                return
            time.sleep(wait)
        raise SystemExit(f"{len(left)} items of a batch were not taken; run it again")
    with concurrent.futures.ThreadPoolExecutor(SEGMENTS) as pool:
        list(pool.map(batch, range(0, len(requests), BATCH)))


def restore(dynamodb, source, target, is_meant):
    """Items there are, puts and deletes."""
    wanted = items(dynamodb, source)
    puts, deletes = changes(wanted, items(dynamodb, target))
    if is_meant:
        write(dynamodb, target, puts + deletes)
    return len(wanted), len(puts), len(deletes)


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
    reader.add_argument("table", nargs="?")
    reader.add_argument("--write", action="store_true")
    reader.add_argument("--adopt", action="store_true")
    given = reader.parse_args()
    if given.adopt == bool(given.table):
        reader.error("name a table to make equal, or --adopt")
    dynamodb, started = boto3.client("dynamodb"), time.monotonic()
    if given.adopt:
        print("\n".join(f"{name}={value}" for name, value in adopt(dynamodb, given.restored).items()))
        return
    total, puts, deletes = restore(dynamodb, given.restored, given.table, given.write)
    done = "put" if given.write else "to be put"
    print(f"{total} items, {puts} {done}, {deletes} deleted, {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
