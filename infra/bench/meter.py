"""A proxy between the service and its database: counts calls, sequential round trips and capacity."""
import datetime
import http.client
import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlparse

NOT_PASSED_ON = {"connection", "content-length", "host", "transfer-encoding"}
READS = {"GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"}

"""Answers are late by this many seconds, so that calls which do not wait for each other overlap."""
LATE = 0.004
"""The longest delay of SQS."""
SQS_DELAY = datetime.timedelta(minutes=15)


class Meter:
    """What passes through, since the last reset. The local service's own table (clock, queue) is left out: on AWS that
    is Scheduler and SQS, which are counted as messages."""

    def __init__(self, database, table="parlour"):
        self.host = urlparse(database).netloc
        self.table = table
        self.lock = threading.Lock()
        self.reset()
        meter = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def setup(self):
                super().setup()
                self.upstream = http.client.HTTPConnection(meter.host, timeout=120)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                meter.pass_on(self, body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self):
        with self.lock:
            self.operations, self.messages = Counter(), Counter()
            self.round_trips = self.over = self.later = 0
            self.read_units = self.write_units = 0.0

    def counted(self):
        with self.lock:
            return {
                "calls": sum(self.operations.values()),
                "operations": dict(self.operations),
                "round_trips": self.round_trips,
                "read_units": self.read_units,
                "write_units": self.write_units,
            }

    def pass_on(self, handler, body):
        operation = handler.headers["X-Amz-Target"].rsplit(".", 1)[-1]
        asked = json.loads(body)
        ours = self.is_ours(asked)
        if ours and operation not in ("DescribeTable", "CreateTable"):
            asked["ReturnConsumedCapacity"] = "TOTAL"
            body = json.dumps(asked).encode()
            with self.lock:
                self.operations[operation] += 1
                # One deeper than the deepest call that was over when this one began, as the page of costs counts.
                depth = self.over + 1
                self.round_trips = max(self.round_trips, depth)
        else:
            ours = False
            self.note_messages(asked)
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in NOT_PASSED_ON}
        handler.upstream.request("POST", "/", body, headers)
        answer = handler.upstream.getresponse()
        content = answer.read()
        if ours:
            time.sleep(LATE)
            units = consumed(json.loads(content).get("ConsumedCapacity"))
            with self.lock:
                self.over = max(self.over, depth)
                if operation in READS:
                    self.read_units += units
                else:
                    self.write_units += units
        handler.send_response(answer.status)
        handler.send_header("Content-Type", answer.headers["Content-Type"])
        handler.send_header("Content-Length", str(len(content)))
        for name in ("x-amzn-requestid", "x-amz-crc32"):
            if answer.headers[name]:
                handler.send_header(name, answer.headers[name])
        handler.end_headers()
        handler.wfile.write(content)

    def is_ours(self, asked):
        if "TransactItems" in asked:
            return any(one.get("TableName") == self.table for item in asked["TransactItems"] for one in item.values())
        if "RequestItems" in asked:
            return self.table in asked["RequestItems"]
        return asked.get("TableName") == self.table

    def note_messages(self, asked):
        """Messages put into the local queue: on AWS one each of SQS, or of Scheduler where they are due later."""
        for requests in asked.get("RequestItems", {}).values():
            for request in requests if isinstance(requests, list) else []:
                item = request.get("PutRequest", {}).get("Item", {})
                if item.get("PK", {}).get("S") == "QUEUE":
                    due = datetime.datetime.fromisoformat(item["due"]["S"].replace("Z", "+00:00"))
                    with self.lock:
                        self.messages[item["task"]["S"]] += 1
                        self.later += due - datetime.datetime.now(datetime.timezone.utc) > SQS_DELAY


def consumed(capacity):
    if isinstance(capacity, list):
        return sum(consumed(one) for one in capacity)
    return (capacity or {}).get("CapacityUnits", 0.0)
