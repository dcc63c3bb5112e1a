"""What a call of an AWS service needs to be allowed, read from the call itself."""
import base64
import email
import email.policy
import email.utils
import json
import re
import urllib.parse

from policies import Need

ITEMS = {
    "Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem", "Get": "GetItem",
}
"""The partition keys of the table and of its indexes."""
PARTITION_KEYS = ("PK", "G1PK", "G2PK", "G3PK")


class Account:
    """Names resources as their ARNs."""

    def __init__(self, region, account):
        self.region, self.account = region, account
        self.mails, self.functions = [], {}

    def arn(self, service, rest):
        return f"arn:aws:{service}:{self.region}:{self.account}:{rest}"

    def needs(self, method, path, headers, body):
        """None for a call that nobody here knows: that is refused."""
        target = headers.get("x-amz-target", "")
        service, _, operation = target.rpartition(".")
        if service.startswith("DynamoDB_"):
            return self.of_table(operation, json.loads(body))
        if service == "AmazonSQS":
            queue = json.loads(body)["QueueUrl"].rsplit("/", 1)[-1]
            # Permissions know no batches.
            return [Need(f"sqs:{operation.removesuffix('Batch')}", self.arn("sqs", queue))]
        if service == "AmazonSSM":
            return [Need(f"ssm:{operation}", self.arn("ssm", f"parameter/{json.loads(body)['Name']}"))]
        if path.startswith("/schedules/") and method == "POST":
            return self.of_schedule(path.removeprefix("/schedules/"), json.loads(body))
        form = urllib.parse.parse_qs(body.decode("latin-1")) if b"Action=" in body[:200] else {}
        if form.get("Action") == ["SendRawEmail"]:
            return self.of_mail(form)
        url = re.match(r"/_aws/lambda-url/(\w+)/", path)
        if url:
            return self.of_url(url[1], headers)
        # Signed in a header, or beforehand in the address.
        if ("x-amz-content-sha256" in headers or "X-Amz-Signature=" in path) and method in ("GET", "PUT") and path.count("/") > 1:
            key = urllib.parse.unquote(path.partition("?")[0]).lstrip("/")
            return [Need(f"s3:{'GetObject' if method == 'GET' else 'PutObject'}", f"arn:aws:s3:::{key}")]
        return None

    def of_table(self, operation, call):
        table = lambda name: self.arn("dynamodb", f"table/{name}")
        named = lambda keys: {"dynamodb:LeadingKeys": keys} if keys else {}
        on = lambda action, name, keys: Need(f"dynamodb:{action}", table(name), named(keys))
        if operation.startswith("Transact"):
            return [
                on(ITEMS[kind], item["TableName"], leading(item))
                for each in call["TransactItems"] for kind, item in each.items()
            ]
        if operation in ("BatchGetItem", "BatchWriteItem"):
            return [
                on(operation, name, [key for item in items_of(items) for key in leading(item)])
                for name, items in call["RequestItems"].items()
            ]
        need = on(operation, call["TableName"], leading(call))
        if "IndexName" in call:
            return [Need(need.action, f"{need.resource}/index/{call['IndexName']}", need.context)]
        return [need]

    def of_schedule(self, name, call):
        schedule = self.arn("scheduler", f"schedule/{call.get('GroupName', 'default')}/{name}")
        passed = {"iam:PassedToService": ["scheduler.amazonaws.com"]}
        return [Need("scheduler:CreateSchedule", schedule), Need("iam:PassRole", call["Target"]["RoleArn"], passed)]

    def of_mail(self, form):
        message = email.message_from_bytes(base64.b64decode(form["RawMessage.Data"][0]), policy=email.policy.default)
        message["X-Configuration-Set"] = form.get("ConfigurationSetName", [""])[0]
        self.mails.append(message)
        sender = email.utils.parseaddr(message["From"])[1]
        identity = self.arn("ses", f"identity/{sender.rpartition('@')[2]}")
        return [Need("ses:SendRawEmail", identity, {"ses:FromAddress": [sender]})]

    def of_url(self, url, headers):
        """A function's own address; `functions` says which function it is of, and whether it asks for a signature."""
        arn, is_signed = self.functions[url]
        if not is_signed:
            return []
        if "authorization" not in headers:
            return None
        return [
            Need("lambda:InvokeFunctionUrl", arn, {"lambda:FunctionUrlAuthType": ["AWS_IAM"]}),
            Need("lambda:InvokeFunction", arn, {"lambda:InvokedViaFunctionUrl": ["true"]}),
        ]


def items_of(requested):
    """The items of one table in a batch, of reads or of writes."""
    if isinstance(requested, dict):
        return [{"Key": key} for key in requested["Keys"]]
    return [{"Key": write["DeleteRequest"]["Key"]} if "DeleteRequest" in write else {"Item": write["PutRequest"]["Item"]}
            for write in requested]


def leading(call):
    """The partitions that a call names."""
    for item in (call.get("Key"), call.get("Item")):
        if item:
            return [item["PK"]["S"]]
    names, values = call.get("ExpressionAttributeNames", {}), call.get("ExpressionAttributeValues", {})
    for name, value in re.findall(r"(#?\w+)\s*=\s*(:\w+)", call.get("KeyConditionExpression", "")):
        if names.get(name, name) in PARTITION_KEYS:
            return [values[value]["S"]]
    return []
