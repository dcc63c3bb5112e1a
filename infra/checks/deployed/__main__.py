"""template.yaml as a running stack on one machine, and a salon's first days in it.

A local AWS (ministack) creates what the translated template names, starts the functions' own binaries against its Runtime API
and routes to them by host, method and path; stream, queue and schedules bring them their events. Each function reaches AWS
through an address that holds it to its role's policies. Nothing is sent to another machine.
"""
import json
import os
import pathlib
import signal
import sys
import time
import traceback

import clock
import days
import rules
import tls
from endpoint import Endpoint
from later import an_earlier_table
from needs import Account
from outside import CLIENT_ID, CLIENT_SECRET, Outside
from policies import Policy
from stack import ALIAS, Stack, bootstrap, client
from translation import REGION, functions, read
from visitor import Gateway

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOSTS = {"customer": "app.salon.test", "admin": "desk.salon.test"}
ACCOUNT = "000000000000"
# What the documented steps make, by the names the template expects.
MADE_BY_THE_STEPS = {
    "parlour-google-client-secret": CLIENT_SECRET,
    "parlour-auth-secret": "signs-states-and-links-of-this-check",
    "parlour-invoicing-secret": "shared-with-invoicing",
}
# What somebody may add.
SECRETS = {
    "JobCurrentSigningKeyParam": "signs-jobs-today",
    "JobNextSigningKeyParam": "signs-jobs-tomorrow",
    "InternalJobTokenParam": "opens-the-job-routes-where-no-key-is",
    "VapidPrivateKeyParam": "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw",
}


class Deployed:
    """The stack and everything around it."""

    def __init__(self, stack_url, binaries, adopts_table, is_plain):
        self.url, self.outside, self.is_plain = stack_url, Outside(), is_plain
        template, account = read(ROOT / "template.yaml"), Account(REGION, ACCOUNT)
        self.binaries = functions(template)
        self.endpoints = {name: Endpoint(name, stack_url, account) for name in self.binaries}
        self.keep_secrets()
        table = an_earlier_table(client("dynamodb", stack_url), template) if adopts_table else {}
        # The only settings that do not come from the template: where AWS is, whom to trust, what time it is.
        everywhere = {"SSL_CERT_FILE": tls.CERTIFICATE} | clock.OF_A_FUNCTION
        variables = lambda name: {"AWS_ENDPOINT_URL": self.endpoints[name].url} | everywhere
        package = lambda name: bootstrap(binaries / self.binaries[name], variables(name))
        self.stack = Stack(stack_url, template, self.parameters() | table, package)
        for name, endpoint in self.endpoints.items():
            role = self.stack.ids[f"{name}Role"]
            endpoint.guard(Policy(client("iam", stack_url), role))
        invoicing = self.stack.ids["InvoicingFunction"]
        for url in client("lambda", stack_url).list_function_url_configs(FunctionName=invoicing)["FunctionUrlConfigs"]:
            name = url["FunctionUrl"].removeprefix("https://").partition(".")[0]
            # On AWS the address belongs to the alias; the local one does not say so.
            account.functions[name] = (self.stack.ids[f"InvoicingFunction{ALIAS}"], url["AuthType"] == "AWS_IAM")
        self.mails = lambda: list(account.mails)
        self.gateway = Gateway(stack_url, HOSTS, self.stack.routes, self.outside)

    def secrets(self):
        """What somebody added to the documented steps; with `--plain` nobody did."""
        return {} if self.is_plain else SECRETS | {
            "ChatWebhookUrlParam": f"{self.outside.url}/chat",
            "HeartbeatUrlsParam": json.dumps(dict.fromkeys(("daily-sales-report", "integration-test"), f"{self.outside.url}/beat")),
        }

    def keep_secrets(self):
        ssm = client("ssm", self.url)
        for parameter, value in (MADE_BY_THE_STEPS | self.secrets()).items():
            ssm.put_parameter(Name=parameter, Value=value, Type="SecureString")
        client("ses", self.url).verify_domain_identity(Domain="salon.test")

    def parameters(self):
        certificate = f"arn:aws:acm:{REGION}:{ACCOUNT}:certificate/"
        return {
            "CustomerDomain": HOSTS["customer"],
            "AdminDomain": HOSTS["admin"],
            "CustomerCertificateArn": f"{certificate}customer",
            "AdminCertificateArn": f"{certificate}admin",
            "OidcIssuer": self.outside.url,
            "GoogleClientId": CLIENT_ID,
            "FirstOwnerEmail": days.OWNER,
            "EmailFrom": "hello@salon.test",
            **({} if self.is_plain else {"ReportRecipients": days.OWNER, "Metrics": "true"}),
            **{parameter: parameter for parameter in self.secrets()},
        }


def stay(deployed):
    """Leaves both apps open for whoever wants to call them by hand."""
    for app, host in HOSTS.items():
        print(f"{app}: curl --cacert {tls.CERTIFICATE} --connect-to ::{deployed.gateway.address} https://{host}/api/health")
    print(f"{days.OWNER} becomes the owner; Ctrl-C ends it", flush=True)
    try:
        signal.pause()
    except KeyboardInterrupt:
        pass


def main():
    started = time.monotonic()
    took = lambda: f"{time.monotonic() - started:.0f} s"
    url, binaries = os.environ["MINISTACK_URL"].replace("http:", "https:"), pathlib.Path(sys.argv[1]).resolve()
    deployed = Deployed(url, binaries, "--adopted" in sys.argv, "--plain" in sys.argv)
    print(f"{took()}: {len(deployed.stack.ids)} resources, {len(deployed.stack.routes)} routes", flush=True)
    if "--stay" in sys.argv:
        stay(deployed)
        return
    problems = []
    try:
        days.live(deployed)
        print(f"{took()}: the days are over, {deployed.gateway.requests} requests", flush=True)
        problems = rules.gone_wrong(deployed) if deployed.is_plain else rules.broken(deployed)
    except Exception as problem:
        traceback.print_exc()
        problems = [str(problem), *rules.gone_wrong(deployed)]
    for problem in problems:
        print(f"FAIL {problem}")
    calls = sum(endpoint.calls for endpoint in deployed.endpoints.values())
    print(f"{took()}: {deployed.gateway.requests} requests, {calls} calls of AWS, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
