"""Every function on the Runtime API of `cargo lambda watch`, called once with its sample event.

`cargo lambda watch` could start them too, but one package after another by `cargo run -p`, each with its own set of
features: a build of half the dependencies for every function. So the binaries of one build are started here.

The table behind them is ministack's, filled with demo data by the local service, so that they respond as on
AWS: public reads with data, guarded routes with 401, jobs with their results. Nothing is sent to another machine.
"""
import hashlib
import hmac
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

root = pathlib.Path(__file__).resolve().parents[2]
binaries = pathlib.Path(sys.argv[1]).resolve()
"""The binaries to start; all, if none is named."""
wanted = set(sys.argv[2:])
stack = os.environ["MINISTACK_URL"]
SECRET = "shared-with-invoicing"

PUBLIC = {"customer-catalogue": 200, "customer-agents": 200, "customer-site": 200, "admin-desk": 200, "customer-leads": 201, "auth": 200, "jobs": 200, "invoicing": 200}
NO_BODY = {"jobs-schedule", "jobs-queue", "outbox"}


def environment():
    return os.environ | {
        "AWS_REGION": "ap-south-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_ENDPOINT_URL": stack,
        "APP_ENV": "test",
        "TABLE_NAME": "parlour",
        "JOBS_QUEUE_URL": f"{stack}/000000000000/jobs",
        "JOBS_QUEUE_ARN": "arn:aws:sqs:ap-south-1:000000000000:jobs",
        "SCHEDULER_GROUP": "default",
        "SCHEDULER_ROLE_ARN": "arn:aws:iam::000000000000:role/timers",
        "INVOICE_BUCKET": "invoices",
        "INVOICING_SECRET": SECRET,
        "METRICS_NAMESPACE": "parlour-check",
    }


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(method, url, body=None, **headers):
    request = urllib.request.Request(url, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def prepare():
    """A queue, a bucket, and the table with demo data in it."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    ask("POST", stack, b"Action=CreateQueue&QueueName=jobs&Version=2012-11-05", **form)
    region = b"<CreateBucketConfiguration><LocationConstraint>ap-south-1</LocationConstraint></CreateBucketConfiguration>"
    ask("PUT", f"{stack}/invoices", region)
    ports = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"]
    service = subprocess.Popen(
        [binaries / "parlour-local", "--dynamodb", stack, *ports], stdout=subprocess.PIPE, text=True
    )
    for line in service.stdout:
        if line.strip() == "ready":
            break
    service.send_signal(signal.SIGTERM)
    if service.wait(30) != 0:
        sys.exit("the local service did not fill the table")


def event_file(name):
    """The sample event; an invoicing request is signed now, because signatures expire after five minutes."""
    path = root / f"events/{name}.json"
    if name != "invoicing":
        return path
    event = json.loads(path.read_text())
    now = str(int(time.time()))
    mac = hmac.new(SECRET.encode(), f"{now}.{event['body']}".encode(), hashlib.sha256).hexdigest()
    event["headers"]["x-signature"] = f"t={now},v1={mac}"
    signed = pathlib.Path(tempfile.mkdtemp()) / "invoicing.json"
    signed.write_text(json.dumps(event))
    return signed


def is_valid(name, answer):
    if name == "jobs-queue":
        return answer == {"batchItemFailures": []}
    if name in NO_BODY:
        return "errorType" not in (answer or {})
    headers = {key.lower() for key in answer.get("headers", {})}
    named = name == "invoicing" or "x-request-id" in headers
    return answer.get("statusCode") == PUBLIC.get(name, 401) and named


def start(function):
    """The function's own binary against the Runtime API of `cargo lambda watch`, as an instance of Lambda."""
    settings = environment() | {
        "AWS_LAMBDA_RUNTIME_API": f"http://127.0.0.1:{port}/.rt/{function}",
        "AWS_LAMBDA_FUNCTION_NAME": function,
        "AWS_LAMBDA_FUNCTION_VERSION": "1",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
    }
    return subprocess.Popen([binaries / function], env=settings, stdout=log, stderr=subprocess.STDOUT)


def refuses_to_start():
    """In production, however that is written, a function does not start with a URL to call that is not https."""
    settings = environment() | {"AWS_LAMBDA_FUNCTION_NAME": "jobs", "APP_ENV": "Production", "AWS_LAMBDA_RUNTIME_API": "127.0.0.1:9"}
    ended = subprocess.run([binaries / "jobs"], env=settings, capture_output=True, text=True, timeout=30)
    return ended.returncode != 0 and "JOBS_QUEUE_URL must be an https URL in production" in ended.stdout + ended.stderr


def has_metrics():
    """What the functions wrote to their logs has metrics in CloudWatch's format: refusals at least, for they were called
    signed out."""
    log.seek(0)
    lines = [json.loads(line) for line in log if line.startswith("{") and '"_aws"' in line]
    return any(line["_aws"]["CloudWatchMetrics"][0]["Namespace"] == "parlour-check" and "Refusals" in line for line in lines)


prepare()
port = free_port()
log = tempfile.TemporaryFile("w+")
watch = subprocess.Popen(
    ["cargo-lambda", "lambda", "watch", "-A", "127.0.0.1", "-P", str(port), "--only-lambda-apis"],
    cwd=root, env=environment(), stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
)
failed, checks = 0, 0
try:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    if not wanted or "jobs" in wanted:
        checks += 1
        if not refuses_to_start():
            failed += 1
            print("FAIL jobs started in production with a queue that is not https")
    events = sorted(path.stem for path in (root / "events").glob("*.json"))
    for name in events:
        function = "jobs" if name.startswith("jobs") else name
        if wanted and function not in wanted:
            continue
        checks += 1
        instance = start(function)
        call = subprocess.run(
            ["cargo-lambda", "lambda", "invoke", "-A", "127.0.0.1", "-P", str(port), "-F", event_file(name), function],
            cwd=root, capture_output=True, text=True, timeout=60,
        )
        instance.terminate()
        instance.wait(30)
        try:
            fine = call.returncode == 0 and is_valid(name, json.loads(call.stdout))
        except ValueError:
            fine = False
        print(f"{'ok  ' if fine else 'FAIL'} {function} < events/{name}.json", flush=True)
        if not fine:
            failed += 1
            print(call.stdout[-2000:], call.stderr[-2000:])
finally:
    os.killpg(watch.pid, signal.SIGTERM)
    watch.wait(30)
if not wanted:
    checks += 1
    if not has_metrics():
        failed += 1
        print("FAIL no function wrote its refusals as a metric")
if failed:
    log.seek(0)
    print(log.read()[-6000:])
print(f"{checks - failed} passed, {failed} failed")
sys.exit(1 if failed or not checks else 0)
